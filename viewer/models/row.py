"""A row of the timeline as the view sees it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from tanglescope.engine import words
from tanglescope.engine.blobs.links import blobs_in, with_pictures_described
from tanglescope.engine.drawing.eliding import Gap
from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import StoredMessage
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.tangle.references import channel_field
from tanglescope.engine.words import times
from tanglescope.engine.words.message_types import Details

_MOST_SPOKEN = 3


class RowKind(Enum):
    """How a row is drawn."""

    WRITING = auto()
    EVENT = auto()
    LOCKED = auto()
    GHOST = auto()
    HIDDEN = auto()


class RowRun(Enum):
    """What neighbouring rows that are shown as one have in common."""

    MISSING = auto()
    ACTS = auto()


@dataclass(frozen=True, slots=True)
class Quote:
    """A cause of a message, in one line; `hue` decides its colour, a missing message has none."""

    key: str
    author: str
    hue: Hue
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A message, or the placeholder of a missing one (then `message` is None)."""

    key: str
    message: StoredMessage | None
    author: str
    text: str
    named_by: int = 0
    votes: int = 0
    folded: bool = False
    """Whether the text behind the content warning is hidden."""
    hides: int = 0
    """The number of hidden or missing messages that the row replaces."""
    folds: int = 0
    """The number of messages, from `message` on, that the row shows as one."""
    portrait: str = ""
    """The blob of the author's picture, if there is one."""
    details: Details | None = None
    """The details of a message that isn't a text."""

    @property
    def kind(self) -> RowKind:
        """How this row is drawn."""
        if self.hides:
            return RowKind.HIDDEN
        if self.message is None:
            return RowKind.GHOST
        content = self.message.content
        if not isinstance(content, Mapping):
            return RowKind.LOCKED
        return RowKind.WRITING if self.folded or words.is_text(content) else RowKind.EVENT

    @property
    def feed(self) -> str:
        """The author's id; empty for a missing message."""
        return self.message.author if self.message else ""

    @property
    def profile(self) -> str:
        """The feed that the author's name links to; empty if the author isn't a feed."""
        if self.message is None or self.message.rule == Rule.UNSIGNED:
            return ""
        return self.message.author

    @property
    def time(self) -> float | None:
        """When the message was written, as far as is known; PZP messages have no time."""
        return self.message.time if self.message else None

    @property
    def clock(self) -> str:
        """The time of day, or the depth of a message of PZP, which has no time."""
        if self.message is None:
            return ""
        if self.message.depth is not None:
            return tr("depth {depth:,}", depth=self.message.depth)
        return "" if self.time is None else times.clock(self.time)

    @property
    def moment(self) -> str:
        """The full time; for a PZP message its depth, and when it was received."""
        if self.message is None:
            return ""
        if self.message.depth is None:
            return _times_of(self.message)
        parts = [
            tr("depth {depth:,}", depth=self.message.depth),
            tr("domain {domain}", domain=words.clean_name(self.message.type or "")),
            tr("account {account}", account=words.clean_name(self.message.account or "")),
        ]
        if self.message.received is not None:
            parts.append(tr("received {time}", time=times.full(self.message.received)))
        return ", ".join(parts)

    @property
    def content(self) -> Mapping[str, Any]:
        """The fields of the message; none when it is encrypted or missing."""
        content = self.message.content if self.message else None
        return content if isinstance(content, Mapping) else {}

    @property
    def channel(self) -> str:
        """The channel that the message was written in, with its `#`; empty for none."""
        return channel_field(self.content) or ""

    @property
    def causes(self) -> tuple[str, ...]:
        """The keys of the messages that this one follows."""
        return self.message.causes if self.message else ()

    @property
    def warning(self) -> str | None:
        """The author's content warning, or that a message with text was deleted."""
        message = self.message
        if message is not None and message.history is not None and message.deletion is not None:
            content = message.with_withdrawn_content.content
            is_text = isinstance(content, Mapping) and words.is_text(content)
            return words.sentence(message.history.content(), words.short) if is_text else None
        return words.warning_of(self.content)

    @property
    def is_unshown(self) -> bool:
        """Whether the app that wrote the message doesn't show it."""
        return self.message is not None and self.message.removed_by is not None

    @property
    def is_doubtful(self) -> bool:
        """Whether the message has a verdict that warns."""
        return self.message is not None and words.verdict(self.message.status) is not None

    @property
    def badge(self) -> tuple[str, str] | None:
        """What is most important about the message in a word and in a sentence, if anything is."""
        return None if self.message is None else next(words.badges(self.message), None)

    def spoken_text(self, answered: Sequence[str] = ()) -> str:
        """The row for a screen reader; `answered` are the names of whom it answers."""
        if self.hides:
            return self.text
        if self.message is None:
            return plural(
                "Missing message {key}, named by {n:,} messages here",
                "Missing message {key}, named by {n:,} message here",
                self.named_by,
                key=words.short(self.key),
            )
        text = self._heard
        parts = [part for part in (self.author, self.moment, self.channel, text) if part]
        if self.folds:
            count = plural("{n:,} messages in one row", "{n:,} message in one row", self.folds)
            return ", ".join([*parts, count])
        pictures = [each for each in blobs_in(self.content) if each.is_picture]
        said = (picture_said(each.name) for each in pictures[:_MOST_SPOKEN])
        parts += [each for each in said if each not in text]
        if answered:
            parts.append(tr("in reply to {names}", names=words.join_parts(answered)))
        elif self.causes and not self.feed:
            parts.append(plural("{n:,} causes", "{n:,} cause", len(self.causes)))
        if self.votes:
            parts.append(plural("{n:,} likes", "{n:,} like", self.votes))
        if self.badge:
            parts.append(self.badge[1])
        return ", ".join(parts)

    @property
    def _heard(self) -> str:
        """The text with what its pictures show in their places."""
        text = self.content.get("text")
        if self.kind is not RowKind.WRITING or self.folded or not isinstance(text, str):
            return self.text
        heard = with_pictures_described(text, lambda name: f"({picture_said(name)})")
        return self.text if heard == text else words.one_line({"text": heard}, words.short)


