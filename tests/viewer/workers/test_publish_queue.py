"""Publishing while the one thread that writes is busy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.library import Library, OwnFeed
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from viewer.session import Session
from viewer.workers.publish_queue import QueuedMessage

MANY = 4000


@pytest.fixture
def session(tmp_path: Path, application: QApplication) -> Iterator[Session]:
    owner = QObject()  # else the collector may delete it on another thread
    made = Session(tmp_path / "own.db", owner)
    yield made
    made.close()


def message(session: Session, folder: Path, text: str) -> QueuedMessage:
    own = OwnFeed.open(folder)
    return QueuedMessage(session.library.publisher(own).preview(post(text)), folder)


@pytest.mark.slow
def test_the_window_does_not_wait_for_a_large_archive(
    session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    ann = Author("ann")
    archive = write(tmp_path / "large.ndjson", (ann.say(post(str(n))) for n in range(MANY)))
    finished: list[str] = []
    session.read.connect(lambda path, _report: finished.append(path))
    session.read_archive(archive)
    with qtbot.waitSignal(session.published, timeout=20_000) as published:
        session.publish(message(session, tmp_path / "feed", "in between"))
    assert not finished
    qtbot.waitUntil(lambda: finished == [str(archive)], timeout=30_000)
    assert len(session.library) == MANY + 1
    assert session.library.messages([published.args[0]])
    with Library.open(tmp_path / "own.db") as library:
        assert library.check().ok


def test_without_a_writer_everything_is_refused(
    session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    waiting = message(session, tmp_path / "feed", "hello")
    (tmp_path / "own.db").write_bytes(b"nothing of ours, any more")
    for _ in range(2):
        with qtbot.waitSignal(session.not_published) as refused:
            session.publish(waiting)
        assert "own.db" in refused.args[0]
