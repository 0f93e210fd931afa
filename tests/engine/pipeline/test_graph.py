"""The graph that is read from parts: reported exceptions apply, left-out messages are gone."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.linear.graph import Graph, Node
from engine.linear.orders.timestamps import timestamp_order
from engine.pipeline.files import schemas
from engine.pipeline.files.writing import StagedFile
from engine.pipeline.graph import MessageGraph, PartFile, TimedEvents, put_in_order
from engine.store.arrivals.extracts import Extract
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered, digraphs


def said(
    offset: int,
    key: str,
    *,
    previous: str | None = None,
    root: str | None = None,
    causes: tuple[str, ...] = (),
    asserted: float | None = 100.0,
    received: float | None = 100.0,
    title: str | None = None,
) -> Extract:
    """A message as stored in a part."""
    place = (offset, offset, key, f"@{key}", 1, previous, asserted, received, "post", "{}")
    return Extract(*place, "valid", None, (), (), "", "", None, None, root, causes, title)


def file_of(folder: Path, messages: list[Extract], first: int = 0) -> PartFile:
    """A part with these messages, at positions from `first` on."""
    path = folder / f"{first}.parquet"
    with StagedFile(path, schemas.GOOD) as file:
        file.rows(messages)
    return PartFile(str(path), first)


def exceptions(*rows: tuple[int, bool, float | None]) -> pa.Table:
    """Reports about positions: left out or not, and times of receipt."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    return pa.table(columns or [[], [], []], schema=schemas.EXCEPTION_TABLE)


def test_what_is_left_out_is_gone_and_the_others_keep_their_places(tmp_path: Path) -> None:
    one = file_of(tmp_path, [said(0, "a"), said(9, "b"), said(20, "c")])
    two = file_of(tmp_path, [said(0, "b"), said(5, "d")], first=1 << 48)
    graph = MessageGraph.read([one, two], exceptions((1 << 48, True, None)))
    assert graph.columns["key"].to_pylist() == ["a", "b", "c", "d"]
    assert graph.position.tolist() == [0, 9, 20, (1 << 48) + 5]


@pytest.mark.parametrize(
    ("asserted", "received", "told", "moment"),
    [(100.0, 300.0, None, 100.0), (100.0, 300.0, 50.0, 50.0), (None, None, 70.0, 70.0)],
)
def test_a_message_is_as_old_as_the_earlier_of_its_times(
    asserted: float | None,
    received: float | None,
    told: float | None,
    moment: float,
    tmp_path: Path,
) -> None:
    one = file_of(tmp_path, [said(7, "a", asserted=asserted, received=received)])
    told_of = exceptions() if told is None else exceptions((7, False, told))
    assert MessageGraph.read([one], told_of).moment.tolist() == [moment]


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_members_are_thread_by_thread_the_root_first(tmp_path: Path, at_once: int) -> None:
    first = [
        said(0, "late", root="root", causes=("root",)),
        said(1, "other", title="Another talk"),
        said(2, "root", title="A talk"),
    ]
    second = [
        said(3, "reply", root="root", causes=("late",)),
        said(4, "lost", root="nowhere", causes=("nowhere",)),
        said(5, "alone"),
    ]
    parts = [file_of(tmp_path, first), file_of(tmp_path, second, first=1 << 48)]
    tables = list(MessageGraph.read(parts, exceptions()).threads(at_once))
    columns = ("root", "key", "author", "causes", "opens")
    rows = [row for table in tables for row in zip(*map(table.column, columns), strict=True)]
    found = [tuple(value.as_py() for value in row) for row in rows]
    assert [row for row in found if row[0] == "root"] == [
        ("root", "root", "@root", [], True),
        ("root", "late", "@late", ["root"], False),
        ("root", "reply", "@reply", ["late"], False),
    ]
    assert sorted(row[:2] for row in found if row[0] != "root") == [
        ("nowhere", "lost"),
        ("other", "other"),
    ]
    assert len(tables) == (3 if at_once == 1 else 2 if at_once == 3 else 1)


def test_a_feed_and_its_threads_are_ordered_as_one(tmp_path: Path) -> None:
    messages = [
        said(0, "a"),
        said(1, "b", previous="a", causes=("x", "ghost"), root="x"),
        said(2, "x"),
        said(3, "c", previous="b"),
    ]
    found = MessageGraph.read([file_of(tmp_path, messages)], exceptions()).in_order()
    assert found is not None
    assert found.order.tolist() == [0, 2, 1, 3]
    assert found.ghosts.to_pylist() == ["ghost"]
    assert found.waiting.tolist() == [1]


def test_a_cycle_has_no_order(tmp_path: Path) -> None:
    ring = [said(0, "a", root="b", causes=("b",)), said(1, "b", root="a", causes=("a",))]
    assert MessageGraph.read([file_of(tmp_path, ring)], exceptions()).in_order() is None


def test_no_messages_are_a_graph_too() -> None:
    graph = MessageGraph.read([], exceptions())
    assert list(graph.threads()) == []
    assert graph.in_order() is not None


Events = dict[str, list[str]]


def ordered(events: Events, moments: dict[str, float]) -> TimedEvents | None:
    effect = [place for place, causes in enumerate(events.values()) for _ in causes]
    causes = [cause for causes in events.values() for cause in causes]
    names = pa.array(list(events), pa.string())
    own = np.array([moments[name] for name in events], np.float64)
    return put_in_order(names, own, np.array(effect, np.int64), pa.array(causes, pa.string()))


@given(delivered() | digraphs(), st.data())
def test_events_are_in_time_order_and_a_cycle_has_none(events: Events, data: st.DataObject) -> None:
    moments = {name: data.draw(st.sampled_from([0.0, 1.0, 2.0, np.inf])) for name in events}
    found = ordered(events, moments)
    assert (found is None) == (oracle.ranks(events) is None)
    if found is not None:
        nodes = (
            Node(name, tuple({*causes} - {name}), asserted=moments[name])
            for name, causes in events.items()
        )
        names = list(events)
        in_order = timestamp_order(Graph(tuple(nodes)))
        assert [names[place] for place in found.order.tolist()] == in_order


@given(delivered())
def test_causes_that_are_not_there_are_reported_once(events: Events) -> None:
    found = ordered(events, dict.fromkeys(events, 0.0))
    assert found is not None
    names = list(events)
    waiting = [names[place] for place in found.waiting.tolist()]
    pairs = list(zip(waiting, found.ghosts.to_pylist(), strict=True))
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {
        (name, cause) for name, causes in events.items() for cause in causes if cause not in events
    }
