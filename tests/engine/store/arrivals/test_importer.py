"""Bulk imports: the size of batches doesn't change the result."""

import gzip
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.arrivals import importer
from tests.engine.archive.samples import DATA
from tests.engine.authors import Author, Said, post
from tests.engine.store.arrivals.test_chains import everything
from tests.engine.store.libraries import write


@pytest.fixture
def blemished(tmp_path: Path) -> Path:
    """Three people, two threads, a fork, a gap, duplicates, a wrong sequence, bad lines."""
    people = [Author(name) for name in ("alice", "bob", "carol")]
    said = [people[0].say(post("root"))]
    for step in range(30):
        person = people[step % 3]
        said.append(person.say(post(f"word {step}", said[0], *said[max(0, step - 2) : step + 1])))
    alice = people[0]
    said.append(alice.draft(post("forked")))
    lost = alice.say(post("lost"))
    said += [alice.say(post("after the gap", lost)), alice.say(post("and on", said[3]))]
    bob = people[1]
    wrong = Author("bob", sequence=bob.sequence + 5, previous=bob.previous).say(post("too far"))
    said += [wrong, wrong]
    said += [Said(said[2].key, said[2].value, 1.0), Said(said[30].key, said[30].value, 2.0)]
    said.append(Said(said[1].key, said[2].value, 0))
    said.reverse()
    said[5:20] = reversed(said[5:20])
    log = write(tmp_path / "log.ndjson", said)
    with log.open("ab") as file:
        file.write(b'{"key":"\\ud800","value":{}}\n{"oops\n' + lost.line[:200])
    return log


def database(log: Path, size: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(importer, "BULK", size)
    monkeypatch.setattr(importer, "_RUN", min(size, 3))
    with Library.open(folder / f"{size}.db") as library:
        report = library.ingest(log)
        assert library.check().ok
        bad = sorted((each.place, each.rule, each.key) for each in library.quarantine.page())
        return everything(library), report, bad


@pytest.mark.parametrize("size", [1, 2, 7])
def test_batches_of_any_size_end_in_one_database(
    blemished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    whole = database(blemished, 1000, tmp_path, monkeypatch)
    assert database(blemished, size, tmp_path, monkeypatch) == whole


def test_an_earlier_time_of_receipt_changes_the_times_of_the_thread(tmp_path: Path) -> None:
    alice = Author("alice")
    said = alice.say(post("hello"))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "late.ndjson", [said]))
        library.ingest(write(tmp_path / "early.ndjson", [Said(said.key, said.value, 12.0)]))
        (thread,) = library.threads()
        assert (thread.first, thread.latest) == (12.0, 12.0)


SHAPES = ["kvt.ndjson", "kvt-array.json", "kvt-array-pretty.json", "ssb-server-log.txt"]


@pytest.mark.parametrize("size", [7500, 7000, 3001])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_compressed_archive_that_was_cut_is_read_on_when_it_is_whole(
    tmp_path: Path, shape: str, size: int
) -> None:
    whole = gzip.compress((DATA / "variants" / shape).read_bytes())
    archive = tmp_path / "archive"
    archive.write_bytes(whole[:size])
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(archive).quarantined == 2, "a torn record, and the end of the file"
        archive.write_bytes(whole)
        assert library.ingest(archive).quarantined == 0
        assert len(library) == 30
