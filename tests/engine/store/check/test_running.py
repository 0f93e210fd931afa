"""A check finds every kind of inconsistency, and reports it in a sentence."""

import errno
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.archive import processes
from tanglescope.engine.archive.processes import WorkerEnded
from tanglescope.engine.archive.record import UnreadableArchive
from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import speak
from tanglescope.engine.library import Library
from tanglescope.engine.store.check import archives, running
from tanglescope.engine.store.check.running import Checkup, check_up
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.soundness import first_damage
from tests.engine.archive.test_processes import end_in_the_middle_of_an_answer
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
    found = checked(database)
    assert (found.ok, found.messages, found.threads, found.problems) == (True, 4, 1, ())


def test_an_empty_database_is_in_order(tmp_path: Path) -> None:
    assert checked(tmp_path / "empty.db").ok


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE nodes SET value = replace(value, 'one', 'won')", "doesn't hash to its key"),
        ("DELETE FROM links WHERE kind = 'branch'", "links don't match"),
        ("UPDATE feeds SET sequence = sequence + 1", "recorded as proven"),
        ("UPDATE feeds SET waiting = 1", "waiting messages"),
        ("UPDATE conversations SET messages = 7", "counts don't match"),
        ("UPDATE conversations SET present = 0", "counts don't match"),
        ("UPDATE members SET rank = 0", "ranks don't"),
        ("DELETE FROM order_blocks WHERE conversation > 0", "order doesn't match"),
        ("DELETE FROM search_docsize WHERE id = 2", "lengths of texts"),
        ("UPDATE nodes SET author = 99", "refers to a missing row"),
    ],
)
def test_every_disagreement_is_found(database: Path, damage: str, words: str) -> None:
    found = checked(database, damage)
    assert not found.ok
    assert any(words in problem.what for problem in found.problems), found.problems


def test_problems_are_said_in_the_language_of_the_window(database: Path) -> None:
    speak("de")
    try:
        (found,) = checked(database, "UPDATE conversations SET present = 0").problems
        with closing(connect(database)) as opened:
            opened.execute("UPDATE conversations SET revision = ?", ((1 << 63) - 1,))
            damage = first_damage(opened)
    finally:
        speak(ENGLISH)
    assert found.what == "Seine Zahlen passen nicht zu seinen Nachrichten."
    highest = f"{(1 << 63) - 1} ist kein möglicher Wert für revision"
    assert damage == f"eine Zeile von conversations: {highest}"


def test_a_thread_that_was_lost_is_found(database: Path) -> None:
    found = checked(database, "DELETE FROM participants", "DELETE FROM conversations")
    assert any("no such thread" in problem.what for problem in found.problems)


def test_an_archive_that_never_could_be_read_keeps_nothing_from_being_checked(
    database: Path, tmp_path: Path
) -> None:
    large = tmp_path / "large.dot"
    large.write_text("digraph {" + "a" * (9 << 20) + "}")
    with Library.open(database) as library, pytest.raises(UnreadableArchive):
        library.ingest(large)
    assert checked(database).ok
    assert not checked(database, "UPDATE conversations SET messages = 7").ok


def test_an_archive_that_cannot_be_read_any_more_is_a_problem_among_others(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(archives, "_up_to", fail)
    found = checked(database, "UPDATE conversations SET messages = 7")
    assert {"It can't be read any more: Input/output error."} < {
        problem.what for problem in found.problems
    }


def test_a_check_whose_process_ends_in_the_middle_of_an_answer_says_so(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_WORTH_IT", 0)
    monkeypatch.setattr(processes, "_work", end_in_the_middle_of_an_answer)
    with closing(connect(database)) as opened, pytest.raises(WorkerEnded, match="Close other"):
        check_up(opened, processes=2)


def checked(path: Path, *damage: str) -> Checkup:
    """The problems found in a database after it was damaged."""
    with closing(connect(path)) as database:
        with writing(database):
            for statement in damage:
                database.execute(statement)
        return check_up(database)
