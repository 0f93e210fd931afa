"""Messages in words: for the timeline, for screen readers, for the clipboard.

A thread holds more than posts. Likes, follows and names are shown as sentences; an unknown
type is shown field by field.

Likes, reviews and invitations name messages and people.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.library import Library, StoredMessage
from tanglescope.engine.linear.autobase.removals import removal_in_words
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.reduce.activities import Activity
from tanglescope.engine.tangle.labels import group_label
from tanglescope.engine.tangle.metafeeds import metafeed_label
from tanglescope.engine.tangle.revisions import Mark
from tanglescope.engine.tangle.titles import plain
from tanglescope.engine.words.message_types import Details, details_of, summary_of, title_of
from tanglescope.engine.words.text import (
    LONGEST_FIELD,
    Call,
    clean,
    clean_name,
    is_text,
    own_fields,
    published_sentence,
    scalar,
    short,
    text_of,
    warning_of,
)
from tanglescope.engine.words.times import in_utc

_MOST_FIELDS = 6
_LOOKED_AT = 2000  # characters of a text that a one-line summary uses

_VERDICTS = {
    "forked": (
        later("forked"),
        later("This feed continues in two ways; this message is on a second branch."),
    ),
    "unverified": (
        later("unverified"),
        later("The file doesn't hold enough to check this message."),
    ),
}


def verdict(name: str) -> tuple[str, str] | None:
    """The badge of a verdict and its meaning; None if the message is valid by itself.

    A message behind a gap has none: in a real archive, nearly every message is behind one. The line
    for missing messages shows where the gap is, and the inspector says what it means.
    """
    badge, meaning = _VERDICTS.get(name, ("", ""))
    return (tr(badge), tr(meaning)) if badge else None


def badges(message: StoredMessage) -> Iterator[tuple[str, str]]:
    """The badges of a message, each with its meaning: its verdict, removed, edited."""
    badge = verdict(message.status)
    if badge is not None and message.rule != Rule.UNSIGNED:
        yield badge  # a heading says once that all of a graph are unsigned
    if message.removed_by is not None:
        yield tr("removed"), removal_in_words(short(message.removed_by))
    if message.is_edited:
        version = tr("This is version {n:,}, the latest by its author.", n=message.versions)
        yield tr("edited"), version


def one_line(
    content: Mapping[str, Any] | str,
    call: Call,
    epoch: int | None = None,
    *,
    author: str = "",
    unfolded: bool = False,
) -> str:
    """The message in a few plain words, for quotes, lists and compact rows.

    `epoch` is the number of the epoch that it begins or changes in a private group. Where the
    author warns of the text, the warning is shown instead, unless `unfolded`.
    """
    if isinstance(content, str):
        return tr("Encrypted message")
    text, warning = text_of(content), warning_of(content)
    if warning and not unfolded:
        return tr("Content warning: {warning}", warning=warning)
    if text is None:
        return sentence(content, call, epoch, author)
    return clean(unwrap(plain(text[:_LOOKED_AT])) or unwrap(text), 200)


def sentence(
    content: Mapping[str, Any], call: Call, epoch: int | None = None, author: str = ""
) -> str:
    """The sentence for a message that isn't a text, to follow its author's name.

    Where the feed of the `author` is known, it doesn't name them a second time.
    """
    if (of_metafeeds := metafeed_label(dict(content))) is not None:
        return of_metafeeds
    in_group = group_label(dict(content), lambda feed: clean_name(call(feed)), epoch)
    if in_group is not None:
        return in_group
    return summary_of(content, call, author) or _fields(content)


def name_of_message(content: Mapping[str, Any] | str, author: str, line: str) -> str:
    """How sentences refer to a message: by its title, or by its author and beginning."""
    if not isinstance(content, str) and content.get("type") is Mark.DELETED:
        return tr("a message by {name}", name=author)
    if (
        not isinstance(content, str)
        and warning_of(content) is None
        and (title := title_of(content))
    ):
        return tr("“{title}”", title=title)
    return tr("“{text}” by {name}", name=author, text=line)


def details(
    content: Mapping[str, Any],
    call: Call,
    epoch: int | None,
    activity: Activity | None,
    author: str = "",
) -> Details:
    """The details of a message that isn't a text for web pages, with times in UTC."""
    with in_utc():
        said = sentence(content, call, epoch, author)
        return details_of(content, call, said, activity, author)


def _fields(content: Mapping[str, Any]) -> str:
    text = published_sentence(content)
    fields = [
        f"{name}: {clean(scalar(value), LONGEST_FIELD)}" for name, value in own_fields(content)
    ]
    if not fields:
        return text
    more = ", …" if len(fields) > _MOST_FIELDS else ""
    return f"{text} ({', '.join(fields[:_MOST_FIELDS])}{more})"


_LONGEST = 80
"""The most characters of a message that a sentence about it quotes."""


def mentions(library: Library, messages: Iterable[StoredMessage]) -> Call:
    """A function that names the people and messages in the sentences about these messages."""
    several = list(messages)
    asked = _ids_named_in(several)
    found = library.messages(sorted(filter(is_message, asked)))
    feeds = asked | _ids_named_in(found.values())
    feeds |= {feed for each in (*several, *found.values()) for feed in each.people}
    names = library.names(feed for feed in feeds if not is_message(feed))
    # Several may like the same message.
    return cache(MessageCaller(found.get, lambda feed: names.get(feed) or short(feed)))


class MessageCaller:
    """Names people and messages, with functions that find a message and the name of a feed."""

    def __init__(self, find: Callable[[str], StoredMessage | None], name: Call) -> None:
        self._find, self._name = find, name

    def __call__(self, identity: str) -> str:
        """The name of a person, or the author and beginning of a message."""
        message = self._find(identity) if is_message(identity) else None
        if message is None:
            return self.name(identity)
        text = clean(
            one_line(message.content, self.name, message.epoch, author=message.author),
            _LONGEST,
        )
        return name_of_message(message.content, self.name(message.author), text)

    def name(self, identity: str) -> str:
        """The name of a person, or the beginning of a message's id."""
        if is_message(identity):
            return tr("message {key}", key=short(identity))
        return clean_name(self._name(identity))


def _ids_named_in(messages: Iterable[StoredMessage]) -> set[str]:
    """The ids that the sentences about messages name."""
    asked: set[str] = set()

    def note(identity: str) -> str:
        asked.add(identity)
        return identity

    for message in messages:
        content = message.content
        if not isinstance(content, str) and not is_text(content):  # else it is quoted
            sentence(content, note, message.epoch)
    return asked
