"""PZP tangles: threads in the order of pzp-db, and the sets among them.

They are put together in memory when they are looked at: what is valid in a tangle is a function of
all messages that are known. The order is by declared depth, then by collation of the ids.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.linear.edges import Edges
from engine.linear.graph import Graph
from engine.message.pzp import ANY, SELF, PzpMessage, TangleKind
from engine.reduce.feeds import FileEntry, PzpFeed
from engine.reduce.requirements import Requirement, unmet
from engine.reduce.sets import PREFIX, PzpSet
from engine.reduce.tangles import RootedTangles
from engine.store.arrivals.changes import TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.built import BuiltConversation, most_active
from engine.store.conversations.conversation import NAMES, ConversationSummary
from engine.store.conversations.kind import Kind, Listing
from engine.store.conversations.source import Source
from engine.store.files.damage import reporting_damage
from engine.store.files.sqlite import Database
from engine.store.inspection import LipmaaLinks
from engine.store.messages import StoredMessage
from engine.store.pzp_messages import PzpMessages
from engine.tangle.titles import one_line
from engine.wording import later, tr

_SHORT = 9
_ID = re.compile(r"[1-9A-HJ-NP-Za-km-z]{16,64}", re.ASCII)
_PZP = "pzp"


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set in a list: the root of its feed, its name, its account, and how large it is."""

    root: str
    name: str
    account: str
    messages: int
    items: int


class PzpOrder:
    """One tangle as a reader sees it: links that say nothing new left out."""

    def __init__(self, feed: PzpFeed) -> None:
        self.feed = feed
        self._order = list(feed.messages)
        self._positions = {key: position for position, key in enumerate(self._order)}

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __contains__(self, name: object) -> bool:
        return name in self._positions

    @cached_property
    def causes(self) -> dict[str, tuple[str, ...]]:
        """What every message comes after; ghosts, too."""
        tangle = self.feed.tangle
        return {
            key: tuple(cause for cause in tangle.prev(key) if cause not in tangle.transitive(key))
            for key in self._order
        }

    @cached_property
    def effects(self) -> dict[str, list[str]]:
        """What comes after every message and ghost."""
        effects: dict[str, list[str]] = {}
        for key, causes in self.causes.items():
            for cause in causes:
                effects.setdefault(cause, []).append(key)
        return effects

    @cached_property
    def warnings(self) -> dict[str, tuple[Requirement, ...]]:
        """What messages of a set don't keep to of what pzp-set asks for."""
        found: dict[str, tuple[Requirement, ...]] = {}
        for each in unmet(PzpSet(self.feed)):
            found[each.id] = (*found.get(each.id, ()), each.rule)
        return found

    @property
    def ghosts(self) -> set[str]:
        """What is named and isn't there."""
        return {
            cause for causes in self.causes.values() for cause in causes
        } - self._positions.keys()

    def position(self, name: str) -> int:
        """Where a message is."""
        return self._positions[name]

    def rank(self, name: str) -> int:
        """The depth that a message declares."""
        return self.feed.tangle.depth(name)

    def edges(self, name: str) -> Edges:
        """What joins a message or ghost to others."""
        return Edges(self.causes.get(name, ()), tuple(self.effects.get(name, ())))


