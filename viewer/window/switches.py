"""The switches of the View menu: applied, ticked and stored in one place."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

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


_USUAL = "usual_points"


def usual_points() -> float:
    """The font size of the system, in points."""
    kept = _application().property(_USUAL)
    return QApplication.font().pointSizeF() if kept is None else float(kept)


def set_zoom(points: int) -> None:
    """Make all text so many points larger than usual, or smaller."""
    application, usual, font = _application(), usual_points(), QFont(QApplication.font())
    if font.pointSizeF() == usual + points:
        return
    application.setProperty(_USUAL, usual if points else None)
    font.setPointSizeF(usual + points)
    # Widgets with a style sheet keep their font. It is taken off for speed too: see `theme.put_on`.
    sheet = application.styleSheet()
    application.setStyleSheet("")
    QApplication.setFont(font)
    application.setStyleSheet(sheet)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
