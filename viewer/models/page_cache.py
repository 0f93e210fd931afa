"""A cache of messages, fetched in pages of neighbours on demand."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from tanglescope.engine.library import Activity, Conversation, Edges, Library, StoredMessage
from tanglescope.engine.store.files.errors import DatabaseError

_CAPACITY = 4096


_Answer = TypeVar("_Answer")


class PageSource:
    """The library and the open conversation, asked while Qt paints.

    An error can't be handled there: if the database is damaged, answers are empty, and the reason
    is reported once.
    """

    def __init__(self, library: Library, report: Callable[[str], object]) -> None:
        self.library = library
        self.conversation: Conversation | None = None
        self._report = report
        self._trouble = ""

    def ask(self, question: Callable[[Library], dict[str, _Answer]]) -> dict[str, _Answer]:
        """The answer to a question; empty if the database is damaged."""
        try:
            return question(self.library)
        except DatabaseError as error:
            if self._trouble != str(error):
                self._trouble = str(error)
                self._report(self._trouble)
            return {}

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Messages with their causes in the open conversation."""
        if (open_now := self.conversation) is None:
            return self.ask(lambda library: library.messages(keys))
        return self.ask(lambda _: open_now.messages(keys))

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The edges of messages in the open conversation."""
        none = dict.fromkeys(keys, Edges())
        if (open_now := self.conversation) is None:
            return none
        return none | self.ask(lambda _: open_now.edges(keys))


class PageCache:
    """The messages shown last, with their votes and the names of their authors."""

    def __init__(self, source: PageSource) -> None:
        self._source = source
        self._messages: OrderedDict[str, StoredMessage] = OrderedDict()
        self._votes: OrderedDict[str, int] = OrderedDict()
        self._activities: OrderedDict[str, Activity | None] = OrderedDict()
        self._names: OrderedDict[str, str] = OrderedDict()
        self._portraits: OrderedDict[str, str] = OrderedDict()

    def message(
        self, key: str, page: Callable[[], Sequence[str]] | None = None
    ) -> StoredMessage | None:
        """The message `key`; a miss fetches the `page` of keys around it as well."""
        found = self._messages.get(key)
        if found is None:
            self._messages.update(self._source.messages(page() if page else (key,)))
            found = self._messages.get(key)
            _shrink(self._messages)
        else:
            self._messages.move_to_end(key)
        return found

    def votes(self, key: str, page: Callable[[], Sequence[str]]) -> int:
        """How many people like the message `key`; a miss fetches its `page` as well."""
        if key not in self._votes:
            keys = page()
            found = self._source.ask(lambda library: library.votes(keys))
            self._votes.update(dict.fromkeys(keys, 0) | found)
            _shrink(self._votes)
        return self._votes.get(key, 0)

    def activity(self, key: str) -> Activity | None:
        """The activity that the message `key` begins, if any."""
        if key not in self._activities:
            found = self._source.ask(lambda library: library.activities((key,)))
            self._activities[key] = found.get(key)
            _shrink(self._activities)
        return self._activities[key]

    def several(self, keys: Sequence[str]) -> list[StoredMessage]:
        """Those of the messages `keys` that exist; missing ones are fetched in one query."""
        missing = [key for key in keys if key not in self._messages]
        if missing:
            self._messages.update(self._source.messages(missing))
        found = [self._messages[key] for key in keys if key in self._messages]
        _shrink(self._messages)
        return found

    def name(self, feed: str) -> str:
        """What people call `feed`."""
        name = self._names.get(feed)
        if name is None:
            name = self._source.ask(lambda library: library.names((feed,))).get(feed, feed)
            self._names[feed] = name
            _shrink(self._names)
        return name

    def portrait(self, feed: str) -> str:
        """The blob of the picture of `feed`, or ""."""
        if feed not in self._portraits:
            found = self._source.ask(lambda library: library.portraits((feed,)))
            self._portraits[feed] = found.get(feed, "")
            _shrink(self._portraits)
        return self._portraits[feed]

    def forget_votes(self) -> None:
        """Forget votes and activities, so that they are fetched again."""
        self._votes.clear()
        self._activities.clear()

    def forget_names(self, feeds: Iterable[str]) -> None:
        """Forget the names of feeds, so that they are fetched again."""
        for feed in feeds:
            self._names.pop(feed, None)
            self._portraits.pop(feed, None)


def _shrink(cache: OrderedDict[str, Any]) -> None:
    while len(cache) > _CAPACITY:
        cache.popitem(last=False)


_EDGES_KEPT = 16_384


class KnownEdges:
    """Edges by message, fetched on demand."""

    def __init__(self, fetch: Callable[[Sequence[str]], Mapping[str, Edges]]) -> None:
        self._fetch = fetch
        self._edges: OrderedDict[str, Edges] = OrderedDict()

    def of(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The edges of each of these messages."""
        missing = [key for key in keys if key not in self._edges]
        if missing:
            self._edges.update(self._fetch(missing))
        found = {}
        for key in keys:
            found[key] = self._edges[key]
            self._edges.move_to_end(key)
        while len(self._edges) > _EDGES_KEPT:
            self._edges.popitem(last=False)
        return found

    def add(
        self, causes: Mapping[str, Sequence[str]], parted: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Add new messages with their causes, and drop edges that others replace."""
        for cause, effect in parted:
            if (edges := self._edges.get(cause)) is not None:
                others = tuple(other for other in edges.effects if other != effect)
                self._edges[cause] = edges._replace(effects=others)
            if (edges := self._edges.get(effect)) is not None:
                others = tuple(other for other in edges.causes if other != cause)
                self._edges[effect] = edges._replace(causes=others)
        for key, named in causes.items():
            others = tuple(dict.fromkeys(cause for cause in named if cause != key))
            if key in self._edges:
                self._edges[key] = self._edges[key]._replace(causes=others)
            for cause in others:
                edges = self._edges.get(cause)
                if edges is not None and key not in edges.effects:
                    self._edges[cause] = edges._replace(effects=(*edges.effects, key))
