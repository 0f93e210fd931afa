"""Contents: the chapters of a take-out, what each message shows in it, files and links.

A conversation that begins with a message is one chapter with all its messages. What has no first
message, such as a person's feed or a channel, is a chapter for each month with the texts alone:
likes and follows would bury them.

Whatever is taken out has passed `LibraryReader.may_show`, as on the pages of a site.

Files beside a take-out are blobs, under names that other programs show. Only the content of a file
decides its suffix. What the message says about it is a beginning of its name, in letters and digits
that every system accepts.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from tanglescope.engine import words
from tanglescope.engine.blobs.folders import BlobError, BlobFolders
from tanglescope.engine.blobs.formats import NoPictureError, PictureShape, examine
from tanglescope.engine.blobs.links import MARK, BlobLink, blobs_in
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection, select_keys
from tanglescope.engine.language import wording
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Conversation, ConversationSummary, StoredMessage
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.message.keys import is_blob_id, is_feed_id
from tanglescope.engine.site.folder import WriteCounts
from tanglescope.engine.site.library_reader import HiddenPeople, LibraryReader, date_and_time
from tanglescope.engine.site.markup import short_hash
from tanglescope.engine.site.places import Picture, target_of
from tanglescope.engine.site.timeline import title_of
from tanglescope.engine.tangle.titles import one_line

FOLDER = "files"

_MOST_BYTES = 64 << 20
_LONGEST_NAME = 32
_FILE_DIGITS = 12
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_BEGINNINGS = (
    (re.compile(rb"%PDF-"), "pdf"),
    (re.compile(rb"ID3|\xff[\xfb\xf3\xf2]"), "mp3"),
    (re.compile(rb".{4}ftyp", re.DOTALL), "mp4"),
    (re.compile(rb"OggS"), "ogg"),
    (re.compile(rb"\x1aE\xdf\xa3"), "webm"),
    (re.compile(rb"RIFF.{4}WAVE", re.DOTALL), "wav"),
    (re.compile(rb"fLaC"), "flac"),
    (re.compile(rb"PK\x03\x04"), "zip"),
)


class TakenFile(NamedTuple):
    """A file of a take-out: its path there, and its shape if it is a picture."""

    path: str
    shape: PictureShape | None


class TakenFiles:
    """The files of a take-out, each written when a message first refers to it."""

    def __init__(
        self, blobs: BlobFolders, write: Callable[[str, bytes], None], *, only_pictures: bool
    ) -> None:
        self._blobs = blobs
        self._write = write
        self._only_pictures = only_pictures
        self._known: dict[str, TakenFile | None] = {}

    @property
    def count_taken(self) -> int:
        """The number of files that were written."""
        return sum(found is not None for found in self._known.values())

    @property
    def missing(self) -> int:
        """The number of files that aren't here, or of which the hash is wrong."""
        return len(self._known) - self.count_taken

    def find(self, link: BlobLink) -> TakenFile | None:
        """The file that a link names; None if it isn't taken out."""
        if link.address not in self._known:
            self._known[link.address] = self._take(link)
        return self._known[link.address]

    def picture(self, link: BlobLink) -> Picture | None:
        """The picture that a link names; None if it isn't taken out, or no picture."""
        found = self.find(link)
        if found is None or found.shape is None:
            return None
        return Picture(found.path, found.shape.width, found.shape.height)

    def portrait(self, desk: LibraryReader, feed: str) -> Picture | None:
        """The portrait of a person; None if there is none, or no feed."""
        blob = desk.portrait(feed) if feed else ""
        return self.picture(BlobLink(blob, tr("portrait"), is_picture=True)) if blob else None

    def _take(self, link: BlobLink) -> TakenFile | None:
        try:
            data = self._blobs.read(link.address, _MOST_BYTES)
        except BlobError:
            return None
        shape = _shape(data)
        if shape is None and self._only_pictures:
            return None
        stem = plain_name(link.name.rpartition(".")[0] or link.name)
        suffix = _suffix(data) if shape is None else shape.format
        path = f"{FOLDER}/{stem}-{short_hash(link.address)[:_FILE_DIGITS]}.{suffix}"
        self._write(path, data)
        return TakenFile(path, shape)


def plain_name(text: str) -> str:
    """A part of a file name in small letters and digits, from a text in any language."""
    ascii_ = unicodedata.normalize("NFKD", text[:200]).encode("ascii", "ignore").decode().lower()
    return _NOT_PLAIN.sub("-", ascii_)[:_LONGEST_NAME].strip("-") or "file"


def _shape(data: bytes) -> PictureShape | None:
    try:
        return examine(data)
    except NoPictureError:
        return None


