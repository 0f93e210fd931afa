"""Who does what: which authors may still write, whose messages vote, and who is relayed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.linear.graph import Graph, Writer


@dataclass(frozen=True, slots=True)
class RosterRole:
    """What a writer does: may go on writing, votes, is relayed by others."""

    writes: bool = True
    votes: bool = True
    relayed: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """The roles that were given to writers by hand; all others have their usual role."""

    roles: Mapping[str, RosterRole]

    def role(self, writer: Writer) -> RosterRole:
        """The role of a writer; usual are those of the graph."""
        return self.roles.get(writer.key, RosterRole(votes=writer.indexer, relayed=writer.relayed))

    def with_role(self, key: str, role: RosterRole) -> "Roster":
        """The roster with a role given."""
        return Roster({**self.roles, key: role})

    def indexers(self, graph: Graph) -> tuple[Writer, ...]:
        """The writers of a graph as an Autobase takes them."""
        return tuple(_writer(each, self.role(each)) for each in graph.writers)

    def listed(self, graph: Graph) -> tuple[Writer, ...]:
        """The writers of a graph that may go on writing."""
        return tuple(each for each in graph.writers if self.role(each).writes)


def _writer(writer: Writer, role: RosterRole) -> Writer:
    return replace(writer, indexer=role.votes and role.writes, relayed=role.relayed)
