"""The doors for scripts: every command that needs no screen."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module

import click

COMMANDS = {
    "backup": "backup.backup",
    "check": "check.check",
    "compare": "compare.compare",
    "explain": "explain.explain",
    "import": "importing.import_command",
    "install-desktop": "install_desktop.install_desktop",
    "linearize": "linearize.linearize",
    "reduce": "reduce.reduce",
    "replay": "replay.replay",
    "restore": "backup.restore",
    "search": "search.search",
    "show": "show.show",
    "shuffle": "shuffle.shuffle",
    "simulate": "simulate.simulate",
    "tangle": "tangle.tangle",
    "threads": "threads.threads",
    "verify": "verify.verify",
}
"""Names of commands, and where each is found in this package."""


class Commands(MutableMapping[str, click.Command]):
    """Commands by name, each imported when somebody asks for it, so that none waits for others."""

    def __init__(self) -> None:
        self._commands: dict[str, click.Command | None] = dict.fromkeys(COMMANDS)

    def __getitem__(self, name: str) -> click.Command:
        if (command := self._commands[name]) is None:
            module, _, function = COMMANDS[name].partition(".")
            command = getattr(import_module(f"{__name__}.{module}"), function)
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
