"""Sparse archives: a hole of a terabyte costs no more than a few zeros."""

import gzip
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import Record
from tanglescope.engine.archive.splitting import parts, read_part
from tanglescope.engine.message.verdict import Rule
from tests.engine.archive.samples import VARIANTS
from tests.engine.archive.writers import bipf_record, block_log, compact, offset_log, pzp_record

ITEMS = [json.loads(line) for line in (VARIANTS / "kvt.ndjson").read_bytes().splitlines()]
KEYS = [item["key"] for item in ITEMS]
HALF = len(ITEMS) // 2

TERABYTE = 1 << 40
SMALL = (6 << 20) + 4096


def bipf(items: Iterable[Any]) -> bytes:
    return block_log(bipf_record(item) for item in items)


def pzp(items: Iterable[Any]) -> bytes:
    records = ({"id": item["key"], "msg": item["value"], "received": 1} for item in items)
    return block_log((pzp_record(each) for each in records), 4)


def lines(items: Iterable[Any]) -> bytes:
    return b"".join(compact(item) + b"\n" for item in items)


def indented(items: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(item, indent=2).encode() + b"\n\n" for item in items)


WRITERS = {
    "log.bipf": bipf,
    "log of pzp-db": pzp,
    "log.offset": offset_log,
    "lines": lines,
    "indented": indented,
}


def sparse(path: Path, before: bytes, hole: int, behind: bytes) -> Path:
    with path.open("wb") as file:
        file.write(before)
        inside = file.seek(hole, os.SEEK_CUR) - hole // 2
        file.write(behind)
        file.flush()
        if os.lseek(file.fileno(), inside, os.SEEK_DATA) == inside:
            pytest.skip("this disk has no holes")
    return path


def keys(records: Iterable[Record]) -> list[str | None]:
    return [record.key for record in records if record.problem is None]


def in_parts(path: Path) -> list[str | None]:
    reader = open_archive(path)
    found = parts(reader, 1 << 14)
    return [key for part in found for key in keys(r for _, r in read_part(reader, *part))]


@pytest.mark.parametrize("name", WRITERS)
def test_records_before_and_behind_a_hole_of_a_terabyte_are_read(tmp_path: Path, name: str) -> None:
    write = WRITERS[name]
    path = sparse(tmp_path / "log", write(ITEMS[:HALF]), TERABYTE, write(ITEMS[HALF:]))
    records = list(open_archive(path).records())
    assert keys(records) == in_parts(path) == KEYS
    # Only a log that counts its bytes shows that records were lost.
    damaged = [Rule.DAMAGED] if name == "log.offset" else []
    assert [record.problem for record in records if record.problem] == damaged


@pytest.mark.parametrize("name", WRITERS)
def test_a_log_that_ends_in_a_hole_of_a_terabyte_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / "log"
    log = WRITERS[name](ITEMS)
    path.write_bytes(log)
    os.truncate(path, len(log) + TERABYTE)
    records = list(open_archive(path).records())
    assert keys(records) == in_parts(path) == KEYS
    assert not [record.problem for record in records if record.problem]


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("shift", [0, 1, 4096, 65537])
def test_a_hole_is_read_as_the_zeros_that_it_is(tmp_path: Path, name: str, shift: int) -> None:
    write, size = WRITERS[name], SMALL + shift
    before, behind = write(ITEMS[:HALF]), write(ITEMS[HALF:])
    path = sparse(tmp_path / "log", before, size, behind)
    dense = tmp_path / "dense"
    dense.write_bytes(before + bytes(size) + behind)
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(dense.read_bytes(), 1))
    records = list(open_archive(path).records())
    assert records == list(open_archive(dense).records())
    assert records == list(open_archive(packed).records())
    assert keys(records) == KEYS


@pytest.mark.parametrize("zeros", [(1 << 20) - 9, 1 << 20, 5 << 20])
def test_zeros_before_a_record_on_its_line_cost_nothing(tmp_path: Path, zeros: int) -> None:
    path = tmp_path / "log"
    path.write_bytes(lines(ITEMS[:HALF]) + bytes(zeros) + lines(ITEMS[HALF:]))
    records = list(open_archive(path).records())
    assert [record.key for record in records] == KEYS
    assert [record.place.number for record in records] == list(range(1, len(ITEMS) + 1))
    assert records[-1].after.offset == path.stat().st_size
