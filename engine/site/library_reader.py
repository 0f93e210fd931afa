"""What pages read of a library: names, quotes and likes, in batches and cached."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import NamedTuple

from tanglescope.engine import words
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language import wording
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import (
    Activity,
    Conversation,
    ConversationSummary,
    Library,
    Listing,
    StoredMessage,
)
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.reduce.activities import ACTIVITIES
from tanglescope.engine.site.inputs import QuestionLog
from tanglescope.engine.tangle.links import links_in
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.tangle.titles import MOST_READ, first_title

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


class Consent(StrEnum):
    """Which people are shown."""

    STATED = "stated"
    """All but those who said that they don't want to be."""
    GIVEN = "given"
    """Only those who agreed."""
    ALL = "all"


class NotShown(TanglescopeError):
    """The feed was asked for of a person who is left out."""

    def __init__(self, name: str, consent: Consent) -> None:
        said = (
            tr("{name} didn't agree to public web pages.", name=name)
            if consent is Consent.GIVEN
            else tr("{name} doesn't want public web pages.", name=name)
        )
        super().__init__(said, at_command_line="--consent all writes it anyway.")


class HiddenPeople(NamedTuple):
    """The people who are left out, with the number of their messages, and who said nothing."""

    people: tuple[tuple[str, str, int], ...]
    """Feed, name and messages of each."""
    silent: int
    """The number of people who published nothing about it."""
    consent: Consent

    @property
    def is_silent(self) -> bool:
        """Whether people are shown who published nothing about it."""
        return self.silent > 0 and self.consent is Consent.STATED

    def words(self) -> Iterator[str]:
        """Who is left out, and why, in sentences."""
        if self.people:
            names = ", ".join(
                plural("{name} ({n:,} messages)", "{name} ({n:,} message)", count, name=name)
                for _, name, count in self.people
            )
            if self.consent is Consent.GIVEN:
                yield tr(
                    "Left out, because they didn't agree to public web pages: {names}.", names=names
                )
            else:
                yield tr(
                    "Left out, because they don't want public web pages: {names}.", names=names
                )
        if self.is_silent:
            yield plural(
                "{n:,} people published nothing about it. SSB's web viewers show only people who"
                " agreed (publicWebHosting).",
                "{n:,} person published nothing about it. SSB's web viewers show only people who"
                " agreed (publicWebHosting).",
                self.silent,
            )


