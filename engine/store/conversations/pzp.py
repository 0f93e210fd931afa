"""PZP tangles: threads in the order of pzp-db, and sets.

The order is by declared depth, then by collation of the ids.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.message import pzp
from tanglescope.engine.message.pzp import SELF, PzpMessage, RefusedError, TangleKind, read
from tanglescope.engine.message.pzp_rules import ACCOUNT_PREFIX
from tanglescope.engine.reduce.feeds import RootedTangles
from tanglescope.engine.reduce.requirements import Requirement, in_words, violations
from tanglescope.engine.reduce.sets import PREFIX, PzpSet, is_set
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    Extra,
    ExtraFact,
    ExtraFinder,
    OrderedConversation,
    most_active,
)
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.orders import TimelineStore
from tanglescope.engine.store.conversations.source import RememberedParts, Source
from tanglescope.engine.store.conversations.table import NAMES, ConversationSummary
from tanglescope.engine.store.conversations.wrapped import ReadWords
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import IdColumn, StoredMessage
from tanglescope.engine.store.orders.pzp_tangles import (
    PZP,
    PlacedMessage,
    PzpMembers,
    PzpTangleStore,
    StoredTangle,
    TangleFacts,
    author_of,
    pzp_address,
)
from tanglescope.engine.tangle.titles import one_line

if TYPE_CHECKING:
    from tanglescope.engine.drawing.figures import TangleFigure
    from tanglescope.engine.linear.graph import Graph
    from tanglescope.engine.reduce.feeds import PzpFeed

T = TypeVar("T")

_SHORT = 9


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set in a list: the root of its feed, its name, its account, and its size."""

    root: str
    name: str
    account: str
    messages: int
    items: int


