import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.checking import check, follow_chains
from tanglescope.engine.archive.logs import bipf_log
from tanglescope.engine.archive.logs.bipf_log import BipfReader, split_block
from tanglescope.engine.archive.logs.pzp_log import PzpReader
from tanglescope.engine.archive.logs.pzp_log import split_block as split_pzp_block
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.archive.writers import BLOCK, bipf_record, block_log, pzp_record
from tests.engine.authors import Author

ITEMS = [json.loads(line) for line in (VARIANTS / "kvt.ndjson").read_bytes().splitlines()]
KEYS = [item["key"] for item in ITEMS]
RECORDS = [bipf_record(item) for item in ITEMS]
TORN = json.loads((DATA / "torn.json").read_text())
LOST = {
    "bad-record-last-block": [96],
    "bad-length-last-block": [96],
    "bad-record-first-block": [10],
    "torn-file": [],
}


def keys(path: Path, *, growing: bool = False) -> list[str | None]:
    return [record.key for record in open_archive(path).records(growing=growing)]


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "case",
    [case for case in TORN["cases"] if case["file"].endswith(".bipf")],
    ids=lambda c: c["file"],
)
def test_damaged_logs_are_read_as_far_as_the_original_reads_them_and_farther(
    torn: Path, case: dict[str, Any]
) -> None:
    checked = check(open_archive(torn / case["file"]).records())
    lost = LOST.get(Path(case["file"]).stem, case.get("missing"))
    good = [key for number, key in enumerate(TORN["records"]["keys"]) if number not in lost]
    assert [item.computed for item in checked if item.verdict.rule is None] == good
    damage = [item.verdict.rule for item in checked if item.verdict.rule]
    assert damage == [Rule.DAMAGED] * (len(lost) == 1)


def test_the_original_writer_is_read_to_the_byte(small: Path) -> None:
    text, log = (
        list(open_archive(small / name).records()) for name in ("log.ndjson", "db2/log.bipf")
    )
    assert [(r.key, r.value, r.received) for r in log] == [
        (r.key, r.value, r.received) for r in text
    ]


def test_reading_goes_on_at_any_record_of_any_block(tmp_path: Path) -> None:
    reader = open_archive(written(tmp_path / "log", block_log(RECORDS * 8)))
    records = list(reader.records())
    assert len(records) == 240
    for number, record in enumerate(records):
        assert list(reader.records(record.after)) == records[number + 1 :]


def test_deleted_records_are_left_out(tmp_path: Path) -> None:
    log = block_log([bipf_record(None), *RECORDS[:5], bipf_record(None), *RECORDS[5:]])
    assert keys(written(tmp_path / "log", log)) == KEYS


def test_lost_surrogates_make_a_message_unverified_not_invalid(
    tmp_path: Path,
) -> None:
    ann = Author("ann")
    said = [
        ann.say({"type": "post", "text": text}) for text in ("a", "half \ud83d", "b\ufffd", "c")
    ]
    items = [{"key": s.key, "value": s.value, "timestamp": s.received} for s in said]
    path = written(tmp_path / "log", block_log(map(bipf_record, items)))
    found = list(follow_chains(check(open_archive(path).records()), FeedChains()))
    assert [item.verdict.status for item in found] == [
        ValidationStatus.VALID,
        ValidationStatus.UNVERIFIED,
        ValidationStatus.VALID,
        ValidationStatus.VALID,
    ]
    assert found[1].verdict.rule is Rule.LOST_TEXT
    assert found[1].computed not in (None, said[1].key)


