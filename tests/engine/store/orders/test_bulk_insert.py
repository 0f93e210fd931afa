"""A timeline from a bulk insert equals one built event by event."""

import pytest
from hypothesis import given

from engine.linear.errors import CycleError
from engine.store.orders.bulk_insert import lay, write
from engine.store.orders.timelines import StoredTimeline
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered
from tests.engine.linear.timelines import database


@given(delivered())
def test_its_rows_hold_the_order_the_tips_and_the_ghosts(events: dict[str, list[str]]) -> None:
    connection = database()
    write(connection, {7: lay(events.items()), 8: lay([("x", ["y"])])})
    timeline = StoredTimeline(connection, 7)
    grown = StoredTimeline(database(), 7)
    for name, after in events.items():
        grown.add(name, after)
    assert list(timeline) == oracle.order(events)
    assert (timeline.tips, timeline.ghosts) == (grown.tips, grown.ghosts)


@given(delivered())
def test_it_goes_on_growing(events: dict[str, list[str]]) -> None:
    connection = database()
    first = dict(list(events.items())[: len(events) // 2])
    write(connection, {0: lay(first.items())})
    timeline = StoredTimeline(connection, 0)
    for name, after in events.items():
        if name not in first:
            timeline.add(name, after)
    timeline.save()
    assert list(StoredTimeline(connection, 0)) == oracle.order(events)


def test_a_tall_one_is_written_in_blocks() -> None:
    connection = database()
    names = [f"{number:04}" for number in range(1000)]
    write(connection, {1: lay((name, names[max(0, i - 1) : i]) for i, name in enumerate(names))})
    assert list(StoredTimeline(connection, 1)) == names
    ((blocks, levels, events),) = connection.execute(
        "SELECT count(*), sum(levels), sum(events) FROM blocks"
    )
    assert (blocks, levels, events) == (8, 1000, 1000)


def test_a_cycle_is_refused() -> None:
    with pytest.raises(CycleError):
        lay([("a", ["b"]), ("b", ["a"])])
