"""Adjusted times from sorted edges in blocks, compared with those of the graph in memory."""

from collections.abc import Iterator

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.pipeline.spark.tables import (
    TooManyPasses,
    adjust_blocks,
    block_size,
    whole_groups,
)
from tests.engine.linear.strategies import delivered
from tests.engine.store.orders.test_longest_paths import reaches

Events = dict[str, list[str]]

STEP = 7
"""The positions of two messages differ by this many bytes."""


def clock(name: str) -> float:
    """Some time for an event; several have the same."""
    return float(sum(name.encode()) % 5)


def latest(events: Events) -> dict[str, float]:
    """The latest time of each event and its past."""
    return {name: max(map(clock, reaches(events, name) | {name})) for name in events}


def blocks(events: Events, size: int) -> Iterator[pa.Table]:
    """The edges of events, as Spark writes them; without a cause there is a row, too."""
    place = {name: STEP * number for number, name in enumerate(events)}
    rows = [
        {
            "effect": place[name],
            "moment": clock(name),
            "cause": None if cause is None else place.get(cause),
        }
        for name, causes in events.items()
        for cause in causes or [None]
    ]
    kinds = (pa.int64(), pa.float64(), pa.int64())
    schema = pa.schema(zip(("effect", "moment", "cause"), kinds, strict=True))
    batches = pa.Table.from_pylist(rows, schema).to_batches(size)
    return whole_groups(iter(batches), "effect", size)


def adjusted(events: Events, size: int) -> dict[str, float]:
    """The adjusted times."""
    rows = [
        row for table in adjust_blocks(lambda: blocks(events, size)) for row in table.to_pylist()
    ]
    assert [row["position"] for row in rows] == [STEP * number for number in range(len(events))]
    return dict(zip(events, (row["time"] for row in rows), strict=True))


def test_a_block_takes_no_more_than_its_share_of_the_memory() -> None:
    assert 5_500_000 < block_size(4 << 30) < 7_500_000
    assert block_size(0) == 1


@given(delivered(), st.integers(1, 13))
def test_blocks_of_any_size_in_any_order_give_the_latest_times(events: Events, size: int) -> None:
    assert adjusted(events, size) == latest(events)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_history_in_reverse_takes_as_many_passes_as_it_needs(size: int) -> None:
    names = [str(number) for number in range(60)]
    events = {name: names[max(0, i - 1) : i] for i, name in enumerate(names)}
    backwards = dict(reversed(events.items()))
    assert adjusted(backwards, size) == latest(events)


def test_a_cycle_has_one_time_or_is_refused() -> None:
    ring = {"a": ["b"], "b": ["a"]}
    assert set(adjusted(ring, 1).values()) == {max(map(clock, ring))}
    with pytest.raises(TooManyPasses):
        adjusted(ring, 10)


def test_a_message_that_names_itself_is_no_cycle() -> None:
    assert adjusted({"a": ["a"], "b": ["b", "a"]}, 10) == {"a": 2.0, "b": 3.0}
