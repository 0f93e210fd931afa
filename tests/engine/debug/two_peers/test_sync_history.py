import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.explaining.ordering import Ordering
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.debug.shuffling.deliveries import feed_of
from tanglescope.engine.debug.two_peers.sync_history import Way, synced
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tests.engine.debug.examples import LATE_ROOT
from tests.engine.debug.strategies import graphs


def silent(_news: object) -> None:
    pass


@given(graph=graphs(), way=st.sampled_from(("author", "time", "hand")), percent=st.integers(0, 100))
def test_both_histories_end_in_one_order(graph: Graph, way: Way, percent: int) -> None:
    opened = OpenGraph(graph)
    sync = synced(opened, silent, way, percent=percent)
    steps = len(sync.receivers)
    assert sync.are_equal
    for peer, history in enumerate(sync.histories):
        assert history.order(steps) == list(opened.known.timeline)
        assert sync.edits(peer, steps) == history.edits
    for step, receiver in enumerate(sync.receivers):
        assert sync.histories[receiver].arrivals(step) == [sync.name(step)]
        assert sync.histories[1 - receiver].forward(step) == []


@given(graphs(), st.data())
def test_the_first_peer_knows_what_it_was_given(graph: Graph, data: st.DataObject) -> None:
    ids = sorted(node.id for node in graph.nodes)
    given_ids = frozenset(data.draw(st.sets(st.sampled_from(ids)) if ids else st.just(set())))
    by_hand = synced(OpenGraph(graph), silent, "hand", given_ids)
    assert set(by_hand.histories[0].order(0)) == given_ids
    authors = {feed_of(node) for node in graph.nodes if node.id in given_ids}
    by_author = synced(OpenGraph(graph), silent, "author", authors)
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
    sync = synced(opened, silent, "author", {"a"})
    assert sync.known == ({"a", "c"}, {"b", "d"})
    assert sync.histories[0].order(0) == ["a"]
    assert [sync.set_aside(peer, 0) for peer in (0, 1)] == [1, 2]
    by_hand = synced(opened, silent, "hand", sync.known[0])
    assert by_hand.known == sync.known


def test_time_cuts_off_the_older_part() -> None:
    sync = synced(OpenGraph(LATE_ROOT), silent, "time", percent=40)
    assert sync.histories[0].order(0) == ["B"]


def test_no_peer_can_be_given_what_is_not_there() -> None:
    with pytest.raises(UnknownEvent):
        synced(OpenGraph(LATE_ROOT), silent, "hand", {"Z"})


@given(graphs(), st.sampled_from(["autobase", "pzp", "timestamp"]), st.integers(0, 100))
def test_peers_that_meet_in_another_order_end_in_it(graph: Graph, by: str, percent: int) -> None:
    ordering = Ordering(graph, by)
    sync = synced(OpenGraph(graph, ordering=ordering), silent, "time", percent=percent)
    assert sync.by == by
    assert len(sync.names) == len(graph.nodes)
    assert sync.known[0] | sync.known[1] == {node.id for node in graph.nodes}
    assert sync.set_aside(0, len(sync.names)) == sync.set_aside(1, len(sync.names)) == 0
    for history in sync.histories:
        assert len(history) == len(sync.receivers)
        assert history.order(len(history)) == list(ordering.order)
    assert sync.are_equal
