"""Fixtures for every test of the window: one time zone, one font, temporary settings."""

import gc
import multiprocessing
import os
import time
from collections.abc import Iterator
from pathlib import Path
from pkgutil import walk_packages

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine import debug
from tanglescope.engine.system import child_processes
from tanglescope.viewer.face import Face
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.theme import Choice, load, put_on
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.club import Club
from tests.engine.store.libraries import write
from tests.viewer.live_view import MakeReader, Reader
from tests.viewer.windows import Open, Talk, destroy, wait_for_messages, wait_until_open

SHORT = 20  # milliseconds
PAUSES = {
    "actions.hiding": "_PATIENCE",
    "actions.inspecting": "_PATIENCE",
    "actions.writing": "_PATIENCE",
    "panels.moved": "_PATIENCE",
    "views.search_field": "_TYPING_PAUSE",
    "window.workbench": "_PATIENCE",
    "window.page_parts": "_PATIENCE _LONGER_PATIENCE",
    "window.conversation_lists": "_PATIENCE",
    "window.arriving": "_SOON",
}

PRELOADED = [
    "tanglescope.engine.export.question_server",
    *(each.name for each in walk_packages(debug.__path__, "tanglescope.engine.debug.")),
]


@pytest.fixture(autouse=True, scope="session")
def utc() -> None:
    os.environ["TZ"] = "UTC"
    time.tzset()


@pytest.fixture(autouse=True)
def collects_between_tests() -> Iterator[None]:
    """Collect garbage only after all threads of a test have ended, as `Collector` does."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def pauses_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses in which the window waits for further changes."""
    for module, pauses in PAUSES.items():
        for pause in pauses.split():
            monkeypatch.setattr(f"tanglescope.viewer.{module}.{pause}", SHORT)


@pytest.fixture(autouse=True)
def processes_are_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the processes of panels from one that has imported the modules, which takes 0.5 s.

    They are still separate processes, so a test can kill them.
    """
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(PRELOADED)
    start = child_processes.context
    monkeypatch.setattr(
        child_processes, "context", lambda method: forking if method == "spawn" else start(method)
    )


@pytest.fixture
def application(qapp: QApplication) -> QApplication:
    qapp.setFont(QFont("DejaVu Sans", 10))
    put_on(load("light"))
    return qapp


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # never the user's own keys
    settings = Settings(MemoryStore())
    settings.usual_face = Face.DEBUGGING  # it shows more to test
    return settings


@pytest.fixture
def open_window(
    application: QApplication, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> Iterator[Open]:
    windows: list[MainWindow] = []

    def make(path: Path | None = None, *, own_collections: bool = False) -> MainWindow:
        window = MainWindow(
            TABLE, tmp_path / "own.db", settings, Choice.LIGHT, own_collections=own_collections
        )
        windows.append(window)
        window.resize(1000, 640)
        window.show()
        if path:
            window.open_path(path)
        return window

    yield make
    for window in windows:
        window.leave()
    destroy(*windows)


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def reader(application: QApplication) -> Iterator[MakeReader]:
    made: list[Reader] = []

    def make(size: int) -> Reader:
        made.append(Reader(size))
        return made[-1]

    yield make
    for each in made:
        each.view.close()
        each.view.deleteLater()


@pytest.fixture
def club() -> Club:
    """A thread, a game of chess, a feed with a gap and a fork, and a channel."""
    return Club()


@pytest.fixture
def club_window(open_window: Open, club: Club, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """A window with all messages of the club, in which the game of chess is open."""
    window = open_window(write(tmp_path / "log.ndjson", club.said))
    wait_for_messages(qtbot, window, len(club.said))
    window.open_thread(club.chess)
    wait_until_open(qtbot, window, club.chess)
    return window
