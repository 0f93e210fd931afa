"""Faults of a followed archive, and of the database that it is imported into."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.archive.record import ArchiveError
from tanglescope.engine.library import Follower, Library
from tanglescope.engine.store.files import database
from tanglescope.engine.store.files.database import connect, writing
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open


def thread(messages: int) -> list[Said]:
    ann = Author("ann")
    root = ann.say(post("root"))
    return [root, *(ann.say(post(str(number), root)) for number in range(messages - 1))]


def test_nothing_is_lost_when_the_file_is_cut_and_grows_again(tmp_path: Path) -> None:
    said, log = thread(60), tmp_path / "log.ndjson"
    with Library.open(tmp_path / "own.db") as library:
        follower = library.follow(write(log, said[:40]))
        follower.poll()
        whole = log.read_bytes()
        for size in (len(whole) // 2, 1, 0):
            os.truncate(log, size)
            follower.poll()
            assert len(library) == 40
        write(log, said)
        follower.poll()
        assert len(library) == 60
        assert library.check().problems == ()


def test_a_file_that_was_replaced_is_read_from_its_start(tmp_path: Path) -> None:
    said, log = thread(30), tmp_path / "log.ndjson"
    other = Author("bob").say(post("elsewhere"))
    with Library.open(tmp_path / "own.db") as library:
        follower = library.follow(write(log, said))
        follower.poll()
        write(tmp_path / "new", [other, *said[:3]]).replace(log)
        assert sum(change.added for change in follower.poll()) == 1
        assert len(library) == 31


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to(path)])
def test_a_path_that_is_no_longer_a_file_is_reported_and_does_not_block(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    log = tmp_path / "log.ndjson"
    with Library.open(tmp_path / "own.db") as library:
        follower = library.follow(write(log, thread(3)))
        follower.poll()
        log.unlink()
        make(log)
        told = ""
        try:
            follower.poll()
        except ArchiveError as error:
            told = str(error)
        assert str(log) in told or not follower.is_there
        assert len(library) == 3


def test_a_window_whose_database_is_locked_says_so_and_goes_on_afterwards(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    log = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(log)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    other = connect(tmp_path / "own.db")
    told: list[str] = []
    looks: list[Follower] = []
    poll = Follower.poll
    monkeypatch.setattr(Follower, "poll", lambda self: looks.append(self) or poll(self))
    window._require_session().failed.connect(told.append)
    with writing(other):
        talk.answer("late")
        write(log, talk.said)
        qtbot.waitUntil(lambda: bool(told), timeout=10_000)
        seen = len(looks)
        qtbot.waitUntil(lambda: len(looks) > seen + 1, timeout=10_000)
        assert "Another program is writing" in told[0]
        assert window.model.rowCount() == 41
    other.close()
    wait_for_rows(qtbot, window, 42)
    assert len(told) == 1


def test_two_windows_on_one_database_show_the_same(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    first = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, first, talk.root.key)
    second = open_window(tmp_path / "own.db")
    wait_until_open(qtbot, second, talk.root.key)
    wait_for_rows(qtbot, second, 41)
    for number in range(3):
        talk.answer(f"later {number}")
        write(tmp_path / "log.ndjson", talk.said)
        for window in (first, second):
            wait_for_rows(qtbot, window, 42 + number)
    keys = [each.key for each in talk.answers]
    for window in (first, second):
        assert [window.model.key(row) for row in range(44)] == keys
