"""Contents: the chapters of a take-out, and what each message shows in it.

A conversation that begins with a message is one chapter with all its messages. What has no first
message, such as a person's feed or a channel, is a chapter for each month with the texts alone:
likes and follows would bury them.

Whatever is taken out has passed `LibraryReader.may_show`, as on the pages of a site.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from tanglescope.engine import words
from tanglescope.engine.blobs.links import BlobLink, blobs_in
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection, selected
from tanglescope.engine.library import Conversation, ConversationSummary, StoredMessage
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.site.folder import WriteCounts
from tanglescope.engine.site.library_reader import HiddenPeople, LibraryReader, date_and_time
from tanglescope.engine.site.markup import hashed
from tanglescope.engine.site.timeline import title_of
from tanglescope.engine.takeout.files import plain_name
from tanglescope.engine.tangle.titles import one_line
from tanglescope.engine.wording import plural, tr

_AT_ONCE = 500
_MOST_NAMED = 8
_LONGEST_QUOTE = 80
_DIGITS = 8

UNDATED = "undated"
"""The chapter of messages that have no time, or one that no calendar holds."""


class NothingToTakeOut(TanglescopeError):
    """There is no message that may be taken out."""

    exit_code = ExitCode.NOT_FOUND


@dataclass(slots=True)
class Chapter:
    """A part of a take-out: its file name without suffix, its title, its messages in order."""

    stem: str
    title: str
    keys: list[str] = field(default_factory=list)
    first: datetime | None = None
    last: datetime | None = None

    def add(self, key: str, moment: datetime | None) -> None:
        """Add a message."""
        self.keys.append(key)
        if moment is not None:
            self.first = min(self.first or moment, moment)
            self.last = max(self.last or moment, moment)


@dataclass(slots=True)
class Contents:
    """The chapters of a take-out, and how many messages it leaves out."""

    conversation: Conversation
    summary: ConversationSummary
    title: str
    authors: tuple[str, ...]
    """The names of the people who wrote most."""

    chapters: list[Chapter]
    places: dict[str, str]
    """The chapter of each message, by its key."""

    left_out: HiddenPeople
    """The people who are left out; it isn't written into the files."""
    private: int = 0
    without_text: int = 0

    @property
    def feed(self) -> str:
        """The feed, if it is a person's posts; else empty."""
        return self.summary.root if is_feed_id(self.summary.root) else ""

    @property
    def messages(self) -> int:
        """The number of messages."""
        return len(self.places)

    def words_left_out(self) -> Iterator[str]:
        """What is left out, in sentences."""
        if self.private:
            yield plural(
                "{n:,} private messages were left out.",
                "{n:,} private message was left out.",
                self.private,
            )
        if self.without_text:
            yield plural(
                "{n:,} messages without text, such as likes and follows, were left out.",
                "{n:,} message without text, such as a like or a follow, was left out.",
                self.without_text,
            )


class TakeoutReport(NamedTuple):
    """What was taken out."""

    contents: Contents
    files: int
    """The pictures and files of messages that were copied."""

    missing: int
    """Those that aren't here."""

    counts: WriteCounts | None = None
    """The files of a folder."""


def anchor(key: str) -> str:
    """The name of a message within its chapter."""
    return f"m-{hashed(key)}"


def contents_of(desk: LibraryReader, wanted: ExportSelection, most: int | None = None) -> Contents:
    """The chapters of a conversation, or of a part of it, with at most `most` messages each.

    Raises `NotPublic`, `UnknownConversation` and `NothingToTakeOut`.
    """
    conversation = desk.library.conversation(wanted.address, wanted.by, as_read=True)
    desk.require_public(conversation)
    summary = desk.summary(conversation)
    title = title_of(summary)
    authors = tuple(map(words.clean_name, summary.names)) or (title,)
    is_whole = is_message(summary.root) or not conversation.given().times
    found = Contents(conversation, summary, title, authors, [], {}, desk.left_out([conversation]))
    stem = f"{plain_name(title)}-{hashed(str(conversation.address))[:_DIGITS]}"
    parts: dict[str, list[Chapter]] = {}
    for message in _read(conversation, selected(conversation, wanted)):
        if desk.hides(message.author) or not message.is_current:
            continue
        if not desk.may_show(message):
            found.private += 1
        elif not is_whole and not _has_text(message):
            found.without_text += 1
        else:
            moment = date_and_time(message.time)
            month = "" if is_whole else _month(moment)
            chapters = parts.setdefault(month, [])
            if not chapters or len(chapters[-1].keys) == most:
                chapters.append(_chapter(month or stem, title, month, len(chapters) + 1))
            chapters[-1].add(message.key, moment)
    found.chapters = [
        chapter for month in sorted(parts, key=_undated_last) for chapter in parts[month]
    ]
    found.places = {key: chapter.stem for chapter in found.chapters for key in chapter.keys}
    if not found.places:
        raise NothingToTakeOut(
            " ".join(
                (
                    tr("There is nothing here to export."),
                    *found.words_left_out(),
                    *found.left_out.words(),
                )
            )
        )
    return found


