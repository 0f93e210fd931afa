"""The switches of the View menu: applied, ticked and stored in one place."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from engine.wording import tr
from viewer.settings import Settings
from viewer.window.menus import title_of

Turn: TypeAlias = Callable[[bool], None]
"""A function that turns something on or off."""

QUIET = frozenset({"feed_lanes", "supersedes", "light", "motion", "below", "hints"})
"""Switches that needn't change anything that is visible now, and say so that they are turned."""


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


_USUAL = "usual_points"


def usual_points() -> float:
    """The font size of the system, in points."""
    kept = _application().property(_USUAL)
    return QApplication.font().pointSizeF() if kept is None else float(kept)


def set_zoom(points: int) -> None:
    """Set the font size of the whole program, in points above the system's."""
    application, usual, font = _application(), usual_points(), QFont(QApplication.font())
    if font.pointSizeF() == usual + points:
        return
    application.setProperty(_USUAL, usual if points else None)
    font.setPointSizeF(usual + points)
    # Widgets with a style sheet keep their font. It is also removed for speed: see `theme.put_on`.
    sheet = application.styleSheet()
    application.setStyleSheet("")
    QApplication.setFont(font)
    application.setStyleSheet(sheet)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
