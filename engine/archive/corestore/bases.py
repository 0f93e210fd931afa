"""An Autobase as a Corestore holds it: entries, members, and what was settled and signed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from engine.archive.corestore.contents import Content, ValueForm
from engine.archive.corestore.verifying import Trust
from engine.linear.graph import Graph, Node, Writer
from engine.linear.orders.topological import least_order


class WriterRole(StrEnum):
    """What a writer is to an Autobase now."""

    INDEXER = "indexer"
    """Votes on the order, and signs it."""
    PENDING = "pending"
    """Was added as an indexer; votes once that and its own first entry are confirmed."""
    WRITER = "writer"
    """Its entries are ordered and shown; it doesn't vote."""
    REMOVED = "removed"
    """Was a writer; its entries since then aren't shown."""
    UNKNOWN = "unknown"
    """Was never added, as far as this store knows."""


@dataclass(frozen=True, slots=True)
class BaseEntry:
    """One entry of a writer; `batch` (k, n) says that it is the k-th of n appended at once.

    `length` is that of the writer's core with it, so the first entry has 1.
    """

    writer: str
    length: int
    heads: tuple[str, ...]
    batch: tuple[int, int]
    content: Content
    optimistic: bool
    trust: Trust

    @property
    def id(self) -> str:
        """How other entries refer to it."""
        return entry_id(self.writer, self.length)


@dataclass(frozen=True, slots=True)
class Member:
    """A writer: how many entries are here of how many, and whether its signature is right.

    `added` and `removed` are the entries that made it an indexer (a writer, if it never was one)
    and that ended it; `indexer` says whether it ever was one.
    """

    key: str
    role: WriterRole
    here: int
    length: int
    trust: Trust
    why: str
    indexer: bool
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Base:
    """An Autobase; `entries` hold none that is refused or can't be read.

    `signed` are the entries that the indexers have signed, by the appends that brought them in;
    None where nothing says so. `shown` are all that the program which wrote the store last showed;
    the first `settled` of them were final for it. `is_locked` says that the key to the entries is
    missing.
    """

    key: str
    entries: tuple[BaseEntry, ...]
    members: tuple[Member, ...]
    signed: tuple[str, ...] | None
    shown: tuple[str, ...]
    settled: int
    is_encrypted: bool
    is_locked: bool
    problems: tuple[str, ...] = field(default=())


def entry_id(writer: str, length: int) -> str:
    """How entries are named: the key of the writer, and the length of its core."""
    return f"{writer}:{length}"


def graph_of(base: Base) -> Graph:
    """The entries as a graph, in an order in which they could have arrived."""
    nodes = {entry.id: _node(entry) for entry in base.entries}
    writers = tuple(
        Writer(member.key, member.indexer, added=member.added, removed=member.removed)
        for member in base.members
    )
    return Graph(tuple(nodes[name] for name in _arrival(nodes)), writers, base.key)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much of an order is signed, and the entry that speaks against it if there is one.

    `signed` counts from the beginning, with what is not shown between; None if nothing is signed.
    `conflict` is the first entry that the store shows after all that is signed, and that the
    order has before the end of it.
    """

    signed: int | None
    conflict: str | None = None


class SignedBase(Protocol):
    """What is signed of a base, and what was shown; see `Base`."""

    @property
    def signed(self) -> tuple[str, ...] | None:
        """The entries that the indexers have signed."""

    @property
    def shown(self) -> tuple[str, ...]:
        """All that the program which wrote the store last showed."""


def agreement(base: SignedBase, order: Sequence[str]) -> Agreement:
    """How far an order of the entries is the one that the indexers signed."""
    if base.signed is None:
        return Agreement(None)
    signed = set(base.signed)
    length = max((place for place, name in enumerate(order, 1) if name in signed), default=0)
    later = set(base.shown) - signed
    conflict = next((name for name in order[:length] if name in later), None)
    if conflict is not None:
        length = order.index(conflict)
    return Agreement(length, conflict)


def _node(entry: BaseEntry) -> Node:
    before = (entry_id(entry.writer, entry.length - 1),) if entry.length > 1 else ()
    after = tuple(dict.fromkeys((*before, *entry.heads)))
    is_late = (
        entry.optimistic and entry.batch == (1, 1) and entry.content.form is not ValueForm.NOTHING
    )
    return Node(
        entry.id,
        tuple(cause for cause in after if cause != entry.id),
        entry.writer,
        entry.length - 1,
        optimistic=is_late,
        batch=entry.batch if entry.batch[1] > 1 else None,
    )


def _arrival(nodes: Mapping[str, Node]) -> list[str]:
    """By depth: so several writers take turns, as they do while a base is used."""
    causes = {name: node.after for name, node in nodes.items()}
    causal = least_order(causes, lambda name: name)
    depth: dict[str, int] = {}
    for name in causal:
        depth[name] = 1 + max((depth[cause] for cause in causes[name] if cause in depth), default=0)
    # What is on a circle was forged; it is left out.
    return sorted(causal, key=lambda name: (depth[name], name))


def number_batches(countdowns: Sequence[int]) -> list[tuple[int, int]]:
    """For the entries of a core, each counting those of its batch from itself on: (k, n)."""
    numbered: list[tuple[int, int]] = []
    start = 0
    for place, following in enumerate(countdowns):
        if following == 1 or place == len(countdowns) - 1:
            count = place - start + following  # more than are here, if the end is missing
            numbered += [(which + 1, count) for which in range(place - start + 1)]
            start = place + 1
    return numbered


def names(places: Iterable[tuple[bytes, int]]) -> tuple[str, ...]:
    """The names of entries given by key and length, each once."""
    return tuple(dict.fromkeys(entry_id(key.hex(), length) for key, length in places))