def _chapter(stem: str, title: str, month: str, number: int) -> Chapter:
    """The part with a number, from 1, of the messages of a month or of all."""
    if month:
        called = tr("undated") if month == UNDATED else month
        title = f"{title}, {called}"
    if number == 1:
        return Chapter(stem, title)
    return Chapter(f"{stem}-{number}", f"{title} ({number})")


def _undated_last(month: str) -> tuple[bool, str]:
    return month == UNDATED, month


class TakenQuote(NamedTuple):
    """A message that another one comes after, and its author and beginning if it is here."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class TakenMessage:
    """What a take-out shows of a message; `text` is its Markdown, None if it has none."""

    key: str
    author: str
    time: datetime | None
    answers: tuple[TakenQuote, ...]
    text: str | None
    warning: str | None
    sentence: str
    facts: Sequence[tuple[str, str]]
    files: tuple[BlobLink, ...]
    badges: tuple[str, ...]


def taken_messages(
    desk: LibraryReader, contents: Contents, chapter: Chapter
) -> Iterator[TakenMessage]:
    """The messages of a chapter, in order."""
    above = None
    for batch in _batches(chapter.keys):
        messages = contents.conversation.messages(batch)
        desk.prepare(messages.values())
        activities = desk.activities(messages.values())
        for key in batch:
            message = messages[key]
            content = message.content
            assert not isinstance(content, str)  # it may be shown
            text, sentence = desk.text_of(message), ""
            facts: tuple[tuple[str, str], ...] = ()
            if text is None:
                details = words.details(
                    content, desk.call, message.epoch, activities.get(key), message.author
                )
                sentence, facts = details.summary, tuple(details.facts)
            yield TakenMessage(
                key,
                desk.name(message.author) if message.author else "",
                date_and_time(message.time),
                tuple(_answers(desk, message, above)),
                text,
                words.warning_of(content),
                sentence,
                facts,
                blobs_in(content),
                tuple(_badges(message)),
            )
            above = key


def _answers(
    desk: LibraryReader, message: StoredMessage, above: str | None
) -> Iterator[TakenQuote]:
    """What a message comes after, unless that is the one directly above."""
    if message.causes == (above,):
        return
    for key in message.causes[:_MOST_NAMED]:
        quoted = desk.quote(key)
        if quoted is None:
            yield TakenQuote(key, tr("missing message {key}", key=words.short(key)))
        else:
            yield TakenQuote(key, one_line(": ".join(quoted), _LONGEST_QUOTE))


def _badges(message: StoredMessage) -> Iterator[str]:
    if message.private:
        yield tr("private")
    yield from (word for word, _ in words.badges(message))


def _has_text(message: StoredMessage) -> bool:
    return isinstance(message.content, dict) and words.text_of(message.content) is not None


def _month(moment: datetime | None) -> str:
    return UNDATED if moment is None else f"{moment.year:04}-{moment.month:02}"


def _read(conversation: Conversation, keys: Sequence[str]) -> Iterator[StoredMessage]:
    for batch in _batches(keys):
        messages = conversation.messages(batch)
        yield from (messages[key] for key in batch if key in messages)


def _batches(keys: Sequence[str]) -> Iterable[Sequence[str]]:
    return (keys[first : first + _AT_ONCE] for first in range(0, len(keys), _AT_ONCE))
