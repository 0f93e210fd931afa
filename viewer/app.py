"""Starting and ending: the application, the signals, the picture without a screen."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from engine.errors import TanglescopeError
from viewer import crash
from viewer.main_window import MainWindow
from viewer.settings import Forgetful, Settings
from viewer.signals import SignalWatch
from viewer.theme import Choice

_PATIENCE_MILLISECONDS = 120_000


def application() -> QApplication:
    """The one application of this process."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    QCoreApplication.setApplicationName("tanglescope")
    QCoreApplication.setOrganizationName("tanglescope")
    QGuiApplication.setApplicationDisplayName("Tanglescope")
    QGuiApplication.setDesktopFileName("tanglescope")
    return QApplication(sys.argv[:1])


def run(path: Path | None, database: Path) -> int:
    """Show the window until it is closed; its exit status."""
    last_crash = crash.watch()
    app = application()
    window = MainWindow(database, Settings())
    if path is None:
        window.open_if_there()
    else:
        window.open_path(path)
    if last_crash:
        window.say(f"Something went wrong last time. The trace is in {crash.kept()}.")
    window.show()
    with SignalWatch(window.close):
        status = app.exec()
    window.close()
    return status


def picture(
    database: Path, image: Path, size: tuple[int, int], choice: Choice, root: str | None = None
) -> None:
    """Paint the window on `database` into `image`, exactly `size` pixels large."""
    application()
    window = MainWindow(database, Settings(Forgetful()), choice)
    try:
        window.resize(*size)
        window.open_database(database)
        if root is not None:
            window.open_thread(root)
        _wait_until_settled(window)
        _paint(window, image, size)
    finally:
        window.close()


def _paint(window: MainWindow, image: Path, size: tuple[int, int]) -> None:
    window.resize(*size)
    QCoreApplication.processEvents()
    canvas = QImage(*size, QImage.Format.Format_RGB32)
    canvas.fill(0)
    window.render(canvas)
    if not canvas.save(str(image)):
        raise TanglescopeError(
            f"{image} can't be written: is its folder there, does it end in .png?"
        )


def _wait_until_settled(window: MainWindow) -> None:
    loop = QEventLoop()
    window.settled.connect(loop.quit)
    QTimer.singleShot(_PATIENCE_MILLISECONDS, loop.quit)
    loop.exec()


def has_display() -> bool:
    """Whether a window can be shown."""
    if "QT_QPA_PLATFORM" in os.environ or sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
