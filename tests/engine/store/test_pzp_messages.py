import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tanglescope.engine.library import (
    Engine,
    Library,
    LibraryChange,
    Progress,
    import_archives,
)
from tanglescope.engine.reduce.feeds import FileEntry
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.orders.pzp_tangles import PzpTangleStore
from tanglescope.engine.store.pzp_messages import PzpExtract
from tests.engine import pzp_log
from tests.engine.archive.samples import DATA
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log


def altered(entry: FileEntry) -> FileEntry:
    """A message with its id, but with other data than it was signed with."""
    assert isinstance(entry.value, dict)
    return replace(entry, value={**entry.value, "data": {"text": "never said"}})


def written(folder: Path) -> list[FileEntry]:
    return [entry for entry in pzp_log.entries() if entry.value["data"] is not None]


def test_a_log_of_pzp_db_is_imported_like_any_archive(tmp_path: Path) -> None:
    with Library.open(tmp_path / "db") as library:
        report = library.ingest(DATA / "pzp")
        assert (report.added, report.quarantined) == (len(pzp_log.entries()), 0)
        assert report.messages == len(library) == library.check().messages
        again = library.ingest(DATA / "pzp")
        assert (again.added, again.messages) == (0, report.messages)
        assert library.check().ok


def test_anything_but_a_good_message_is_in_the_quarantine_with_its_reason(tmp_path: Path) -> None:
    first, second, *others = written(tmp_path)
    bad = [altered(first), FileEntry(second.id, others[0].value), *others]
    with Library.open(tmp_path / "db") as library:
        report = library.ingest(write_log(tmp_path / "log", bad))
        assert (report.added, report.rules) == (len(others), {"data": 1, "id": 1})
        assert {record.key for record in library.quarantine.page()} == {first.id, second.id}


def test_data_comes_back_but_never_goes(tmp_path: Path) -> None:
    entry = next(each for each in pzp_log.entries() if each.value["data"] is not None)
    whole = PzpExtract(entry.id, 2.0, False, json.dumps(entry.value))
    erased = PzpExtract(entry.id, 1.0, True, json.dumps({**entry.value, "data": None}))
    with closing(connect(tmp_path / "db")) as database:
        messages = PzpTangleStore(database)
        new, _ = messages.put([erased])
        assert [each.data for each in new.values()] == [None]
        new, again = messages.put([whole])
        assert (new, [each.data for each in again.values()]) == ({}, [entry.value["data"]])
        assert messages.put([erased]) == messages.put([whole]) == ({}, {})
        assert messages.value(entry.id) == whole.value


def test_a_row_that_someone_ruined_is_reported_and_read_past(tmp_path: Path) -> None:
    with Library.open(tmp_path / "db") as library:
        library.ingest(DATA / "pzp")
    database = connect(tmp_path / "db")
    with database.conn:
        database.execute("UPDATE nodes SET value = 'ruined' WHERE id % 4 = 3")
    database.close()
    with Library.open(tmp_path / "db") as library:
        assert not library.check().ok
        assert library.threads()


def test_messages_of_both_kinds_live_side_by_side(tmp_path: Path) -> None:
    alice = Author("alice")
    root = alice.say(post("hello"))
    with Library.open(tmp_path / "db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [root, alice.say(post("again", root))]))
        report = library.ingest(DATA / "pzp")
        assert report.messages == len(pzp_log.entries()) + 2
        titles = [thread.title for thread in library.threads()]
        assert "hello" in titles
        assert any(title.startswith("PZP feed post") for title in titles)


def test_a_log_that_grows_is_followed(tmp_path: Path) -> None:
    entries = pzp_log.entries()
    log = write_log(tmp_path / "log", entries[:5])
    with Library.open(tmp_path / "db") as library:
        follower = library.follow(log)
        (first,) = follower.poll()
        assert first.added == 5
        assert first.threads_changed
        shown = {each.address: each for each in first.timelines}
        for root in library.pzp.roots:
            snapshot = library.conversation(root).snapshot()
            assert list(snapshot.keys) == [each.name for each in shown[root].edits]
            assert snapshot.revision == shown[root].revision
        write_log(log, entries)
        assert sum(change.added for change in follower.poll()) == len(entries) - 5
        assert follower.poll() == []


def test_data_that_comes_back_is_read_again(tmp_path: Path) -> None:
    entries = pzp_log.entries()
    erased = [replace(each, value={**each.value, "data": None}) for each in entries[-3:]]
    with Library.open(tmp_path / "db") as library:
        changes: list[LibraryChange] = []
        library.ingest(write_log(tmp_path / "erased", [*entries[:-3], *erased]))
        library.ingest(write_log(tmp_path / "whole", entries), on_change=changes.append)
        (change,) = changes
        assert (change.added, change.revises) == (0, True)
        assert change.timelines
        assert not any(each.edits for each in change.timelines)


@pytest.mark.parametrize("engine", [Engine.AUTO, Engine.DIRECT, Engine.SPARK])
def test_the_log_of_a_device_is_never_imported_by_spark(tmp_path: Path, engine: Engine) -> None:
    told: list[Progress] = []
    report = import_archives(
        [DATA / "pzp"], tmp_path / "db", engine=engine, on_progress=told.append
    )
    assert (report.added, report.failed) == (len(pzp_log.entries()), ())
    assert told
