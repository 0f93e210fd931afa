"""The tangles of PZP messages: threads in the order of pzp-db, and the sets among them.

They are put together in memory when somebody looks: what is valid in a tangle is a function of
all messages that are known. The order is by declared depth, then by collation of the ids.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.linear.edges import Edges
from engine.linear.horizon import Horizon, closure, horizon
from engine.message.keys import is_message_id
from engine.message.pzp import ANY, SELF, Message, TangleKind
from engine.reduce.feeds import Entry, Feed
from engine.reduce.sets import PREFIX, PzpSet
from engine.reduce.tangles import Tangles
from engine.store.changes import TimelineSnapshot
from engine.store.inspection import Place
from engine.store.messages import StoredMessage
from engine.store.pzp_messages import PzpMessages
from engine.store.sqlite import Database
from engine.store.threads import NAMES, ThreadSummary
from engine.tangle.titles import one_line
from engine.wording import later, tr

Called = Callable[[list[str]], Mapping[str, str]]
"""What feeds are called."""

_SHORT = 9


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set in a list: the root of its feed, its name, its account, and how large it is."""

    root: str
    name: str
    account: str
    messages: int
    items: int


class _Graph:
    """One tangle as a reader sees it: links that say nothing new left out."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.order = list(feed.messages)
        self.positions = {key: position for position, key in enumerate(self.order)}

    @cached_property
    def causes(self) -> dict[str, tuple[str, ...]]:
        """What every message comes after; ghosts, too."""
        tangle = self.feed.tangle
        return {
            key: tuple(cause for cause in tangle.prev(key) if cause not in tangle.transitive(key))
            for key in self.order
        }

    @cached_property
    def effects(self) -> dict[str, list[str]]:
        """What comes after every message and ghost."""
        effects: dict[str, list[str]] = {}
        for key, causes in self.causes.items():
            for cause in causes:
                effects.setdefault(cause, []).append(key)
        return effects

    def edges(self, key: str) -> Edges:
        """What joins a message or ghost to others."""
        return Edges(self.causes.get(key, ()), tuple(self.effects.get(key, ())))

    @property
    def waiting(self) -> dict[str, tuple[str, ...]]:
        """The messages that name ghosts, and these."""
        found = {}
        for key, causes in self.causes.items():
            if missing := tuple(sorted(each for each in causes if each not in self.positions)):
                found[key] = missing
        return found


class PzpTangles:
    """The tangles that the PZP messages of a database make."""

    def __init__(self, database: Database) -> None:
        self._messages = PzpMessages(database)
        self._revision = -1
        self._tangles = Tangles(())
        self._received: dict[str, float | None] = {}
        self._graphs: dict[str, _Graph] = {}

    def __contains__(self, root: object) -> bool:
        # Whoever reads classic threads only never waits until tangles are put together.
        return not is_message_id(root) and root in self._current().roots

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

    def summaries(self, called: Called) -> list[ThreadSummary]:
        """The tangles for a list of threads; feeds in which nothing was written are left out."""
        tangles = self._current()
        shown = [root for root in tangles.roots if len(tangles.feed(root).messages) > 1]
        authors = {root: self._authors(root) for root in shown}
        names = called([feed for counts in authors.values() for feed in counts])
        return [self._summary(root, authors[root], names) for root in shown]

    def summary(self, root: str, called: Called) -> ThreadSummary:
        """One of the tangles."""
        authors = self._authors(root)
        return self._summary(root, authors, called(list(authors)))

    def snapshot(self, root: str) -> TimelineSnapshot:
        """The order of a tangle."""
        graph = self._graph(root)
        return TimelineSnapshot(root, self._revision, list(graph.order), graph.waiting)

    def edges(self, root: str, keys: Sequence[str]) -> dict[str, Edges]:
        """What joins these messages to others of a tangle."""
        graph = self._graph(root)
        return {key: graph.edges(key) for key in keys}

    def place(self, root: str, key: str) -> Place | None:
        """Where a message of a tangle stands; its rank is its depth."""
        graph = self._graph(root)
        if key not in graph.positions:
            return None
        return Place(graph.positions[key], len(graph.order), graph.feed.tangle.depth(key))

    def horizon(self, root: str, key: str) -> Horizon | None:
        """What a message of a tangle could know of, and what knows of it."""
        graph = self._graph(root)
        ghosts = {each for missing in graph.waiting.values() for each in missing}
        if key not in graph.positions and key not in ghosts:
            return None
        past = closure(key, lambda name: graph.edges(name).causes)
        future = closure(key, lambda name: graph.edges(name).effects)
        return horizon(key, past, future, ghosts, len(graph.order))

    def messages(self, keys: Sequence[str], root: str) -> dict[str, StoredMessage]:
        """Those messages of a tangle that are known."""
        graph = self._graph(root)
        known = graph.feed.messages
        return {
            key: _stored(known[key], root, graph, self._received.get(key))
            for key in keys
            if key in known
        }

    def numbers(self) -> dict[str, int]:
        """Numbers of all messages, which ascend as they were taken in."""
        self._current()
        return {key: number for number, key in enumerate(self._received)}

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        return self._messages.value(key)

    def _current(self) -> Tangles:
        count, erased = self._messages.version
        revision = 2 * count - erased
        if revision != self._revision:
            rows = list(self._messages.all())
            self._tangles = Tangles(Entry(key, value) for key, _, value in rows)
            self._received = {key: received for key, received, _ in rows}
            self._graphs.clear()
            self._revision = revision
        return self._tangles

    def _graph(self, root: str) -> _Graph:
        tangles = self._current()
        if root not in self._graphs:
            self._graphs[root] = _Graph(tangles.feed(root))
        return self._graphs[root]

    def _authors(self, root: str) -> Counter[str]:
        feed = self._current().feed(root)
        return Counter(_author(message, root) for message in feed.messages.values())

    def _summary(self, root: str, authors: Counter[str], names: Mapping[str, str]) -> ThreadSummary:
        feed = self._current().feed(root)
        times = [time for key in feed.messages if (time := self._received.get(key)) is not None]
        return ThreadSummary(
            root=root,
            present=feed.root is not None,
            messages=len(feed.messages),
            authors=len(authors),
            title=_title(self._current().roots[root]),
            names=tuple(names[author] for author, _ in authors.most_common(NAMES)),
            first=min(times, default=None),
            latest=max(times, default=None),
        )


def _author(message: Message, root: str) -> str:
    """Who wrote a message: the account, which in its own tangle is the root."""
    if message.account == SELF:
        return root
    return message.sigkey if message.account == ANY else message.account


_TITLES = {
    TangleKind.ACCOUNT: later("PZP account {name} of {whose}"),
    TangleKind.WEAVE: later("PZP weave {name} of {whose}"),
    TangleKind.FEED: later("PZP feed {name} of {whose}"),
}


def _title(root: Message) -> str:
    if root.domain.startswith(PREFIX) and root.is_moot:
        name = root.domain.removeprefix(PREFIX)
        return tr("PZP set {name} of {whose}", name=name, whose=root.account[:_SHORT])
    whose = root.account if root.is_moot else root.id
    return one_line(tr(_TITLES[root.kind], name=root.domain, whose=whose[:_SHORT]), 80)


def _stored(message: Message, root: str, graph: _Graph, received: float | None) -> StoredMessage:
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
        author=_author(message, root),
        sequence=graph.feed.tangle.depth(message.id),
        asserted=None,
        received=received,
        type=message.domain,
        content=content,
        standing="valid",
        rule=None,
        causes=graph.causes[message.id],
    )
