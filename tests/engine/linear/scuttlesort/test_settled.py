"""The settled line, tested with all continuations of small graphs.

The assumptions of `docs/settled.md` allow a continuation to add the next message of a listed writer
under any free name, after its last message, any known ones and any missing ones.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear import Timeline
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.linear.scuttlesort.settled import TOP, SettledLine, settle
from tests.engine.linear import oracle

WRITERS = "ab"
LEAST, GREATEST, GHOST = "", "~", "ghost"


class Message(NamedTuple):
    name: str
    after: tuple[str, ...]
    writer: str


def watched(messages: Sequence[Message], writers: str = WRITERS) -> tuple[Timeline, SettledLine]:
    timeline = Timeline()
    line = SettledLine(timeline, writers)
    for message in messages:
        line.add(*message)
    return timeline, line


def settled(messages: Sequence[Message]) -> list[str]:
    timeline, line = watched(messages)
    return list(timeline)[: line.settled_length]


def order(messages: Sequence[Message]) -> list[str] | None:
    events = {message.name: message.after for message in messages}
    return None if oracle.ranks(events) is None else oracle.order(events)


def subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def next_messages(known: Sequence[Message], names: Sequence[str]) -> Iterator[list[Message]]:
    """All possible states of knowledge after one more message."""
    taken = {message.name: message for message in known}
    for writer, name in product(WRITERS, names):
        if name in taken:
            continue
        own = [message.name for message in known if message.writer == writer][-1:]
        others = [other for other in (*taken, GHOST) if other not in (*own, name)]
        for causes in subsets(others):
            longer = [*known, Message(name, (*own, *causes), writer)]
            if order(longer) is not None:
                yield longer


def graphs(names: Sequence[str]) -> Iterator[list[Message]]:
    grown: list[list[Message]] = [[]]
    for name in names:
        grown = [longer for known in grown for longer in next_messages(known, [name])]
        yield from grown


SMALL = [
    graph
    for names in (("k", "m"), ("m", "k"), ("k", "m", "p"), ("p", "m", "k"))
    for graph in graphs(names)
]


def test_no_continuation_changes_what_is_settled() -> None:
    for known in SMALL:
        if len(known) > 2:
            continue
        final = settled(known)
        for longer in next_messages(known, (LEAST, GREATEST, GHOST)):
            for longest in next_messages(longer, ("\0", "}", GHOST)):
                assert (order(longest) or [])[: len(final)] == final


def test_no_message_changes_what_is_settled_and_the_line_never_goes_back() -> None:
    for known in SMALL:
        final = settled(known)
        for longer in next_messages(known, (LEAST, GREATEST, GHOST)):
            assert settled(longer)[: len(final)] == final


def test_some_continuation_changes_whatever_comes_next() -> None:
    """The line is optimal: another message can still take the next position."""
    for known in filter(is_possible, SMALL):
        final = len(settled(known))
        now = order(known) or []
        continuations = filter(is_possible, next_messages(known, (LEAST, GHOST)))
        assert final == len(now) or any(
            (order(longer) or [])[final] != now[final] for longer in continuations
        )


def is_possible(known: Sequence[Message]) -> bool:
    """Whether a writer can still write the missing messages without a cycle."""
    present = {message.name for message in known}
    missing = any(GHOST in message.after for message in known) and GHOST not in present
    return not missing or any(True for _ in next_messages(known, (GHOST,)))


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    """Logs that are delivered in order; some messages refer to later ones."""
    names = draw(st.permutations("abcdefghij"))
    messages: list[Message] = []
    last: dict[str, str] = {}
    for index, name in enumerate(names):
        writer = draw(st.sampled_from("xyz"))
        known = st.sampled_from(names[:index]) if index else st.nothing()
        causes = draw(st.lists(known, max_size=2, unique=True)) if index else []
        own = [last[writer]] if writer in last else []
        messages.append(Message(name, (*own, *causes), writer))
        last[writer] = name
    logs = {key: [each for each in messages if each.writer == key] for key in "xyz"}
    arrival = draw(st.permutations([message.writer for message in messages]))
    return [logs[writer].pop(0) for writer in arrival]


@given(histories())
def test_what_is_settled_stays_while_logs_arrive(history: list[Message]) -> None:
    timeline = Timeline()
    line = SettledLine(timeline, "xyz")
    final: list[str] = []
    for message in history:
        line.add(*message)
        now = list(timeline)[: line.settled_length]
        assert now[: len(final)] == final
        final = now
    assert line.unruly == set()


@given(histories())
def test_the_timeline_is_that_of_scuttlesort(history: list[Message]) -> None:
    timeline, _ = watched(history, "xyz")
    assert list(timeline) == order(history)


def test_a_writer_without_a_message_can_put_anything_anywhere() -> None:
    _, line = watched([Message("k", (), "a")])
    assert (line.line, line.settled_length) == (TOP, 0)


def test_the_slowest_writer_holds_the_line() -> None:
    history = [
        Message("a0", (), "a"),
        Message("b0", ("a0",), "b"),
        Message("a1", ("b0",), "a"),
        Message("a2", ("a1",), "a"),
    ]
    assert settled(history) == ["a0", "b0"]


def test_what_misses_a_cause_may_move_and_holds_the_line() -> None:
    history = [Message("a0", (), "a"), Message("b0", ("ghost",), "b"), Message("c", (), "c")]
    assert settled(history) == ["a0"]


def test_without_listed_writers_all_is_settled_but_what_misses_a_cause() -> None:
    history = [Message("k", (), "a"), Message("m", ("ghost",), "b"), Message("p", (), "c")]
    timeline, line = watched(history, "")
    assert list(timeline)[: line.settled_length] == ["k"]
    timeline, line = watched(history[:1], "")
    assert list(timeline)[: line.settled_length] == ["k"]


def test_nothing_is_settled_against_a_writer_who_forgets_its_last_message() -> None:
    history = [Message("a0", (), "a"), Message("b0", ("a0",), "b"), Message("a1", ("a0",), "a")]
    _, line = watched(history)
    assert (line.unruly, line.settled_length) == (set(), 3)
    line.add("a2", ["b0"], "a")
    assert (line.unruly, line.line, line.settled_length) == ({"a"}, TOP, 0)


def test_a_message_may_follow_the_one_before_by_way_of_others() -> None:
    history = [Message("a0", (), "a"), Message("b0", ("a0",), "b"), Message("a1", ("b0",), "a")]
    _, line = watched(history)
    assert line.unruly == set()


def test_a_line_watches_from_the_beginning() -> None:
    timeline = Timeline()
    timeline.add("k")
    with pytest.raises(ValueError, match="from the beginning"):
        SettledLine(timeline, WRITERS)


def graph_of(messages: Sequence[Message]) -> Graph:
    nodes = (
        Node(name, after, writer, number) for number, (name, after, writer) in enumerate(messages)
    )
    return Graph(tuple(nodes), tuple(Writer(key) for key in WRITERS), is_excerpt=True)


DRAWN = [
    Message("a0", (), "a"),
    Message("a1", ("a0",), "a"),
    Message("b0", ("a0",), "b"),
    Message("a2", ("a1",), "a"),
    Message("b1", ("b0", "a1"), "b"),
    Message("a3", ("b1", "a2"), "a"),
]
"""The drawing in `docs/settled.md`."""


def test_the_line_of_a_whole_graph_is_that_of_its_arrivals() -> None:
    line = settle(graph_of(DRAWN))
    assert line.settled_length == watched(DRAWN)[1].settled_length == 5
    assert line.last_settled == "b1"
    assert line.held_by == ["b"]


def test_a_graph_that_arrived_in_disorder_has_the_same_line() -> None:
    graph = graph_of(DRAWN)
    turned = Graph(graph.nodes[::-1], graph.writers, is_excerpt=True)
    assert settle(turned).line == settle(graph).line


def test_a_writer_whose_messages_do_not_follow_each_other_settles_nothing() -> None:
    line = settle(graph_of([*DRAWN, Message("b2", ("a0",), "b")]))
    assert line.unruly == {"b"}
    assert line.settled_length == 0
    assert line.last_settled is None
