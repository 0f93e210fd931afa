"""What pages ask: names, quotes and likes, out of a library, in portions and remembered."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from engine.library import Library, StoredMessage
from engine.message.formats import is_message
from engine.tangle.links import links_in
from engine.wording import tr

_REMEMBERED = 4096
_MOST_NAMED = 5


class Call(Protocol):
    """Says what a feed or a message is called, by its id."""

    def __call__(self, identity: str, /) -> str:
        """The name."""


class Words(Protocol):
    """Says what messages are in words, as the window does."""

    def clean(self, text: str) -> str:
        """A text without what would hide in it."""

    def clean_name(self, name: str) -> str:
        """A name on one line."""

    def short(self, key: str) -> str:
        """The beginning of an id."""

    def text_of(self, content: Mapping[str, Any]) -> str | None:
        """What a person wrote, as markdown; None when the message is no piece of writing."""

    def warning_of(self, content: Mapping[str, Any]) -> str | None:
        """What the author warns of before one reads the text."""

    def one_line(
        self, content: Mapping[str, Any] | str, call: Call, epoch: int | None = None
    ) -> str:
        """A message in a few plain words."""

    def sentence(self, content: Mapping[str, Any], call: Call, epoch: int | None = None) -> str:
        """What a message does that is no piece of writing, to follow its author's name."""

    def verdict(self, name: str) -> tuple[str, str] | None:
        """The badge of a verdict and what it means."""


class Desk:
    """A library as the pages of a site read it.

    Private messages stay closed unless the library has opened them and `private` asks for them.
    """

    def __init__(self, library: Library, words: Words, *, private: bool = False) -> None:
        self.library = library
        self.words = words
        self.private = private
        self._names: dict[str, str] = {}
        self._messages: dict[str, StoredMessage] = {}

    def may_show(self, message: StoredMessage) -> bool:
        """Whether what a message says may be on a page."""
        return not isinstance(message.content, str) and (self.private or not message.private)

    def learn_names(self, feeds: Iterable[str]) -> None:
        """Ask for the names of feeds at once."""
        wanted = dict.fromkeys(feed for feed in feeds if feed not in self._names)
        if wanted:
            self._names.update(self.library.names(wanted))

    def learn_messages(self, keys: Iterable[str]) -> None:
        """Ask at once for messages that will be quoted, and for who wrote them."""
        wanted = list(dict.fromkeys(key for key in keys if key not in self._messages))
        if len(self._messages) + len(wanted) > _REMEMBERED:
            self._messages.clear()
        self._messages.update(self.library.messages(wanted))
        self.learn_names(message.author for message in self._messages.values())

    def prepare(self, messages: Iterable[StoredMessage]) -> None:
        """Ask at once for all that messages name."""
        named: dict[str, None] = {}
        feeds: dict[str, None] = {}
        for message in messages:
            feeds.update(dict.fromkeys(message.people))
            named.update(dict.fromkeys(message.causes))
            for link in links_in(message.content):
                (named if is_message(link.target) else feeds)[link.target] = None
        self.learn_names(feed for feed in feeds if not feed.startswith("#"))
        self.learn_messages(named)

    def name(self, feed: str) -> str:
        """What a feed is called."""
        self.learn_names([feed])
        return self.words.clean_name(self._names[feed])

    def call(self, identity: str) -> str:
        """What to call a feed, or a message by whose and how it begins."""
        if not is_message(identity):
            return self.name(identity)
        quoted = self.quote(identity)
        if quoted is None:
            return tr("message {key}", key=self.words.short(identity))
        return tr("{name}: “{text}”", name=quoted[0], text=quoted[1])

    def quote(self, key: str) -> tuple[str, str] | None:
        """Whose a message is, and how it begins; None if it isn't here, or private."""
        if key not in self._messages:
            self.learn_messages([key])
        message = self._messages.get(key)
        if message is None or not self.may_show(message):
            return None
        return self.name(message.author), self.line(message, self.name)

    def line(self, message: StoredMessage, call: Call | None = None) -> str:
        """A message in a few plain words."""
        return self.words.one_line(message.content, call or self.call, message.epoch)

    def likes(self, keys: Sequence[str]) -> dict[str, tuple[int, list[str]]]:
        """How many people like those of the messages that anybody likes, and some names."""
        counts = self.library.votes(keys)
        return {
            key: (count, [self.name(feed) for feed in self.library.voters(key, _MOST_NAMED)])
            for key, count in counts.items()
        }


def time_of(message: StoredMessage) -> float | None:
    """When the author says to have written a message, else when it was received; never in PZP."""
    if message.depth is not None:
        return None
    return message.received if message.asserted is None else message.asserted


def date_and_time(milliseconds: float | None) -> datetime | None:
    """A time in UTC; None when no calendar holds it."""
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None
