from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write
from viewer.panels.freshness import unless_seen
from viewer.session import Session


@pytest.fixture
def session(tmp_path: Path, application: QApplication) -> Iterator[Session]:
    library_of(tmp_path, Author("ann").say(post("hello"))).close()
    owner = QObject()  # or the garbage collector ends it, in whatever thread it runs
    made = Session(tmp_path / "library.db", owner)
    yield made
    made.close()


def test_the_same_is_not_answered_twice_but_something_new_is(
    session: Session, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library.db") as library:
        first = unless_seen(session, None, len)(library)
        assert first is not None
        assert first.answer == 1
        assert unless_seen(session, first.version, len)(library) is None
        library.ingest(write(tmp_path / "more.ndjson", [Author("ben").say(post("hi"))]))
        second = unless_seen(session, first.version, len)(library)
        assert second is not None
        assert second.answer == 2
        session.private = opened = SimpleNamespace(count=0)  # type: ignore[assignment]
        third = unless_seen(session, second.version, len)(library)
        assert third is not None, "something was unlocked"
        opened.count = 1
        fourth = unless_seen(session, third.version, len)(library)
        assert fourth is not None, "a message that had arrived before was opened since"
        assert unless_seen(session, fourth.version, len)(library) is None
