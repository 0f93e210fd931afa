from dataclasses import replace
from math import inf, nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug import clock_faults as module
from tanglescope.engine.debug.clock_faults import (
    ClockFault,
    Point,
    by_author,
    clock_faults,
    clocks_in_words,
    duration,
    study_clocks,
)
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs
from tests.engine.german import untranslated


def past(graph: Graph, name: str) -> set[str]:
    """All ancestors of a message, found by walking."""
    after = {node.id: node.after for node in graph.nodes}
    found: set[str] = set()
    ends = [name]
    while ends:
        for cause in after[ends.pop()]:
            if cause in after and cause not in found:
                found.add(cause)
                ends.append(cause)
    return found


@given(graphs())
def test_every_fault_is_proven_by_its_witness(graph: Graph) -> None:
    nodes = {node.id: node for node in graph.nodes}
    for fault in clock_faults(graph):
        claim, other = fault.asserted, nodes[fault.witness].asserted
        assert claim == nodes[fault.message].asserted
        assert other is not None
        assert fault.by > 0
        if fault.kind == "behind":
            assert fault.witness in past(graph, fault.message)
            assert fault.by == other - claim
        else:
            assert fault.message in past(graph, fault.witness)
            assert fault.by == claim - other


@given(graphs())
def test_without_those_who_are_blamed_all_clocks_agree(graph: Graph) -> None:
    blamed = {fault.author for fault in clock_faults(graph)}
    trusted = {
        node.id: node.asserted
        for node in graph.nodes
        if (node.writer or node.id) not in blamed and node.asserted is not None
    }
    for name, claim in trusted.items():
        assert not [c for c in past(graph, name) if c in trusted and trusted[c] > claim]


@given(graphs(), st.randoms(use_true_random=False))
def test_blame_does_not_depend_on_the_order_of_arrival(graph: Graph, random: Random) -> None:
    def faults_of(nodes: tuple[Node, ...]) -> list[tuple[str, str, float]]:
        return [(fault.author, fault.message, fault.by) for fault in clock_faults(Graph(nodes))]

    shuffled = random.sample(graph.nodes, len(graph.nodes))
    assert faults_of(tuple(shuffled)) == faults_of(graph.nodes)


def test_an_author_cleared_by_blaming_another_is_not_blamed() -> None:
    # Each pair of authors disagrees once. Without x, v has two open contradictions and u one.
    pairs = ["xu", "xu", "xa", "xb", "uv", "vw"]
    nodes = [
        node
        for n, (earlier, later) in enumerate(pairs)
        for node in (
            Node(f"{n}", writer=earlier, asserted=9.0),
            Node(f"{n}'", (f"{n}",), writer=later, asserted=1.0),
        )
    ]
    assert {fault.author for fault in clock_faults(Graph(tuple(nodes)))} == {"x", "v"}


def chain(*times: float | None, writers: str) -> Graph:
    """Messages, each after the one before."""
    return Graph(
        tuple(
            Node(f"{n}", (f"{n - 1}",) if n else (), writer=writer, asserted=time)
            for n, (time, writer) in enumerate(zip(times, writers, strict=True))
        )
    )


def test_an_author_who_contradicts_many_is_blamed_instead_of_them() -> None:
    late = clock_faults(chain(10, 500, 20, 30, 40, writers="uxuvw"))
    assert late == [ClockFault("x", "1", 500, "ahead", 480, "2")]
    early = clock_faults(chain(10, 20, 30, 5, 40, writers="uvwxu"))
    assert early == [ClockFault("x", "3", 5, "behind", 25, "2")]


def test_a_smaller_fault_in_the_shadow_of_a_greater_one_is_found() -> None:
    found = by_author(clock_faults(chain(900, 50, 60, 55, 70, 65, 80, writers="xuvyuyv")))
    worst = {author: max(fault.by for fault in some) for author, some in found.items()}
    assert worst == {"x": 850, "y": 5}


def test_a_clock_that_was_put_back_contradicts_itself() -> None:
    assert clock_faults(chain(10, 4, writers="uu")) == [ClockFault("u", "1", 4, "behind", 6, "0")]


def test_anything_but_a_time_contradicts_nothing() -> None:
    assert clock_faults(chain(inf, None, nan, -inf, 3, writers="uvwxy")) == []


