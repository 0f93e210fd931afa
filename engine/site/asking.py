"""What pages ask: names, quotes and likes, out of a library, in batches and remembered."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import Any, Protocol, TypeAlias

from engine.errors import TanglescopeError
from engine.library import Conversation, Library, StoredMessage, Thing
from engine.message.formats import is_message
from engine.message.keys import is_feed_id
from engine.reduce.things import THINGS
from engine.site.details import DetailsShown
from engine.site.inputs import Asked
from engine.tangle.links import links_in
from engine.wording import tr

_REMEMBERED = 4096
_LINES = 1 << 15
_ABOUT = ("contact", "about")
_MOST_NAMED = 5


Call: TypeAlias = Callable[[str], str]
"""Returns the label of a feed or message, by its id."""


class Words(Protocol):
    """Describes messages in words, as the window does."""

    def clean(self, text: str) -> str:
        """A text without invisible characters."""

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

    def called(self, content: Mapping[str, Any] | str, author: str, line: str) -> str:
        """What sentences call a message, by its title or by whose it is and how it begins."""

    def details(
        self, content: Mapping[str, Any], call: Call, epoch: int | None, thing: Thing | None
    ) -> DetailsShown:
        """What is shown of a message that is no piece of writing, with times in UTC."""

    def part_in(self, thing: Thing, people: Set[str], call: Call) -> tuple[str, str] | None:
        """A person's part in a thing and what it is called; None for no part."""

    def verdict(self, name: str) -> tuple[str, str] | None:
        """The badge of a verdict and what it means."""


