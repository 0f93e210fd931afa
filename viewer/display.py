"""Whether there is a display: Qt ends the process with a core dump where it finds none."""

import os
import socket
import sys
from ctypes import CDLL, c_char_p, c_int, c_void_p
from pathlib import Path

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr

_XCB = "libxcb.so.1"
_UNSEEN = ("offscreen", "minimal", "vnc")


class NoDisplay(TanglescopeError):
    """A window can't be shown here."""

    def __init__(self) -> None:
        super().__init__(
            tr("There is no display here, so no window can be opened."),
            at_command_line="`tanglescope screenshot OUT.png` paints it into a file, and most"
            " commands need no display.",
        )


def has_display() -> bool:
    """Whether a window can be shown, on a screen or in memory."""
    if sys.platform in ("win32", "darwin"):
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform == "xcb":
        return _answers_as_x11()
    if platform.startswith("wayland"):
        return _answers_as_wayland()
    return bool(platform) or _answers_as_wayland() or _answers_as_x11()


def is_seen() -> bool:
    """Whether the window is visible to a person."""
    return os.environ.get("QT_QPA_PLATFORM", "") not in _UNSEEN and has_display()


def _answers_as_x11() -> bool:
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = CDLL(_XCB)
    except OSError:
        return True  # Qt says that it is missing
    xcb.xcb_connect.restype = c_void_p
    xcb.xcb_connect.argtypes = [c_char_p, c_void_p]
    xcb.xcb_connection_has_error.restype = c_int
    xcb.xcb_connection_has_error.argtypes = [c_void_p]
    xcb.xcb_disconnect.argtypes = [c_void_p]
    connection = xcb.xcb_connect(None, None)
    fails = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not fails


def _answers_as_wayland() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    path = Path(os.environ.get("XDG_RUNTIME_DIR", ""), name)
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(2)
        try:
            asking.connect(str(path))
        except OSError:
            return False
    return True


def paint_in_memory() -> None:
    """Let Qt paint into memory, unless the environment says where it should paint."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
