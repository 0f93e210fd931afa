import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.logs.offset_log import OffsetReader
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import Reader
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.message.verdict import Rule
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.archive.writers import offset_log
from tests.quick import mostly_slow

ITEMS = [json.loads(line) for line in (VARIANTS / "kvt.ndjson").read_bytes().splitlines()]
KEYS = [item["key"] for item in ITEMS]
TORN: list[dict[str, Any]] = json.loads((DATA / "torn.json").read_text())["cases"]
TORN_KEYS: list[str] = json.loads((DATA / "torn.json").read_text())["records"]["keys"]

# The records that are lost where the original stops or accepts damaged data.
LOST = {"bad-middle-data": [120], "bad-middle-length": [120], "all-zero": list(range(130))}


def written(path: Path, data: bytes) -> Reader:
    path.write_bytes(data)
    return open_archive(path)


@pytest.mark.parametrize(
    "case", [case for case in TORN if case["file"].endswith(".offset")], ids=lambda c: c["file"]
)
def test_damaged_logs_are_read_as_far_as_the_original_reads_them_and_farther(
    torn: Path, case: dict[str, Any]
) -> None:
    checked = check(open_archive(torn / case["file"]).records())
    lost = LOST.get(Path(case["file"]).stem, case.get("missing"))
    good = [key for number, key in enumerate(TORN_KEYS) if number not in lost]
    assert [item.computed for item in checked if item.verdict.rule is None] == good
    assert sum(item.verdict.rule is not None for item in checked) <= 1


@pytest.mark.parametrize("width", [0, 4, 6, 8])
def test_the_width_of_the_last_word_is_found(tmp_path: Path, width: int) -> None:
    reader = written(tmp_path / "log", offset_log(ITEMS, width))
    assert isinstance(reader, OffsetReader)
    assert reader.width == width
    assert [record.key for record in reader.records()] == KEYS


def test_deleted_records_are_left_out(tmp_path: Path) -> None:
    log = offset_log([None, *ITEMS[:3], None, *ITEMS[3:], None])
    assert [record.key for record in written(tmp_path / "log", log).records()] == KEYS


def test_places_are_byte_offsets_at_which_reading_goes_on(tmp_path: Path) -> None:
    reader = written(tmp_path / "log", offset_log(ITEMS))
    records = list(reader.records())
    for number, record in enumerate(records):
        assert str(record.place) == f"byte {len(offset_log(ITEMS[:number]))}"
        assert list(reader.records(record.after)) == records[number + 1 :]


def test_a_log_larger_than_what_is_read_at_once_is_read_whole(tmp_path: Path) -> None:
    items = [
        {"key": KEYS[0], "value": {"number": number, "text": "x" * 9999}, "timestamp": 1}
        for number in range(700)
    ]
    log = offset_log(items)
    end = len(offset_log(items[:300]))
    damaged = log[: end - 50] + b"X" * 100 + log[end + 50 :]
    values = [record.value for record in written(tmp_path / "log", log).records()]
    assert values == [item["value"] for item in items]
    left = [r.value for r in written(tmp_path / "damaged", damaged).records() if not r.problem]
    assert left == values[:299] + values[301:]


def test_a_record_that_is_too_long_is_skipped(tmp_path: Path) -> None:
    huge = {"key": KEYS[0], "value": "x" * 4_000_000}
    records = list(written(tmp_path / "log", offset_log([ITEMS[0], huge, ITEMS[1]])).records())
    assert [record.problem for record in records] == [None, Rule.DAMAGED, None]
    assert len(records[1].raw) < 100_000


@given(data=st.data())
def test_damage_costs_only_the_records_it_touches(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    width = data.draw(st.sampled_from([4, 6, 8]))
    log = offset_log(ITEMS, width)
    ends = [len(offset_log(ITEMS[: n + 1], width)) for n in range(len(ITEMS))]
    start = data.draw(st.integers(0, len(log) - 1))
    stretch = data.draw(st.binary(min_size=1, max_size=900))
    damaged = (log[:start] + stretch + log[start + len(stretch) :])[: len(log)]
    stop = start + len(stretch)
    touched = {
        number
        for number, end in enumerate(ends)
        if start < end and stop > (ends[number - 1] if number else 0)
    }
    path = tmp_path_factory.mktemp("damaged") / "log"
    path.write_bytes(damaged)
    records = OffsetReader(ArchiveSource(path), width).records()
    found = {item.computed for item in check(records)}
    assert found >= {key for number, key in enumerate(KEYS) if number not in touched}


@given(torn=st.sets(st.integers(0, len(ITEMS) - 2)), width=st.sampled_from([0, 4, 6, 8]))
@example(torn=set(range(20)), width=0)  # too damaged to be recognized as a log
def test_each_damaged_record_is_reported_with_its_place(
    tmp_path_factory: pytest.TempPathFactory, torn: set[int], width: int
) -> None:
    starts = [len(offset_log(ITEMS[:number], width)) for number in range(len(ITEMS) + 1)]
    log = bytearray(offset_log(ITEMS, width))
    for number in torn:
        log[starts[number + 1] - width - 1] ^= 1  # the second length
    path = tmp_path_factory.mktemp("torn") / "log"
    path.write_bytes(log)
    records = list(OffsetReader(ArchiveSource(path), width).records())
    assert [record.place.number for record in records] == starts[:-1]
    assert {number for number, record in enumerate(records) if record.problem} == torn


@pytest.mark.parametrize(
    "pattern",
    mostly_slow(
        [b"\x00\x0f\xff\xff", b"\x00\x0f\x00\x00", b"\x00\x00\x00\x01{", b"\x00\x0f", b"\x00"],
        b"\x00\x0f\xff\xff",
        b"\x00",
    ),
    ids=bytes.hex,
)
def test_what_looks_like_frames_everywhere_is_passed_in_one_go(
    tmp_path: Path, pattern: bytes
) -> None:
    junk = (pattern * (5 << 18))[: 5 << 18]  # more than is read at once
    path = tmp_path / "log"
    path.write_bytes(offset_log(ITEMS[:1]) + junk + offset_log(ITEMS[1:]))
    assert [r.key for r in open_archive(path).records() if not r.problem] == KEYS


@given(cut=st.integers(0, 20_000))
def test_an_end_that_may_be_unfinished_is_left_for_later(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    log = offset_log(ITEMS)[:cut]
    path = tmp_path_factory.mktemp("growing") / "log"
    path.write_bytes(log)
    reader = OffsetReader(ArchiveSource(path), 4)
    records = list(reader.records(growing=True))
    finished = [number for number in range(31) if len(offset_log(ITEMS[:number])) <= cut][-1]
    assert [record.key for record in records] == KEYS[:finished]
