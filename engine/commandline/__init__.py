"""The doors for scripts: every command that needs no screen."""

import click

from engine.commandline.linearize import linearize

COMMANDS: list[click.Command] = [linearize]
