"""Checking up finds every kind of disagreement, and tells it in a sentence."""

from pathlib import Path

import pytest

from engine.store.checkup import check_up
from engine.store.database import connect, writing
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


@pytest.fixture
def database(tmp_path: Path) -> Path:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("root"))
    answers = [bob.say(post("one", root)), alice.say(post("two", root))]
    last = bob.say(post("three", root, *answers))
    with library_of(tmp_path, root, *answers, last) as library:
        return library.path


def test_an_untouched_database_is_found_in_order(database: Path) -> None:
    found = check_up(connect(database, read_only=True))
    assert (found.ok, found.messages, found.threads, found.problems) == (True, 4, 1, ())


def test_an_empty_database_is_in_order(tmp_path: Path) -> None:
    assert check_up(connect(tmp_path / "empty.db")).ok


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE messages SET value = replace(value, 'one', 'won')", "doesn't hash to its key"),
        ("DELETE FROM links WHERE kind = 'branch'", "links of"),
        ("UPDATE feeds SET sequence = sequence + 1", "said to be proven"),
        ("UPDATE feeds SET waiting = 1", "waiting messages"),
        ("UPDATE threads SET messages = 7", "sums of the thread"),
        ("UPDATE threads SET present = 0", "sums of the thread"),
        ("UPDATE events SET level = (SELECT min(level) FROM events)", "order of the thread"),
        ("DELETE FROM search_docsize WHERE id = 2", "can't be found by its words"),
        ("UPDATE messages SET author = 99", "refers to a row that isn't there"),
    ],
)
def test_every_disagreement_is_found(database: Path, damage: str, words: str) -> None:
    opened = connect(database)
    opened.execute("PRAGMA foreign_keys = OFF")
    with writing(opened):
        opened.execute(damage)
    found = check_up(opened)
    assert not found.ok
    assert any(words in problem for problem in found.problems), found.problems


def test_a_thread_that_was_lost_is_found(database: Path) -> None:
    opened = connect(database)
    with writing(opened):
        for table in ("participants", "threads"):
            opened.execute(f"DELETE FROM {table}")
    assert any("no such thread" in problem for problem in check_up(opened).problems)
