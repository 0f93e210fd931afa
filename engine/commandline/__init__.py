"""The commands that need no screen."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from types import CodeType
from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:
    from importlib.abc import InspectLoader

COMMANDS = {
    "backup": "backup.backup",
    "check": "check.check",
    "compare": "debugging.compare.compare",
    "completion": "shell.completion",
    "conversations": "conversations.conversations",
    "corestore": "corestore.corestore",
    "edits": "debugging.edits.edits",
    "explain": "debugging.explain.explain",
    "export": "export.export",
    "import": "import_command.import_command",
    "install-desktop": "install_desktop.install_desktop",
    "linearize": "linearize.linearize",
    "man": "shell.man",
    "members": "members.members",
    "quarantine": "quarantine.quarantine",
    "reduce": "reduce.reduce",
    "replay": "debugging.replay.replay",
    "rescue": "rescue.rescue",
    "restore": "backup.restore",
    "search": "search.search",
    "settle": "debugging.settle.settle",
    "show": "show.show",
    "shuffle": "debugging.shuffle.shuffle",
    "simulate": "debugging.simulate.simulate",
    "site": "site.site",
    "state": "state.state",
    "tangle": "tangle.tangle",
    "threads": "conversations.threads",
    "verify": "verify.verify",
    "whatif": "debugging.whatif.whatif",
}
"""The names of commands, with the module of each in this package."""


class Commands(MutableMapping[str, click.Command]):
    """Commands by name, each imported on first use."""

    def __init__(self) -> None:
        self._commands: dict[str, click.Command | None] = dict.fromkeys(COMMANDS)

    def __getitem__(self, name: str) -> click.Command:
        if (command := self._commands[name]) is None:
            module, function = _place(name)
            command = getattr(import_module(module), function)
            self._commands[name] = command
        return command

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)

    def __contains__(self, name: object) -> bool:
        return name in self._commands

    def summary(self, name: str) -> click.Command:
        """A command with only its help; its module isn't imported."""
        if (command := self._commands[name]) is not None:
            return command
        return click.Command(name, help=_docstring(*_place(name)))


def _place(name: str) -> tuple[str, str]:
    """The module of a command, and its function there."""
    module, _, function = COMMANDS[name].rpartition(".")
    return f"{__name__}.{module}", function


def _docstring(module: str, function: str) -> str | None:
    """The docstring of a function in a module, read from its compiled code."""
    spec = find_spec(module)
    assert spec is not None
    # Under pytest, modules have a loader without code.
    finds_code = hasattr(spec.loader, "get_code")
    loader = spec.loader if finds_code else SourceFileLoader(module, str(spec.origin))
    loaded = cast("InspectLoader", loader).get_code(module)
    codes = [] if loaded is None else loaded.co_consts
    found = next(code for code in codes if isinstance(code, CodeType) and code.co_name == function)
    text = found.co_consts[0] if found.co_consts else None
    return text if isinstance(text, str) else None
