import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.explaining.ordering import Ordering
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.debug.replaying.replay import (
    BY_HAND,
    ReplayProgress,
    Way,
    cut_by,
    replay_graph,
    synchronize,
)
from tanglescope.engine.debug.shuffling.deliveries import DELIVERIES, feed_of
from tanglescope.engine.linear.edits import Insert, apply
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tests.engine.debug.examples import LATE_ROOT
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle


@given(graph=graphs(), way=st.sampled_from(sorted(DELIVERIES)), seed=st.integers(0, 3))
def test_every_delivery_plays_to_the_order_of_the_timeline(
    graph: Graph, way: str, seed: int
) -> None:
    opened = OpenGraph(graph)
    replay = replay_graph(opened, lambda _: None, way, seed)
    assert replay.history.order(len(replay.history)) == list(opened.known_events.timeline)
    assert replay.bars.edits == replay.history.edits


def test_by_hand_the_names_arrive_as_they_are_listed() -> None:
    told: list[object] = []
    replay = replay_graph(OpenGraph(LATE_ROOT), told.append, BY_HAND, names=("C", "B"))
    assert list(replay.history.names) == ["C", "B", "A"]
    assert told == [ReplayProgress(0, 3)]


def test_a_replay_comes_through_a_pipe_as_it_was() -> None:
    replay = replay_graph(OpenGraph(LATE_ROOT), lambda _: None, "as_received")
    same = pickle.loads(pickle.dumps(replay))
    assert same.bars == replay.bars
    assert same.history.order(2) == replay.history.order(2)


def silent(_news: object) -> None:
    pass


@given(graphs(), st.data())
def test_two_peers_always_end_in_the_same_order(graph: Graph, data: st.DataObject) -> None:
    first = data.draw(st.sets(st.sampled_from([node.id for node in graph.nodes] or [""])))
    sync = synchronize(OpenGraph(graph), silent, "hand", first if graph.nodes else ())
    orders = [history.order(0) for history in sync.histories]
    exchanges = list(sync.exchanges())
    for exchange in exchanges:
        order = orders[exchange.receiver]
        assert exchange.name not in sync.known[exchange.receiver]
        before = list(order)
        apply(exchange.edits, order)
        stay = [name for name in before if name not in exchange.moved]
        assert [name for name in order if name in stay] == stay
        assert len(exchange.edits) == len(exchange.moved) + 1
        assert isinstance(exchange.edits[-1], Insert)
    expected = oracle.order({node.id: node.after for node in graph.nodes})
    assert orders == [expected, expected]
    assert sync.are_equal
    assert len(exchanges) == len(graph.nodes), "what one knows, the other is told"


NODES = (
    Node("a", writer="u", asserted=1.0),
    Node("b", ("a",), writer="v", asserted=2.0),
    Node("c", ("a",), writer="u", asserted=3.0),
    Node("d", ("c",), asserted=4.0),
)
GRAPH = Graph(NODES)


def test_peers_take_turns_until_one_has_nothing_to_send() -> None:
    sync = synchronize(OpenGraph(GRAPH), silent, "hand", {"d"})
    turns = [(exchange.receiver, exchange.name) for exchange in sync.exchanges()]
    assert turns == [(0, "a"), (1, "d"), (0, "b"), (0, "c")]


def test_a_graph_is_cut_by_author_by_time_or_by_hand() -> None:
    assert cut_by(GRAPH, "author", ["u"]) == (({"a", "c"}, {"b", "d"}), {"u"})
    assert cut_by(GRAPH, "author")[0] == ({"b", "d"}, {"a", "c"}), "every other of d (alone), u, v"
    assert cut_by(GRAPH, "time", percent=25)[0] == ({"a"}, {"b", "c", "d"})
    assert cut_by(GRAPH, "time")[0] == ({"a", "b"}, {"c", "d"})
    with pytest.raises(UnknownEvent):
        cut_by(GRAPH, "hand", ["x"])


