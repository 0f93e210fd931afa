"""Creates the window of the manual when it is first opened."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.viewer.manual import glossary
from tanglescope.viewer.manual.pages import ManualPlace
from tanglescope.viewer.theme import Theme

if TYPE_CHECKING:
    from tanglescope.viewer.manual.window import ManualWindow


class ManualOpener(QObject):
    """The manual of one window."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._parent = theme, parent
        self.window: ManualWindow | None = None

    def open_at(self, place: ManualPlace) -> None:
        """Open the manual at a place."""
        if self.window is None:
            from tanglescope.viewer.manual.window import ManualWindow

            self.window = ManualWindow(self._theme, self._parent)
        self.window.open_at(place)

    def open(self) -> None:
        """Open the first page."""
        self.open_at(ManualPlace("index.md"))

    def open_glossary(self) -> None:
        """Open the page of the words."""
        self.open_at(ManualPlace(glossary.page()))

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        if self.window is not None:
            self.window.page.set_theme(theme)
