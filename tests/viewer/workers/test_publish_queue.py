"""Publishing while the one thread that writes is busy."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library, OwnFeed
from tanglescope.engine.store.arrivals.importer import Importer
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.viewer.session import Session
from tanglescope.viewer.workers.publish_queue import QueuedMessage
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write

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


class Broken:
    """Lets imports of a log fail while it is on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
        self.is_on = False
        run = Importer.run

        def fail(importer: Importer, *arguments: Any) -> Any:
            if self.is_on:
                raise error
            return run(importer, *arguments)

        monkeypatch.setattr(Importer, "run", fail)
        append = OwnFeed.append

        def append_then_fail(own: OwnFeed, records: Iterable[dict[str, Any]]) -> None:
            append(own, records)
            self.is_on = True

        monkeypatch.setattr(OwnFeed, "append", append_then_fail)


@pytest.mark.parametrize(
    "error", [DatabaseError("own.db can't be written: it is full."), AssertionError("our fault")]
)
def test_a_published_message_is_shown_later_and_never_signed_twice(
    session: Session,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    refused: list[str] = []
    session.not_published.connect(refused.append)
    waiting = message(session, tmp_path / "feed", "hello")
    broken = Broken(monkeypatch, error)
    with qtbot.waitSignal(session.published) as published:
        session.publish(waiting)
    key, why = published.args
    assert why.startswith("Published; it will be shown once")
    assert OwnFeed.open(tmp_path / "feed").end().key == key
    assert session.library.messages([key]) == {}
    broken.is_on = False
    if isinstance(error, DatabaseError):  # it is tried again until it succeeds
        qtbot.waitUntil(lambda: session.library.messages([key]) != {})
    with qtbot.waitSignal(session.published) as again:
        session.publish(waiting)
    assert again.args == [key, ""]
    assert session.library.messages([key]) != {}
    assert OwnFeed.open(tmp_path / "feed").end().sequence == 1
    assert refused == []


def test_what_was_published_before_a_crash_is_shown_when_asked(
    session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "other.db") as other:
        publisher = other.publisher(OwnFeed.open(tmp_path / "feed"))
        key = publisher.publish(publisher.preview(post("signed, then killed"))).key
    session.catch_up(tmp_path / "feed")
    qtbot.waitUntil(lambda: session.library.messages([key]) != {})
