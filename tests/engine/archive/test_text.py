import bz2
import gzip
import json
import lzma
import re
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pyarrow
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tanglescope.engine.archive import lines
from tanglescope.engine.archive.checking import Checked, check, follow_chains
from tanglescope.engine.archive.lines import KEPT_OF_TOO_LONG, ValueReader, _ValueWindow
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import START, Record
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.message import canonical as canonical_json
from tanglescope.engine.message.canonical import canonical, parse_nested
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tests.engine.archive.samples import VARIANTS
from tests.engine.authors import Author, post

WHOLE = VARIANTS / "kvt.ndjson"
LINES = WHOLE.read_bytes().splitlines()
KEYS = [json.loads(line)["key"] for line in LINES]
GOOD = [
    "key-value.ndjson",
    "kvt-array-pretty.json",
    "kvt-array.json",
    "kvt-blank-lines.ndjson",
    "kvt-crlf-bom.ndjson",
    "kvt-no-final-newline.ndjson",
    "kvt.ndjson",
    "kvt.ndjson.gz",
    "seq-wrapped.ndjson",
    "ssb-server-log.txt",
    "values.ndjson",
    "with-sync.ndjson",
]


def checked(path: Path) -> list[Checked]:
    return list(follow_chains(check(open_archive(path).records()), FeedChains()))


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", GOOD)
def test_every_shape_holds_the_same_messages(name: str) -> None:
    found = checked(VARIANTS / name)
    assert [item.computed for item in found] == KEYS
    assert {item.verdict.status for item in found} == {ValidationStatus.VALID}


@pytest.mark.parametrize("name", GOOD)
def test_shapes_differ_in_what_they_claim(name: str) -> None:
    records = list(open_archive(VARIANTS / name).records())
    has_no_keys, has_no_times = (
        name == "values.ndjson",
        name in ("values.ndjson", "key-value.ndjson"),
    )
    assert [record.key for record in records] == ([None] * 30 if has_no_keys else KEYS)
    assert all((record.received is None) == has_no_times for record in records)


@pytest.mark.parametrize("name", sorted(path.name for path in VARIANTS.iterdir()))
def test_reading_goes_on_at_any_record(name: str) -> None:
    reader = open_archive(VARIANTS / name)
    records = list(reader.records())
    for number, record in enumerate(records):
        is_torn = record.problem is Rule.JSON and record is records[-1]
        assert list(reader.records(record.after)) == records[number + (not is_torn) :]


@pytest.mark.parametrize("name", ["log.ndjson"])
def test_every_message_of_the_original_software_is_valid(
    small: Path, fixtures: Path, name: str
) -> None:
    for folder, size in ((small, 1000), (fixtures, 300)):
        found = checked(folder / name)
        assert [item.computed for item in found] == [item.record.key for item in found]
        assert [item.verdict.status for item in found] == [ValidationStatus.VALID] * size


def test_a_torn_last_line_is_one_bad_record() -> None:
    found = checked(VARIANTS / "torn-line.ndjson")
    assert [item.computed for item in found[:-1]] == KEYS[:29]
    assert found[-1].verdict.rule is Rule.JSON
    assert str(found[-1].record.place) == "line 30"


def test_a_bad_line_costs_only_itself() -> None:
    records = list(open_archive(VARIANTS / "bad-line.ndjson").records())
    bad = [record for record in records if record.problem]
    assert [record.problem for record in bad] == [Rule.JSON]
    lines = [int(str(record.place).removeprefix("line ")) for record in records]
    zeroed = {21}
    assert lines == [number for number in range(1, 31) if number not in zeroed]


def test_decrypted_exports_are_restored_to_what_was_signed() -> None:
    found = checked(VARIANTS / "decrypted-ssb-db.ndjson")
    assert len(found) == 10
    assert all(item.computed == item.record.key for item in found)
    assert {item.verdict.status for item in found} == {ValidationStatus.GAP}
    assert any(item.message is not None and item.message.is_encrypted for item in found)


