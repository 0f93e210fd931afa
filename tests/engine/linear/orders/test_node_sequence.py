from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.orders import node_sequence
from tanglescope.engine.linear.orders.node_sequence import NodeSequence, SequencedNode
from tests.engine.linear.autobase_model import least_order
from tests.engine.linear.orders.test_topological import graphs

pytestmark = pytest.mark.usefixtures("blocks_of_two")


@pytest.fixture(scope="module")
def blocks_of_two() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(node_sequence, "FULL", 2)
        yield


def nodes_of(causes: dict[str, list[str]]) -> dict[str, SequencedNode]:
    nodes: dict[str, SequencedNode] = {}
    for name, known in causes.items():
        nodes[name] = SequencedNode(name, (name, 0, name), [nodes[cause] for cause in known])
    return nodes


def names(nodes: NodeSequence) -> list[str]:
    return [node.name for node in nodes]


@given(graphs())
def test_every_node_goes_where_the_least_order_has_it(causes: dict[str, list[str]]) -> None:
    subject = NodeSequence()
    known: dict[str, list[str]] = {}
    for name, node in nodes_of(causes).items():
        known[name] = causes[name]
        position = subject.put(node)
        assert names(subject) == least_order(known)
        assert names(subject)[position] == name
        assert len(subject) == len(known)


@given(graphs(), st.integers(0, 8), st.integers(0, 8))
def test_the_rest_goes_on_when_the_front_is_dropped(
    causes: dict[str, list[str]], early: int, count: int
) -> None:
    nodes = nodes_of(causes)
    subject = NodeSequence()
    for node in list(nodes.values())[:early]:
        subject.put(node)
    gone = names(subject)[:count]
    for name in gone:
        nodes[name].confirmed = True
    subject.drop(len(gone))
    for node in list(nodes.values())[early:]:
        subject.put(node)
    left = {
        name: [cause for cause in known if cause not in gone]
        for name, known in causes.items()
        if name not in gone
    }
    assert names(subject) == least_order(left)


@given(graphs())
def test_a_row_of_given_nodes_goes_on_like_one_that_grew(causes: dict[str, list[str]]) -> None:
    *early, last = nodes_of(causes).values()
    order = list(least_order(causes))
    subject = NodeSequence(sorted(early, key=lambda node: order.index(node.name)))
    assert subject.append(last) == len(early)
    subject = NodeSequence([node for node in subject if node is not last])
    subject.put(last)
    assert names(subject) == least_order(causes)


def test_a_row_knows_how_it_begins() -> None:
    nodes = list(nodes_of({name: [] for name in "abcde"}).values())
    subject = NodeSequence(nodes)
    assert all(subject.begins_with(nodes[:length]) for length in range(6))
    assert not subject.begins_with(nodes[1:])
    assert not subject.begins_with([*nodes, nodes[0]])
