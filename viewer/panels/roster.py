"""Who takes part: which authors may still write, whose messages vote, and who is relayed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.linear.graph import Graph, Writer


@dataclass(frozen=True, slots=True)
class Part:
    """What a writer does: may go on writing, votes, is relayed by others."""

    writes: bool = True
    votes: bool = True
    relayed: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """The parts that somebody has given to writers; all others have their usual part."""

    parts: Mapping[str, Part]

    def part(self, writer: Writer) -> Part:
        """The part of a writer; usual are those of the graph."""
        return self.parts.get(writer.key, Part(votes=writer.indexer, relayed=writer.relayed))

    def with_part(self, key: str, part: Part) -> "Roster":
        """The roster with a part given."""
        return Roster({**self.parts, key: part})

    def indexers(self, graph: Graph) -> tuple[Writer, ...]:
        """The writers of a graph as an Autobase takes them."""
        return tuple(_writer(each, self.part(each)) for each in graph.writers)

    def listed(self, graph: Graph) -> tuple[Writer, ...]:
        """The writers of a graph that may go on writing."""
        return tuple(each for each in graph.writers if self.part(each).writes)


def _writer(writer: Writer, part: Part) -> Writer:
    return replace(writer, indexer=part.votes and part.writes, relayed=part.relayed)