def test_the_decrypted_exports_of_ssb_db2_are_restored_too(tmp_path: Path, small: Path) -> None:
    lines = [json.loads(line) for line in (small / "log.ndjson").read_bytes().split(b"\n")[:-1]]
    for line in lines:
        content = line["value"]["content"]
        if isinstance(content, str):
            line["value"]["content"] = {"type": "post", "text": "decrypted"}
            line["meta"] = {"private": True, "originalContent": content, "encryptionFormat": "box"}
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    found = checked(written(tmp_path / "db2.ndjson", data))
    assert {item.verdict.status for item in found} == {ValidationStatus.VALID}


@pytest.mark.parametrize("name", ["kvt-array.json", "kvt-array-pretty.json", "ssb-server-log.txt"])
@given(data=st.data())
def test_a_damaged_stretch_of_text_costs_only_the_records_it_touches(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    whole = (VARIANTS / name).read_bytes()
    start = data.draw(st.integers(5, len(whole) - 60))
    size = data.draw(st.integers(1, 40))
    damaged = whole[:start] + b"X" * size + whole[start + size :]
    path = written(tmp_path_factory.mktemp("damaged") / name, damaged)
    keys = {item.computed for item in check(open_archive(path).records())}
    assert len(set(KEYS) - keys) <= 2


@pytest.mark.parametrize("name", ["kvt-array.json", "ssb-server-log.txt"])
def test_a_missing_bracket_costs_only_its_record(tmp_path: Path, name: str) -> None:
    whole = (VARIANTS / name).read_bytes()
    at = whole.index(b"}", len(whole) // 2)
    path = written(tmp_path / name, whole[:at] + whole[at + 1 :])
    found = check(open_archive(path).records())
    assert len({item.computed for item in found} & set(KEYS)) == 29
    assert [item.verdict.rule for item in found if item.verdict.rule] == [Rule.JSON]


@pytest.mark.parametrize("name", ["kvt.ndjson", "kvt-array-pretty.json", "ssb-server-log.txt"])
def test_zstd_holds_every_shape(tmp_path: Path, name: str) -> None:
    packed = pyarrow.compress((VARIANTS / name).read_bytes(), codec="zstd", asbytes=True)
    reader = open_archive(written(tmp_path / "a.zst", packed))
    records = list(reader.records())
    assert [record.key for record in records] == KEYS
    assert list(reader.records(records[7].after)) == records[8:]
    cut = list(open_archive(written(tmp_path / "cut.zst", packed[:-9])).records())
    assert cut[-1].problem is Rule.DAMAGED


def test_zstd_may_start_with_what_is_to_be_skipped(tmp_path: Path) -> None:
    skipped = bytes.fromhex("502a4d18 04000000 74686174")
    path = written(
        tmp_path / "archive", skipped + pyarrow.compress(WHOLE.read_bytes(), "zstd", asbytes=True)
    )
    assert [item.computed for item in checked(path)] == KEYS


@pytest.mark.parametrize("cut", [1, 100, 4000])
def test_a_cut_gzip_is_read_as_far_as_it_goes(tmp_path: Path, cut: int) -> None:
    whole = (VARIANTS / "kvt.ndjson.gz").read_bytes()
    records = list(open_archive(written(tmp_path / "cut.gz", whole[:-cut])).records())
    assert [record.key for record in records if not record.problem] == KEYS[: len(records)][
        : sum(not record.problem for record in records)
    ]
    assert records[-1].problem is Rule.DAMAGED


def test_lines_end_in_line_feeds_only(tmp_path: Path) -> None:
    separators = "\u2028\u2029\u0085\x0b\x0c".encode()
    line = b'{"value":{"text":"' + separators[:8] + b'"}}\n'
    records = list(open_archive(written(tmp_path / "a", line * 3)).records())
    assert [record.problem for record in records] == [None] * 3


def test_a_line_without_end_is_one_bad_record_in_little_memory(tmp_path: Path) -> None:
    data = WHOLE.read_bytes() + b'{"a":"' + b"x" * 5_000_000 + b'"}\n' + LINES[0] + b"\n"
    records = list(open_archive(written(tmp_path / "a", data)).records())
    assert [record.problem for record in records] == [None] * 30 + [Rule.TOO_LONG, None]
    assert len(records[30].raw) <= KEPT_OF_TOO_LONG
    assert len(records[30].raw) < 100_000


def test_json_that_isnt_a_message_has_an_id_and_a_place(tmp_path: Path) -> None:
    data = LINES[0] + b'\n5\n"text"\n{}\nnull\n[1]\n{"key":7,"value":{}}\n'
    found = checked(written(tmp_path / "a", data))
    assert [str(item.record.place) for item in found] == [f"line {n}" for n in range(1, 8)]
    assert all(item.computed for item in found)
    assert [item.verdict.rule for item in found[1:]] == [
        Rule.SHAPE,
        Rule.SHAPE,
        Rule.AUTHOR,
        Rule.SHAPE,
        Rule.SHAPE,
        Rule.SHAPE,
    ]


@pytest.mark.parametrize("depth", [400, 500, 520, 1000, 1500, 2500])
def test_deep_nesting_is_a_matter_of_size_and_has_an_id(tmp_path: Path, depth: int) -> None:
    value = json.loads(LINES[0])["value"]
    text = json.dumps(value | {"content": {"type": "post", "deep": "HERE"}})
    text = text.replace('"HERE"', "[" * depth + "]" * depth)
    key = message_id(canonical(parse_nested(text)))
    lines = [
        text,
        f'{{"key": "{key}", "value": {text}}}',
        f'{{"key": "{KEYS[0]}", "value": {text}}}',
    ]
    found = checked(written(tmp_path / "a", "\n".join(lines).encode()))
    assert [item.computed for item in found] == [key] * 3
    assert [item.verdict.rule for item in found] == [Rule.SIZE, Rule.SIZE, Rule.ID]


@pytest.mark.parametrize("depth", [3500, 5000, 100_000])
def test_what_is_nested_too_deep_for_an_id_is_too_large(tmp_path: Path, depth: int) -> None:
    value = "[" * depth + "]" * depth
    line = f'{{"key": "{KEYS[0]}", "value": {{"content": {value}}}}}'
    (found,) = checked(written(tmp_path / "a", line.encode()))
    assert (found.computed, found.verdict.rule) == (None, Rule.SIZE)


def test_a_false_key_is_bad_and_the_feed_goes_on(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in LINES]
    lines[0]["key"] = KEYS[1]
    path = written(tmp_path / "a", "\n".join(map(json.dumps, lines)).encode())
    found = checked(path)
    assert [item.verdict.rule for item in found] == [Rule.ID] + [None] * 29
    assert found[0].computed == KEYS[0]


def test_gzip_holds_every_shape(tmp_path: Path) -> None:
    for name in ("kvt-array-pretty.json", "ssb-server-log.txt"):
        data = gzip.compress((VARIANTS / name).read_bytes())
        records = open_archive(written(tmp_path / "a.gz", data)).records()
        assert [record.key for record in records] == KEYS


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", [name for name in GOOD if not name.endswith(".gz")])
def test_what_windows_redirected_to_a_file_holds_every_shape(
    tmp_path: Path, name: str, codec: str, mark: str
) -> None:
    text = (VARIANTS / name).read_bytes().decode("utf-8-sig")
    data = (mark + text.replace("\n", "\r\n")).encode(codec)
    reader = open_archive(written(tmp_path / "archive", data))
    records = list(reader.records())
    assert [item.computed for item in check(records)] == KEYS
    assert list(reader.records(records[11].after)) == records[12:]


def zstd(data: bytes) -> bytes:
    packed: bytes = pyarrow.compress(data, "zstd", asbytes=True)
    return packed


GRAPHS = {
    "nodes": '{"id": "a", "after": []}\n{"id": "b", "after": ["a"]}\n',
    "mermaid": "flowchart TD\n a --> b\n b --> c\n",
    "dot": "digraph {\n a -> b\n}\n",
}


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("packed", [bytes, gzip.compress, bz2.compress, lzma.compress, zstd])
@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_graphs_are_read_in_every_encoding_and_compression(
    tmp_path: Path, name: str, packed: Callable[[bytes], bytes], codec: str, end: str
) -> None:
    plain = open_archive(written(tmp_path / "plain", GRAPHS[name].encode())).records()
    data = packed(GRAPHS[name].replace("\n", end).encode(codec))
    records = open_archive(written(tmp_path / "other", data)).records()
    assert [record.value for record in records] == [record.value for record in plain]


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("packed", [gzip.compress, bz2.compress, lzma.compress])
def test_a_graph_whose_compression_is_damaged_is_reported(
    tmp_path: Path, name: str, packed: Callable[[bytes], bytes]
) -> None:
    data = packed(GRAPHS[name].encode())
    records = list(open_archive(written(tmp_path / "cut", data[:-5])).records())
    assert records[-1].problem is Rule.DAMAGED


def test_half_a_character_at_the_end_of_utf16_costs_one_record(tmp_path: Path) -> None:
    data = b"\n".join(LINES).decode().encode("utf-16")[:-1]
    *good, bad = open_archive(written(tmp_path / "archive", data)).records()
    assert [record.key for record in good] == KEYS[:-1]
    assert bad.problem is Rule.JSON


@pytest.mark.parametrize("separator", [b"\r", b" ", b",", b",\n", b",\r\n"])
def test_messages_may_be_side_by_side(tmp_path: Path, separator: bytes) -> None:
    found = checked(written(tmp_path / "archive", separator.join(LINES * 20)))
    assert [item.computed for item in found] == KEYS * 20


def test_every_item_of_an_array_is_a_record(tmp_path: Path) -> None:
    data = b"[" + LINES[0] + b', 5,"a,b" ,null,\n' + LINES[1] + b",true]"
    found = checked(written(tmp_path / "archive", data))
    assert [str(item.record.place) for item in found] == [f"item {n}" for n in range(1, 7)]
    shape = Rule.SHAPE
    assert [item.verdict.rule for item in found] == [None, shape, shape, shape, None, shape]


@pytest.mark.parametrize("item", [b"[]", b"[1]", b"[[],[]]", b'["a]",[2]]', b"[" + LINES[0] + b"]"])
def test_an_array_in_an_array_is_an_item(tmp_path: Path, item: bytes) -> None:
    data = b"[" + item + b"," + LINES[0] + b", " + item + b"]\n[" + item + b"\n]"
    records = list(open_archive(written(tmp_path / "archive", data)).records())
    assert [record.raw for record in records] == [item, LINES[0], item, item]
    for record, following in pairwise(records):
        assert next(open_archive(tmp_path / "archive").records(record.after)) == following


def test_an_array_in_an_array_that_breaks_off_is_one_bad_record(tmp_path: Path) -> None:
    (record,) = open_archive(written(tmp_path / "archive", b"[" * 100_000)).records()
    assert record.problem is Rule.JSON


@pytest.mark.parametrize("count", range(6))
def test_zeros_of_a_power_failure_may_come_first(tmp_path: Path, count: int) -> None:
    path = written(tmp_path / "archive", bytes(count) + b"\n" + b"\n".join(LINES))
    assert [item.computed for item in checked(path)] == KEYS


def test_wrappings_in_wrappings_are_no_message(tmp_path: Path) -> None:
    deep = b'{"seq":1,"value":' * 1010 + b"1" + b"}" * 1010
    (item,) = checked(written(tmp_path / "archive", deep))
    assert item.message is None


@pytest.mark.parametrize(
    "entry", [b'{"key":"%', b'{"key":"%",', b'{"key":"%"}{"key":"%', b'[{"key":"%']
)
@pytest.mark.parametrize("lead", [b"{\n", b"["])
def test_what_seems_to_start_again_and_again_is_not_read_again_and_again(
    tmp_path: Path, lead: bytes, entry: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.archive.lines._LOOKED_AT_IN_VAIN", 1 << 16)
    path = written(tmp_path / "archive", lead + entry * 20_000)
    assert sum(1 for _ in open_archive(path).records()) < 100 + 20_000 * entry.count(b"}")


def test_records_are_values(tmp_path: Path) -> None:
    record = next(open_archive(WHOLE).records())
    assert isinstance(record, Record)
    assert record.raw == LINES[0]
    assert record.received == 1438787048223


@pytest.mark.parametrize("first", [b"[]", b"[1]", b'["a", []]'])
@pytest.mark.parametrize("second", [LINES[0], b"null", b"nonsense"])
def test_an_array_on_the_first_of_several_lines_is_a_record(
    tmp_path: Path, first: bytes, second: bytes
) -> None:
    path = tmp_path / "archive"
    path.write_bytes(first + b"\n\n" + second + b"\n" + LINES[1] + b"\n")
    places = [str(item.record.place) for item in checked(path)]
    assert places == ["line 1", "line 3", "line 4"]
    assert not any(item.verdict.is_good for item in checked(path)[:1])


PIECES = ["{", "}", "[", "]", '"', "\\", '\\"', ",", ":", "\n", "\n  {", "\n{", " ", "a", "\0"]
DEEP = st.integers(5, 12).map(lambda depth: "[" * depth + "{}" + "]" * depth)
VALUES = st.recursive(
    st.integers() | st.text(max_size=5),
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=3), each, max_size=3)
    ),
    max_leaves=12,
).map(json.dumps)


