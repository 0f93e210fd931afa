import json
from pathlib import Path

import pytest

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import Place
from tests.engine.archive.following import Follower
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.archive.writers import BLOCK, bipf_record, block_log, offset_log

ITEMS = [json.loads(line) for line in (VARIANTS / "kvt.ndjson").read_bytes().splitlines()]

SHAPES = ["kvt.ndjson", "ssb-server-log.txt", "kvt-no-final-newline.ndjson", "kvt-crlf-bom.ndjson"]


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("step", [97, 1000, 5000])
def test_a_growing_file_gives_every_record_once_and_whole(
    tmp_path: Path, name: str, step: int
) -> None:
    whole = (VARIANTS / name).read_bytes()
    path = tmp_path / name
    path.touch()
    follower = Follower(path)
    found = []
    for start in range(0, len(whole), step):
        append(path, whole[start : start + step])
        found += follower.poll()
    expected = list(open_archive(VARIANTS / name).records())
    assert [record.problem for record in found] == [None] * len(expected)
    assert [(r.place, r.key, r.value) for r in found] == [
        (r.place, r.key, r.value) for r in expected
    ]


def test_a_log_offset_that_grows_gives_every_record_once_and_whole(tmp_path: Path) -> None:
    whole = offset_log(ITEMS)
    path = tmp_path / "log.offset"
    path.touch()
    follower = Follower(path)
    found = []
    for start in range(0, len(whole), 101):
        append(path, whole[start : start + 101])
        found += follower.poll()
    assert [(record.problem, record.key) for record in found] == [(None, i["key"]) for i in ITEMS]


@pytest.mark.parametrize("step", [251, 977])
def test_a_last_block_that_is_written_anew_gives_every_record_once_and_whole(
    tmp_path: Path, step: int
) -> None:
    records = [bipf_record(item) for item in ITEMS * 4]
    whole = block_log(records)
    path = tmp_path / "log.bipf"
    path.touch()
    follower = Follower(path)
    found = []
    for written in range(0, len(whole) + step, step):
        # The worst case for a reader: the writer may have reached any byte of the block.
        size = -(-min(written, len(whole)) // BLOCK) * BLOCK
        path.write_bytes(whole[:written].ljust(size, b"\0"))
        found += follower.poll()
    assert [(record.problem, record.key) for record in found] == [
        (None, item["key"]) for item in ITEMS * 4
    ]


def test_the_log_of_pzp_db_is_followed(tmp_path: Path) -> None:
    whole = (DATA / "pzp" / "db" / "log").read_bytes()
    expected = [record.key for record in open_archive(DATA / "pzp" / "db" / "log").records()]
    path = tmp_path / "log"
    follower = Follower(path)
    path.touch()
    found = []
    for written in range(0, len(whole), 97):
        path.write_bytes(whole[:written].ljust(BLOCK, b"\0"))
        found += follower.poll()
    assert [(record.problem, record.key) for record in found] == [(None, key) for key in expected]


PZP = (DATA / "pzp" / "db" / "log").read_bytes()
CUT_LOGS = {
    "log of pzp-db": (PZP, 12_247),
    "log.bipf": (block_log([bipf_record(item) for item in ITEMS]), 14_000),
    "log.offset": (offset_log(ITEMS), 14_000),
}


@pytest.mark.parametrize("is_padded", [False, True])
@pytest.mark.parametrize("name", CUT_LOGS)
def test_a_log_that_was_read_while_it_was_cut_is_read_on_when_it_is_whole(
    tmp_path: Path, name: str, is_padded: bool
) -> None:
    """What was cut is one bad record, at the place where reading resumes."""
    whole, used = CUT_LOGS[name]
    path = tmp_path / name.partition(" ")[0]
    path.write_bytes(whole)
    expected = [record.key for record in open_archive(path).records()]
    for cut in range(700, min(used, len(whole)), 1009):
        path.write_bytes(whole[:cut].ljust(BLOCK * is_padded, b"\0"))
        before = list(open_archive(path).records())
        path.write_bytes(whole)
        after = list(open_archive(path).records(before[-1].after))
        # A record that lost only its last bytes may be readable, with another key.
        resumed = before[-1].after.offset
        read = [r for r in before if r.place.number < resumed] + after
        assert [r.key for r in read if r.problem is None] == expected, cut
        bad = [r.place for r in before if r.problem is not None]
        assert bad in ([], [Place("byte", resumed)]), cut
        assert all(r.problem is None for r in after)


def test_following_goes_on_from_a_saved_cursor(tmp_path: Path) -> None:
    lines = (VARIANTS / "kvt.ndjson").read_bytes().splitlines(keepends=True)
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines[:10]))
    first = Follower(path)
    assert len(list(first.poll())) == 10
    append(path, b"".join(lines[10:]))
    assert len(list(Follower(path, first.cursor).poll())) == 20


def test_an_unchanged_file_is_not_read_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes((VARIANTS / "torn-line.ndjson").read_bytes())
    follower = Follower(path)
    assert len(list(follower.poll())) == 29
    assert list(follower.poll()) == []
