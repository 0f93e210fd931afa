import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.shuffling.deliveries import DELIVERIES, as_written, by_hand, delivery
from tanglescope.engine.linear.errors import DuplicateEvent, UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.strategies import graphs


@pytest.mark.parametrize("name", DELIVERIES)
@given(graph=graphs(), seed=st.integers(0, 3))
def test_every_delivery_brings_every_node_once(name: str, graph: Graph, seed: int) -> None:
    arrivals = DELIVERIES[name](graph, seed)
    assert sorted(node.id for node in arrivals) == sorted(node.id for node in graph.nodes)
    assert arrivals == DELIVERIES[name](graph, seed)


@given(graphs())
def test_as_written_causes_come_first(graph: Graph) -> None:
    come: set[str] = set()
    for node in as_written(graph):
        come.add(node.id)
        assert not [cause for cause in node.after if cause not in come and cause in ids(graph)]


def ids(graph: Graph) -> set[str]:
    return {node.id for node in graph.nodes}


def test_as_written_a_log_goes_by_sequence_whatever_its_clock_says() -> None:
    late = Node("b", writer="w", sequence=2, asserted=1.0)
    early = Node("a", writer="w", sequence=1, asserted=9.0)
    assert as_written(Graph((late, early))) == (early, late)


def test_sequences_that_contradict_causes_are_left_out() -> None:
    one = Node("a", ("b",), writer="w", sequence=1)
    two = Node("b", writer="w", sequence=7)
    assert as_written(Graph((one, two))) == (two, one)


def test_feed_by_feed_is_by_writer() -> None:
    nodes = tuple(Node(f"{n}", writer="uv"[n % 2], sequence=n) for n in range(6))
    writers = "".join(node.writer or "" for node in DELIVERIES["feed_by_feed"](Graph(nodes), 1))
    assert writers in ("uuuvvv", "vvvuuu")


def test_by_hand_the_rest_follows_as_received() -> None:
    graph = Graph((Node("a"), Node("b"), Node("c")))
    assert [node.id for node in by_hand(graph, ["c"])] == ["c", "a", "b"]
    with pytest.raises(UnknownEvent):
        by_hand(graph, ["x"])
    with pytest.raises(DuplicateEvent):
        by_hand(graph, ["a", "a"])


def test_every_delivery_has_a_name_for_people() -> None:
    told = [delivery(name) for name in DELIVERIES]
    assert len(set(told)) == len(told)
