"""Autobases: the graphs of Corestores, with what is final in their order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from engine.archive.graphs.pieces import AUTOBASE
from engine.linear.orders import linearize
from engine.store.conversations.address import Address
from engine.store.conversations.graphs import (
    GraphConversation,
    GraphFiles,
    Graphs,
    OpenedGraph,
)
from engine.store.conversations.source import Source


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
        """How long the beginnings of the order are that are confirmed, and that are signed."""
        answer = linearize(self._opened.graph, AUTOBASE, edits=False)
        said = self._source.part(Graphs).facts(self._opened.kept.number)
        # Cryptography and arrays, for which those who only read threads don't wait.
        from engine.archive.corestore.bases import agreement

        signed = agreement(_Signed.read(said), answer["order"])
        facts = {
            "confirmed": answer["confirmed"],
            "signed": signed.signed,
            "conflict": signed.conflict,
        }
        return {name: fact for name, fact in facts.items() if fact is not None}


class Autobases(GraphFiles):
    """Autobases, by their keys."""

    kind = AUTOBASE
    order = "autobase"

    def conversation(
        self, source: Source, address: Address, opened: OpenedGraph
    ) -> AutobaseConversation:
        """The conversation over an Autobase."""
        return AutobaseConversation(source, address, opened, self.order)
