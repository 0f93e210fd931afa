"""Conversations that are built in memory, over whatever keeps their order there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from engine.linear.edges import Edges
from engine.linear.horizon import Horizon, closure, horizon
from engine.store.changes import TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import Conversation
from engine.store.inspection import Place


class BuiltOrder(Protocol):
    """An order in memory, with what joins its messages; a `Timeline` is one."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[str]: ...

    def __contains__(self, name: object) -> bool: ...

    @property
    def ghosts(self) -> Iterable[str]:
        """What is named and isn't there."""

    def position(self, name: str) -> int:
        """Where a message is."""

    def rank(self, name: str) -> int:
        """How many messages lead to it at most."""

    def edges(self, name: str) -> Edges:
        """What joins a message or ghost to others."""


class BuiltConversation(Conversation):
    """A conversation over an order in memory; `turn` is held while that is looked at."""

    def __init__(
        self, address: Address, order: BuiltOrder, turn: AbstractContextManager[object] | None
    ) -> None:
        self.address = address
        self._order = order
        self._turn = turn or nullcontext()

    def snapshot(self) -> TimelineSnapshot:
        """Its order as it is now; its length is its revision."""
        with self._turn:
            keys = list(self._order)
            return TimelineSnapshot(str(self.address), len(keys), keys, _waiting(self._order))

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """What each of these comes after, and what comes after it; ghosts have effects, too."""
        with self._turn:
            return {key: self._order.edges(key) for key in keys}

    def position(self, key: str) -> Place | None:
        """Where a message is in the order; None for a ghost."""
        with self._turn:
            if key not in self._order:
                return None
            return Place(self._order.position(key), len(self._order), self._order.rank(key))

    def horizon(self, key: str) -> Horizon | None:
        """What a message could know of, and what has known of it since; None for a stranger."""
        with self._turn:
            ghosts = set(self._order.ghosts)
            if key not in self._order and key not in ghosts:
                return None
            past = closure(key, lambda name: self._order.edges(name).causes)
            future = closure(key, lambda name: self._order.edges(name).effects)
            return horizon(key, past, future, ghosts, len(self._order))


def _waiting(order: BuiltOrder) -> dict[str, tuple[str, ...]]:
    """The messages that name ghosts, and these."""
    waiting: dict[str, list[str]] = {}
    for ghost in sorted(order.ghosts):
        for effect in order.edges(ghost).effects:
            waiting.setdefault(effect, []).append(ghost)
    return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}


def most_active(authors: Counter[str], names: Mapping[str, str], count: int) -> tuple[str, ...]:
    """What the authors of most messages are called."""
    return tuple(names[feed] for feed, _ in authors.most_common(count))
