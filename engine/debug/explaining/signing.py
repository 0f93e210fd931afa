"""Who has yet to sign what is confirmed in an Autobase.

An indexer signs with every entry that it writes what it knew to be confirmed before. Those that
have written nothing since they could know the rest are missing.
"""

from dataclasses import dataclass, replace

from engine.debug.replaying.rebases import base_of, heard_by, linked
from engine.linear.graph import Graph


@dataclass(frozen=True, slots=True)
class IndexerSignature:
    """An indexer, and how much of the order was confirmed for it before its last entry."""

    indexer: str
    signed: int


@dataclass(frozen=True, slots=True)
class Signing:
    """How much is confirmed, and what each indexer has signed of it."""

    confirmed: int
    signers: tuple[IndexerSignature, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The indexers that have yet to sign some of what is confirmed."""
        return tuple(each.indexer for each in self.signers if each.signed < self.confirmed)


def signing(graph: Graph) -> Signing:
    """What the indexers of today have signed, by the entries alone."""
    graph = linked(graph)
    base = base_of(graph)
    signers = (IndexerSignature(indexer, _signed_by(graph, indexer)) for indexer in base.indexers)
    return Signing(base.confirmed, tuple(signers))


def _signed_by(graph: Graph, indexer: str) -> int:
    """How much was confirmed for an indexer right before what it appended last."""
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