def measured(data: bytes, *, is_array: bool, at_once: bool) -> list[tuple[int, int, Rule | None]]:
    """Where each value begins, its size, and its problem."""
    window = _ValueWindow(BytesIO(data), START, is_array)
    if not at_once:
        window._whole = re.compile(rb"(?!)")
    found = []
    while window.is_at_value():
        size, problem = window.measure()
        found.append((window.cursor.offset, size, problem))
        window.move(size, window.after(size))
    return found


@given(
    text=st.lists(st.sampled_from(PIECES) | DEEP | VALUES, max_size=40).map("".join),
    is_array=st.booleans(),
)
@example(text="{\n{}}", is_array=False)  # what Python 3.11.2 found in them at once was longer
@example(text="[{,\n  {}}]", is_array=True)
def test_a_value_measured_at_once_is_what_its_tokens_say(text: str, is_array: bool) -> None:
    data = text.encode()
    at_once, by_tokens = (measured(data, is_array=is_array, at_once=each) for each in (True, False))
    assert at_once == by_tokens


ITEMS = st.sampled_from([f"{line.decode()},\n" for line in LINES[:3]])


@given(st.lists(st.sampled_from(PIECES) | VALUES | ITEMS, max_size=20).map("".join))
def test_items_read_in_a_run_are_those_read_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = written(tmp_path_factory.getbasetemp() / "items.json", b"[" + text.encode())
    reader = ValueReader(ArchiveSource(path), is_array=True)
    in_a_run = list(reader.records())
    with patch.object(_ValueWindow, "whole_items", lambda _: iter(())):
        one_by_one = list(reader.records())
    assert in_a_run == one_by_one


