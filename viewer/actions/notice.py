"""Notices for a person who looks elsewhere that what took long has ended.

The window asks for attention as its desktop does that; where there is a place for notifications,
one says what came of it, and leads back when it is clicked.
"""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget


class Notice(QObject):
    """Reports the work of one window while no window of the program is in front."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._tray: QSystemTrayIcon | None = None

    def tell(self, title: str, sentence: str) -> None:
        """Tell that something has ended, unless the person can see it."""
        if QApplication.activeWindow() is not None:
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            # Desktops read tags in it.
            plain = sentence.replace("<", "‹").replace(">", "›")
            self._shown().showMessage(title, plain, self._window.windowIcon())

    def end(self) -> None:
        """Leave nothing in the tray."""
        if self._tray:
            self._tray.hide()

    def _shown(self) -> QSystemTrayIcon:
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._window.windowIcon(), self)
            self._tray.setToolTip("Tanglescope")
            self._tray.activated.connect(self._come_forward)
            self._tray.messageClicked.connect(self._come_forward)
        self._tray.show()
        return self._tray

    def _come_forward(self) -> None:
        self.end()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
