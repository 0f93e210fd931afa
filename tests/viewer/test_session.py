import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ConversationSummary, ImportReport, Library
from tanglescope.engine.message.private import Keyring, read_group_keys
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.system.files import keep_off
from tanglescope.viewer.models.sidebar import SidebarFilter, SidebarList
from tanglescope.viewer.session import Session, _offers
from tanglescope.viewer.workers.worker import Worker
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write
from tests.viewer.windows import destroy


@pytest.mark.parametrize("closed", [True, False])
def test_a_closed_session_sends_no_signals(
    closed: bool, application: QApplication, tmp_path: Path
) -> None:
    owner = QObject()
    session = Session(tmp_path / "library.db", owner)
    asked, heard = Event(), []
    session.found.connect(lambda *answer: heard.append(answer))

    def question(_: Library) -> tuple[str, list[str]]:
        asked.set()
        return "words", []

    session._read("find", question, session.found)
    asked.wait()
    if closed:
        session.close()
    else:
        Worker.end(session._questions)  # it ends, and what it has answered is shown
    application.processEvents()
    assert heard == ([] if closed else [("words", [])])
    session.close()
    destroy(owner)


@pytest.mark.parametrize("reads", range(1, 6))
def test_a_session_that_cannot_be_opened_starts_no_threads(
    reads: int, application: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt aborts the program when it destroys a thread that runs."""
    library_of(tmp_path, Author("Ann").say(post("hello"))).close()
    owner, left, latest = QObject(), reads, Library.latest

    def damaged(library: Library) -> int:
        nonlocal left
        left -= 1
        if not left:
            raise DatabaseError("damaged")
        return latest(library)

    monkeypatch.setattr(Library, "latest", damaged)
    try:
        Session(tmp_path / "library.db", owner).close()
    except DatabaseError:
        assert not owner.findChildren(QThread)
    else:
        assert left > 0
    destroy(owner)


def without_log(folder: Path, question: str = "SELECT 1") -> tuple[Path, list[int]]:
    """Make a database without a write-ahead log; return its path and the answer to a query."""
    database = folder / "library.db"
    Library.open(database).close()
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        return database, [number for (number,) in other.execute(question)]


def test_an_existing_database_is_opened_without_writing_to_it(
    application: QApplication, tmp_path: Path
) -> None:
    database, _ = without_log(tmp_path)
    before = database.read_bytes()
    owner = QObject()
    Session(database, owner).close()
    assert database.read_bytes() == before
    destroy(owner)


def test_a_session_on_a_damaged_database_leaves_no_thread(
    application: QApplication, tmp_path: Path
) -> None:
    question = "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'archives'"
    database, pages = without_log(tmp_path, question)
    content = bytearray(database.read_bytes())
    for page in pages:
        content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    database.write_bytes(content)
    owner = QObject()
    with pytest.raises(DatabaseError):
        Session(database, owner)
    # Qt aborts the program if a thread outlives its object.
    assert owner.findChildren(QObject) == []
    destroy(owner)


def test_long_answers_are_not_copied(application: QApplication, tmp_path: Path) -> None:
    owner = QObject()
    session = Session(tmp_path / "library.db", owner)
    threads: list[ConversationSummary] = []
    hits = [f"%{number}" for number in range(3)]
    heard: list[object] = []
    for signal in (session.threads_found, session.found):
        signal.connect(lambda _, answer: heard.append(answer))
    session.threads_found.emit(SidebarFilter(SidebarList.THREADS, ""), threads)
    session.found.emit("words", hits)
    assert heard[0] is threads
    assert heard[1] is hits
    session.close()
    destroy(owner)


@pytest.mark.parametrize(
    ("section", "expected"),
    [(SidebarList.PRIVATE, {"private"}), (SidebarList.GROUPS, {"group", "members", "epoch"})],
)
def test_private_conversations_and_groups_of_all_lists_have_a_section(
    tmp_path: Path, section: SidebarList, expected: set[str]
) -> None:
    samples = Path(str(files("tanglescope.resources") / "samples"))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(samples / "group.ndjson")
        keys = read_group_keys((samples / "group-keys.json").read_text())
        library.unlock(Keyring(group_keys=keys))
        found = _offers(library, SidebarFilter(section, ""), None)
        kinds = {each.kind for each in found}
        assert kinds == expected
        assert all(each.private for each in found)
        times = [each.latest or 0 for each in found]
        assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("opened", ["log.ndjson", ".", ".ssb"])
def test_an_archive_is_in_use_while_it_is_read_and_followed(
    application: QApplication,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    opened: str,
) -> None:
    log = tmp_path / (opened if opened == "log.ndjson" else ".ssb/flume/log.offset")
    log.parent.mkdir(parents=True, exist_ok=True)
    write(log, [Author("ann").say(post("hello"))])
    (beside := tmp_path / "other.ndjson").touch()
    ingest, refused = Library.ingest, list[str | None]()

    def watched(library: Library, path: Path, **more: Any) -> ImportReport:
        refused.append(refusal_to_overwrite(log))
        return ingest(library, path, **more)

    monkeypatch.setattr(Library, "ingest", watched)
    owner = QObject()
    session = Session(tmp_path / "library.db", owner)
    with qtbot.waitSignal(session.read, timeout=10_000):
        session.read_archive(tmp_path / opened)
    refused.append(refusal_to_overwrite(log))
    assert refusal_to_overwrite(beside) is None
    session.close()
    assert refused == ["it is an archive that is open here"] * 2
    assert refusal_to_overwrite(log) is None
    destroy(owner)


def refusal_to_overwrite(file: Path) -> str | None:
    try:
        keep_off(file)
    except OSError as error:
        return error.strerror
    return None
