"""Zoom: the font size of the whole program, so that menus, lists and panels grow together."""

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

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
