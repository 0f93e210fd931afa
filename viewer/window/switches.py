"""The switches of the View menu: applied, ticked and stored in one place."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.menus import Menus

Turn: TypeAlias = Callable[[bool], None]
"""A function that turns something on or off."""


class Switches:
    """The switches of a window, by the names of their commands and settings."""

    def __init__(
        self,
        settings: Settings,
        turns: Mapping[str, Sequence[Turn]],
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
        for turn in self._turns[name]:
            turn(on)

    def turn_over(self, name: str, *, is_quiet: bool) -> None:
        """Turn a switch to the other side; say so of a quiet one, which may change nothing now."""
        self.turn(name, not self.is_on(name))
        if is_quiet:
            said = later("{command}: on") if self.is_on(name) else later("{command}: off")
            self._report(tr(said, command=self._menus.commands[name].title))

    def restore(self) -> None:
        """Restore all switches from the settings."""
        for name in self._turns:
            self.turn(name, self.is_on(name))
