from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.workers.database_watch import DatabaseWatch
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, notice, wait_for_rows, wait_until_open


class Count:
    def __init__(self) -> None:
        self.version = 1

    def __call__(self) -> int:
        return self.version


def test_only_writes_of_others_are_reported(application: QApplication) -> None:
    count, versions = Count(), []
    watch = DatabaseWatch(count, lambda: False)
    watch.wrote.connect(lambda: versions.append(count.version))
    watch.look()
    count.version = 2
    watch.look()
    watch.look()
    assert versions == [2]
    count.version = 3
    watch.note_own_work()
    watch.look()
    assert versions == [2]
    watch.look()
    assert versions == [2, 3]
    watch.end()


def test_a_file_that_replaces_an_open_database_is_reported_once(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    database, other = tmp_path / "own.db", tmp_path / "other.db"
    for path in (database, other):
        Library.open(path).close()
    window = open_window(database)
    session = window._session
    assert session is not None
    other.replace(database)
    with qtbot.waitSignal(session.database_watch.moved):
        session.database_watch.look()
    assert "no longer the database that is open" in notice(window)
    window.banner.hide()
    session.database_watch.look()
    assert window.banner.isHidden()


def test_a_database_that_others_have_damaged_is_reported_once(
    open_window: Open, talk: Talk, tmp_path: Path
) -> None:
    database = tmp_path / "own.db"
    with Library.open(database) as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    window = open_window(database)
    session = window._session
    assert session is not None
    database.write_bytes(b"nothing of ours, any more")
    session.database_watch.look()
    assert "own.db can't be read" in notice(window)
    window.banner.hide()
    session.database_watch.look()
    assert window.banner.isHidden()


def test_a_second_window_shows_what_another_program_writes(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "shared.db"
    with Library.open(database) as writer:
        writer.ingest(write(tmp_path / "log.ndjson", talk.said))
        window = open_window(database)
        wait_until_open(qtbot, window, talk.root.key)
        wait_for_rows(qtbot, window, 41)
        talk.answer("from elsewhere")
        writer.ingest(write(tmp_path / "log.ndjson", talk.said))
        wait_for_rows(qtbot, window, 42)
