"""Graphs of what is stored: a conversation as the orders and the debugger see it."""

from collections.abc import Iterable, Mapping
from math import inf

from engine.linear.autobase.excerpts import writers_of
from engine.linear.graph import Graph, Node
from engine.store.messages import StoredMessage


def graph_of(root: str, messages: Iterable[StoredMessage], numbers: Mapping[str, int]) -> Graph:
    """Messages with their causes in a thread, as received; at one time, as they were taken in."""
    arrivals = sorted(messages, key=lambda message: (_received(message), numbers[message.key]))
    nodes = tuple(map(_node, arrivals))
    return Graph(nodes, writers_of(nodes), name=root, is_excerpt=True)


def _received(message: StoredMessage) -> float:
    return inf if message.received is None else message.received


def _node(message: StoredMessage) -> Node:
    return Node(
        id=message.key,
        after=message.causes,
        writer=message.author,
        sequence=message.sequence,
        asserted=message.asserted,
        received=message.received,
    )
