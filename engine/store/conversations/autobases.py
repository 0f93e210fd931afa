"""Autobases: the graphs of Corestores, with what is final in their order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from engine.archive.graphs.pieces import AUTOBASE
from engine.debug.explaining.signing import signing
from engine.linear.orders.named import linearize
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import Finality
from engine.store.conversations.graphs import GraphConversation, GraphFiles, Graphs
from engine.store.conversations.source import Source
from engine.wording import tr


@dataclass(frozen=True, slots=True)
class _Signed:
    """What a store said is signed, and what it showed."""

    signed: tuple[str, ...] | None
    shown: tuple[str, ...]

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> Self:
        """From what is kept about a graph as a whole."""
        signed = said.get("signed")
        return cls(None if signed is None else tuple(signed), tuple(said.get("shown", ())))


class AutobaseConversation(GraphConversation):
    """One Autobase."""

    def facts(self) -> Mapping[str, object]:
        """How long the beginnings of the order are that are confirmed, and that are signed.

        Where they differ, `missing` are the indexers that have yet to sign more.
        """
        found = self.finality()
        facts: dict[str, object] = {"confirmed": found.confirmed}
        if found.signed is not None:
            facts["signed"] = found.signed
        if found.conflict is not None:
            facts["conflict"] = found.conflict
        if found.missing:
            facts["missing"] = list(found.missing)
        return facts

    def finality(self) -> Finality:
        """What of the order is final."""
        opened = self._opened
        answer = linearize(opened.graph, AUTOBASE, edits=False)
        said = self._source.part(Graphs).facts(opened.kept.number)
        # Cryptography and arrays, for which those who only read threads don't wait.
        from engine.archive.corestore.bases import agreement

        signed = agreement(_Signed.read(said), answer["order"])
        confirmed: int = answer["confirmed"]
        missing: tuple[str, ...] = ()
        if signed.signed is not None and signed.signed < confirmed:
            missing = signing(self._opened.graph).missing
        return Finality(confirmed, signed.signed, signed.conflict, missing)

    def unsaid(self, key: str) -> str:
        """An entry without a value was written to refer to others."""
        return tr("Acknowledges what it refers to")


class Autobases(GraphFiles):
    """Autobases, by their keys."""

    kind = AUTOBASE
    is_signed = True
    order = "autobase"

    def conversation(self, source: Source, address: Address) -> AutobaseConversation:
        """The conversation over an Autobase."""
        return AutobaseConversation(source, address, self.graphs)