@given(graphs())
def test_every_cut_gives_every_message_to_exactly_one(graph: Graph) -> None:
    for (first, second), _ in (cut_by(graph, "author"), cut_by(graph, "time")):
        assert first.isdisjoint(second)
        assert first | second == {node.id for node in graph.nodes}


@given(graph=graphs(), way=st.sampled_from(("author", "time", "hand")), percent=st.integers(0, 100))
def test_both_histories_end_in_one_order(graph: Graph, way: Way, percent: int) -> None:
    opened = OpenGraph(graph)
    sync = synchronize(opened, silent, way, percent=percent)
    steps = len(sync.receivers)
    assert sync.are_equal
    for peer, history in enumerate(sync.histories):
        assert history.order(steps) == list(opened.known_events.timeline)
        assert sync.edits(peer, steps) == history.edits
    for step, receiver in enumerate(sync.receivers):
        assert sync.histories[receiver].arrivals(step) == [sync.names[step]]
        assert sync.histories[1 - receiver].forward(step) == []


@given(graphs(), st.data())
def test_the_first_peer_knows_what_it_was_given(graph: Graph, data: st.DataObject) -> None:
    ids = sorted(node.id for node in graph.nodes)
    given_ids = frozenset(data.draw(st.sets(st.sampled_from(ids)) if ids else st.just(set())))
    by_hand = synchronize(OpenGraph(graph), silent, "hand", given_ids)
    assert set(by_hand.histories[0].order(0)) == given_ids
    authors = {feed_of(node) for node in graph.nodes if node.id in given_ids}
    by_author = synchronize(OpenGraph(graph), silent, "author", authors)
    assert by_author.first == authors
    assert set(by_author.histories[0].order(0)) == {
        node.id for node in graph.nodes if feed_of(node) in authors
    }


def test_messages_are_set_aside_until_their_causes_arrive() -> None:
    chain = [("a", ()), ("b", ("a",)), ("a", ("b",)), ("b", ("c",))]
    nodes = [
        Node(name, after, writer=writer)
        for name, (writer, after) in zip("abcd", chain, strict=True)
    ]
    graph = Graph(tuple(nodes), writers=(Writer("a"), Writer("b")))
    opened = OpenGraph(graph, ordering=Ordering(graph, "autobase"))
    sync = synchronize(opened, silent, "author", {"a"})
    assert sync.known == ({"a", "c"}, {"b", "d"})
    assert sync.histories[0].order(0) == ["a"]
    assert [sync.set_aside(peer, 0) for peer in (0, 1)] == [1, 2]
    by_hand = synchronize(opened, silent, "hand", sync.known[0])
    assert by_hand.known == sync.known


def test_time_cuts_off_the_older_part() -> None:
    sync = synchronize(OpenGraph(LATE_ROOT), silent, "time", percent=40)
    assert sync.histories[0].order(0) == ["B"]


def test_no_peer_can_be_given_what_is_not_there() -> None:
    with pytest.raises(UnknownEvent):
        synchronize(OpenGraph(LATE_ROOT), silent, "hand", {"Z"})


@given(graphs(), st.sampled_from(["autobase", "pzp", "timestamp"]), st.integers(0, 100))
def test_peers_that_meet_in_another_order_end_in_it(graph: Graph, by: str, percent: int) -> None:
    ordering = Ordering(graph, by)
    sync = synchronize(OpenGraph(graph, ordering=ordering), silent, "time", percent=percent)
    assert sync.by == by
    assert len(sync.names) == len(graph.nodes)
    assert sync.known[0] | sync.known[1] == {node.id for node in graph.nodes}
    assert sync.set_aside(0, len(sync.names)) == sync.set_aside(1, len(sync.names)) == 0
    for history in sync.histories:
        assert len(history) == len(sync.receivers)
        assert history.order(len(history)) == list(ordering.order)
    assert sync.are_equal
