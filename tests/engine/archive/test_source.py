"""Bytes of archives with any compression and any line ends."""

import bz2
import gzip
import json
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import Record
from tanglescope.engine.archive.splitting import parts, read_part
from tanglescope.engine.message.verdict import Rule
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.archive.writers import bipf_record, block_log, offset_log

WHOLE = (VARIANTS / "kvt.ndjson").read_bytes()
SHAPES = ["kvt.ndjson", "kvt-array-pretty.json", "ssb-server-log.txt"]
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "xz in several streams": lambda data: b"".join(
        lzma.compress(part) + bytes(8) for part in (data[:5000], b"", data[5000:])
    ),
    "bzip2 in several streams": lambda data: bz2.compress(data[:5000]) + bz2.compress(data[5000:]),
}

ITEMS = [json.loads(line) for line in WHOLE.splitlines()]
LOGS: dict[str, Callable[[], bytes]] = {
    "log.offset": lambda: offset_log(ITEMS),
    "log.bipf": lambda: block_log(map(bipf_record, ITEMS)),
    "pzp": (DATA / "pzp" / "db" / "log").read_bytes,
}


def records_of(path: Path, data: bytes | bytearray) -> list[Record]:
    path.write_bytes(data)
    return list(open_archive(path).records())


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_any_compression_gives_the_same_records(
    tmp_path: Path, pack: Callable[[bytes], bytes], shape: str
) -> None:
    data = (VARIANTS / shape).read_bytes()
    packed = records_of(tmp_path / "packed", pack(data))
    assert packed == records_of(tmp_path / "plain", data)
    rest = list(open_archive(tmp_path / "packed").records(packed[11].after))
    assert rest == packed[12:]


@pytest.mark.parametrize("cut", [1, 100, 2000])
@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_truncated_compression_is_read_as_far_as_possible(
    tmp_path: Path, pack: Callable[[bytes], bytes], cut: int
) -> None:
    *found, last = records_of(tmp_path / "a", pack(WHOLE)[: -cut - 8])
    assert last.problem is Rule.DAMAGED
    whole = records_of(tmp_path / "b", WHOLE)
    assert [record.key for record in found if record.problem is None] == [
        record.key for record in whole[: len(found)]
    ][: sum(record.problem is None for record in found)]


def test_xz_that_asks_for_gigabytes_is_damaged_not_obeyed(tmp_path: Path) -> None:
    packed = bytearray(lzma.compress(WHOLE))
    packed[16] = 38  # of its dictionary: 2 GiB
    packed[20:24] = zlib.crc32(packed[12:20]).to_bytes(4, "little")  # of the header of the block
    with pytest.raises(lzma.LZMAError, match="Memory usage limit"):
        lzma.LZMADecompressor(memlimit=1 << 30).decompress(packed)
    (record,) = records_of(tmp_path / "a", packed)
    assert record.problem is Rule.DAMAGED


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("end", [b"\r\n", b"\r"], ids=["CRLF", "CR"])
def test_places_are_the_same_with_any_ends_of_lines(tmp_path: Path, shape: str, end: bytes) -> None:
    data = (VARIANTS / shape).read_bytes()
    expected = records_of(tmp_path / "unix", data)
    found = records_of(tmp_path / "other", data.replace(b"\n", end))
    assert [(each.place, each.key) for each in found] == [
        (each.place, each.key) for each in expected
    ]
    rest = list(open_archive(tmp_path / "other").records(found[11].after))
    assert rest == found[12:]


def test_a_bad_line_among_those_that_end_in_carriage_returns_costs_itself(tmp_path: Path) -> None:
    lines = WHOLE.splitlines()
    lines[3] = lines[3][:200]
    lines[7] = b"no JSON"
    found = records_of(tmp_path / "a", b"\r".join(lines))
    assert [each.place.number for each in found] == list(range(1, 31))
    assert [n for n, each in enumerate(found) if each.problem] == [3, 7]


def test_old_ends_of_lines_are_read_in_parts_and_packed(tmp_path: Path) -> None:
    data = WHOLE.replace(b"\n", b"\r")
    expected = records_of(tmp_path / "a", data)
    reader = open_archive(tmp_path / "a")
    pieces = list(parts(reader, 5000))
    assert len(pieces) > 3
    assert expected == [
        record for part in pieces for _, record in read_part(reader, part.start, part.end)
    ]
    assert records_of(tmp_path / "b", gzip.compress(data)) == expected
    *_, last = records_of(tmp_path / "c", gzip.compress(data)[:-9])
    assert last.problem is Rule.DAMAGED


@pytest.mark.parametrize("write", LOGS.values(), ids=LOGS)
def test_a_log_in_truncated_compression_is_reported_as_truncated(
    tmp_path: Path, write: Callable[[], bytes]
) -> None:
    packed = gzip.compress(write(), compresslevel=1)[:-1]  # data only, without an end
    *found, last = records_of(tmp_path / "log.gz", packed)
    assert last.problem is Rule.DAMAGED
    assert not any(record.problem for record in found)
