"""The switches of the View menu: applied, ticked and stored in one place."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tanglescope.engine.wording import tr
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.menus import Menus

Turn: TypeAlias = Callable[[bool], None]
"""A function that turns something on or off."""


QUIET = frozenset({"feed_lanes", "supersedes", "light", "motion", "below", "hints"})
"""Switches that needn't change anything that is visible now, and say so that they are turned."""


def turning(*turns: Turn) -> Turn:
    """A function that turns several parts on or off together."""

    def turn(on: bool) -> None:
        for each in turns:
            each(on)

    return turn


class Switches:
    """The switches of a window, by the names of their commands and settings."""

    def __init__(
        self,
        settings: Settings,
        turns: Mapping[str, Turn],
        menus: Menus,
        report: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._turns = turns
        self._menus = menus
        self._report = report

    def is_on(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(getattr(self._settings, name))

    def turn(self, name: str, on: bool) -> None:
        """Turn a switch on or off."""
        setattr(self._settings, name, on)
        self._menus.check(name, on=on)
        self._turns[name](on)

    def turn_over(self, name: str) -> None:
        """Turn a switch to the other side; say so if that isn't visible."""
        self.turn(name, not self.is_on(name))
        if name in QUIET:
            command = self._menus.commands[name].title
            self._report(
                tr("{command}: on", command=command)
                if self.is_on(name)
                else tr("{command}: off", command=command)
            )

    def restore(self) -> None:
        """Restore all switches from the settings."""
        for name in self._turns:
            self.turn(name, self.is_on(name))
