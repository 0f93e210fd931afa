"""Hostile graph files: each bad line is reported with its rule, and the rest is read."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.graphs.pieces import read_piece
from tanglescope.engine.archive.record import START, Dialect, Place, Record
from tanglescope.engine.library import Library

GOOD = '{"id":"good","after":[]}\n'
CASES: dict[str, tuple[str, dict[str, int]]] = {
    "nested": ('{"nodes":[{"id":"a","after":' + "[" * 9000 + "]" * 9000 + "}]}\n", {"json": 1}),
    "half a character": ('{"id":"\\ud800","after":[]}\n', {"json": 1}),
    "no number": ('{"id":"a","after":[],"asserted":NaN}\n', {"json": 1}),
    "infinite": ('{"id":"a","after":[],"asserted":1e999}\n', {"json": 1}),
    "too large": ('{"id":"a","after":[],"depth":99999999999999999999999}\n', {"shape": 1}),
    "twice": ('{"id":"good","after":["a"]}\n', {"duplicate": 1}),
    "no list": ('{"id":"a","after":"good"}\n', {"shape": 1}),
    "of numbers": ('{"id":"a","after":[1]}\n', {"shape": 1}),
    "nodes": ('{"nodes":{}}\n', {"shape": 1}),
    "references": ('{"id":"a","after":[],"references":[7]}\n', {"shape": 1}),
    "a zero": ('{"id":"good\\u0000","after":[]}\n', {"shape": 1}),
    "after a zero": ('{"id":"a","after":["good\\u0000"]}\n', {"shape": 1}),
    "cycle": ('{"id":"a","after":["b"]}\n{"id":"b","after":["a"]}\n', {"cycle": 2}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_rest_of_a_file_is_shown(case: str, tmp_path: Path) -> None:
    lines, rules = CASES[case]
    (tmp_path / "file.ndjson").write_text(GOOD + lines + GOOD.replace("good", "last"))
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(tmp_path / "file.ndjson")
        assert report.rules == rules
        assert report.first_bad is not None
        assert "file.ndjson, line 2" in report.first_bad
        assert library.conversation("graph:file").in_order() == ["good", "last"]
        assert library.check().ok


def test_a_node_may_come_after_very_many(tmp_path: Path) -> None:
    many = [f"n{number}" for number in range(20_000)]
    line = json.dumps({"id": "a", "after": many}) + "\n"
    (tmp_path / "file").write_text(line + '{"id":"n0","after":["a"]}\n' + GOOD)
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(tmp_path / "file")
        assert (report.added, report.rules) == (1, {"cycle": 2})


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
FIELDS = ["after", "asserted", "batch", "depth", "id", "label", "received", "references"]
NODES = st.dictionaries(st.sampled_from([*FIELDS, "sequence", "text", "writer"]), VALUES)


@given(st.lists(NODES | VALUES, max_size=4), st.dictionaries(st.sampled_from(["head"]), VALUES))
def test_nodes_of_any_shape_are_taken_in_or_refused(nodes: list[Any], more: dict[str, Any]) -> None:
    value = {"nodes": nodes, **more}
    record = Record(Place("line", 1), b"", START, value=value, dialect=Dialect.GRAPH)
    piece = read_piece(record)
    assert {refused.rule for refused in piece.refused} <= {"shape", "duplicate"}
    if not more:
        assert len(piece.items) + len(piece.refused) == len(nodes)


def pauses(archive: Path, database: Path) -> Iterator[float]:
    """How long, in processor time, each pause of another thread is while an archive is imported."""
    found = [0.0]
    over = Event()

    def wait() -> None:
        last = process_time()
        while not over.wait(0.001):
            now = process_time()
            found.append(now - last)
            last = now

    other = Thread(target=wait)
    other.start()
    try:
        with Library.open(database) as library:
            library.ingest(archive)
    finally:
        over.set()
        other.join()
    yield from found


LONG_LINES = {
    "nodes": ('{"nodes":[%s]}', '{"id":"%d","after":["%d"]}', 900_000),
    "causes": ('{"id":"x","after":[%s]}', '"%d"', 3_900_000),
    "writers": ('{"writers":[%s],"nodes":[]}', '{"key":"%d"}', 1_300_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", LONG_LINES)
def test_one_line_never_holds_the_interpreter_for_half_a_second(tmp_path: Path, kind: str) -> None:
    line, item, often = LONG_LINES[kind]
    count = item.count("%d")
    items = ",".join(item % ((number,) * count) for number in range(often))
    (tmp_path / "file").write_text(line % items)
    longest = (max(pauses(tmp_path / "file", tmp_path / f"{n}.db")) for n in range(3))
    assert any(each < 0.5 for each in longest)


def test_nothing_collects_garbage_while_a_large_value_is_read(tmp_path: Path) -> None:
    """A collection visits all of its nodes, and no other thread runs meanwhile."""
    nodes = ",".join(f'{{"id":"{number}","after":[]}}' for number in range(3000))
    (tmp_path / "file").write_text(f'{{"nodes":[{nodes}]}}')
    begun = []

    def note(phase: str, _: dict[str, int]) -> None:
        begun.append(phase)

    before = gc.get_threshold()
    with Library.open(tmp_path / "library.db") as library:
        gc.callbacks.append(note)
        gc.set_threshold(100, 1, 1)
        try:
            library.ingest(tmp_path / "file")
            inside = len(begun)
        finally:
            gc.set_threshold(*before)
            gc.callbacks.remove(note)
    assert inside <= 4  # before the import begins, and after its end


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":"x","after":[],"more":%b}',
        b'{"nodes":[{"id":"x","after":[],"more":%b},{"id":"y","after":[]}]}',
        b'{"event_id":"x","prev_events":[],"sender":"@u:s","type":"m.x","content":{"more":%b}}',
    ],
)
def test_what_is_nested_too_deeply_to_be_kept_is_one_bad_record(
    line: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "deep.ndjson"
    path.write_bytes(line % (b"[" * 900 + b"]" * 900) + b'\n{"id":"z","after":[]}\n')
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(path)
        [bad] = library.quarantine.page()
    assert report.added == 1 + (b"nodes" in line)
    assert bad.key == "x"
    assert bad.raw
