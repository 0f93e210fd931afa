"""A monkey test of the real window: random input of every sort must not break it.

    python -m tests.faults.monkey SEED STEPS FOLDER [FILE...]

runs the program as `tanglescope` does, twice, with settings and databases in FOLDER. Every step is
reported before it is done, so that the last line before a crash names its cause. Complaints follow.
The same seed gives the same run, as far as threads allow.
"""

import faulthandler
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from PySide6.QtCore import (
    QMimeData,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    QUrl,
)
from PySide6.QtGui import (
    QDesktopServices,
    QDropEvent,
    QGuiApplication,
    QHelpEvent,
    QInputMethodEvent,
    QWindow,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from tanglescope.viewer import app
from tanglescope.viewer.window.commands import COMMANDS
from tanglescope.viewer.window.main_window import MainWindow
from tests.faults.complaints import STALL, Complaints, left_over
from tests.faults.odd_files import ODD, OddFiles

HANG = 240
"""Seconds on the wall after which a step has no end. Under load a sound one took more than 60; what
is merely slow is measured in processor time, as a stall."""
_PAUSES = (0, 0, 0, 2, 10, 50, 200)  # milliseconds between steps
_SIZES = ((480, 320), (480, 900), (1180, 780), (1920, 1080), (1, 1))
_KEYS = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Return, Qt.Key.Key_Tab),
    *(Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_Backspace, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0, Qt.Key.Key_Slash, Qt.Key.Key_F6),
    *(Qt.Key(code) for code in range(Qt.Key.Key_A, Qt.Key.Key_Z + 1)),
)
_MODIFIERS = (
    *[Qt.KeyboardModifier.NoModifier] * 4,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
_BUTTONS = (
    *[Qt.MouseButton.LeftButton] * 5,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)


class Monkey:
    """Performs random actions one by one, also in menus, which have an event loop of their own."""

    def __init__(self, chance: Random, files: OddFiles, steps: int, more: list[Path]) -> None:
        self._chance, self._files, self._more = chance, files, more
        self._left = steps
        self._number = 0
        self._busy = time.thread_time()
        self._window: MainWindow | None = None
        self._is_doing, self._since = False, 0.0
        self._seen: list[QWidget] = []
        self.complaints = Complaints()
        self.complaints.listen()
        self._answer_dialogs()
        deeds: dict[Callable[[], str], int] = {
            self._command: 28,
            self._click: 28,
            self._drag: 7,
            self._turn_wheel: 5,
            self._hover: 4,
            self._press_key: 22,
            self._type: 7,
            self._focus: 4,
            self._resize: 3,
            self._open: 4,
            self._drop: 1,
            self._grow: 6,
            self._dismiss: 9,
            self._change_system: 1,
            self._settle: 2,
        }
        self._deeds, self._weights = list(deeds), list(deeds.values())

    def run(self) -> None:
        """Run the program once and close it in the middle of an action."""
        self._window = None
        QTimer.singleShot(0, self._begin)
        path = self._chance.choice([None, self._files.any(*self._more)])
        print(f"run on {path}", flush=True)
        app.run(path, self._files.home)
        self._number = self._left = 0
        faulthandler.dump_traceback_later(HANG, exit=True)

    def again(self, steps: int) -> None:
        """Perform more steps in the next run."""
        self._left = steps

    def _begin(self) -> None:
        self._window = _shown_windows()[0]
        self._step()

    def _step(self) -> None:
        if self._window is None:
            return
        if not self._window.isVisible():  # the program continues while another window is open
            others = _shown_windows()
            if not others:
                return
            self._window = others[0]
        # Before the action, because a menu's event loop ends only with the next action.
        QTimer.singleShot(self._chance.choice(_PAUSES), self._step)
        if self._is_doing:
            if time.monotonic() - self._since > 1:
                QTest.keyClick(self._window.windowHandle(), Qt.Key.Key_Escape)
            return
        if self._left <= 0:
            self._report("close")
            for each in _shown_windows():
                each.close()
            return
        self._left -= 1
        action = self._chance.choices(self._deeds, self._weights)[0]
        self._is_doing, self._since = True, time.monotonic()
        try:
            action()
        finally:
            self._is_doing = False

    def _report(self, what: str) -> None:
        self._number += 1
        now = time.thread_time()
        if now - self._busy > STALL:
            self.complaints.record(
                f"stall of {now - self._busy:.1f} s before: {self.complaints.step}"
            )
        self._busy = now
        self.complaints.step = f"{self._number} {what}"
        print(self.complaints.step, flush=True)
        faulthandler.dump_traceback_later(HANG, exit=True)

    # Finding targets

    def _top(self) -> QWidget:
        for found in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if found is not None:
                return found
        others = [
            each for each in QApplication.topLevelWidgets() if each.isVisible() and each.isWindow()
        ]
        assert self._window
        return self._chance.choice([self._window, *others])

    def _spot(self) -> tuple[QWindow, QPoint, QWidget] | None:
        top = self._top()
        window = top.windowHandle()
        if window is None:
            return None
        # A reference, because PySide deletes the children of a parent that it loses.
        self._seen = top.findChildren(QWidget)
        seen = [each for each in self._seen if each.isVisible() and not each.isWindow()]
        widget = self._chance.choice(seen or [top])
        if widget.width() < 1 or widget.height() < 1:
            return None
        inside = QPoint(
            self._chance.randrange(widget.width()), self._chance.randrange(widget.height())
        )
        return window, widget.mapTo(top, inside), widget

    # Actions

    def _command(self) -> None:
        command = self._chance.choice(COMMANDS)
        assert self._window
        action = self._window.menus.action(command.name)
        if command.name == "quit" and self._left > 20:
            return
        if action.isEnabled() and QApplication.activeModalWidget() is None:
            self._report(f"command {command.name}")
            action.trigger()

    def _click(self) -> None:
        if spot := self._spot():
            window, place, widget = spot
            button, modifier = self._chance.choice(_BUTTONS), self._chance.choice(_MODIFIERS)
            twice = self._chance.random() < 0.15
            where = f"{_name(widget)} {place.toTuple()} {twice}"
            self._report(f"click {button.name} {modifier} {where}")
            act = QTest.mouseDClick if twice else QTest.mouseClick
            with suppress(RuntimeError):  # the window may close in the middle
                act(window, button, modifier, place)

    def _drag(self) -> None:
        first, second = self._spot(), self._spot()
        if first and second and first[0] == second[0]:
            window, start, widget = first
            end = second[1] if self._chance.random() < 0.7 else QPoint(-500, 3_000)
            self._report(f"drag {_name(widget)} {start.toTuple()} to {end.toTuple()}")
            left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
            with suppress(RuntimeError):  # the window may close in the middle
                QTest.mousePress(window, left, none, start)
                for part in (0.1, 0.5, 1.0):
                    QTest.mouseMove(window, start + (end - start) * part)
                QTest.mouseRelease(window, left, none, end)

    def _turn_wheel(self) -> None:
        if spot := self._spot():
            window, place, widget = spot
            turn = QPoint(
                self._chance.choice((0, 0, 120)), self._chance.choice((-120, 120, -9_999))
            )
            modifier = self._chance.choice(_MODIFIERS)
            self._report(f"wheel {turn.toTuple()} {modifier} {_name(widget)}")
            QTest.wheelEvent(window, QPointF(place), turn, QPoint(), modifier)

    def _hover(self) -> None:
        if spot := self._spot():
            window, place, widget = spot
            self._report(f"hover {_name(widget)} {place.toTuple()}")
            QTest.mouseMove(window, place)
            there = widget.mapFrom(widget.window(), place)
            QApplication.sendEvent(
                widget, QHelpEvent(QHelpEvent.Type.ToolTip, there, widget.mapToGlobal(there))
            )

    def _press_key(self) -> None:
        key, modifier = self._chance.choice(_KEYS), self._chance.choice(_MODIFIERS)
        if key == Qt.Key.Key_Q and modifier == Qt.KeyboardModifier.ControlModifier:
            return
        window = self._top().windowHandle()
        if window is not None:
            self._report(f"key {key.name} {modifier} in {_name(QApplication.focusWidget())}")
            with suppress(RuntimeError):  # the window may close in the middle
                QTest.keyClick(window, key, modifier)

    def _type(self) -> None:
        widget = QApplication.focusWidget()
        if widget is None:
            return
        text = self._chance.choice(ODD)
        self._report(f"type {text[:20]!a} into {_name(widget)}")
        if self._chance.random() < 0.5:
            QGuiApplication.clipboard().setText(text)
            QTest.keyClick(widget, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        elif widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):
            event = QInputMethodEvent(text[:10], [])
            QApplication.sendEvent(widget, event)
            event = QInputMethodEvent()
            event.setCommitString(text)
            QApplication.sendEvent(widget, event)

    def _focus(self) -> None:
        able = [
            each
            for each in self._top().findChildren(QWidget)
            if each.isVisible() and each.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        if able:
            widget = self._chance.choice(able)
            self._report(f"focus {_name(widget)}")
            widget.setFocus()

    def _resize(self) -> None:
        size = self._chance.choice(_SIZES)
        top = self._top()
        self._report(f"resize {_name(top)} to {size}")
        top.resize(*size)

    def _open(self) -> None:
        path = self._files.any(*self._more)
        self._report(f"open {path.name}")
        assert self._window
        self._window.open_path(path)

    def _drop(self) -> None:
        files = QMimeData()
        files.setUrls([QUrl.fromLocalFile(str(self._files.any(*self._more))) for _ in range(3)])
        self._report(f"drop {[url.fileName() for url in files.urls()]}")
        copy, left, none = (
            Qt.DropAction.CopyAction,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        assert self._window
        QApplication.sendEvent(self._window, QDropEvent(QPointF(9, 9), copy, files, left, none))

    def _grow(self) -> None:
        self._report(f"grow {self._files.grow()}")

    def _dismiss(self) -> None:
        for each in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if each is not None:
                self._report(f"dismiss {_name(each)}")
                each.close()
                return

    def _change_system(self) -> None:
        scheme = self._chance.choice(list(Qt.ColorScheme))
        self._report(f"system {scheme.name}")
        QGuiApplication.styleHints().setColorScheme(scheme)

    def _settle(self) -> None:
        self._report("settle")
        QTest.qWait(300)

    def _answer_dialogs(self) -> None:
        def run(dialog: QFileDialog) -> int:
            if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
                chosen[:] = filter(None, [self._answer(str(self._files.place()))[0]])
                return len(chosen)
            kinds = (
                [] if dialog.fileMode() is QFileDialog.FileMode.Directory else [self._files.keys]
            )
            chosen[:] = filter(None, [self._answer(str(self._files.any(*kinds, *self._more)))[0]])
            return len(chosen)

        chosen: list[str] = []
        QFileDialog.exec = run
        QFileDialog.selectedFiles = lambda _: list(chosen)
        for question in dir(QFileDialog):  # without an answer: an error instead of a wait
            if question.startswith("get"):
                setattr(QFileDialog, question, None)
        QDesktopServices.openUrl = lambda *_: True

    def _answer(self, path: str) -> tuple[str, str]:
        answer = self._chance.choice(("", path, path, path))
        print(f"  answers {answer!r}", flush=True)
        return answer, ""


def _shown_windows() -> list[MainWindow]:
    tops = QApplication.topLevelWidgets()
    return [each for each in tops if isinstance(each, MainWindow) and each.isVisible()]


def _name(widget: QWidget | None) -> str:
    if widget is None:
        return "nothing"
    return f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()!r}"


def main(seed: int, steps: int, folder: Path, *more: Path) -> int:
    """Run the monkey test; return the number of different complaints."""
    chance = Random(seed)
    app.application()
    monkey = Monkey(chance, OddFiles(folder, chance), steps, list(more))
    complaints = monkey.complaints
    for _ in range(2):
        monkey.again(steps // 2)
        monkey.run()
        for each in left_over():
            complaints.record(f"left over: {each}")
    print(f"seed {seed}: {len(complaints.counted)} complaints", flush=True)
    return min(len(complaints.counted), 100)


if __name__ == "__main__":
    faulthandler.enable()
    _, seed, steps, folder, *more = sys.argv
    sys.exit(main(int(seed), int(steps), Path(folder), *map(Path, more)))
