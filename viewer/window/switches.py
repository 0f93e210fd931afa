"""The switches of the View menu: applied, ticked and stored in one place."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from tanglescope.engine.wording import tr
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.menus import title_of

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
        tick: Callable[[str, bool], None],
        report: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._turns = turns
        self._tick = tick
        self._report = report

    def actions(self) -> dict[str, Callable[[], None]]:
        """The functions of the commands, by name."""
        return {name: partial(self._turn_over, name) for name in self._turns}

    def is_on(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(getattr(self._settings, name))

    def turn(self, name: str, on: bool) -> None:
        """Turn a switch on or off."""
        setattr(self._settings, name, on)
        self._tick(name, on)
        self._turns[name](on)

    def _turn_over(self, name: str) -> None:
        self.turn(name, not self.is_on(name))
        if name in QUIET:
            command = title_of(name)
            self._report(
                tr("{command}: on", command=command)
                if self.is_on(name)
                else tr("{command}: off", command=command)
            )

    def restore(self) -> None:
        """Restore all switches from the settings."""
        for name in self._turns:
            self.turn(name, self.is_on(name))
