"""Helpers for tests of windows: conversations to show, and waiting."""

import gc
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.subjects import Subject
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.authors import Author, Said, post
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.pzp_archives import write_log

Open = Callable[..., MainWindow]


class Talk:
    """Two threads: one about bicycles with many answers, one about bread."""

    def __init__(self, answers: int = 40) -> None:
        self.ann, self.bob = Author("ann"), Author("bob")
        self.named = self.ann.say({"type": "about", "about": self.ann.feed, "name": "Ann"})
        self.bread = self.bob.say(post("Who bakes bread?"))
        self.root = self.ann.say(post("Where are the bicycles?"))
        self.answers = [self.root]
        self.said = [self.named, self.bread, self.root]
        for number in range(answers):
            self.answer(f"answer {number}")

    def answer(self, text: str) -> Said:
        said = self.bob.say(post(text, self.root, self.answers[-1]))
        self.answers.append(said)
        self.said.append(said)
        return said


def wait_until_open(qtbot: QtBot, window: MainWindow, root: str) -> None:
    qtbot.waitUntil(lambda: window.model.address == root, timeout=10_000)


def wait_until_read(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the archive is read that the window has just been given.

    Its result, which the status bar shows, could replace that of an action.
    """
    with qtbot.waitSignal(window._require_session().read, timeout=10_000):
        pass


def wait_for_rows(qtbot: QtBot, window: MainWindow, rows: int) -> None:
    qtbot.waitUntil(lambda: window.model.rowCount() == rows, timeout=10_000)


def wait_for_messages(qtbot: QtBot, window: MainWindow, messages: int) -> None:
    """Wait until the window's database has this many messages and its lists are up to date."""

    def held() -> int:
        return len(window._session.library) if window._session else 0

    qtbot.waitUntil(lambda: held() == messages, timeout=10_000)
    qtbot.waitUntil(lambda: window.conversation_lists.is_settled, timeout=10_000)


def notice(window: MainWindow) -> str:
    """What the banner says; `""` if it is hidden."""
    return window.banner.text.text() if window.banner.isVisible() else ""


def kind_of_row(window: MainWindow, key: str) -> RowKind:
    row = window.model.row_of(key)
    assert row is not None
    return window.model.row(row).kind


def act(window: MainWindow, name: str, subject: Subject) -> None:
    """Run a command of a context menu, even if it isn't offered."""
    commands = TABLE.context_menus[type(subject)]
    [command] = [each for each in commands if each.name == name]
    window.context_menus.run(command, subject)


def destroy(*objects: QObject) -> None:
    """Destroy Qt objects of a test at once.

    Otherwise Python's collector might destroy them on a thread of the next test, which Qt forbids.
    """
    for each in objects:
        each.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


def set_window(open_window: Open, folder: Path, qtbot: QtBot) -> MainWindow:
    """Open a window with the set of pzp-set's example."""
    window = open_window(write_log(folder / "log", entries_of(EXAMPLE)))
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    window.open_thread(EXAMPLE["moot"])
    wait_until_open(qtbot, window, EXAMPLE["moot"])
    return window