def _suffix(data: bytes) -> str:
    """The suffix of a file that is no picture; `bin` for what may run or load something."""
    for begin, suffix in _BEGINNINGS:
        if begin.match(data):
            return suffix
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "bin"
    return "bin" if "\0" in text else "txt"


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

    def place(self, key: str, *, here: str, suffix: str, mark: str) -> str | None:
        """The link from a chapter to a message; None if it isn't taken out."""
        stem = self.places.get(key)
        if stem is None:
            return None
        return f"{'' if stem == here else f'{stem}{suffix}'}{mark}{anchor(key)}"

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
    return f"m-{short_hash(key)}"


def contents_of(desk: LibraryReader, wanted: ExportSelection, most: int | None = None) -> Contents:
    """The chapters of a conversation, or of a part of it, with at most `most` messages each.

    Raises `NotPublic`, `UnknownConversation` and `NothingToTakeOut`.
    """
    conversation = desk.library.conversation(wanted.address, wanted.by, as_read=True)
    desk.require_public(conversation)
    summary = desk.summary(conversation)
    title = title_of(summary)
    authors = tuple(map(words.clean_name, summary.names)) or (title,)
    is_whole = is_message(summary.root) or not conversation.given_facts().times
    found = Contents(conversation, summary, title, authors, [], {}, desk.left_out([conversation]))
    stem = f"{plain_name(title)}-{short_hash(str(conversation.address))[:_DIGITS]}"
    parts: dict[str, list[Chapter]] = {}
    for message in _read(conversation, select_keys(conversation, wanted)):
        if desk.hides(message.author) or not message.is_current:
            continue
        content = message.content
        if not desk.may_show(message):
            found.private += 1
        elif not is_whole and (isinstance(content, str) or words.text_of(content) is None):
            found.without_text += 1
        else:
            moment = date_and_time(message.time)
            month = UNDATED if moment is None else f"{moment.year:04}-{moment.month:02}"
            month = "" if is_whole else month
            chapters = parts.setdefault(month, [])
            if not chapters or len(chapters[-1].keys) == most:
                chapters.append(_chapter(month or stem, title, month, len(chapters) + 1))
            chapters[-1].add(message.key, moment)
    found.chapters = [
        chapter
        for month in sorted(parts, key=lambda month: (month == UNDATED, month))
        for chapter in parts[month]
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
    facts: tuple[str, ...]
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
            facts: tuple[str, ...] = ()
            if text is None:
                details = words.details(
                    content, desk.call, message.epoch, activities.get(key), message.author
                )
                sentence, facts = (
                    details.summary,
                    tuple(" ".join(filter(None, each)) for each in details.facts),
                )
            private = (tr("private"),) if message.private else ()
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
                (*private, *(word for word, _ in words.badges(message))),
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


def _read(conversation: Conversation, keys: Sequence[str]) -> Iterator[StoredMessage]:
    for batch in _batches(keys):
        messages = conversation.messages(batch)
        yield from (messages[key] for key in batch if key in messages)


def _batches(keys: Sequence[str]) -> Iterable[Sequence[str]]:
    return (keys[first : first + _AT_ONCE] for first in range(0, len(keys), _AT_ONCE))


class AttachedFile(NamedTuple):
    """A file that a message refers to besides its text; `file` is None if it isn't taken out."""

    name: str
    file: TakenFile | None


@dataclass(slots=True)
class MessageLinks:
    """The links of one message; pictures that its text shows are noted."""

    message: TakenMessage
    files: TakenFiles
    place: Callable[[str], str | None]
    """Returns the link to a message that is taken out, by its key."""

    has_client: bool = True
    """Whether the reader has an SSB client, for links to it."""

    _shown: set[str] = field(default_factory=set)

    def reference(self, link: str) -> str | None:
        """The target of a link; None if it has none."""
        return target_of(link, self._inside, has_client=self.has_client)

    def picture(self, blob: str) -> Picture | None:
        """A picture; None if it isn't taken out."""
        id_, _, key = blob.partition(MARK)
        if not is_blob_id(id_):
            return None
        link = BlobLink(id_, key=key, is_picture=True)
        declared = (each for each in self.message.files if each.address == link.address)
        found = self.files.picture(next(declared, link))
        if found is not None:
            self._shown.add(link.address)
        return found

    def attached_files(self) -> Iterator[AttachedFile]:
        """The files that the message refers to and that its text hasn't shown."""
        for link in self.message.files:
            if link.address not in self._shown:
                found = self.files.find(link)
                yield AttachedFile(link.name or tr("a file") if found else _missing(link), found)

    def _inside(self, kind: str, name: str) -> str | None:
        return self.place(name) if kind == "message" else None


def _missing(link: BlobLink) -> str:
    """A file that isn't taken out: its name, type and size as declared."""
    size = f"{wording.number(link.size)} B" if link.size else ""
    text = " · ".join(filter(None, (link.name, link.type, size)))
    return tr("File that isn't here: {file}", file=text or link.id)