@reports_damage(attrgetter("_database"))
class PzpTangles:
    """The tangles of the PZP messages in a database.

    Orders are stored. A set is computed from all its messages on demand.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.kept = PzpTangleStore(database)
        self._made = RememberedParts(database)
        self._roots: dict[str, PzpMessage] = {}

    def find(self, root: str) -> StoredTangle | None:
        """The tangle of a root; None if it is unknown."""
        found = self.kept.find(root)
        return found if self._root(root) is not None else None

    @property
    def roots(self) -> dict[str, PzpMessage]:
        """The roots of all tangles, in the order of import."""
        found = {each.root: self._root(each.root) for each in self.kept.roots()}
        return {key: root for key, root in found.items() if root is not None}

    def root(self, key: str) -> PzpMessage:
        """The root of a tangle. Raises `KeyError`."""
        if (root := self._root(key)) is None:
            raise KeyError(key)
        return root

    def _root(self, key: str) -> PzpMessage | None:
        if key not in self._roots and (message := self.kept.message(key)) is not None:
            self._roots[key] = message
        return self._roots.get(key)

    def sets(self) -> list[SetSummary]:
        """The sets, by name."""
        found = []
        for root, moot in self.roots.items():
            if is_set(moot):
                feed = self.feed(root)
                items = len(PzpSet(feed).state.items)
                name = moot.domain.removeprefix(PREFIX)
                found.append(SetSummary(root, name, moot.account, len(feed.messages), items))
        return sorted(found, key=lambda each: (each.name, each.root))

    def set_of(self, root: str) -> PzpSet:
        """The set whose feed has that root. Raises `KeyError`."""
        return PzpSet(self.feed(root))

    def feed(self, root: str) -> "PzpFeed":
        """The whole tangle, from its messages. Raises `KeyError`."""
        return self._at(
            root,
            "feed",
            lambda tangle: RootedTangles(self.kept.entries(tangle), is_proven=True).feed(root),
        )

    def warnings(self, root: str) -> Mapping[str, tuple[Requirement, ...]]:
        """The requirements of pzp-set that messages of a set violate. Raises `KeyError`."""
        return self._at(root, "warnings", self._warnings)

    def facts(self, root: str) -> TangleFacts:
        """What a list shows of a tangle. Raises `KeyError`."""
        return self._at(root, "facts", self.kept.facts)

    def holding(self, key: str) -> list[str]:
        """The roots of the tangles that a message is in."""
        claimed = self.kept.claimed_tangles(key)
        return [each.root for each in claimed if self.kept.places(each, [key])]

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        return self.kept.value(key)

    def _find(self, root: str) -> StoredTangle:
        if (tangle := self.find(root)) is None:
            raise KeyError(root)
        return tangle

    def _at(self, root: str, what: str, make: Callable[[StoredTangle], T]) -> T:
        """What was made of a tangle at its present revision, and is cached."""
        tangle = self._find(root)
        found: T = self._made.get((tangle.number, what), tangle.revision, lambda: make(tangle))
        return found

    def _warnings(self, tangle: StoredTangle) -> dict[str, tuple[Requirement, ...]]:
        found: dict[str, tuple[Requirement, ...]] = {}
        for each in violations(PzpSet(self.feed(tangle.root))):
            found[each.id] = (*found.get(each.id, ()), each.rule)
        return found


class PzpConversation(OrderedConversation):
    """One PZP tangle."""

    order = PZP
    is_numbered_apart = True

    def __init__(self, source: Source, address: Address) -> None:
        self.address = address
        self._tangles = source.part(PzpTangles)
        self._kept = self._tangles.kept
        self._root = address.subject
        self._source = source
        self._database = source.database

    @property
    def _tangle(self) -> StoredTangle:
        found = self._kept.find(self._root)
        assert found is not None  # messages stay
        return found

    @property
    def _members(self) -> PzpMembers:
        return self._kept.members(self._tangle)

    def revision(self) -> int:
        """The revision of the stored order, whose edits are reported."""
        return self._tangle.revision

    def snapshot(self) -> TimelineSnapshot:
        """Its stored order; nothing is sorted."""
        with reading(self._source.database):
            tangle, members = self._tangle, self._members
            keys, waiting = members.keys(), members.waiting()
            return TimelineSnapshot(str(self.address), tangle.revision, keys, waiting)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        return self._members.edges_of(keys)

    def writers(self) -> tuple[str, ...]:
        """The authors in it, in the order in which they joined."""
        return TimelineStore(self._source.database).first_writers(self._tangle.number)

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        facts = self._tangles.facts(self._root)
        names = self._source.names.of(list(facts.authors))
        return _summary(self._root, self._tangles.root(self._root), facts, names)

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without their authors and times."""
        facts = TangleFacts(messages, Counter(), None, None, 0, has_root=True)
        return _summary(self._root, self._tangles.root(self._root), facts, {})

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes in this tangle."""
        found: dict[str, StoredMessage] = {}
        for key, place in self._kept.places(self._tangle, keys).items():
            with suppress(RefusedError):  # a damaged message is shown like a ghost
                found[key] = self._stored_message(key, place)
        return found

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of messages that ascend in the order of import."""
        return self._members.numbers(keys)

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        return self._tangles.value(key)

    def find(self, words: str, count: int) -> list[str]:
        """The messages that contain words, the newest first."""
        return self._source.part(ReadWords).find(self._source, self, words, count)

    def graph(self) -> "Graph":
        """The tangle as a graph, with the declared depths."""
        graph = super().graph()
        nodes = (replace(node, depth=node.sequence) for node in graph.nodes)
        return replace(graph, nodes=tuple(nodes))

    @property
    def relations(self) -> Mapping[str, Callable[[], Sequence[tuple[str, str]]]]:
        """What supersedes what in a set, and links that skip back over other messages."""
        return {"supersedes": self.supersedes, "lipmaa": self.skips}

    def supersedes(self) -> Sequence[tuple[str, str]]:
        """The messages of a set that supersede others, each with one of those."""
        changes = self._tangles.set_of(self._root).changes
        return [
            (key, superseded)
            for key, change in changes.items()
            for superseded in dict.fromkeys(change.supersedes)
        ]

    def figure(self) -> "TangleFigure":
        """A set with its item roots, as pzp-set draws it; other tangles as SIP 9 does."""
        from tanglescope.engine.drawing.figures import set_figure

        item_roots = self._tangles.set_of(self._root).state.item_roots
        return set_figure(item_roots) if item_roots else super().figure()

    def skips(self) -> Sequence[tuple[str, str]]:
        """The messages with links that skip back over others, each with such a link."""
        tangle = self._tangles.feed(self._root).tangle
        return [(key, each) for key in tangle for each in tangle.in_order(tangle.transitive(key))]

    @property
    def extras(self) -> Mapping[str, ExtraFinder]:
        """The lipmaa links of messages, and the requirements of pzp-set that they violate."""
        return {
            "lipmaa": ExtraFinder(self._lipmaa, on_request=True),
            "warnings": ExtraFinder(self._warnings, on_request=True),
        }

    def _lipmaa(self, key: str) -> Extra | None:
        tangle = self._tangles.feed(self._root).tangle
        if key not in tangle or key == tangle.root:
            return None
        named, missing = tuple(tangle.lipmaa_links(key)), tuple(tangle.lacking_lipmaa(key))
        facts = [ExtraFact(keys=named)] if named else []
        if missing:
            lacking = tr("It should name these, too, which its author knew:")
            facts.append(ExtraFact(lacking, missing))
        else:
            whole = tr("It names all that its author knew at that depth.")
            none = tr("None of the messages at its lipmaa depth is here.")
            facts.append(ExtraFact(whole if named else none))
        return Extra(tr("Lipmaa links"), facts, {"named": named, "missing": missing})

    def _warnings(self, key: str) -> Extra | None:
        if not (rules := self._tangles.warnings(self._root).get(key)):
            return None
        facts = [ExtraFact(in_words(rule), label=rule) for rule in rules]
        return Extra(tr("Warnings"), facts, rules, is_notable=True)

    def _stored_message(self, key: str, place: PlacedMessage) -> StoredMessage:
        message = read(json.loads(place.value))
        match message.data:
            case None:
                kind = "pzp-root" if message.is_moot else "pzp-erased"
                content = {"type": kind, "domain": message.domain}
            case str(text):
                content = {"type": message.domain, "text": text}
            case data:
                content = {**data, "type": message.domain}
        return StoredMessage(
            key=key,
            author=self._root if message.account == SELF else author_of(message),
            sequence=place.depth,
            asserted=None,
            received=place.received,
            type=message.domain,
            content=content,
            status="valid",
            rule=None,
            causes=place.causes,
            depth=place.depth,
            account=self._root if message.account == SELF else message.account,
        )


