from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.arrived_events import ArrivedEvents
from tanglescope.engine.debug.replaying.moves import MomentPair, move_history
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.examples import recorded
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle


def change(graph: Graph, first: int, last: int) -> MomentPair:
    return MomentPair(ArrivedEvents(graph.nodes[:first]), ArrivedEvents(graph.nodes[:last]))


@given(graphs(), st.data())
def test_as_few_as_possible_have_moved(graph: Graph, data: st.DataObject) -> None:
    last = data.draw(st.integers(0, len(graph.nodes)))
    first = data.draw(st.integers(0, last))
    seen = change(graph, first, last)
    old, new = list(seen.before.timeline), list(seen.after.timeline)
    moved = seen.moved_events()
    names = {each.name for each in moved}
    stay = [name for name in old if name not in names]
    assert stay == [name for name in new if name in stay]
    assert len(moved) + last - first == oracle.fewest_edits(old, new)
    for each in moved:
        assert (old[each.source], new[each.destination]) == (each.name, each.name)


@given(graphs(), st.data())
def test_whatever_moved_was_raised_or_passed_by_what_an_arrival_raised(
    graph: Graph, data: st.DataObject
) -> None:
    last = data.draw(st.integers(0, len(graph.nodes)))
    first = data.draw(st.integers(0, last))
    seen = change(graph, first, last)
    old, new = list(seen.before.timeline), list(seen.after.timeline)
    causes = {node.id: node.after for node in graph.nodes}
    for name in old:
        moved = seen.why_moved(name)
        above, below = set(old[: old.index(name)]), set(old[old.index(name) :])
        keeps = above.isdisjoint(new[new.index(name) :]) and below.isdisjoint(
            new[: new.index(name)]
        )
        assert (moved is None) is keeps
        if moved is None:
            continue
        assert moved.arrival not in old
        path = seen.path(moved)
        assert (path[0], path[-1]) == (moved.arrival, moved.risen)
        assert all(cause in causes[effect] for cause, effect in pairwise(path))
        assert seen.after.rank(moved.risen) > seen.before.rank(moved.risen)
        assert seen.after.rank(moved.risen) >= len(path) - 1
        if moved.risen != name:
            assert moved.risen in above
            assert moved.risen in new[new.index(name) :]


def test_of_two_that_could_have_moved_it_was_the_one_that_rose() -> None:
    graph = Graph((Node("m", ("n",)), Node("x"), Node("n")))
    (moved,) = change(graph, 2, 3).moved_events()
    assert (moved.name, moved.source, moved.destination) == ("m", 0, 2)
    assert (moved.risen, moved.arrival, moved.ranks) == ("m", "n", (0, 1))


@given(graphs())
def test_a_history_reports_every_arrival_that_moved_a_message(graph: Graph) -> None:
    history = recorded((node.id, node.after) for node in graph.nodes)
    for node in graph.nodes:
        told = move_history(graph.nodes, history, node.id, count=20)
        trail = history.trail(node.id)
        assert [told.arrived, *(move.step for move in told.last)] == [
            trace.step for trace in trail if trace.is_moved
        ]
        assert told.pushes == sum(not trace.is_moved for trace in trail)
        assert told.moves == len(told.last)
        for move in told.last:
            assert move.moved.arrival == graph.nodes[move.step].id


def test_the_last_moves_are_reported() -> None:
    nodes = [
        Node("m", ("n",)),
        Node("x"),
        Node("n", ("k",)),  # m, now of rank 1, moves behind x
        Node("y", ("x",)),
        Node("k"),  # then, of rank 2, behind y
    ]
    history = recorded((node.id, node.after) for node in nodes)
    told = move_history(nodes, history, "m", count=1)
    assert (told.arrivals, told.arrived, told.row, told.moves) == (5, 0, 0, 2)
    (move,) = told.last
    assert (move.step, move.moved.source, move.moved.destination) == (4, 2, 4)
    assert (move.moved.ranks, move.path) == ((1, 2), ("k", "n", "m"))


def test_an_unknown_message_has_no_history() -> None:
    with pytest.raises(UnknownEvent):
        move_history([], recorded([]), "a")