@given(data=st.data())
def test_damage_costs_only_the_records_it_touches(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    log = block_log(RECORDS)
    ends = [sum(map(len, RECORDS[: number + 1])) for number in range(len(RECORDS))]
    start = data.draw(st.integers(0, ends[-1] - 1))
    stretch = data.draw(st.binary(min_size=1, max_size=900))
    damaged = (log[:start] + stretch + log[start + len(stretch) :])[: len(log)]
    untouched = {
        KEYS[number]
        for number, end in enumerate(ends)
        if not (start < end and start + len(stretch) > end - len(RECORDS[number]))
    }
    path = written(tmp_path_factory.mktemp("damaged") / "log", damaged)
    found = {item.computed for item in check(BipfReader(ArchiveSource(path)).records())}
    assert found >= untouched


@given(st.binary(max_size=3000))
@pytest.mark.parametrize("split", [split_block, split_pzp_block])
def test_any_bytes_are_split_into_frames_that_follow_one_another(split: Any, block: bytes) -> None:
    behind = 0
    for start, data, end, _ in split(block, 0):
        assert behind <= start < end <= len(block)
        assert len(data) <= end - start
        behind = end


def test_a_record_whose_header_is_gone_costs_itself(tmp_path: Path) -> None:
    records = [pzp_record({"id": name, "msg": {}, "received": 1}) for name in "abc"]
    records[1] = bytes(4) + records[1][4:]
    reader = PzpReader(ArchiveSource(written(tmp_path / "log", block_log(records, end=4))))
    assert [record.key for record in reader.records()] == ["a", None, "c"]


def test_a_block_of_near_misses_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    holds_object = bipf_log.holds_object

    def counted(*arguments: Any) -> bool:
        looked.append(arguments)
        return holds_object(*arguments)

    monkeypatch.setattr(bipf_log, "holds_object", counted)
    pair = b"\x07\0" + b"\x18key\xa0\x03%" + b"\x01\0\x05"
    frames = list(split_block((pair * 1000).ljust(BLOCK, b"\0"), 0))
    assert len(frames) == 2000
    assert len(looked) < 10_000


def compacted(live: list[bytes], steps: int) -> tuple[bytes, bytes]:
    """Compact a log as the original does, and stop after some writes of blocks.

    Return the log and the state file at that moment. Every third record of `live` is a hole.
    """
    holes = [
        record if number % 3 else struct.pack("<H", len(record) - 2) + bytes(len(record) - 2)
        for number, record in enumerate(live)
    ]
    log = bytearray(block_log(holes))
    spots: list[tuple[int, bytes]] = []
    for base in range(0, len(log), BLOCK):
        for start, data, _, _ in split_block(bytes(log[base : base + BLOCK]), 0):
            if any(data):
                spots.append((base + start, struct.pack("<H", len(data)) + data))
    target = block_log([record for _, record in spots])
    old, moved = bytes(log), 0
    for index in range(len(target) // BLOCK):
        unshifted = spots[moved][0]
        first = unshifted - unshifted % BLOCK
        state = struct.pack("<5I", 1, 0, 0xFFFFFFFF, index, unshifted) + old[first : first + BLOCK]
        if index == steps:
            # interrupted after the block was overwritten, but before the state was updated
            log[index * BLOCK : (index + 1) * BLOCK] = target[index * BLOCK : (index + 1) * BLOCK]
            return bytes(log), state
        log[index * BLOCK : (index + 1) * BLOCK] = target[index * BLOCK : (index + 1) * BLOCK]
        moved += len(list(split_block(target[index * BLOCK : (index + 1) * BLOCK], 0)))
    return bytes(log), struct.pack("<5I", 1, 0, len(target) // BLOCK - 1, 0, 0)


@pytest.mark.parametrize("steps", range(6))
def test_after_an_interrupted_compaction_every_record_is_there_once(
    tmp_path: Path, steps: int
) -> None:
    items = [{"key": KEYS[0], "value": {"number": n}, "pad": "x" * 900} for n in range(400)]
    log, state = compacted([bipf_record(item) for item in items], steps)
    (tmp_path / "log.bipf.compaction").write_bytes(state)
    reader = open_archive(written(tmp_path / "log.bipf", log))
    records = list(reader.records())
    assert [record.value for record in records] == [
        item["value"] for n, item in enumerate(items) if n % 3
    ]
    for number in range(0, len(records), 7):
        assert list(reader.records(records[number].after)) == records[number + 1 :]


@pytest.mark.parametrize("state", [b"", b"\x02" + bytes(65555), b"\x01\0\0\0", bytes(70000)])
def test_a_state_of_compaction_that_makes_no_sense_is_ignored(tmp_path: Path, state: bytes) -> None:
    (tmp_path / "log.bipf.compaction").write_bytes(state)
    assert keys(written(tmp_path / "log.bipf", block_log(RECORDS))) == KEYS


def test_the_log_of_pzp_db_is_read_and_its_messages_are_valid() -> None:
    checked = check(open_archive(DATA / "pzp" / "db" / "log").records())
    expected = json.loads((DATA / "pzp" / "expected.json").read_text())
    assert [item.record.key for item in checked] == [item["id"] for item in expected["records"]]
    assert all(item.computed == item.record.key for item in checked)
    assert {item.verdict.status for item in checked} == {ValidationStatus.VALID}


def test_a_message_of_pzp_that_was_altered_is_reported(tmp_path: Path) -> None:
    items = [json.loads(r.raw) for r in open_archive(DATA / "pzp" / "db" / "log").records()]
    items[2]["msg"]["data"]["text"] = "other"
    items[3]["msg"]["metadata"]["domain"] = "other"
    items[4]["msg"]["sig"] = items[5]["msg"]["sig"]
    items[5]["msg"] = None
    log = block_log(map(pzp_record, items), end=4)
    checked = check(open_archive(written(tmp_path / "log", log)).records())
    rules = [item.verdict.rule for item in checked]
    # The signature is checked before the key of the record.
    assert rules[:6] == [None, None, Rule.DATA, Rule.SIGNATURE, Rule.SIGNATURE, Rule.SHAPE]
    assert not any(rules[6:])


def test_what_pzp_db_loses_behind_a_record_it_erased_and_deleted_is_read(tmp_path: Path) -> None:
    items = [{"id": f"id{number}", "msg": {}, "received": 1} for number in range(6)]
    records = [pzp_record(item) for item in items]
    # Erased, then deleted: `empty` is less than the number of zeros.
    records[2] = struct.pack("<HH", 0, 5) + bytes(60)
    records[4] = struct.pack("<HH", 0, 60) + bytes(60)
    path = written(tmp_path / "log", block_log(records, end=4))
    assert isinstance(open_archive(path), PzpReader)
    assert keys(path) == ["id0", "id1", "id3", "id5"]
