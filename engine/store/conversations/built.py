"""Conversations that are built in memory, over whatever keeps their order there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from engine.linear.edges import Edges
from engine.linear.horizon import Horizon, closure, horizon
from engine.store.arrivals.changes import TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import Conversation
from engine.store.inspection import MessagePlace


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
    """A conversation over an order in memory; `turn` is held while that is looked at.

    `built` answers the order, which may be put together only when it is asked for.
    """

    def __init__(
        self,
        address: Address,
        built: Callable[[], BuiltOrder],
        turn: AbstractContextManager[object] | None,
    ) -> None:
        self.address = address
        self._built = built
        self._turn = turn or nullcontext()

    @property
    def _order(self) -> BuiltOrder:
        return self._built()

    def snapshot(self) -> TimelineSnapshot:
        """Its order as it is now; its length is its revision."""
        with self._turn:
            order = self._order
            keys = list(order)
            return TimelineSnapshot(str(self.address), len(keys), keys, waiting_in(order))

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """What each of these comes after, and what comes after it; ghosts have effects, too."""
        with self._turn:
            order = self._order
            return {key: order.edges(key) for key in keys}

    def position(self, key: str) -> MessagePlace | None:
        """Where a message is in the order; None for a ghost."""
        with self._turn:
            order = self._order
            if key not in order:
                return None
            return MessagePlace(order.position(key), len(order), order.rank(key))

    def horizon(self, key: str) -> Horizon | None:
        """What a message could know of, and what has known of it since; None for a stranger."""
        with self._turn:
            order = self._order
            ghosts = set(order.ghosts)
            if key not in order and key not in ghosts:
                return None
            past = closure(key, lambda name: order.edges(name).causes)
            future = closure(key, lambda name: order.edges(name).effects)
            return horizon(key, past, future, ghosts, len(order))


def waiting_in(order: BuiltOrder) -> dict[str, tuple[str, ...]]:
    """The messages that name ghosts, and these."""
    waiting: dict[str, list[str]] = {}
    for ghost in sorted(order.ghosts):
        for effect in order.edges(ghost).effects:
            waiting.setdefault(effect, []).append(ghost)
    return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}


def most_active(authors: Counter[str], names: Mapping[str, str], count: int) -> tuple[str, ...]:
    """What the authors of most messages are called."""
    return tuple(names[feed] for feed, _ in authors.most_common(count))
