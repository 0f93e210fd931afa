import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.debug.explaining.ordering import Ordering
from engine.debug.open_graph import OpenGraph
from engine.debug.shuffling.deliveries import feed_of
from engine.debug.two_peers.meeting import Way, met
from engine.linear.errors import UnknownEvent
from engine.linear.graph import Graph
from tests.engine.debug.examples import LATE_ROOT
from tests.engine.debug.strategies import graphs


def silent(_news: object) -> None:
    pass


@given(graph=graphs(), way=st.sampled_from(("author", "time", "hand")), percent=st.integers(0, 100))
def test_both_histories_end_in_one_order(graph: Graph, way: Way, percent: int) -> None:
    opened = OpenGraph(graph)
    meeting = met(opened, silent, way, percent=percent)
    steps = len(meeting.receivers)
    assert meeting.are_equal
    for peer, history in enumerate(meeting.histories):
        assert history.order(steps) == list(opened.known.timeline)
        assert meeting.edits(peer, steps) == history.edits
    for step, receiver in enumerate(meeting.receivers):
        assert meeting.histories[receiver].arrivals(step) == [meeting.name(step)]
        assert meeting.histories[1 - receiver].forward(step) == []


@given(graphs(), st.data())
def test_the_first_peer_knows_what_it_was_given(graph: Graph, data: st.DataObject) -> None:
    ids = sorted(node.id for node in graph.nodes)
    given_ids = frozenset(data.draw(st.sets(st.sampled_from(ids)) if ids else st.just(set())))
    by_hand = met(OpenGraph(graph), silent, "hand", given_ids)
    assert set(by_hand.histories[0].order(0)) == given_ids
    authors = {feed_of(node) for node in graph.nodes if node.id in given_ids}
    by_author = met(OpenGraph(graph), silent, "author", authors)
    assert by_author.first == authors
    assert set(by_author.histories[0].order(0)) == {
        node.id for node in graph.nodes if feed_of(node) in authors
    }


def test_time_cuts_off_the_older_part() -> None:
    meeting = met(OpenGraph(LATE_ROOT), silent, "time", percent=40)
    assert meeting.histories[0].order(0) == ["B"]


def test_nobody_can_be_given_what_is_not_there() -> None:
    with pytest.raises(UnknownEvent):
        met(OpenGraph(LATE_ROOT), silent, "hand", {"Z"})


@given(graphs(), st.sampled_from(["autobase", "pzp", "timestamp"]), st.integers(0, 100))
def test_peers_that_meet_in_another_order_end_in_it(graph: Graph, by: str, percent: int) -> None:
    ordering = Ordering(graph, by)
    meeting = met(OpenGraph(graph, ordering=ordering), silent, "time", percent=percent)
    assert meeting.by == by
    assert len(meeting.names) == len(graph.nodes)
    for history in meeting.histories:
        assert len(history) == len(meeting.receivers)
        assert history.order(len(history)) == list(ordering.order)
    assert meeting.are_equal
