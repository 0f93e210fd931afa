"""Graphs of several writers' logs: from vectors, from drawings, and random ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tanglescope.engine.linear.autobase.order import Autobase
from tanglescope.engine.linear.autobase.quorums import Quorums
from tanglescope.engine.linear.graph import Graph, Node, Writer


class Added(NamedTuple):
    """The arguments of `Autobase.add`."""

    name: str
    after: tuple[str, ...]
    writer: str
    sequence: int


@dataclass(frozen=True)
class Logs:
    writers: tuple[Writer, ...]
    entries: tuple[Added, ...]

    @property
    def indexers(self) -> list[str]:
        return [writer.key for writer in self.writers if writer.indexer]

    @property
    def graph(self) -> Graph:
        nodes = (
            Node(entry.name, entry.after, entry.writer, entry.sequence) for entry in self.entries
        )
        return Graph(tuple(nodes), self.writers)

    def base(self, entries: Sequence[Added] | None = None) -> Autobase:
        """An Autobase with these entries (all by default), updated after each."""
        base = Autobase(self.writers)
        for entry in self.entries if entries is None else entries:
            base.add(*entry)
        return base

    def past(self, head: str) -> list[Added]:
        """A peer's knowledge if it knows exactly this entry and its past."""
        after = {entry.name: entry.after for entry in self.entries}
        known = {head}
        for name in reversed(after):
            if name in known:
                known.update(after[name])
        return [entry for entry in self.entries if entry.name in known]


def from_vector(vector: Mapping[str, Any]) -> Logs:
    """A graph of the vectors; a writer's own predecessor may be implicit there."""
    names = {node["id"] for node in vector["nodes"]}
    entries = []
    for node in vector["nodes"]:
        own = f"{node['w']}{node['seq'] - 1}"
        after = dict.fromkeys([*node["links"], *([own] if own in names else [])])
        entries.append(Added(node["id"], tuple(after), node["w"], node["seq"]))
    writers = tuple(Writer(writer["key"], writer["indexer"]) for writer in vector["writers"])
    return Logs(writers, tuple(entries))


def first_to_know(quorums: Quorums, logs: Logs, name: str, degree: int) -> list[str]:
    """The entries that know of a quorum of this degree while none of their causes does."""
    nodes = logs.graph.nodes
    knowing = {node.id for node in nodes if quorums.of(name, head=node.id).degree >= degree}
    return [
        node.id for node in nodes if node.id in knowing and not knowing.intersection(node.after)
    ]


def drawn(text: str, indexers: str, relayed: str = "") -> Logs:
    """`a0 b0:a0 a1:b0` as a graph: names with causes; a letter for the writer, then a sequence."""
    entries: list[Added] = []
    for word in text.split():
        name, _, causes = word.partition(":")
        writer, sequence = name[0], int(name[1:])
        after = [cause for cause in causes.split(",") if cause]
        if sequence:
            after.append(f"{writer}{sequence - 1}")
        entries.append(Added(name, tuple(dict.fromkeys(after)), writer, sequence))
    keys = dict.fromkeys([*indexers, *(entry.writer for entry in entries)])
    writers = (Writer(key, key in indexers, key in relayed) for key in keys)
    return Logs(tuple(writers), tuple(entries))


@st.composite
def logs(draw: st.DrawFn, max_size: int = 22) -> Logs:
    """Up to five indexers and a listener, who refer to any entries that they may have seen."""
    indexers = "abcde"[: draw(st.integers(0, 5))]
    keys = draw(st.permutations([*indexers, "n"]))
    window = draw(st.sampled_from([2, 4, max_size]))
    length = dict.fromkeys(keys, 0)
    entries: list[Added] = []
    for key in draw(st.lists(st.sampled_from(keys), max_size=max_size)):
        recent = [entry.name for entry in entries[-window:]]
        causes = draw(st.lists(st.sampled_from(recent), max_size=3)) if recent else []
        if length[key]:
            causes.append(f"{key}{length[key] - 1}")
        after = tuple(dict.fromkeys(causes))
        entries.append(Added(f"{key}{length[key]}", after, key, length[key]))
        length[key] += 1
    return Logs(tuple(Writer(key, key in indexers) for key in keys), tuple(entries))
