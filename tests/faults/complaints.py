"""Collects what must not happen while the window is used, from wherever it is reported."""

import multiprocessing
import sys
import threading
import traceback
import warnings
from collections import Counter

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

from tanglescope.viewer import crash
from tanglescope.viewer.dialogs.crash_report import CrashReports
from tanglescope.viewer.views.banner import Banner
from tests.conftest import running_qt_threads

STALL = 3.0  # seconds that a step may take
_NO_MATTER = (
    "Mouse event at",  # QTest warns of points outside of the window; users click there, too.
    "This plugin does not support",  # The offscreen platform can't raise windows or grab the mouse.
)
_QUIET = (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)


class Complaints:
    """Faults as they happen, each with the step that caused it."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.step = "start"
        self._note = crash.note
        self._banner = Banner.say

    def listen(self) -> None:
        """Collect exceptions of all threads, warnings of Qt, and messages of the window."""
        sys.unraisablehook = lambda what: self.record(
            f"unraisable: {what.exc_value!r} {what.object!r}"
        )
        threading.excepthook = lambda what: self.record(f"{what.exc_value!r} in {what.thread}")
        qInstallMessageHandler(self._record_qt)
        crash.note = self._record_note
        Banner.say = lambda banner, sentence, *about: self._record_banner(banner, sentence, *about)
        CrashReports.show = lambda *_, **__: None
        warnings.simplefilter("error")

    def record(self, what: str) -> None:
        """Record a fault."""
        if not self.counted[what]:
            print(f"COMPLAINT at {self.step}: {what}", flush=True)
        self.counted[what] += 1

    def _record_qt(self, kind: QtMsgType, _: object, message: str | None) -> None:
        if kind not in _QUIET and not (message or "").startswith(_NO_MATTER):
            stack = "".join(traceback.format_stack(limit=8)[:-1])
            self.record(f"Qt: {message}\n{stack}")

    def _record_note(self, error: BaseException) -> str:
        self.record("".join(traceback.format_exception(error)))
        return self._note(error)

    def _record_banner(self, banner: Banner, sentence: str, *about: str) -> None:
        print(f"  banner: {sentence}", flush=True)
        if "Error: " in sentence or not sentence.rstrip().endswith((".", "?", "!")):
            self.record(f"no sentence for people: {sentence}")
        self._banner(banner, sentence, *about)


def left_over() -> list[str]:
    """Threads and processes that should have ended with the window."""
    threads = [each.name for each in threading.enumerate() if each is not threading.main_thread()]
    threads = [name for name in threads if not name.startswith("Dummy")]
    return [*threads, *running_qt_threads(), *map(str, multiprocessing.active_children())]
