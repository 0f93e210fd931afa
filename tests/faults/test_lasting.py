"""Repeated actions leave no objects and threads behind."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open

PATIENCE = 60_000


def counted(window: MainWindow) -> Counter[str]:
    """The number of Qt objects by class, and of threads of this process."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    objects = [*window.findChildren(QObject), *QApplication.allWidgets()]
    counts = Counter(each.metaObject().className() for each in objects)
    counts["threads"] = len(list(Path("/proc/self/task").iterdir()))
    counts["files"] = len(list(Path("/proc/self/fd").iterdir()))
    return counts


@pytest.fixture
def database(tmp_path: Path, talk: Talk) -> Path:
    log = write(tmp_path / "log.ndjson", talk.said)
    path = tmp_path / "talk.db"
    with Library.open(path) as library:
        library.ingest(log)
    return path


@pytest.mark.slow
def test_databases_opened_one_after_the_other_leave_nothing_behind(
    open_window: Open, talk: Talk, database: Path, qtbot: QtBot
) -> None:
    window = open_window()

    def go_round() -> Counter[str]:
        window.open_path(database)
        wait_until_open(qtbot, window, talk.root.key)
        for kind in PANELS:
            window.show_view(kind.name)
            qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        return counted(window)

    go_round()
    first = go_round()
    go_round()

    def nothing_is_left() -> None:
        assert counted(window) - first == Counter()

    # Background work may hold a file for a moment; a leak lasts.
    qtbot.waitUntil(nothing_is_left)