def test_messages_without_author_answer_for_themselves() -> None:
    graph = Graph((Node("a", asserted=9.0), Node("b", ("a",), asserted=1.0)))
    assert [(fault.author, fault.certain) for fault in clock_faults(graph)] == [
        ("a", False),
        ("b", False),
    ]


@given(graphs(), st.sampled_from([2, 10]))
def test_blame_does_not_depend_on_names(graph: Graph, few: int) -> None:
    """Also where there are too many authors to try every set of them."""
    other = {node.writer or node.id: f"z{number}" for number, node in enumerate(graph.nodes)}
    swapped = {name: other[name] for name in sorted(other, key=other.__getitem__, reverse=True)}
    nodes = [replace(node, writer=swapped[node.writer or node.id]) for node in graph.nodes]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tanglescope.engine.debug.clock_faults._FEW", few)
        faults, renamed = clock_faults(graph), clock_faults(Graph(tuple(nodes)))
    assert {(swapped[each.author], each.message, each.by, each.certain) for each in faults} == {
        (each.author, each.message, each.by, each.certain) for each in renamed
    }


@pytest.mark.parametrize(("alice", "bob"), [("alice", "bob"), ("b", "a")])
def test_of_two_who_contradict_each_other_the_one_with_fewer_wrong_messages_is_blamed(
    alice: str, bob: str
) -> None:
    far = 10_000.0
    graph = chain(1, far, 2, 3, writers="abaa")
    nodes = [
        replace(node, writer={"a": alice, "b": bob}[node.writer or ""]) for node in graph.nodes
    ]
    [fault] = clock_faults(Graph(tuple(nodes)))
    assert (fault.author, fault.message, fault.certain) == (bob, "1", True)


def test_where_as_many_are_wrong_the_one_far_from_its_neighbours_is_blamed() -> None:
    [fault] = clock_faults(chain(1, 900, 2, writers="abc"))
    assert (fault.author, fault.kind) == ("b", "ahead")


def test_where_all_is_equal_it_is_not_known_who_was_wrong() -> None:
    graph = chain(900, 1, writers="ab")
    assert [(fault.author, fault.kind, fault.certain) for fault in clock_faults(graph)] == [
        ("a", "ahead", False),
        ("b", "behind", False),
    ]


HOUR = 3_600_000.0
AHEAD = Graph(
    (
        Node("a", writer="@ann", asserted=9 * HOUR),
        Node("b", ("a",), writer="@bob", asserted=2 * HOUR),
        Node("c", ("b",), writer="@bob", asserted=3 * HOUR),
    )
)
BEHIND = Graph(
    (
        Node("a", writer="@ann", asserted=2 * HOUR),
        Node("b", writer="@cyn", asserted=3 * HOUR),
        Node("c", ("a", "b"), writer="@bob", asserted=1 * HOUR),
    )
)


def silent(_news: object) -> None:
    pass


def test_a_clock_that_was_ahead_is_a_point_above_the_line_at_the_time_of_its_witness() -> None:
    study = study_clocks(OpenGraph(AHEAD), silent)
    assert study.points == (Point("@ann", "a", 2 * HOUR, 7 * HOUR),)
    assert (study.faults, study.authors) == (1, 1)
    assert study.lines[0] == "The clock of \x02\x04@ann\x03 was wrong by 7 h or more in 1 message:"


def test_a_clock_that_was_behind_is_a_point_below_it() -> None:
    [point] = study_clocks(OpenGraph(BEHIND), silent).points
    assert (point.author, point.message, point.by) == ("@bob", "c", -2 * HOUR)


def test_clocks_that_agree_are_reported_too() -> None:
    study = study_clocks(OpenGraph(Graph((Node("a", asserted=HOUR),))), silent)
    assert study.points == ()
    assert study.lines == ("No asserted time contradicts the order of causes.",)


def test_what_is_not_known_is_no_point() -> None:
    both = Graph((Node("a", (), "@ann", asserted=9.0), Node("b", ("a",), "@bob", asserted=1.0)))
    study = study_clocks(OpenGraph(both), silent)
    assert (study.points, study.faults, study.authors) == ((), 0, 0)
    assert study.lines[0].startswith("It can't be known which of two clocks was wrong")


