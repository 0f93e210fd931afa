"""Messages that are read from parts: each once, linked and in order."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tanglescope.engine.pipeline import direct
from tanglescope.engine.pipeline.building import OrderedMessages
from tanglescope.engine.pipeline.executor import LoadedMessages
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.ordering import Members
from tanglescope.engine.store.arrivals.extracts import Extract
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


class Loaded(LoadedMessages):
    """Messages of archives of one part each, in the files of a folder."""

    def files(self) -> Iterator[tuple[str, int]]:
        for number, file in enumerate(sorted(self.folder.iterdir())):
            yield str(file), number << 48


def members_of(
    *archives: list[Extract],
    left_out: Sequence[int] = (),
    dated: Mapping[int, float] = MappingProxyType({}),
) -> Members:
    """The messages of some archives that count, with numbers in place of names."""
    with TemporaryDirectory() as folder:
        for number, archive in enumerate(archives):
            table = pa.Table.from_pylist([each._asdict() for each in archive], schemas.GOOD)
            pq.write_table(table, f"{folder}/{number}")
        return direct.read_messages(Loaded((), Path(folder), left_out, dated))


def test_what_is_left_out_is_gone_and_the_others_keep_their_places() -> None:
    one = [said(0, "a"), said(9, "b"), said(20, "c")]
    two = [said(0, "b"), said(5, "d"), said(7, "c")]
    found = members_of(one, two, left_out=(20, 1 << 48))
    assert found.names.take(pa.array(found.key)).to_pylist() == ["a", "b", "d", "c"]
    assert found.position.tolist() == [0, 9, (1 << 48) + 5, (1 << 48) + 7]


@pytest.mark.parametrize(
    ("asserted", "received", "dated", "moment"),
    [
        (100.0, 300.0, {}, 100.0),
        (100.0, 300.0, {7: 50.0}, 50.0),
        (None, None, {7: 70.0}, 70.0),
        (None, 70.0, {}, 70.0),
        (None, None, {}, None),
    ],
)
def test_a_message_is_as_old_as_the_earliest_of_its_times(
    asserted: float | None, received: float | None, dated: dict[int, float], moment: float | None
) -> None:
    one, other = said(7, "a", asserted=asserted, received=received), said(9, "b", asserted=80.0)
    found = members_of([said(0, "c"), one, other], dated=dated)
    first, here, last = found.moment.tolist()
    assert (first, None if np.isnan(here) else here, last) == (100.0, moment, 80.0)


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_members_are_thread_by_thread_the_root_first(at_once: int) -> None:
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
    tables = list(direct.threads(members_of(first, second), at_once))
    found = [
        (each.names[root].as_py(), each.names[key].as_py(), causes, opens)
        for each in tables
        for root, key, opens, named in zip(
            each.root, each.key, each.opens.tolist(), each.causes, strict=True
        )
        for causes in [[each.names[cause].as_py() for cause in named.as_py() or ()]]
    ]
    assert [row for row in found if row[0] == "root"] == [
        ("root", "root", [], True),
        ("root", "late", ["root"], False),
        ("root", "reply", ["late"], False),
    ]
    assert sorted(row[:2] for row in found if row[0] != "root") == [
        ("nowhere", "lost"),
        ("other", "other"),
    ]
    assert len(tables) == (3 if at_once == 1 else 2 if at_once == 3 else 1)


def test_a_feed_and_its_threads_are_ordered_as_one() -> None:
    messages = [
        said(0, "a"),
        said(1, "b", previous="a", causes=("x", "ghost"), root="x"),
        said(2, "x"),
        said(3, "c", previous="b"),
    ]
    found = direct.in_order(members_of(messages))
    assert found is not None
    assert found.order is not None
    assert found.order.tolist() == [0, 2, 1, 3]
    assert found.ghosts == ["ghost"]
    assert found.waiting.tolist() == [1]


def test_a_cycle_has_no_order() -> None:
    ring = [said(0, "a", root="b", causes=("b",)), said(1, "b", root="a", causes=("a",))]
    assert direct.in_order(members_of(ring)) is None


def test_no_messages_are_a_graph_too() -> None:
    found = members_of()
    assert list(direct.threads(found)) == []
    assert direct.in_order(found) is not None


Events = dict[str, list[str]]


def ordered(events: Events, moments: dict[str, float]) -> OrderedMessages | None:
    """The order of events that come after others, in the order in which they are given."""
    messages = [
        said(place, name, causes=tuple(causes), asserted=moments[name], received=None)
        for place, (name, causes) in enumerate(events.items())
    ]
    return direct.in_order(members_of(messages))


@given(delivered() | digraphs(), st.data())
def test_events_are_in_time_order_and_a_cycle_has_none(events: Events, data: st.DataObject) -> None:
    moments = {name: data.draw(st.sampled_from([0.0, 1.0, 2.0, np.inf])) for name in events}
    found = ordered(events, moments)
    assert (found is None) == (oracle.ranks(events) is None)
    if found is not None:
        assert found.order is not None
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
    pairs = list(zip(waiting, found.ghosts, strict=True))
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == {
        (name, cause) for name, causes in events.items() for cause in causes if cause not in events
    }
