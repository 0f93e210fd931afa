import random
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.orders import levels
from engine.store.orders.timelines import StoredTimeline
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered
from tests.engine.linear.timelines import database

ORDER = """
    SELECT name FROM blocks JOIN levels USING (timeline, block) JOIN events USING (timeline, level)
    WHERE timeline = ? ORDER BY blocks.label, levels.label, name
"""


def random_events(count: int) -> dict[str, list[str]]:
    random_ = random.Random(count)
    names = [f"{random_.getrandbits(32):08x}" for _ in range(count)]
    events = {
        name: random_.sample(names[max(0, index - 20) : index], min(index, 2))
        for index, name in enumerate(names)
    }
    random_.shuffle(names)
    return {name: events[name] for name in names}


def order_in(connection: sqlite3.Connection, timeline: int) -> list[str]:
    return [name for (name,) in connection.execute(ORDER, (timeline,))]


def test_the_database_lists_the_order_by_itself() -> None:
    connection = database()
    events = random_events(1000)
    timeline = StoredTimeline(connection, 5, in_memory=150)
    for name, after in events.items():
        timeline.add(name, after)
    timeline.save()
    assert order_in(connection, 5) == list(timeline) == oracle.order(events)


@given(delivered(), st.integers(0, 14), st.integers(0, 14))
def test_a_page_is_a_slice_of_the_order(
    events: dict[str, list[str]], first: int, count: int
) -> None:
    timeline = StoredTimeline(database(), 0)
    timeline.extend(events.items())
    assert timeline.names(first, count) == oracle.order(events)[first : first + count]


def test_a_rollback_leaves_what_was_committed() -> None:
    connection = database()
    with connection:
        timeline = StoredTimeline(connection, 0)
        timeline.extend([("b", ["a"]), ("c", ["b"])])
        timeline.save()
    timeline.add("a", [])
    timeline.save()
    connection.rollback()
    reopened = StoredTimeline(connection, 0)
    assert list(reopened) == ["b", "c"]
    assert reopened.ghosts == {"a"}
    assert reopened.tips == {"c"}


def test_timelines_of_one_database_know_nothing_of_each_other() -> None:
    connection = database()
    timelines = [StoredTimeline(connection, number) for number in range(20)]
    events = list(random_events(400).items())
    for index, (name, after) in enumerate(events):
        timelines[index % 20].add(name, after)
        timelines[(index + 1) % 20].add(name, after)
    for number, timeline in enumerate(timelines):
        timeline.save()
        known = {
            name: after
            for index, (name, after) in enumerate(events)
            if number in (index % 20, (index + 1) % 20)
        }
        assert list(StoredTimeline(connection, number)) == oracle.order(known)


def test_looking_at_a_timeline_writes_nothing() -> None:
    connection = database()
    timeline = StoredTimeline(connection, 0)
    timeline.extend(random_events(400).items())
    timeline.save()
    connection.commit()
    connection.execute("PRAGMA query_only = 1")
    reader = StoredTimeline(connection, 0)
    middle = reader[200]
    assert reader.position(middle) == 200
    assert reader.past(middle) == timeline.past(middle)
    assert reader.future(middle) == timeline.future(middle)
    assert reader.tips == timeline.tips
    reader.save()
    assert not connection.in_transaction


def test_memory_is_bounded_by_what_is_asked_for() -> None:
    connection = database()
    events = random_events(1000)
    timeline = StoredTimeline(connection, 0, in_memory=300)
    most = 0
    for name, after in events.items():
        timeline.add(name, after)
        most = max(most, timeline._events.in_memory)
    assert most < 800


@pytest.mark.parametrize("step", [8, levels.STEP])
@pytest.mark.parametrize("reverse", [False, True])
def test_a_long_chain_keeps_its_labels_apart(
    monkeypatch: pytest.MonkeyPatch, reverse: bool, step: int
) -> None:
    monkeypatch.setattr(levels, "STEP", step)
    connection = database()
    timeline = StoredTimeline(connection, 0, in_memory=300)
    names = [f"{index:05}" for index in range(2000)]
    chain = [(name, [names[index - 1]] if index else []) for index, name in enumerate(names)]
    for number, (name, after) in enumerate(chain[::-1] if reverse else chain):
        timeline.add(name, after)
        if number % 50 == 0:
            timeline.save()
    timeline.save()
    assert order_in(connection, 0) == names
