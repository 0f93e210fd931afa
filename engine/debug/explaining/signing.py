"""Which indexers have yet to sign what is confirmed in an Autobase.

With every entry, an indexer signs what it knew to be confirmed before it. Indexers that have
written nothing since then have yet to sign the rest.
"""

from dataclasses import dataclass, replace

from tanglescope.engine.debug.replaying.rebases import heard_by, linked
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.graph import Graph


@dataclass(frozen=True, slots=True)
class IndexerSignature:
    """An indexer, and the length of the order that was confirmed for it before its last entry."""

    indexer: str
    signed: int


@dataclass(frozen=True, slots=True)
class Signing:
    """The confirmed length, and how much of it each indexer has signed."""

    confirmed: int
    signers: tuple[IndexerSignature, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The indexers that have yet to sign a part of it."""
        return tuple(each.indexer for each in self.signers if each.signed < self.confirmed)


def signing(graph: Graph) -> Signing:
    """What the current indexers have signed, derived from the entries alone."""
    graph = linked(graph)
    base = base_of(graph)
    signers = (IndexerSignature(indexer, _signed_by(graph, indexer)) for indexer in base.indexers)
    return Signing(base.confirmed, tuple(signers))


def _signed_by(graph: Graph, indexer: str) -> int:
    """The confirmed length for an indexer just before its last entry."""
    heard = heard_by(graph, indexer)
    own = sorted(
        (node for node in heard.nodes if node.writer == indexer),
        key=lambda node: node.sequence or 0,
    )
    if not own:
        return 0
    appended = (own[-1].batch or (1, 1))[0]
    last = {node.id for node in own[-appended:]}
    before = tuple(node for node in heard.nodes if node.id not in last)
    return base_of(replace(heard, nodes=before)).confirmed
