"""Threads that are ordered all at once equal the timelines of each."""

from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.arrow import chunks_of
from tanglescope.engine.pipeline.ordering import Members, latest_earlier, order_threads
from tanglescope.engine.store.conversations.orders import rank_members
from tanglescope.engine.tangle import causes as rule
from tanglescope.engine.tangle.causes import SignedMember, Written
from tests.engine.linear.strategies import delivered, digraphs
from tests.engine.tangle.members import ROOT, conversations

MEMBERS = pa.schema(
    [
        ("root", pa.string()),
        ("key", pa.string()),
        ("author", pa.string()),
        ("sequence", pa.int64()),
        ("previous", pa.string()),
        ("moment", pa.float64()),
        ("position", pa.int64()),
        ("causes", pa.list_(pa.string())),
        ("opens", pa.bool_()),
    ]
)

Events = dict[str, list[str]]


def members(threads: list[Events]) -> pa.Table:
    """The messages of each of `threads`, below a missing root, by an author each."""
    named = [(number, *event) for number, each in enumerate(threads) for event in each.items()]
    rows = [
        (f"root {number}", name, name, 1, None, float(place), place, causes, False)
        for place, (number, name, causes) in enumerate(named)
    ]
    found = [dict(zip(MEMBERS.names, row, strict=True)) for row in rows]
    for row in found:
        row["causes"] = list(dict.fromkeys(row["causes"]))
    return pa.Table.from_pylist(found, schema=MEMBERS)


def grown(events: Events) -> tuple[Timeline, list[str]]:
    """The timeline event by event, and the events that it refuses."""
    timeline, refused = Timeline(), []
    for name, causes in events.items():
        try:
            timeline.add(name, causes)
        except CycleError:
            refused.append(name)
    return timeline, refused


Row = dict[str, Any]


def ordered(members: pa.Table) -> dict[str, Row]:
    """The orders of threads, by root; the names of their messages are found by position."""
    names = dict(zip(*(members[name].to_pylist() for name in ("position", "key")), strict=True))
    return {
        row["root"]: row | {"names": [names[place] for place in row["positions"]]}
        for row in order_threads(Members.of(chunks_of(members))).to_pylist()
    }


@given(st.lists(delivered() | digraphs(), max_size=4))
def test_every_thread_has_the_order_and_the_ghosts_of_its_timeline(
    threads: list[Events],
) -> None:
    found = ordered(members(threads))
    assert found.keys() == {f"root {number}" for number, events in enumerate(threads) if events}
    for number, events in enumerate(threads):
        if not events:
            continue
        row = found[f"root {number}"]
        timeline, refused = grown(events)
        assert row["names"] == list(timeline)
        assert row["ranks"] == list(map(timeline.rank, timeline))
        assert sorted(row["ghosts"]) == sorted(timeline.ghosts)
        assert row["refused"] == refused


@given(st.lists(conversations() | conversations(lies=True), max_size=4))
def test_causes_follow_from_roots_and_feeds_too(threads: list[list[SignedMember]]) -> None:
    threads = [_numbered(number, thread) for number, thread in enumerate(threads)]
    rows = [
        (root, each.key, each.author, *each.written[1:], 0.0, place, each.named, each.key == root)
        for root, thread in zip(_ROOTS, threads, strict=False)
        for place, each in enumerate(sorted(thread, key=lambda each: each.key != root))
    ]
    rows = [(*row[:6], place, *row[7:]) for place, row in enumerate(rows)]
    table = pa.Table.from_pylist(
        [dict(zip(MEMBERS.names, row, strict=True)) for row in rows], schema=MEMBERS
    )
    found = ordered(table)
    for root, thread in zip(_ROOTS, threads, strict=False):
        row, (ranked, ignores_sequences) = found[root], rank_members(thread, root)
        assert row["ignores_sequences"] == ignores_sequences
        assert row["names"] == ranked.order()
        assert row["ranks"] == [ranked.ranks[name] for name in row["names"]]
        names = row["names"] + row["ghosts"]
        pairs = zip(row["causes"], row["effects"], strict=True)
        edges = {(names[cause], names[effect]) for cause, effect in pairs}
        assert edges == {(cause, key) for key, causes in ranked.causes.items() for cause in causes}


_ROOTS = [f"{ROOT} {number}" for number in range(4)]


def _numbered(number: int, thread: list[SignedMember]) -> list[SignedMember]:
    """A thread whose root has a number."""

    def own(key: str | None) -> str:
        return _ROOTS[number] if key == ROOT else key or ""

    return [
        SignedMember(
            Written(own(each.key), each.written.sequence, own(each.written.previous)),
            each.author,
            [own(cause) for cause in each.named if cause != each.key],
        )
        for each in thread
    ]


def test_a_message_that_no_one_answers_is_a_thread_only_if_it_opens_one() -> None:
    rows = [
        {"root": "a", "key": "a", "author": "x", "position": 0, "causes": [], "opens": True},
        {"root": "b", "key": "b", "author": "x", "position": 1, "causes": [], "opens": False},
        {"root": "c", "key": "c", "author": "x", "position": 2, "causes": [], "opens": False},
        {"root": "c", "key": "d", "author": "y", "position": 3, "causes": ["c"], "opens": False},
    ]
    rows = [{**row, "sequence": row["position"] + 1} for row in rows]
    found = ordered(pa.Table.from_pylist(rows, schema=MEMBERS))
    assert [(root, row["present"], row["names"]) for root, row in found.items()] == [
        ("a", True, ["a"]),
        ("c", True, ["c", "d"]),
    ]
    assert found["c"]["first"] is None


def test_nothing_is_in_no_thread() -> None:
    found = order_threads(Members.of(chunks_of(MEMBERS.empty_table())))
    assert (found.to_pylist(), found.schema) == ([], schemas.THREAD_TABLE)


@given(conversations())
def test_latest_earlier_messages_are_those_of_the_rule(members: list[SignedMember]) -> None:
    keys = [member.key for member in members]
    place = {key: number for number, key in enumerate(keys)}
    found = latest_earlier(
        np.array([ord(str(member.author)) for member in members]),
        np.array([member.written.sequence for member in members]),
        np.array([place.get(member.written.previous or "", -1) for member in members]),
    )
    expected: dict[str, str] = {}
    for author in "abc":
        feed = [member.written for member in members if member.author == author]
        expected |= rule.latest_earlier(feed)
    assert {key: keys[at] for key, at in zip(keys, found, strict=True) if at >= 0} == expected
