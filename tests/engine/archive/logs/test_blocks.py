"""Logs whose blocks are displaced because bytes were lost or inserted."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import Record
from tanglescope.engine.archive.splitting import parts, read_part
from tests.engine.archive.writers import BLOCK, bipf_record, block_log, pzp_record

COUNT = 700

Places = list[tuple[str, int, int]]
"""Records by key, with their first byte and the one behind them."""


def _bipf(number: int) -> tuple[str, bytes]:
    key = f"%{number:043}=.sha256"
    pad = "x" * Random(number).randrange(200, 2500)
    return key, bipf_record({"key": key, "value": {"pad": pad}, "timestamp": number + 0.5})


def _pzp(number: int) -> tuple[str, bytes]:
    pad = "x" * Random(number).randrange(200, 2500)
    return str(number), pzp_record({"id": str(number), "msg": {"pad": pad}, "received": number})


def _log(
    write: Callable[[int], tuple[str, bytes]], deletion: bytes, end: int
) -> tuple[Places, bytes]:
    """A log's bytes, and its records by position; every seventh record is deleted."""
    records = [write(number) for number in range(COUNT)]
    framed = [data if number % 7 else deletion for number, (_, data) in enumerate(records)]
    log = block_log(framed, end)
    places, at = [], 0
    for number, (key, _) in enumerate(records):
        at = log.index(framed[number], at)
        if number % 7:
            places.append((key, at, at + len(framed[number])))
        at += len(framed[number])
    return places, log


LOGS = {
    "log.bipf": _log(_bipf, bipf_record(None), 2),
    "log of pzp-db": _log(_pzp, pzp_record(None, 60), 4),
}


def read(path: Path) -> list[Record]:
    return list(open_archive(path).records())


def keys(records: list[Record]) -> set[str | None]:
    return {record.key for record in records if record.problem is None}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shifted") / "log"


@given(data=st.data())
@pytest.mark.parametrize("kind", LOGS)
def test_shifted_blocks_cost_little_more_than_the_damage(
    path: Path, kind: str, data: st.DataObject
) -> None:
    places, log = LOGS[kind]
    start = data.draw(st.integers(BLOCK, len(log) - 4 * BLOCK))
    lost = data.draw(st.integers(0, 200) | st.integers(0, 3 * BLOCK))
    junk = bytes(data.draw(st.lists(st.integers(1, 255), max_size=20)))
    path.write_bytes(log[:start] + junk + log[start + lost :])
    untouched = {key for key, *at in places if at[1] <= start or at[0] >= start + lost}
    records = read(path)
    # A record that lost a byte or two may still seem whole and include bytes of the next one.
    assert len(untouched - keys(records)) <= 2
    assert sum(record.problem is not None for record in records) <= 3
    number = data.draw(st.integers(0, len(records) - 1))
    assert list(open_archive(path).records(records[number].after)) == records[number + 1 :]


def test_reading_continues_where_a_record_moved_to_the_start_of_a_block(path: Path) -> None:
    places, log = LOGS["log.bipf"]
    start = next(start for _, start, _ in places if start > 5 * BLOCK + 1000)
    path.write_bytes(log[: 2 * BLOCK + 100] + log[2 * BLOCK + 100 + start % BLOCK :])
    records = read(path)
    for number, record in enumerate(records):
        if 4 * BLOCK < record.after.offset < 5 * BLOCK:
            assert list(open_archive(path).records(record.after)) == records[number + 1 :]


@pytest.mark.parametrize("lost", [1, 1000, BLOCK + 5])
def test_a_log_with_shifted_blocks_is_read_the_same_in_parts(path: Path, lost: int) -> None:
    _, log = LOGS["log.bipf"]
    path.write_bytes(log[: 2 * BLOCK + 100] + log[2 * BLOCK + 100 + lost :])
    reader = open_archive(path)
    cut = list(parts(reader, BLOCK))
    assert len(cut) >= len(log) // BLOCK - 3
    found = [record for part in cut for _, record in read_part(reader, *part)]
    assert found == read(path)


def test_zeros_are_reported_where_blocks_are_not_shifted(path: Path) -> None:
    places, log = LOGS["log.bipf"]
    key, start, end = next(place for place in places if place[1] > 3 * BLOCK + 2000)
    path.write_bytes(log[:start] + bytes(end - start) + log[end:])
    records = read(path)
    assert [record.place.number for record in records if record.problem] == [start]
    assert keys(records) == {each[0] for each in places} - {key}