class PzpTangles:
    """The tangles that the PZP messages of a database make, put together anew as they grow."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._messages = PzpMessages(database)
        self.revision = -1
        """What changes whenever a message comes."""
        self._tangles = RootedTangles(())
        self._received: dict[str, float | None] = {}
        self._orders: dict[str, PzpOrder] = {}

    @property
    def roots(self) -> Mapping[str, PzpMessage]:
        """The roots of all tangles."""
        return self._current().roots

    def sets(self) -> list[SetSummary]:
        """The sets, by name."""
        tangles = self._current()
        found = []
        for root in tangles.sets():
            moot, feed = tangles.roots[root], tangles.feed(root)
            items = len(PzpSet(feed).state.items)
            name = moot.domain.removeprefix(PREFIX)
            found.append(SetSummary(root, name, moot.account, len(feed.messages), items))
        return sorted(found, key=lambda each: (each.name, each.root))

    def set_of(self, root: str) -> PzpSet:
        """The set whose feed has that root. Raises `KeyError`."""
        return PzpSet(self._current().feed(root))

    def order(self, root: str) -> PzpOrder:
        """The order of a tangle. Raises `KeyError`."""
        tangles = self._current()
        if root not in self._orders:
            self._orders[root] = PzpOrder(tangles.feed(root))
        return self._orders[root]

    def received(self, key: str) -> float | None:
        """When a message was received."""
        return self._received.get(key)

    def messages_of(self, root: str) -> Mapping[str, PzpMessage]:
        """The messages of a tangle. Raises `KeyError`."""
        return self._current().feed(root).messages

    def has_root(self, root: str) -> bool:
        """Whether the root of a tangle is known itself."""
        return self._current().feed(root).root is not None

    def numbers(self) -> dict[str, int]:
        """Numbers of all messages, which ascend as they were taken in."""
        self._current()
        return {key: number for number, key in enumerate(self._received)}

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        with reporting_damage(self._database):
            return self._messages.value(key)

    def _current(self) -> RootedTangles:
        with reporting_damage(self._database):
            count, erased = self._messages.version
            revision = 2 * count - erased
            if revision != self.revision:
                rows = list(self._messages.all())
                entries = (FileEntry(key, value) for key, _, value in rows)
                self._tangles = RootedTangles(entries, is_proven=True)
                self._received = {key: received for key, received, _ in rows}
                self._orders.clear()
                self.revision = revision
        return self._tangles


class PzpConversation(BuiltConversation):
    """One PZP tangle."""

    order = _PZP

    def __init__(self, source: Source, address: Address) -> None:
        self._tangles = source.part(PzpTangles)
        self._root = address.subject
        self._pzp = self._tangles.order(self._root)
        self._source = source
        super().__init__(address, lambda: self._pzp, None)

    def snapshot(self) -> TimelineSnapshot:
        """Its order as it is now."""
        return replace(super().snapshot(), revision=self._tangles.revision)

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        authors = _authors(self._tangles, self._root)
        return _summary(self._tangles, self._root, authors, self._source.called(list(authors)))

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Those of the messages that are known, with their causes in this tangle."""
        known = self._tangles.messages_of(self._root)
        return {key: self._stored(known[key]) for key in keys if key in known}

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of messages that ascend as they were taken in."""
        numbers = self._tangles.numbers()
        return {key: numbers[key] for key in keys if key in numbers}

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        return self._tangles.value(key)

    def graph(self) -> Graph:
        """The tangle as a graph, with the depths that the messages declare."""
        graph = super().graph()
        nodes = (replace(node, depth=self._pzp.rank(node.id)) for node in graph.nodes)
        return replace(graph, nodes=tuple(nodes))

    def supersedes(self) -> Sequence[tuple[str, str]]:
        """The messages of a set that supersede others, each with one of those."""
        changes = PzpSet(self._pzp.feed).changes
        return [
            (key, superseded)
            for key, change in changes.items()
            for superseded in dict.fromkeys(change.supersedes)
        ]

    def skips(self) -> Sequence[tuple[str, str]]:
        """The messages whose links skip back over others, each with one that it links."""
        tangle = self._pzp.feed.tangle
        return [
            (key, each) for key in self._pzp for each in tangle.in_order(tangle.transitive(key))
        ]

    def lipmaa(self, key: str) -> LipmaaLinks | None:
        """The lipmaa links of a message; None for the root, and for what isn't here."""
        tangle = self._pzp.feed.tangle
        if key not in tangle or key == tangle.root:
            return None
        return LipmaaLinks(tuple(tangle.lipmaa_links(key)), tuple(tangle.lacking_lipmaa(key)))

    def warnings(self, key: str) -> Sequence[Requirement]:
        """What a message of a set doesn't keep to of what pzp-set asks for."""
        return self._pzp.warnings.get(key, ())

    def _stored(self, message: PzpMessage) -> StoredMessage:
        match message.data:
            case None:
                kind = "pzp-root" if message.is_moot else "pzp-erased"
                content = {"type": kind, "domain": message.domain}
            case str(text):
                content = {"type": message.domain, "text": text}
            case data:
                content = {**data, "type": message.domain}
        return StoredMessage(
            key=message.id,
            author=_author(message, self._root),
            sequence=self._pzp.rank(message.id),
            asserted=None,
            received=self._tangles.received(message.id),
            type=message.domain,
            content=content,
            standing="valid",
            rule=None,
            causes=self._pzp.causes[message.id],
            depth=self._pzp.rank(message.id),
            account=self._root if message.account == SELF else message.account,
        )


