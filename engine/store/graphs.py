"""Graphs of what is stored: a conversation as the orders and the debugger see it."""

from collections.abc import Callable, Iterable, Mapping
from math import inf
from types import MappingProxyType

from engine.linear.graph import Graph, Node
from engine.linear.times import asserted_order, received_order
from engine.linear.timestamps import timestamp_order
from engine.store.messages import StoredMessage

BY_TIME: Mapping[str, Callable[[Graph], list[str]]] = MappingProxyType(
    {"timestamp": timestamp_order, "asserted": asserted_order, "received": received_order}
)
"""Orders that look at clocks, by name."""


def graph_of(root: str, messages: Iterable[StoredMessage], numbers: Mapping[str, int]) -> Graph:
    """Messages with their causes in a thread, as received; at one time, as they were taken in."""
    arrivals = sorted(messages, key=lambda message: (_received(message), numbers[message.key]))
    return Graph(name=root, nodes=tuple(map(_node, arrivals)))


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
