"""Graph files and threads for the debugging commands."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

from engine.commandline import Commands
from engine.commandline.common.group import CommandGroup


def run(*arguments: str, text: str | bytes | None = None, **more: Any) -> Result:
    """Run a command as a script does."""
    group: click.Group = CommandGroup(name="tanglescope", commands=Commands())
    return CliRunner().invoke(group, arguments, input=text, **more)


def graph_file(path: Path, nodes: Sequence[Mapping[str, Any]], **more: Any) -> str:
    """A graph file with one graph."""
    path.write_text(json.dumps({"nodes": nodes, **more}) + "\n")
    return str(path)
