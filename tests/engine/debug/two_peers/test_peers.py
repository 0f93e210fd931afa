import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.two_peers.peers import (
    TwoPeers,
    cut_by_author,
    cut_by_hand,
    cut_by_time,
)
from tanglescope.engine.linear.edits import Insert, apply
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle


@given(graphs(), st.data())
def test_two_peers_always_end_in_the_same_order(graph: Graph, data: st.DataObject) -> None:
    first = data.draw(st.sets(st.sampled_from([node.id for node in graph.nodes] or [""])))
    cut = cut_by_hand(graph, first if graph.nodes else ())
    both = TwoPeers(graph, cut)
    orders = [list(peer.timeline) for peer in both.peers]
    exchanges = list(both)
    for exchange in exchanges:
        order = orders[exchange.receiver]
        assert exchange.name not in cut[exchange.receiver]
        before = list(order)
        apply(exchange.edits, order)
        stay = [name for name in before if name not in exchange.moved]
        assert [name for name in order if name in stay] == stay
        assert len(exchange.edits) == len(exchange.moved) + 1
        assert isinstance(exchange.edits[-1], Insert)
    expected = oracle.order({node.id: node.after for node in graph.nodes})
    assert orders == [expected, expected]
    assert [list(peer.timeline) for peer in both.peers] == orders
    assert both.are_equal
    assert len(exchanges) == len(graph.nodes), "what one knows, the other is told"


NODES = (
    Node("a", writer="u", asserted=1.0),
    Node("b", ("a",), writer="v", asserted=2.0),
    Node("c", ("a",), writer="u", asserted=3.0),
    Node("d", ("c",), asserted=4.0),
)
GRAPH = Graph(NODES)


def test_peers_take_turns_until_one_has_nothing_to_send() -> None:
    both = TwoPeers(GRAPH, cut_by_hand(GRAPH, ["d"]))
    assert not both.are_equal
    turns = [(exchange.receiver, exchange.name) for exchange in both]
    assert turns == [(0, "a"), (1, "d"), (0, "b"), (0, "c")]
    assert both.exchange() is None


def test_a_graph_is_cut_by_author_by_time_or_by_hand() -> None:
    assert cut_by_author(GRAPH, ["u"]) == ({"a", "c"}, {"b", "d"})
    assert cut_by_author(GRAPH) == ({"b", "d"}, {"a", "c"}), "every other of d (alone), u and v"
    assert cut_by_time(GRAPH, 2.0) == ({"a"}, {"b", "c", "d"})
    assert cut_by_time(GRAPH) == ({"a", "b"}, {"c", "d"})
    with pytest.raises(UnknownEvent):
        cut_by_hand(GRAPH, ["x"])


@given(graphs())
def test_every_cut_gives_every_message_to_exactly_one(graph: Graph) -> None:
    for first, second in (cut_by_author(graph), cut_by_time(graph)):
        assert first.isdisjoint(second)
        assert first | second == {node.id for node in graph.nodes}
