"""What pages read of a library: names, quotes and likes, in batches and cached."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from engine import wording, words
from engine.errors import TanglescopeError
from engine.library import Activity, Conversation, Library, StoredMessage
from engine.message.formats import is_message
from engine.message.keys import is_feed_id
from engine.reduce.activities import ACTIVITIES
from engine.site.inputs import QuestionLog
from engine.tangle.links import links_in
from engine.wording import tr

_REMEMBERED = 4096
_LINES = 1 << 15
_ABOUT = ("contact", "about")
_MOST_NAMED = 5


class NotPublic(TanglescopeError):
    """A private conversation was asked for without `--private`."""

    def __init__(self, address: str) -> None:
        super().__init__(
            tr(
                "{address} is private, and everyone who has the pages could read it.",
                address=address,
            ),
            at_command_line="--private writes it anyway.",
        )


class LibraryReader:
    """A library as the pages of a site read it.

    Private messages are left out unless the library has decrypted them and `private` asks for them.
    """

    def __init__(self, library: Library, *, private: bool = False) -> None:
        self.library = library
        self.private = private
        self._names: dict[str, str] = {}
        self._messages: dict[str, StoredMessage] = {}
        self._lines: dict[str, str] = {}
        self._portraits: dict[str, str] = {}
        self.questions = QuestionLog()
        """The questions that pages ask while they are generated."""
        self.looks: dict[str, str] = {}
        """How messages look besides what they say, as far as that was asked for many at once."""

    def may_show(self, message: StoredMessage) -> bool:
        """Whether what a message says may be on a page."""
        self.questions.note("message", message.key, self.look(message))
        return self._is_open(message)

    def look(self, message: StoredMessage) -> str:
        """Everything that a page shows of a message besides its immutable content."""
        shown = "open" if self._is_open(message) else "closed"
        received = None if message.time == message.asserted else message.received
        version = message.history and message.history.latest.key
        deleted = message.deletion and message.deletion.key
        status = f"{message.status} {message.rule} {received} {message.epoch}"
        return f"{shown} {status} {version} {deleted}"

    def _is_open(self, message: StoredMessage) -> bool:
        return not isinstance(message.content, str) and (self.private or not message.private)

    def require_public(self, conversation: Conversation) -> None:
        """Raise `NotPublic` for a private conversation, unless private ones are wanted."""
        if not (conversation.is_public or self.private):
            raise NotPublic(str(conversation.address))

    def closed(self) -> set[str]:
        """The keys of all encrypted messages that may not be shown."""
        keys = self.library.encrypted()
        if not self.private:
            return set(keys)
        opened = self.library.messages(keys)
        return {key for key in keys if key not in opened or not self.may_show(opened[key])}

    def learn_names(self, feeds: Iterable[str]) -> None:
        """Load the names of feeds in one query."""
        if wanted := {feed for feed in feeds if feed not in self._names}:
            named = self.library.names(wanted)
            self._names |= {feed: words.clean_name(name) for feed, name in named.items()}

    def learn_messages(self, keys: Iterable[str]) -> None:
        """Load messages that will be quoted, and their authors' names, in one query."""
        wanted = list(dict.fromkeys(key for key in keys if key not in self._messages))
        if len(self._messages) + len(wanted) > _REMEMBERED:
            self._messages.clear()
        found = self.library.messages(wanted)
        self._messages |= found
        self.learn_names(message.author for message in found.values())

    def prepare(self, messages: Iterable[StoredMessage]) -> None:
        """Load everything that messages refer to in one query."""
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
        """The messages and feeds that a message is about or mentions."""
        if isinstance(message.content, str):
            return
        for field in _ABOUT:
            if is_feed_id(named := message.content.get(field)):
                yield named
        yield from (link.target for link in links_in(message.content) if link.kind != "channel")

    def name(self, feed: str) -> str:
        """The name of a feed."""
        if feed not in self._names:
            self.learn_names([feed])
        name = self._names[feed]
        self.questions.note("name", feed, name)
        return name

    def portrait(self, feed: str) -> str:
        """The blob of a feed's picture; "" for none."""
        if feed not in self._portraits:
            self._portraits[feed] = self.library.portraits([feed]).get(feed, "")
        self.questions.note("portrait", feed, self._portraits[feed])
        return self._portraits[feed]

    def call(self, identity: str) -> str:
        """The label of a feed, or of a message: its author and how it begins."""
        if not is_message(identity):
            return self.name(identity)
        message = self._quoted(identity)
        if message is None:
            return tr("message {key}", key=words.short(identity))
        return words.called(message.content, *self._quote(message))

    def quote(self, key: str) -> tuple[str, str] | None:
        """The author of a message and how it begins; None if it is missing or private."""
        message = self._quoted(key)
        return None if message is None else self._quote(message)

    def _quoted(self, key: str) -> StoredMessage | None:
        """A message that may be quoted; None if it is missing or private."""
        if key not in self._messages:
            self.learn_messages([key])
        message = self._messages.get(key)
        if message is None:
            self.questions.note("message", key, "")
            return None
        return message if self.may_show(message) else None

    def _quote(self, message: StoredMessage) -> tuple[str, str]:
        # A quote within a quote names only the author.
        return self.name(message.author), self._line(message, self.name)

    def line(self, message: StoredMessage) -> str:
        """A message in a few plain words."""
        return self._line(message, self.call)

    def _line(self, message: StoredMessage, call: words.Call) -> str:
        content = message.content
        line = partial(words.one_line, author=message.author)
        if isinstance(content, str) or words.text_of(content) is None:
            return line(content, call, message.epoch)
        # A text is quoted often and always yields the same quote.
        if (known := self._lines.get(message.key)) is None:
            if len(self._lines) > _LINES:
                self._lines.clear()
            known = self._lines[message.key] = line(content, call, message.epoch)
        return known

    def plainly(self, message: StoredMessage) -> str:
        """What a message says itself, without the messages that it is about."""
        content = message.content
        text = None if isinstance(content, str) else words.text_of(content)
        return self._line(message, words.short) if text is None else text

    def likes(self, keys: Sequence[str]) -> dict[str, tuple[int, list[str]]]:
        """The number of likes of each liked message, and some of the names."""
        counts = self.library.votes(keys)
        likes = {
            key: (count, [self.name(feed) for feed in self.library.voters(key, _MOST_NAMED)])
            for key, count in counts.items()
        }
        for key in keys:
            self.questions.note("likes", key, repr(likes.get(key, "")))
        return likes

    def activities(self, messages: Iterable[StoredMessage]) -> dict[str, Activity]:
        """The gatherings, polls, games and books that begin with some of these messages."""
        keys = [each.key for each in messages if each.type in ACTIVITIES]
        activities = self.library.activities(keys)
        for key in keys:
            self.questions.note("activity", key, repr(activities.get(key)))
        return activities

    def answers(self, kind: str, about: Sequence[str]) -> Mapping[str, str]:
        """The current answers to many questions of one kind."""
        match kind:
            case "name":
                return {feed: words.clean_name(name) for feed, name in self._called(about)}
            case "portrait":
                return self.library.portraits(about)
            case "message":
                return self._looks_of(about)
            case "likes":
                likes = self.likes(about)
                return {key: repr(likes.get(key, "")) for key in about}
            case "activity":
                activities = self.library.activities(about)
                return {key: repr(activities.get(key)) for key in about}
        return {}  # asked by another version: without an answer, its pages are written again

    def _called(self, feeds: Sequence[str]) -> Iterable[tuple[str, str]]:
        return self.library.names(feeds).items()

    def _looks_of(self, keys: Sequence[str]) -> dict[str, str]:
        new = [key for key in keys if key not in self.looks]
        for first in range(0, len(new), _REMEMBERED):
            found = self.library.messages(new[first : first + _REMEMBERED])
            self.looks |= {key: self.look(message) for key, message in found.items()}
        return {key: self.looks[key] for key in keys if key in self.looks}


def written(moment: datetime) -> str:
    """A time in the format of the current language."""
    return wording.date_and_time(moment, f"{moment:%H:%M}")


def date_and_time(milliseconds: float | None) -> datetime | None:
    """A time in UTC; None when no calendar holds it."""
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None
