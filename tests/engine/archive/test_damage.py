"""A damaged archive still yields every undamaged record."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tanglescope.engine.archive.opening import open_archive
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.archive.writers import bipf_record, block_log, compact, offset_log, pzp_record

OTHERS = (
    b"\x1f\x8b",
    b"\x28\xb5\x2f\xfd",
    b"\x50\x2a\x4d\x18",
    b"BZh",
    b"\xfd7zXZ\0",
    b"\xff\xfe",
    b"\xfe\xff",
    b"SQLite format 3\0",
)
"""Bytes by which other files start: damage that looks like them makes another file of a log."""

ITEMS = [json.loads(line) for line in (VARIANTS / "kvt.ndjson").read_bytes().splitlines()]
KEYS = [item["key"] for item in ITEMS]


def indented(item: object, by: bytes = b"") -> bytes:
    return b"\n".join(by + line for line in json.dumps(item, indent=2).encode().splitlines())


def lines() -> list[bytes]:
    return [compact(item) + b"\n" for item in ITEMS]


def values() -> list[bytes]:
    return [indented(item) + b"\n\n" for item in ITEMS]


def array() -> list[bytes]:
    return items(map(compact, ITEMS), b"[", b",", b"]")


def pretty_array() -> list[bytes]:
    return items((indented(item, b"  ") for item in ITEMS), b"[\n", b",\n", b"\n]\n")


def items(texts: Iterable[bytes], opening: bytes, comma: bytes, closing: bytes) -> list[bytes]:
    first, *others = [text + comma for text in texts]
    *others, last = others
    return [opening + first, *others, last.removesuffix(comma) + closing]


def spaced(item: object) -> bytes:
    return b"\t" + json.dumps(item, indent="\t").replace("\n", "\r\n").encode() + b"\n"


def turned(item: object) -> bytes:
    assert isinstance(item, dict)
    return json.dumps({name: item[name] for name in ("timestamp", "value", "key")}).encode()


def offset(width: int, write: Callable[[object], bytes] = compact) -> list[bytes]:
    logs = [offset_log(ITEMS[:number], width, write) for number in range(len(ITEMS) + 1)]
    return [log[len(before) :] for before, log in pairwise(logs)]


def bipf() -> list[bytes]:
    return [bipf_record(item) for item in ITEMS]


SHIFTED: dict[str, Callable[[], list[bytes]]] = {
    "lines": lines,
    "indented": values,
    "array": array,
    "pretty array": pretty_array,
    "offset, 32 bits": lambda: offset(4),
    "offset, 48 bits": lambda: offset(6),
    "offset, 53 bits": lambda: offset(8),
    "offset, old": lambda: offset(0),
    "offset, indented": lambda: offset(4, indented),
    "offset, old and indented": lambda: offset(0, indented),
    "offset, other white space": lambda: offset(4, spaced),
    "offset, other order": lambda: offset(4, turned),
    "offset, old and in other order": lambda: offset(0, turned),
}
IN_PLACE = SHIFTED | {"bipf": bipf}


def keys_in(data: bytes) -> set[str | None]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "archive"
        path.write_bytes(data)
        return {record.key for record in open_archive(path).records() if not record.problem}


def untouched(parts: list[bytes], start: int, end: int, keys: Sequence[str] = KEYS) -> set[str]:
    """The keys of the records that have no byte between two positions or next to them."""
    kept, at = set(), 0
    for key, part in zip(keys, parts, strict=True):
        if at + len(part) < start or at > end:
            kept.add(key)
        at += len(part)
    return kept


def places(parts: list[bytes]) -> st.SearchStrategy[int]:
    return st.integers(0, sum(map(len, parts)) - 1)


def test_a_text_with_the_first_key_of_another_log_in_it_stays_a_text() -> None:
    whole, mark = b"".join(values()), b'{"id":"'
    for start in range(16, 60, 4):
        damaged = whole[:start] + mark + whole[start + len(mark) :]
        assert set(KEYS[1:]) <= keys_in(damaged)


@pytest.mark.parametrize("write", IN_PLACE.values(), ids=IN_PLACE)
@given(data=st.data())
def test_bytes_that_are_changed_cost_the_records_they_are_in(
    write: Callable[[], list[bytes]], data: st.DataObject
) -> None:
    parts = write()
    whole = b"".join(parts)
    start = data.draw(places(parts))
    junk = data.draw(st.binary(min_size=1, max_size=20) | st.integers(1, 2000).map(bytes))
    junk = junk[: len(whole) - start]
    damaged = whole[:start] + junk + whole[start + len(junk) :]
    assume(not damaged.startswith(OTHERS))
    if write is bipf:
        damaged = block_log([damaged])
    assert untouched(parts, start, start + len(junk)) <= keys_in(damaged)


@pytest.mark.parametrize("write", SHIFTED.values(), ids=SHIFTED)
@given(data=st.data())
def test_bytes_that_come_in_between_or_are_lost_cost_the_records_they_are_in(
    write: Callable[[], list[bytes]], data: st.DataObject
) -> None:
    parts = write()
    whole = b"".join(parts)
    start = data.draw(places(parts))
    junk = data.draw(st.binary(max_size=20))
    lost = data.draw(st.integers(0, 2000))
    damaged = whole[:start] + junk + whole[start + lost :]
    # Different first bytes can make it a file of another kind.
    assume(not damaged.startswith(OTHERS) and (start > 0 or lost > 0))
    assert untouched(parts, start, start + lost) <= keys_in(damaged)


@pytest.mark.parametrize("write", IN_PLACE.values(), ids=IN_PLACE)
@pytest.mark.parametrize("lost", [1, 100, 5000])
def test_an_archive_that_lost_its_start_is_known_all_the_same(
    write: Callable[[], list[bytes]], lost: int
) -> None:
    parts = write()
    damaged = b"".join(parts)[lost:]
    if write is bipf:
        damaged = block_log([damaged])
    assert untouched(parts, 0, lost) <= keys_in(damaged)


def test_the_first_key_of_another_format_does_not_change_what_an_archive_is() -> None:
    parts = offset(4, turned)
    whole = b"".join(parts)
    damaged = whole[:656] + b'{"id":"' + whole[2 * 656 :]
    assert untouched(parts, 656, 2 * 656) <= keys_in(damaged)


@pytest.mark.parametrize("write", SHIFTED.values(), ids=SHIFTED)
def test_an_archive_with_something_else_in_front_of_it_is_known_all_the_same(
    write: Callable[[], list[bytes]],
) -> None:
    parts = write()
    assert set(KEYS[1:]) <= keys_in(b"some words\n" + b"".join(parts))


@pytest.mark.parametrize("width", [0, 4, 6, 8])
def test_two_concatenated_logs_are_read_without_a_gap(tmp_path: Path, width: int) -> None:
    path = tmp_path / "log.offset"
    path.write_bytes(offset_log(ITEMS[:10], width) + offset_log([*ITEMS[10:], None], width))
    reader = open_archive(path)
    records = list(reader.records())
    assert [(record.key, record.problem) for record in records] == [(key, None) for key in KEYS]
    assert list(reader.records(records[14].after)) == records[15:]


@given(data=st.data())
def test_damage_in_a_log_of_pzp_costs_the_records_it_is_in(data: st.DataObject) -> None:
    written = [
        json.loads(record.raw) for record in open_archive(DATA / "pzp" / "db" / "log").records()
    ]
    parts = [pzp_record(item, empty=number % 3 * 10) for number, item in enumerate(written)]
    whole = b"".join(parts)
    start = data.draw(places(parts))
    junk = data.draw(st.binary(max_size=20))
    lost = data.draw(st.integers(0, 2000) | st.just(2))
    damaged = block_log([whole[:start] + junk + whole[start + lost :]], end=4)
    keys = [item["id"] for item in written]
    assert untouched(parts, start, start + lost, keys) <= keys_in(damaged)


def test_a_deletion_is_believed_only_where_there_are_zeros(tmp_path: Path) -> None:
    first, *others = open_archive(DATA / "pzp" / "db" / "log").records()
    parts = [pzp_record(json.loads(record.raw)) for record in (first, *others)]
    path = tmp_path / "log"
    # Without two bytes, the header of the next record seems to delete thousands of bytes.
    path.write_bytes(block_log([parts[0][:-2], *parts[1:]], end=4))
    found = [record.key for record in open_archive(path).records() if not record.problem]
    assert found == [record.key for record in others]
