"""A window and a screen reader in a desktop session of their own.

    xvfb-run -a dbus-run-session -- python -m tests.viewer.screen_session PYTHON ARCHIVE FOLDER KEYS

PYTHON is an interpreter with GObject's bindings. Writes what it hears after each key.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

HEARD = "heard.ndjson"
"""The file in the folder for what the screen reader heard."""

SCREEN_READER = Path(__file__).with_name("screen_reader.py")
LOUD = {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}


def give_keyboard() -> None:
    """Give the window the keyboard focus: there is no window manager to do it."""
    windows = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMainWindow)]
    if not windows or not windows[0].isVisible():
        QTimer.singleShot(100, give_keyboard)
        return
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    x11.XSetInputFocus(display, ctypes.c_ulong(int(windows[0].winId())), 1, ctypes.c_ulong(0))
    x11.XFlush(display)


def show(archive: Path, folder: Path) -> None:
    """Show the window as the program does."""
    from tanglescope.viewer import app

    QTimer.singleShot(0, app.application(), give_keyboard)
    app.run(archive, folder / "own.db")


def listen(python: str, archive: Path, folder: Path, keys: str) -> int:
    """Show the window in another process, press keys, and write what the screen reader hears."""
    homes = {f"XDG_{name}_HOME": str(folder) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    surroundings = os.environ | LOUD | homes
    command = [sys.executable, "-m", __spec__.name, "show", str(archive), str(folder)]
    with subprocess.Popen(command, env=surroundings) as window:
        try:
            said = "".join(f"{key}\n" for key in keys)
            with (folder / HEARD).open("w") as heard:
                reader = subprocess.run(
                    [python, SCREEN_READER], input=said, text=True, stdout=heard
                )
            return reader.returncode
        finally:
            window.terminate()


if __name__ == "__main__":
    if sys.argv[1] == "show":
        show(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        sys.exit(listen(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]))