class Pzp(Kind):
    """PZP tangles, by the ids of their roots."""

    kinds = (PZP,)
    is_indexed = False
    listing = Listing.THREADS

    def read(self, text: str) -> Address | None:
        """The address of an id, with or without `pzp:`."""
        root = text.removeprefix(f"{PZP}:")
        return pzp_address(root) if pzp.ID.fullmatch(root) else None

    def id_columns(self, _kind: str) -> Sequence[IdColumn]:
        """The roots of tangles."""
        return [IdColumn("graphs", "name", "kind = 'pzp'")]

    def find(self, source: Source, address: Address) -> PzpConversation | None:
        """The tangle of a root; None if it is unknown."""
        if source.part(PzpTangles).find(address.subject) is None:
            return None
        return PzpConversation(source, address)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """The tangles with messages after the root."""
        tangles = source.part(PzpTangles)
        found = {root: tangles.facts(root) for root in tangles.roots}
        shown = {root: facts for root, facts in found.items() if facts.messages > 1}
        names = source.names.of([feed for facts in shown.values() for feed in facts.authors])
        roots = tangles.roots
        return [_summary(root, roots[root], facts, names) for root, facts in shown.items()]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The tangles that a message is in."""
        if message is not None or not pzp.ID.fullmatch(key):
            return ()
        tangles = source.part(PzpTangles)
        return [pzp_address(root) for root in tangles.holding(key)]


def _summary(
    key: str, root: PzpMessage, facts: TangleFacts, names: Mapping[str, str]
) -> ConversationSummary:
    feeds = most_active(facts.authors, NAMES)
    authors = len(facts.authors)
    return replace(
        ConversationSummary.at(
            pzp_address(key), _title(root), facts.messages, authors, facts.first, facts.latest
        ),
        present=facts.has_root,
        names=tuple(names[feed] for feed in feeds),
        feeds=feeds,
        order=PZP,
        depth=facts.depth,
    )


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
    name = root.domain
    if root.kind is TangleKind.ACCOUNT:
        # The domain repeats that it is an account: "account__person".
        name = name.removeprefix(ACCOUNT_PREFIX) or name
    return one_line(tr(_TITLES[root.kind], name=name, whose=whose[:_SHORT]), 80)