class Pzp(Kind):
    """PZP tangles, by the ids of their roots."""

    listing = Listing.THREADS

    def read(self, text: str) -> Address | None:
        """The address of an id, with or without `pzp:`."""
        root = text.removeprefix(f"{_PZP}:")
        return Address(_PZP, root, short=root) if _ID.fullmatch(root) else None

    def find(self, source: Source, address: Address) -> PzpConversation | None:
        """The tangle of a root; None where it isn't known."""
        if address.subject not in source.part(PzpTangles).roots:
            return None
        return PzpConversation(source, address)

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        """The tangles in which something was written, whose titles or names hold all words."""
        tangles = source.part(PzpTangles)
        shown = [root for root in tangles.roots if len(tangles.messages_of(root)) > 1]
        authors = {root: _authors(tangles, root) for root in shown}
        names = source.called([feed for counts in authors.values() for feed in counts])
        found = (_summary(tangles, root, authors[root], names) for root in shown)
        return [summary for summary in found if summary.mentions(words)]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The tangles that a message is in."""
        if message is not None or not _ID.fullmatch(key):
            return ()
        tangles = source.part(PzpTangles)
        return [
            Address(_PZP, root, short=root) for root in tangles.roots if key in tangles.order(root)
        ]


def _authors(tangles: PzpTangles, root: str) -> Counter[str]:
    return Counter(_author(message, root) for message in tangles.messages_of(root).values())


def _summary(
    tangles: PzpTangles, root: str, authors: Counter[str], names: Mapping[str, str]
) -> ConversationSummary:
    keys = tangles.messages_of(root)
    times = [time for key in keys if (time := tangles.received(key)) is not None]
    return ConversationSummary(
        address=root,
        kind=_PZP,
        root=root,
        present=tangles.has_root(root),
        messages=len(keys),
        authors=len(authors),
        title=_title(tangles.roots[root]),
        names=most_active(authors, names, NAMES),
        first=min(times, default=None),
        latest=max(times, default=None),
        order=_PZP,
        depth=tangles.order(root).feed.tangle.max_depth,
    )


def _author(message: PzpMessage, root: str) -> str:
    """Who wrote a message: the account, which in its own tangle is the root."""
    if message.account == SELF:
        return root
    return message.sigkey if message.account == ANY else message.account


_TITLES = {
    TangleKind.ACCOUNT: later("PZP account {name} of {whose}"),
    TangleKind.WEAVE: later("PZP weave {name} of {whose}"),
    TangleKind.FEED: later("PZP feed {name} of {whose}"),
}


def _title(root: PzpMessage) -> str:
    if root.domain.startswith(PREFIX) and root.is_moot:
        name = root.domain.removeprefix(PREFIX)
        return tr("PZP set {name} of {whose}", name=name, whose=root.account[:_SHORT])
    whose = root.account if root.is_moot else root.id
    return one_line(tr(_TITLES[root.kind], name=root.domain, whose=whose[:_SHORT]), 80)
