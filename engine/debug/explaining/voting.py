"""The state of an Autobase at one moment: order, final part, open votes, causes of stalls.

`AutobaseMoment` collects what the linearizer knows: the confirmed part, the quorums over the
entries, and for an entry that can still move, who has acknowledged it, who knew a rival first, and
who has not seen it.

With every entry, an indexer signs what it knew to be confirmed before it. Indexers that have
written nothing since then have yet to sign the rest.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tanglescope.engine.debug.replaying.rebases import heard_by, link_as_autobase
from tanglescope.engine.linear.autobase.consensus import ConfirmationProgress
from tanglescope.engine.linear.autobase.order import Autobase, base_of
from tanglescope.engine.linear.autobase.quorums import Quorum, Quorums
from tanglescope.engine.linear.graph import Graph, Writer
from tanglescope.engine.linear.horizon import reach
from tanglescope.engine.linear.walk import effects_of

MOST_DEGREES = 5
"""The highest degree that is distinguished; two more than any rival's are enough to be
consistent."""

_LOOKED_AT = 200  # entries at the start of a tip that are checked for a stall


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """One entry: its quorum, its progress to confirmation if an indexer wrote it, its rivals.

    `rivals` are the entries that can still move and are concurrent with it, in order. An entry of a
    writer that isn't an indexer has no progress: it is confirmed with an entry that refers to it.
    """

    name: str
    confirmed: bool
    quorum: Quorum
    progress: ConfirmationProgress | None
    rivals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Liveness:
    """Whether an order can be confirmed further, and the first unconfirmed entries.

    `next` are the entries of indexers that could be confirmed next, as they come after nothing
    unconfirmed; `contested` those of them that a majority can't ack any more, since too many saw
    a rival first: they wait for a merge. `silent` are the indexers who have written nothing.
    """

    indexers: int
    next: tuple[str, ...]
    contested: tuple[str, ...]
    silent: tuple[str, ...]

    @property
    def is_stalled(self) -> bool:
        """Whether no entry can be confirmed by acknowledgements alone."""
        return bool(self.next) and len(self.contested) == len(self.next)


class AutobaseMoment:
    """The Autobase state after exactly the nodes of a graph whose logs are linked."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._base: Autobase = base_of(graph)
        self._nodes = {node.id: node for node in graph.nodes}
        self.order: tuple[str, ...] = tuple(self._base)
        self.confirmed = self._base.confirmed_length
        self.groups = tuple(self._base.groups)
        self.waiting = tuple(self._base.set_aside)
        known = [self._nodes[name] for name in self.order]
        self.indexers = tuple(self._base.indexers)
        self._quorums = Quorums(known, [Writer(key) for key in self.indexers], MOST_DEGREES)
        self._known = known

    def group(self, name: str) -> int:
        """The number of the group that an entry was confirmed with; the tip is the last group."""
        row = self._rows[name]
        return -1 if row >= self.confirmed else bisect_right(self.groups, row)

    @cached_property
    def _rows(self) -> Mapping[str, int]:
        return {name: row for row, name in enumerate(self.order)}

    def degrees(self, names: Iterable[str]) -> dict[str, int]:
        """The degree of the quorum over each of these entries."""
        return {name: self._quorums.degree(name) for name in names}

    def status(self, name: str) -> EntryStatus | None:
        """The status of one entry; None if it is not in the order."""
        if name not in self._nodes or name in self.waiting:
            return None
        place = self.order.index(name)
        return EntryStatus(
            name,
            place < self.confirmed,
            self._quorums.of(name),
            self._base.confirmation_progress(name),
            self._rivals(name),
        )

    def liveness(self) -> Liveness:
        """Whether any entry can be confirmed by acknowledgements alone."""
        indexers = self.indexers
        voting = frozenset(indexers)
        tip = self._base.tip
        moving = frozenset(tip)
        ahead = [
            name
            for name in tip
            if self._nodes[name].writer in voting and moving.isdisjoint(self._nodes[name].after)
        ]
        wrote = {node.writer for node in self.graph.nodes}
        del ahead[_LOOKED_AT:]
        return Liveness(
            len(indexers),
            tuple(ahead),
            tuple(name for name in ahead if self._is_contested(name)),
            tuple(key for key in indexers if key not in wrote),
        )

    def _is_contested(self, name: str) -> bool:
        progress = self._base.confirmation_progress(name)
        return progress is not None and progress.is_contested

    def _rivals(self, name: str) -> tuple[str, ...]:
        moving = self._base.tip
        causes = {node.id: node.after for node in self._known}
        effects = effects_of(causes)
        related = reach([name], lambda each: causes.get(each, ()))
        related |= reach([name], lambda each: effects.get(each, ()))
        return tuple(each for each in moving if each not in related)


def cut(graph: Graph, steps: int) -> Graph:
    """The graph after the given number of arrivals."""
    return replace(graph, nodes=graph.nodes[:steps])


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
    graph = link_as_autobase(graph)
    base = base_of(graph)
    signers = (IndexerSignature(indexer, _signed_by(graph, indexer)) for indexer in base.indexers)
    return Signing(base.confirmed_length, tuple(signers))


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
    return base_of(replace(heard, nodes=before)).confirmed_length
