from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.arrived_events import ArrivedEvents, slack
from tanglescope.engine.debug.explaining.ordering import relation, why_here
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle

DIAMOND = ArrivedEvents(
    [Node("d", ("c", "b", "x")), Node("b", ("a",)), Node("c", ("a",)), Node("a"), Node("e", ("a",))]
)


def events(graph: Graph) -> Mapping[str, Sequence[str]]:
    return {node.id: node.after for node in graph.nodes}


def is_path(path: Sequence[str], causes: Mapping[str, Sequence[str]]) -> bool:
    return all(cause in causes[effect] for cause, effect in pairwise(path))


@given(graphs())
def test_the_path_shown_is_the_longest_one_that_leads_there(graph: Graph) -> None:
    known = ArrivedEvents(graph.nodes)
    ranks = oracle.ranks(events(graph))
    assert ranks is not None
    for name, rank in ranks.items():
        why = why_here(known, name)
        assert is_path(why.path, events(graph))
        assert why.path[-1] == name
        assert len(why.path) == rank + 1 == why.rank + 1


@given(graphs())
def test_neighbours_are_kept_apart_by_rank_or_by_name(graph: Graph) -> None:
    known = ArrivedEvents(graph.nodes)
    order = oracle.order(events(graph))
    ranks = oracle.ranks(events(graph)) or {}
    for position, name in enumerate(order):
        why = why_here(known, name)
        assert (why.position, why.events) == (position, len(order))
        above = why.above.name if why.above else None
        below = why.below.name if why.below else None
        assert [above, name, below] == [None, *order, None][position : position + 3]
        for neighbour in filter(None, (why.above, why.below)):
            assert neighbour.value == ranks[neighbour.name]
            assert (neighbour.rule == "name") is (neighbour.value == ranks[name])
        assert why.equals == list(ranks.values()).count(ranks[name])


@given(graphs(), st.data())
def test_two_messages_have_a_path_or_are_concurrent(graph: Graph, data: st.DataObject) -> None:
    if len(graph.nodes) < 2:
        return
    known = ArrivedEvents(graph.nodes)
    names = [node.id for node in graph.nodes]
    one, other = data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True))
    found = relation(known, one, other)
    assert bool(found.path) is not known.timeline.is_concurrent(one, other)
    assert found.is_concurrent is (None if found.missing else not found.path)
    assert [found.first, found.second] == sorted(
        (one, other), key=oracle.order(events(graph)).index
    )
    if found.path:
        assert (found.path[0], found.path[-1]) == (found.first, found.second)
        assert is_path(found.path, events(graph))


def test_missing_messages_may_join_two_messages() -> None:
    nodes = [Node("a", ("x",)), Node("b", ("a",)), Node("c", ("x", "y")), Node("d", ("x",))]
    known = ArrivedEvents(nodes)
    assert (relation(known, "b", "c").missing, relation(known, "b", "c").is_concurrent) == (
        ("y",),
        None,
    )
    # What both come after can't come after either.
    assert relation(known, "b", "d").is_concurrent is True
    assert relation(known, "a", "b").missing == ()


def test_the_proof_is_a_shortest_path() -> None:
    known = ArrivedEvents([Node("a"), Node("b", ("a",)), Node("c", ("b",)), Node("d", ("a", "c"))])
    assert relation(known, "d", "a").path == ("a", "d")


def test_what_is_missing_is_reported_and_counts_for_nothing() -> None:
    why = why_here(DIAMOND, "d")
    assert (why.rank, why.missing, why.causes) == (2, ("x",), ("c", "b"))
    assert (why.path, why.deciding_cause) == (("a", "b", "d"), "b")


def test_a_root_has_no_deciding_cause() -> None:
    assert why_here(DIAMOND, "a").deciding_cause is None


@pytest.mark.parametrize("name", ["x", "nobody"])
def test_nothing_is_said_of_what_is_not_there(name: str) -> None:
    with pytest.raises(UnknownEvent):
        why_here(DIAMOND, name)
    with pytest.raises(UnknownEvent):
        relation(DIAMOND, "a", name)


def test_a_long_path_costs_no_recursion() -> None:
    chain = ArrivedEvents(Node(f"{n:05}", (f"{n - 1:05}",) if n else ()) for n in range(20_000))
    assert len(why_here(chain, "19999").path) == 20_000
    assert len(relation(chain, "00000", "19999").path) == 20_000


@given(graph=graphs())
def test_slack_is_the_last_rank_at_which_nothing_else_has_to_move(graph: Graph) -> None:
    causes = {node.id: node.after for node in graph.nodes}
    ranks = oracle.ranks(causes)
    assert ranks is not None
    known = ArrivedEvents(graph.nodes)
    last = max(ranks.values(), default=0)
    for name in causes:
        free = [
            rank
            for rank in range(ranks[name], last + 1)
            if all(rank < ranks[other] for other, after in causes.items() if name in after)
        ]
        assert slack(known, name) == max(free) - ranks[name]


def test_slack_in_figure_6_of_the_report() -> None:
    """The chain d20, b20, d21 has no slack; a22 could be a rank later, and c19 too."""
    nodes = (
        Node("d20"),
        Node("b20", ("d20",)),
        Node("a22", ("d20",)),
        Node("c19", ("b20",)),
        Node("d21", ("b20",)),
        Node("a23", ("a22", "d21")),
    )
    known = ArrivedEvents(nodes)
    found = {node.id: slack(known, node.id) for node in nodes}
    assert found == {"d20": 0, "b20": 0, "a22": 1, "c19": 1, "d21": 0, "a23": 0}
