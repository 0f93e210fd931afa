"""What the View menu turns on and off: done, ticked and remembered in one place."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from viewer.settings import Settings

Turn: TypeAlias = Callable[[bool], None]
"""Turns something on, or off."""


class Switches:
    """Switches of a window by the names of their commands, which are those of their settings."""

    def __init__(
        self, settings: Settings, turns: Mapping[str, Turn], tick: Callable[[str, bool], None]
    ) -> None:
        self._settings = settings
        self._turns = turns
        self._tick = tick

    def actions(self) -> dict[str, Callable[[], None]]:
        """What each command does."""
        return {name: partial(self._turn_over, name) for name in self._turns}

    def is_on(self, name: str) -> bool:
        """Whether something is on, now or when the window was left."""
        return bool(getattr(self._settings, name))

    def turn(self, name: str, on: bool) -> None:
        """Turn something on, or off."""
        setattr(self._settings, name, on)
        self._tick(name, on)
        self._turns[name](on)

    def _turn_over(self, name: str) -> None:
        self.turn(name, not self.is_on(name))

    def restore(self) -> None:
        """Turn everything as it was left."""
        for name in self._turns:
            self.turn(name, self.is_on(name))
