"""Entries that don't exist yet, to try what they would do to an order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tanglescope.engine.linear.graph import Graph, Node


@dataclass(frozen=True, slots=True)
class NextEntry:
    """An entry that doesn't exist yet; `after` are the entries that it refers to."""

    id: str
    writer: str
    after: tuple[str, ...]


def chain(graph: Graph, heads: Iterable[str], writers: Iterable[str]) -> Iterator[NextEntry]:
    """Next entries by these writers: the first after `heads`, each other one after the last."""
    after = tuple(heads)
    for name, writer in zip(free_ids(graph), writers):  # noqa: B905 - ids have no end
        yield NextEntry(name, writer, after)
        after = (name,)


def free_ids(graph: Graph) -> Iterator[str]:
    """Ids that no node of a graph has and none refers to: `next-1`, `next-2`, and so on."""
    taken = {name for node in graph.nodes for name in (node.id, *node.after)}
    number = 0
    while True:
        number += 1
        if (name := f"next-{number}") not in taken:
            yield name


def with_entries(graph: Graph, entries: Iterable[NextEntry]) -> Graph:
    """The graph with next entries, each the last of its log and after the one before in it."""
    last: dict[str, tuple[int, str]] = {}
    for node in graph.nodes:
        if node.writer is not None and node.sequence is not None:
            place = (node.sequence, node.id)
            last[node.writer] = max(place, last.get(node.writer, place))
    nodes = list(graph.nodes)
    for entry in entries:
        sequence, own = last.get(entry.writer, (-1, ""))
        after = dict.fromkeys((*entry.after, own) if own else entry.after)
        nodes.append(Node(entry.id, tuple(after), entry.writer, sequence + 1))
        last[entry.writer] = (sequence + 1, entry.id)
    return replace(graph, nodes=tuple(nodes))
