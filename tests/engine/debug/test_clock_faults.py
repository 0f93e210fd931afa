from dataclasses import replace
from math import inf, nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.clock_faults import ClockFault, by_author, clock_faults
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs


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
