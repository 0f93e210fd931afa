"""The doors for scripts: every command that needs no screen."""

import click

from engine.commandline.backup import backup, restore
from engine.commandline.check import check
from engine.commandline.compare import compare
from engine.commandline.explain import explain
from engine.commandline.importing import import_command
from engine.commandline.install_desktop import install_desktop
from engine.commandline.linearize import linearize
from engine.commandline.reduce import reduce
from engine.commandline.replay import replay
from engine.commandline.search import search
from engine.commandline.show import show
from engine.commandline.shuffle import shuffle
from engine.commandline.simulate import simulate
from engine.commandline.tangle import tangle
from engine.commandline.threads import threads
from engine.commandline.verify import verify

COMMANDS: list[click.Command] = [
    backup,
    check,
    compare,
    explain,
    import_command,
    install_desktop,
    linearize,
    reduce,
    replay,
    restore,
    search,
    show,
    shuffle,
    simulate,
    tangle,
    threads,
    verify,
]
"""Commands for the group that `viewer.__main__` builds."""