def picture_said(name: str) -> str:
    """A picture in words, with what its author calls it."""
    name = words.clean_name(name)
    return tr("picture: {name}", name=name) if name else tr("picture")


def gap_row(gap: Gap, call: Callable[[str], str]) -> Row:
    """The row for hidden messages, with the key of the first."""
    messages = plural("{n:,} messages", "{n:,} message", len(gap.keys))
    if len(gap.feeds) == 1:
        text = tr("{messages} of {name} hidden", messages=messages, name=call(gap.feeds[0]))
    else:
        authors = plural("{n:,} authors", "{n:,} author", len(gap.feeds))
        text = tr("{messages} of {authors} hidden", messages=messages, authors=authors)
    return Row(gap.key, None, "", text, hides=len(gap.keys))


def missing_row(keys: Sequence[str]) -> Row:
    """The row for several missing messages."""
    text = plural("{n:,} missing messages", "{n:,} missing message", len(keys))
    return Row(keys[0], None, "", text, hides=len(keys))


def folded_row(first: Row, last: Row, text: str, count: int) -> Row:
    """The row for `count` messages that together do what `text` says; of several days, says so."""
    days = {times.day(each.time) for each in (first, last)}
    if len(days) > 1:
        text = f"{text} · {times.days(first.time, last.time)}"
    return replace(first, text=text, details=None, votes=0, folds=count)


def _times_of(message: StoredMessage) -> str:
    """When a message was written; a claim that is later than its receipt is shown beside it."""
    if message.time is None:
        return ""
    time = times.full(message.time)
    if message.asserted is None or message.asserted == message.time:
        return time
    return tr(
        "received {time}; its author claims {claimed}",
        time=time,
        claimed=times.full(message.asserted),
    )
