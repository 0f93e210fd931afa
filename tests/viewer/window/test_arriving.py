"""The status bar follows arrivals; a database from elsewhere isn't trusted before its check."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.archive.record import UnreadableArchive
from tanglescope.engine.library import Library
from tanglescope.viewer.window import arriving
from tanglescope.viewer.window.arriving import Verifying
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write
from tests.viewer.windows import Open, Talk, notice, wait_for_messages


def is_wanted(verifying: Verifying) -> bool:
    """Whether a check is about to begin or running."""
    return verifying._soon.isActive() or verifying.process.is_running()


@pytest.fixture
def own_database(tmp_path: Path) -> Path:
    """A database that was made here."""
    with library_of(tmp_path, Author("ann").say(post("hello"))) as library:
        return library.path


@pytest.fixture
def foreign_database(own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that was made elsewhere."""
    monkeypatch.setattr(arriving, "_CHECK", ("check", "--json"))  # a busy machine isn't idle
    return Path(shutil.copy(own_database, tmp_path / "stranger.db"))


def test_a_database_that_was_made_here_is_never_checked(
    open_window: Open, own_database: Path
) -> None:
    window = open_window(own_database)
    assert window.activity.unverified.isHidden()
    assert not is_wanted(window.verifying)


def test_an_unverified_database_is_labelled_until_it_is_checked(
    open_window: Open, foreign_database: Path, qtbot: QtBot
) -> None:
    window = open_window(foreign_database)
    assert window.activity.unverified.text() == "Not verified yet"
    with qtbot.waitSignal(window.verifying.process.ended, timeout=60_000):
        window.verifying.begin()
    assert window.activity.unverified.isHidden()
    assert window.banner.isHidden()
    window.open_path(foreign_database)
    assert window.activity.unverified.isHidden(), "it is known now"


def test_a_forged_database_is_reported_with_a_remedy(
    open_window: Open, foreign_database: Path, qtbot: QtBot
) -> None:
    with closing(sqlite3.connect(foreign_database)) as forger:
        forger.execute("UPDATE conversations SET title = 'Buy now'")
        forger.commit()
    window = open_window(foreign_database)
    with qtbot.waitSignal(window.verifying.process.ended, timeout=60_000):
        window.verifying.begin()
    assert window.activity.unverified.text() == "Not valid"
    said = notice(window)
    assert "Its title " in said
    assert "import the archives into a new collection" in said


def test_an_archive_without_messages_is_named(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = tmp_path / "export.json"
    archive.write_text("[]\n")
    window = open_window(archive)
    said = f"{archive} contains no messages. It is followed in case it grows."
    qtbot.waitUntil(lambda: notice(window) == said, timeout=10_000)


def test_a_check_that_cannot_start_says_of_what_and_what_to_do(
    open_window: Open, foreign_database: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    window = open_window(foreign_database)
    monkeypatch.setattr(
        "tanglescope.engine.system.child_processes.python", lambda *_: ["/no/python"]
    )
    with qtbot.waitSignal(window.verifying.process.ended):
        window.verifying.begin()
    assert window.activity.unverified.text() == "Not verified"
    said = notice(window)
    assert said.startswith(f"{foreign_database} couldn't be verified: /no/python can't be started")
    assert said.endswith("Open the collection again to try once more.")


def test_a_check_ends_with_its_window(open_window: Open, foreign_database: Path) -> None:
    window = open_window(foreign_database)
    window.verifying.begin()
    assert window.verifying.process.is_running()
    window.close()
    assert not window.verifying.process.is_running()
    assert not is_wanted(window.verifying)


def test_bad_records_that_another_process_reads_are_counted(
    open_window: Open, own_database: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_database)
    assert window.activity.quarantine.isHidden()
    broken = tmp_path / "broken.ndjson"
    broken.write_bytes(Author("bob").say(post("hi")).line + b'{"key": \n')
    with Library.open(own_database) as other:
        other.ingest(broken)
    qtbot.waitUntil(lambda: window.activity.quarantine.text() == "1 bad record", timeout=10_000)


def test_messages_that_were_read_before_an_error_are_kept(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, ingest = write(tmp_path / "boats.ndjson", talk.said), Library.ingest

    def interrupted(library: Library, archive: Path, **more: Any) -> None:
        ingest(library, archive, **more)
        raise UnreadableArchive(f"{archive} can't be read any more.")

    monkeypatch.setattr(Library, "ingest", interrupted)
    window = open_window(own_collections=True)
    window.open_path(archive)
    qtbot.waitUntil(window.banner.isVisible, timeout=10_000)
    qtbot.waitUntil(lambda: not window.collecting._new, timeout=10_000)
    wait_for_messages(qtbot, window, len(talk.said))
