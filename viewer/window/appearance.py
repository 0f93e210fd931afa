"""The appearance of a window: its theme, and the text size of the whole program."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication

from tanglescope.viewer import theme
from tanglescope.viewer.settings import LETTERS, Settings
from tanglescope.viewer.style_sheet import change_style_sheet
from tanglescope.viewer.theme import Choice


class Appearance(QObject):
    """Applies and stores the theme and the text size."""

    chosen = Signal(object)
    """Emitted with the choice when the reader has chosen a theme."""
    changed = Signal(object)
    """Emitted with the theme that is applied now."""
    restart_wanted = Signal()
    """Emitted to start the program again, in another language."""

    def __init__(self, settings: Settings, choice: Choice | None, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self.show_theme(choice or settings.theme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    def change_text_size(self, points: int) -> None:
        """Make all text larger by some points."""
        self.set_text_size(self._settings.zoom + points)

    def set_theme(self, choice: Choice) -> None:
        """Set the theme: light, dark, or that of the system."""
        self._settings.theme = choice
        self.show_theme(choice)
        self.chosen.emit(choice)

    def show_theme(self, choice: Choice) -> None:
        """Apply a theme to this window."""
        self.choice = choice
        self.theme = theme.resolve(choice)
        theme.put_on(self.theme)
        self.changed.emit(self.theme)

    def set_text_size(self, points: int) -> None:
        """Set the difference from the system's font size, in points and within the limits."""
        self._settings.zoom = max(LETTERS.start, min(LETTERS.stop - 1, points))
        set_zoom(self._settings.zoom)

    def _follow_system(self) -> None:
        if self.choice is Choice.SYSTEM:
            self.show_theme(self.choice)


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
    change_style_sheet(application.styleSheet(), lambda: QApplication.setFont(font))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