class LibraryReader:
    """A library as the pages of a site read it.

    Private messages are left out unless the library has decrypted them and `private` asks for them.
    So are people, with their names and what others quote of them, as `consent` says.
    """

    def __init__(
        self, library: Library, *, private: bool = False, consent: Consent = Consent.STATED
    ) -> None:
        self.library = library
        self.private = private
        self.consent = consent
        self.consents = library.consents()
        """What people said about being shown, by feed."""
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
        is_read = not isinstance(message.content, str) and (self.private or not message.private)
        return is_read and not self.hides(message.author)

    @property
    def _hides_nobody(self) -> bool:
        is_asked = self.consent is Consent.GIVEN or not all(self.consents.values())
        return self.consent is Consent.ALL or not is_asked

    def hides(self, feed: str) -> bool:
        """Whether a person is left out."""
        if self.consent is Consent.ALL:
            return False
        said = self.consents.get(feed)
        # Only people of SSB can say it: authors of a Git repository, say, have no feed.
        return said is False or (
            said is None and self.consent is Consent.GIVEN and names_feed(feed)
        )

    def is_about_hidden(self, message: StoredMessage) -> bool:
        """Whether a message says something about a person who is left out, such as a name."""
        about = None if isinstance(message.content, str) else message.content.get("about")
        return isinstance(about, str) and self.hides(about)

    def left_out(self, conversations: Sequence[Conversation] | None = None) -> HiddenPeople:
        """Who is left out of some conversations, or of the whole collection."""
        counts: Counter[str] = Counter()
        if conversations is None:
            feeds = {each.root for each in self.library.conversations(listing=Listing.FEEDS)}
            counts.update(self._hidden_messages().values())
        else:
            feeds = {feed for each in conversations for feed in each.writers()}
            hidden = self._hidden_messages()
            keys = {key for each in conversations for key in each.in_order()}
            counts.update(hidden[key] for key in keys if key in hidden)
        names = self.library.names(counts)
        people = ((feed, words.clean_name(names[feed]), n) for feed, n in counts.items())
        silent = sum(names_feed(feed) and feed not in self.consents for feed in feeds)
        return HiddenPeople(tuple(sorted(people, key=lambda each: each[1:])), silent, self.consent)

    def _hidden_messages(self) -> dict[str, str]:
        """The authors of all messages that are left out with them."""
        if self.consent is Consent.GIVEN:
            listed = self.library.conversations(listing=Listing.FEEDS)
            feeds = [each.root for each in listed if self.hides(each.root)]
        else:
            feeds = [feed for feed in self.consents if self.hides(feed)]
        return {
            key: feed
            for feed in feeds
            for key in self.library.conversation(f"feed:{feed}").in_order()
        }

    def summary(self, conversation: Conversation) -> ConversationSummary:
        """The summary of a conversation without what may not be shown."""
        return self.show_summary(conversation.summary())

    def show_summary(self, summary: ConversationSummary) -> ConversationSummary:
        """A summary without the people, and the title by people, who are left out."""
        if self._hides_nobody:
            return summary
        named = [
            each
            for each in zip(summary.feeds, summary.names, strict=False)
            if not self.hides(each[0])
        ]
        return replace(
            summary,
            title=self._title(summary),
            feeds=tuple(feed for feed, _ in named),
            names=tuple(name for _, name in named) if summary.feeds else summary.names,
        )

    def _title(self, summary: ConversationSummary) -> str:
        if not is_message(summary.root):
            return summary.title
        if not summary.present:
            keys = self.library.conversation(summary.address, as_read=True).in_order()[:MOST_READ]
            found = self.library.messages(keys)
            shown = (
                found[key].content for key in keys if key in found and self._is_open(found[key])
            )
            return first_title(shown)
        self.learn_messages([summary.root])
        root = self._messages.get(summary.root)
        return summary.title if root is None or self._is_open(root) else ""

    def text_of(self, message: StoredMessage) -> str | None:
        """The text of a message without what it quotes of people who are left out."""
        content = message.content
        text = None if isinstance(content, str) else words.text_of(content)
        if text is None or ">" not in text or self._hides_nobody:
            return text
        named = [key for key in (*message.causes, *self.named_by(message)) if is_message(key)]
        self.learn_messages(named)
        quoted = [found for key in named if (found := self._messages.get(key)) is not None]
        hidden = [
            _plain_words(said)
            for each in quoted
            if self.hides(each.author)
            for said in _texts(each)
        ]
        return without_quotes(text, hidden) if hidden else text

    def require_public(self, conversation: Conversation) -> None:
        """Raise an error unless a conversation may be shown.

        `NotPublic` for a private one, `NotShown` for the feed of a person who is left out.
        """
        if not (conversation.is_public or self.private):
            raise NotPublic(str(conversation.address))
        if self.hides(feed := conversation.summary().root):
            raise NotShown(words.clean_name(self.library.names([feed])[feed]), self.consent)

    def closed_keys(self) -> set[str]:
        """The keys of all messages that may not be shown."""
        keys, hidden = self.library.encrypted_keys(), set(self._hidden_messages())
        if not self.private:
            return hidden.union(keys)
        opened = self.library.messages(keys)
        return hidden.union(
            key for key in keys if key not in opened or not self.may_show(opened[key])
        )

    def learn_names(self, feeds: Iterable[str]) -> None:
        """Load the names of feeds in one query."""
        if wanted := {feed for feed in feeds if feed not in self._names}:
            self._names |= self._names_of(wanted)

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
            shown = [] if self.hides(feed) else [feed]
            self._portraits[feed] = self.library.portraits.of(shown).get(feed, "")
        self.questions.note("portrait", feed, self._portraits[feed])
        return self._portraits[feed]

    def call(self, identity: str) -> str:
        """The label of a feed, or of a message: its author and how it begins."""
        if not is_message(identity):
            return self.name(identity)
        message = self._quotable(identity)
        if message is None:
            return tr("message {key}", key=words.short(identity))
        return words.name_of_message(message.content, *self._quote(message))

    def quote(self, key: str) -> tuple[str, str] | None:
        """The author of a message and how it begins; None if it is missing or private."""
        message = self._quotable(key)
        return None if message is None else self._quote(message)

    def _quotable(self, key: str) -> StoredMessage | None:
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
        if self.is_about_hidden(message):
            return tr("What is said about a person who isn't shown, left out")
        if isinstance(content, str) or words.text_of(content) is None:
            return line(content, call, message.epoch)
        # A text is quoted often and always yields the same quote.
        if (known := self._lines.get(message.key)) is None:
            if len(self._lines) > _LINES:
                self._lines.clear()
            text = self.text_of(message)
            known = self._lines[message.key] = line({**content, "text": text}, call, message.epoch)
        return known

    def plainly(self, message: StoredMessage) -> str:
        """What a message says itself, without the messages that it is about."""
        text = self.text_of(message)
        return self._line(message, words.short) if text is None else text

    def likes(self, keys: Sequence[str]) -> dict[str, tuple[int, list[str]]]:
        """The number of likes of each liked message, and some of the names."""
        counts = self.library.votes.of(keys)
        likes = {
            key: (count, [self.name(feed) for feed in self._voters(key)])
            for key, count in counts.items()
        }
        for key in keys:
            self.questions.note("likes", key, repr(likes.get(key, "")))
        return likes

    def _voters(self, key: str) -> list[str]:
        return [
            feed for feed in self.library.votes.voters(key, _MOST_NAMED) if not self.hides(feed)
        ]

    def activities(self, messages: Iterable[StoredMessage]) -> dict[str, Activity]:
        """The gatherings, polls, games and books that begin with some of these messages."""
        keys = [each.key for each in messages if each.type in ACTIVITIES]
        activities = self.library.activities.of(keys)
        for key in keys:
            self.questions.note("activity", key, repr(activities.get(key)))
        return activities

    def answers(self, kind: str, about: Sequence[str]) -> Mapping[str, str]:
        """The current answers to many questions of one kind."""
        match kind:
            case "name":
                return self._names_of(about)
            case "portrait":
                return self.library.portraits.of([feed for feed in about if not self.hides(feed)])
            case "message":
                return self._looks_of(about)
            case "likes":
                likes = self.likes(about)
                return {key: repr(likes.get(key, "")) for key in about}
            case "activity":
                activities = self.library.activities.of(about)
                return {key: repr(activities.get(key)) for key in about}
        return {}  # asked by another version: without an answer, its pages are written again

    def _names_of(self, feeds: Iterable[str]) -> dict[str, str]:
        return {
            feed: tr("a person who isn't shown") if self.hides(feed) else words.clean_name(name)
            for feed, name in self.library.names(feeds).items()
        }

    def _looks_of(self, keys: Sequence[str]) -> dict[str, str]:
        new = [key for key in keys if key not in self.looks]
        for first in range(0, len(new), _REMEMBERED):
            found = self.library.messages(new[first : first + _REMEMBERED])
            self.looks |= {key: self.look(message) for key, message in found.items()}
        return {key: self.looks[key] for key in keys if key in self.looks}


_SHORTEST_QUOTE = 12
"""The number of letters from which on a quote counts as one of a message."""


def without_quotes(text: str, hidden: Sequence[str]) -> str:
    """A text without the block quotes of messages, of which `hidden` has the words."""
    lines: list[str] = []
    for is_quote, run in groupby(text.split("\n"), lambda line: line.lstrip().startswith(">")):
        block = list(run)
        said = _plain_words("\n".join(block)) if is_quote else ""
        if len(said) >= _SHORTEST_QUOTE and any(said in each for each in hidden):
            said = tr("a quote of a person who isn't shown")
            block = [f"> *{said}*"]
        lines += block
    return "\n".join(lines)


def _texts(message: StoredMessage) -> Iterator[str]:
    """The texts of all versions of a message."""
    versions = message.history.versions if message.history else ()
    for content in (message.content, *(each.content for each in versions)):
        if not isinstance(content, str) and isinstance(text := content.get("text"), str):
            yield text


def _plain_words(text: str) -> str:
    """The letters of a text, for comparisons."""
    return "".join(filter(str.isalnum, text.casefold()))


def time_in_words(moment: datetime) -> str:
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