STARTS = st.sampled_from(['{"key":"%a"}\n', '{"key":"%', "\n  {}"])


@given(
    st.lists(st.sampled_from(PIECES) | STARTS | VALUES, max_size=30).map("".join),
    st.booleans(),
    st.sampled_from([1, 7, 16]),
    st.sampled_from([30, lines.LONGEST]),
)
def test_values_are_the_same_however_much_is_in_memory_and_wherever_reading_resumes(
    tmp_path_factory: pytest.TempPathFactory,
    text: str,
    is_array: bool,
    in_memory: int,
    longest: int,
) -> None:
    path = written(tmp_path_factory.getbasetemp() / "values.json", text.encode())
    reader = ValueReader(ArchiveSource(path), is_array=is_array)
    with (
        patch.multiple(lines, LONGEST=longest, _FURTHEST=2 * longest),
        patch.multiple(canonical_json, LONGEST=longest, _LONGEST_QUICK=0),
    ):
        all_at_once = list(reader.records())
        for number, record in enumerate(all_at_once[:-1], 1):
            assert list(reader.records(record.after)) == all_at_once[number:]
        with patch.object(lines, "_CHUNK", in_memory):
            assert list(reader.records()) == all_at_once


@pytest.mark.parametrize("most", [8, 100])
def test_the_end_of_a_value_without_end_is_not_searched(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "_MOST_NESTED", most)
    said = Author("ann").say(post("still here"))
    path = tmp_path / "log.json"
    deep = b'{"a":' * 20 + b"1" + b"}" * 20
    path.write_bytes(b'{\n"key": "%x"}\n' + deep + b"\n" + said.line)
    *bad, good = open_archive(path).records()
    assert good.key == said.key
    assert (Rule.JSON in {record.problem for record in bad}) == (most < 20)