class NotPublic(TanglescopeError):
    """A private conversation was asked for without `--private`."""

    def __init__(self, address: str) -> None:
        super().__init__(
            tr(
                "{address} is private, and everyone who has the pages can read it. To "
                "write it anyway, use --private.",
                address=address,
            )
        )


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
        self._lines: dict[str, str] = {}
        self._portraits: dict[str, str] = {}
        self.asked = Asked()
        """What pages ask while they are made."""
        self.looks: dict[str, str] = {}
        """How messages look besides what they say, as far as that was asked for many at once."""

    def may_show(self, message: StoredMessage) -> bool:
        """Whether what a message says may be on a page."""
        self.asked.note("message", message.key, self.look(message))
        return self._is_open(message)

    def look(self, message: StoredMessage) -> str:
        """All that a page shows of a message besides what its key is the hash of."""
        shown = "open" if self._is_open(message) else "closed"
        received = message.received if message.asserted is None else None
        return f"{shown} {message.standing} {message.rule} {received} {message.epoch}"

    def _is_open(self, message: StoredMessage) -> bool:
        return not isinstance(message.content, str) and (self.private or not message.private)

    def require_public(self, conversation: Conversation) -> None:
        """Raise `NotPublic` for a private conversation that hasn't been asked for."""
        if not (conversation.is_public or self.private):
            raise NotPublic(str(conversation.address))

    def closed(self) -> set[str]:
        """The keys of all messages that may not be shown because they are encrypted."""
        keys = self.library.encrypted()
        if not self.private:
            return set(keys)
        opened = self.library.messages(keys)
        return {key for key in keys if key not in opened or not self.may_show(opened[key])}

    def learn_names(self, feeds: Iterable[str]) -> None:
        """Ask for the names of feeds at once."""
        if wanted := {feed for feed in feeds if feed not in self._names}:
            named = self.library.names(wanted)
            self._names |= {feed: self.words.clean_name(name) for feed, name in named.items()}

    def learn_messages(self, keys: Iterable[str]) -> None:
        """Ask at once for messages that will be quoted, and for who wrote them."""
        wanted = list(dict.fromkeys(key for key in keys if key not in self._messages))
        if len(self._messages) + len(wanted) > _REMEMBERED:
            self._messages.clear()
        found = self.library.messages(wanted)
        self._messages |= found
        self.learn_names(message.author for message in found.values())

    def prepare(self, messages: Iterable[StoredMessage]) -> None:
        """Ask at once for all that messages name."""
        keys: dict[str, None] = {}
        feeds: dict[str, None] = {}
        for message in messages:
            feeds.update(dict.fromkeys(message.people))
            keys.update(dict.fromkeys(message.causes))
            for named in self.named_by(message):
                (keys if is_message(named) else feeds)[named] = None
        self.learn_names(feeds)
        self.learn_messages(keys)

    def named_by(self, message: StoredMessage) -> Iterator[str]:
        """The messages and feeds that a message is about, or names elsewhere."""
        if isinstance(message.content, str):
            return
        for field in _ABOUT:
            if is_feed_id(named := message.content.get(field)):
                yield named
        yield from (link.target for link in links_in(message.content) if link.kind != "channel")

    def name(self, feed: str) -> str:
        """What a feed is called."""
        if feed not in self._names:
            self.learn_names([feed])
        name = self._names[feed]
        self.asked.note("name", feed, name)
        return name

    def portrait(self, feed: str) -> str:
        """The blob of the picture of a feed; "" for none."""
        if feed not in self._portraits:
            self._portraits[feed] = self.library.portraits([feed]).get(feed, "")
        self.asked.note("portrait", feed, self._portraits[feed])
        return self._portraits[feed]

    def call(self, identity: str) -> str:
        """What to call a feed, or a message by whose and how it begins."""
        if not is_message(identity):
            return self.name(identity)
        message = self._quoted(identity)
        if message is None:
            return tr("message {key}", key=self.words.short(identity))
        return self.words.called(message.content, *self._quote(message))

    def quote(self, key: str) -> tuple[str, str] | None:
        """Whose a message is, and how it begins; None if it isn't here, or private."""
        message = self._quoted(key)
        return None if message is None else self._quote(message)

    def _quoted(self, key: str) -> StoredMessage | None:
        """A message that may be quoted; None if it isn't here, or private."""
        if key not in self._messages:
            self.learn_messages([key])
        message = self._messages.get(key)
        if message is None:
            self.asked.note("message", key, "")
            return None
        return message if self.may_show(message) else None

    def _quote(self, message: StoredMessage) -> tuple[str, str]:
        # A quote of a quote says whose it is, and no more.
        return self.name(message.author), self._line(message, self.name)

    def line(self, message: StoredMessage) -> str:
        """A message in a few plain words."""
        return self._line(message, self.call)

    def _line(self, message: StoredMessage, call: Call) -> str:
        content = message.content
        line = self.words.one_line
        if isinstance(content, str) or self.words.text_of(content) is None:
            return line(content, call, message.epoch)
        # A text is quoted often, and says the same wherever it is.
        if (known := self._lines.get(message.key)) is None:
            if len(self._lines) > _LINES:
                self._lines.clear()
            known = self._lines[message.key] = line(content, call, message.epoch)
        return known

    def plainly(self, message: StoredMessage) -> str:
        """What a message says itself, without the messages that it is about."""
        content = message.content
        text = None if isinstance(content, str) else self.words.text_of(content)
        return self._line(message, self.words.short) if text is None else text

    def likes(self, keys: Sequence[str]) -> dict[str, tuple[int, list[str]]]:
        """The number of likes of each liked message, and some of the names."""
        counts = self.library.votes(keys)
        likes = {
            key: (count, [self.name(feed) for feed in self.library.voters(key, _MOST_NAMED)])
            for key, count in counts.items()
        }
        for key in keys:
            self.asked.note("likes", key, repr(likes.get(key, "")))
        return likes

    def things(self, messages: Iterable[StoredMessage]) -> dict[str, Thing]:
        """The gatherings, polls, games and books that begin with some of these messages."""
        keys = [each.key for each in messages if each.type in THINGS]
        things = self.library.things(keys)
        for key in keys:
            self.asked.note("thing", key, repr(things.get(key)))
        return things

    def answers(self, kind: str, about: Sequence[str]) -> Mapping[str, str]:
        """What pages would be answered that ask many questions of one kind."""
        match kind:
            case "name":
                return {feed: self.words.clean_name(name) for feed, name in self._called(about)}
            case "portrait":
                return self.library.portraits(about)
            case "message":
                return self._looks_of(about)
            case "likes":
                likes = self.likes(about)
                return {key: repr(likes.get(key, "")) for key in about}
            case "thing":
                things = self.library.things(about)
                return {key: repr(things.get(key)) for key in about}
        raise AssertionError(kind)

    def _called(self, feeds: Sequence[str]) -> Iterable[tuple[str, str]]:
        return self.library.names(feeds).items()

    def _looks_of(self, keys: Sequence[str]) -> dict[str, str]:
        new = [key for key in keys if key not in self.looks]
        for first in range(0, len(new), _REMEMBERED):
            found = self.library.messages(new[first : first + _REMEMBERED])
            self.looks |= {key: self.look(message) for key, message in found.items()}
        return {key: self.looks[key] for key in keys if key in self.looks}


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