def test_many_faults_of_an_author_are_counted() -> None:
    asked = tuple(Node(f"a{n:02}", writer=f"@ann{n}", asserted=8 * HOUR) for n in range(30))
    answers = tuple(Node(f"b{n:02}", (f"a{n:02}",), "@bob", asserted=float(n)) for n in range(30))
    graph = Graph((*asked, *answers))
    lines = list(clocks_in_words(graph, clock_faults(graph), str, str))
    assert "  and 20 more" in lines


FAULT = ClockFault("@ann", "a", 9 * HOUR, "ahead", 3 * HOUR, "b")


def said(*faults: ClockFault) -> list[str]:
    graph = Graph((Node("a", asserted=9 * HOUR),))
    return list(clocks_in_words(graph, faults, "<{}>".format, "@{}".format))


def test_where_it_is_not_known_who_was_wrong_both_messages_are_named_once() -> None:
    other = ClockFault("@bob", "b", 6 * HOUR, "behind", 3 * HOUR, "a", certain=False)
    assert said(replace(FAULT, certain=False), other) == [
        "It can't be known which of two clocks was wrong, by 3 h or more:",
        "  <a> claims to be later than <b>, which follows it",
    ]


def test_a_fault_is_reported_with_its_message_its_time_and_its_witness() -> None:
    assert said(FAULT, replace(FAULT, message="c", kind="behind", by=90_000.0)) == [
        "The clock of @@ann was wrong in 2 messages, in the worst by 3 h or more:",
        "  <a>, asserted 1970-01-01 09:00 UTC:",
        "    3 h later than its reply, <b>",
        "  <c>, asserted 1970-01-01 09:00 UTC:",
        "    90 s earlier than the message that it follows, <b>",
    ]


def test_a_date_that_no_calendar_has_is_named_so() -> None:
    for asserted in (1e30, -1e30, float("nan")):
        line = said(replace(FAULT, asserted=asserted))[1]
        assert line == "  <a>, asserted a time outside the calendar:"


def test_ten_faults_of_an_author_are_listed_and_more_are_counted() -> None:
    assert len(said(*[FAULT] * 10)) == 21
    assert said(*[FAULT] * 1011)[21:] == ["  and 1,001 more"]


def test_of_many_faults_the_worst_are_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_POINTS", 2)
    asked = tuple(Node(f"a{n}", writer=f"@{n}", asserted=(n + 2) * HOUR) for n in range(3))
    answers = tuple(Node(f"b{n}", (f"a{n}",), "@bob", asserted=float(n)) for n in range(3))
    study = study_clocks(OpenGraph(Graph((*asked, *answers))), silent)
    assert [round(point.by / HOUR) for point in study.points] == [-4, -3]
    assert study.faults == 3


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (1.2345, "1.23 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7_199, "120 min"),
        (7_200, "2 h"),
        (172_799, "48 h"),
        (172_800, "2 days"),
        (86_400 * 730, "730 days"),
        (63_113_903, "730 days"),
        (63_113_904, "2 years"),
        (86_400 * 2_000, "5 years"),
    ],
)
def test_a_span_has_the_largest_unit_of_which_there_are_two(seconds: float, text: str) -> None:
    assert duration(seconds * 1000) == text


def test_every_sentence_is_said_in_german_too() -> None:
    behind = replace(FAULT, kind="behind", author="@bob", asserted=1e30)
    assert not untranslated(lambda: said())
    assert not untranslated(lambda: said(behind, *[FAULT] * 11, replace(behind, certain=False)))
    # Hours, minutes and seconds have the same symbols in both languages.
    assert untranslated(lambda: map(duration, (1e3, 1e6, 1e7, 1e9))) == ["1 s", "17 min", "3 h"]


def test_without_asserted_times_no_clock_is_said_to_agree() -> None:
    received = Graph((Node("a", received=2 * HOUR), Node("b", ("a",), received=1 * HOUR)))
    for graph in (received, Graph(())):
        study = study_clocks(OpenGraph(graph), silent)
        assert study.lines == ("No message here has an asserted time, so no clock is checked.",)
        assert study.points == ()
