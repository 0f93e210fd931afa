"""What is shown of messages, fetched on demand: in pages of neighbours, and kept for a while."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from tanglescope.engine.library import Activity, Conversation, Edges, Library, StoredMessage
from tanglescope.engine.store.files.errors import DatabaseError

_KEPT = 4096
_EDGES_KEPT = 16_384

_Value = TypeVar("_Value")


class FetchedValues(Generic[_Value]):
    """Values by key, fetched when they are first needed; those that were needed last are kept."""

    def __init__(
        self, fetch: Callable[[Sequence[str]], Mapping[str, _Value]], most: int = _KEPT
    ) -> None:
        self._fetch = fetch
        self._most = most
        self._values: OrderedDict[str, _Value] = OrderedDict()

    def get(self, key: str, page: Callable[[], Sequence[str]] | None = None) -> _Value | None:
        """The value of a key; a miss fetches those of the `page` of keys around it as well."""
        if key in self._values:
            self._values.move_to_end(key)
        else:
            self._values.update(self._fetch(page() if page else (key,)))
            self._shrink()
        return self._values.get(key)

    def of(self, keys: Sequence[str]) -> dict[str, _Value]:
        """The values of those keys that have one; missing ones are fetched at once."""
        if missing := [key for key in keys if key not in self._values]:
            self._values.update(self._fetch(missing))
        found = {key: self._values[key] for key in keys if key in self._values}
        for key in found:
            self._values.move_to_end(key)
        self._shrink()
        return found

    def forget(self, keys: Iterable[str]) -> None:
        """Forget the values of keys, so that they are fetched again."""
        for key in keys:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Forget all values."""
        self._values.clear()

    def _shrink(self) -> None:
        while len(self._values) > self._most:
            self._values.popitem(last=False)


class PageCache:
    """The library and the open conversation, asked while Qt paints.

    An error can't be handled there: if the database is damaged, answers are empty, and the reason
    is reported once.
    """

    def __init__(self, library: Library, report: Callable[[str], object]) -> None:
        self.library = library
        self.conversation: Conversation | None = None
        self._report = report
        self._trouble = ""
        self.messages = FetchedValues(self.fetch_messages)
        self.votes = FetchedValues(self._fetch_votes)
        self.activities = FetchedValues(self._fetch_activities)
        self.names = FetchedValues(lambda feeds: self.ask(lambda library: library.names(feeds)))
        self.portraits = FetchedValues(self._fetch_portraits)

    def forget(self) -> None:
        """Forget everything, so that it is fetched again."""
        for values in (self.messages, self.votes, self.activities, self.names, self.portraits):
            values.clear()

    def ask(self, question: Callable[[Library], dict[str, _Value]]) -> dict[str, _Value]:
        """The answer to a question; empty if the database is damaged."""
        try:
            return question(self.library)
        except DatabaseError as error:
            if self._trouble != str(error):
                self._trouble = str(error)
                self._report(self._trouble)
            return {}

    def fetch_messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Messages with their causes in the open conversation."""
        source = self.library if self.conversation is None else self.conversation
        return self.ask(lambda _: source.messages(keys))

    def fetch_edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The edges of messages in the open conversation."""
        none = dict.fromkeys(keys, Edges())
        if (open_now := self.conversation) is None:
            return none
        return none | self.ask(lambda _: open_now.edges(keys))

    # Messages without votes and activities, and people without a picture, aren't asked for again.

    def _fetch_votes(self, keys: Sequence[str]) -> dict[str, int]:
        return dict.fromkeys(keys, 0) | self.ask(lambda library: library.votes.of(keys))

    def _fetch_activities(self, keys: Sequence[str]) -> dict[str, Activity | None]:
        none: dict[str, Activity | None] = dict.fromkeys(keys)
        return none | self.ask(lambda library: library.activities.of(keys))

    def _fetch_portraits(self, feeds: Sequence[str]) -> dict[str, str]:
        return dict.fromkeys(feeds, "") | self.ask(lambda library: library.portraits.of(feeds))


class KnownEdges(FetchedValues[Edges]):
    """Edges by message, fetched on demand."""

    def __init__(self, fetch: Callable[[Sequence[str]], Mapping[str, Edges]]) -> None:
        super().__init__(fetch, _EDGES_KEPT)

    def add(
        self, causes: Mapping[str, Sequence[str]], removed_edges: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Add new messages with their causes, and drop edges that others replace."""
        known = self._values
        for cause, effect in removed_edges:
            if (edges := known.get(cause)) is not None:
                others = tuple(other for other in edges.effects if other != effect)
                known[cause] = edges._replace(effects=others)
            if (edges := known.get(effect)) is not None:
                others = tuple(other for other in edges.causes if other != cause)
                known[effect] = edges._replace(causes=others)
        for key, named in causes.items():
            others = tuple(dict.fromkeys(cause for cause in named if cause != key))
            if key in known:
                known[key] = known[key]._replace(causes=others)
            for cause in others:
                edges = known.get(cause)
                if edges is not None and key not in edges.effects:
                    known[cause] = edges._replace(effects=(*edges.effects, key))
