"""Prepare replies: position, length, exactly what would be signed, and what completes a name.

Questions to a library and their answers; the composer shows them.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any, TypeAlias

from tanglescope.engine import words
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Library, OwnFeed, StoredMessage, UnknownConversation
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.writing import MessageTooLong, UnsignedMessage
from tanglescope.engine.system.files import unwritable
from tanglescope.engine.tangle.replies import left_out, saying
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.models.row import Quote, Row

MOST_LETTERS = 20_000
"""The longest draft: more than twice what a message can hold."""

# A new identity will have an id of the same length.
_NEW_FEED = f"@{'A' * 43}=.ed25519"
_SOME_TIME = 1_500_000_000_000


Tips: TypeAlias = tuple[str, tuple[Quote, ...]]
"""The name of a tangle, and the tips of it."""


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """The position of a reply: its fields without a text, its causes, and its author.

    `tangles` are the names of all tangles that it writes, each with the tips that it names there;
    that of the open conversation comes first. `left_out` are other tangles that the root begins,
    with the reasons why the reply doesn't continue them.
    """

    content: dict[str, Any]
    tangles: tuple[Tips, ...]
    left_out: Mapping[str, str]
    feed: str | None
    folder: Path
    signing: str = ""
    """The fingerprint of the message that was last made of the draft to be signed."""

    @property
    def tips(self) -> tuple[Quote, ...]:
        """The messages that the reply would come after in the open conversation."""
        return self.tangles[0][1]

    def saying(self, text: str) -> dict[str, Any]:
        """The content of the reply with this text and its mentions."""
        return saying(self.content, text)

    def length(self, text: str) -> int | None:
        """The length of the signed message; None if the text is far too long."""
        author = self.feed or _NEW_FEED
        try:
            return UnsignedMessage(
                author, 1, self.content["root"], _SOME_TIME, self.saying(text)
            ).length
        except MessageTooLong:
            return None


@dataclass(frozen=True, slots=True)
class PreparedReply:
    """A reply that lacks only the signature, and its preview."""

    unsigned: UnsignedMessage
    tips: tuple[Quote, ...]
    author: str
    is_unsignable: bool = False
    """Whether the author has no identity yet: then it is only a preview."""

    @property
    def text(self) -> str:
        """What will be signed; an id that isn't known yet is called so."""
        text = self.unsigned.text
        if not self.is_unsignable:
            return text
        return text.replace(_NEW_FEED, tr("(the id of the new identity)"), 1)

    @property
    def row(self) -> Row:
        """The reply as a row of the timeline."""
        unsigned = self.unsigned
        message = StoredMessage(
            key="",
            author=unsigned.author,
            sequence=unsigned.sequence,
            asserted=unsigned.asserted,
            received=None,
            type="post",
            content=unsigned.content,
            status="valid",
            rule=None,
            causes=tuple(tip.key for tip in self.tips),
        )
        return Row("", message, self.author, words.one_line(unsigned.content, words.short))


@dataclass(frozen=True, slots=True)
class WritingRefused:
    """The reason why nothing can be written here, in words."""

    reason: str


@dataclass(frozen=True, slots=True)
class PublishedBefore:
    """The draft was published, although something failed afterwards; `key` is the message."""

    key: str


def quote_text(text: str, author: str = "") -> str:
    """A text as a quote in Markdown, below a mention of its author if that is given."""
    lines = "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
    return f"{author}:\n\n{lines}" if author else lines


def find_place(
    library: Library, address: str, folder: Path, signing: str = ""
) -> ReplyPlace | WritingRefused | PublishedBefore:
    """The position of a reply in a conversation; no identity is created for this.

    `signing` is the fingerprint of the message that was last made of the draft, if it has one.
    """
    try:
        content = library.reply(address, "")
        own = OwnFeed.open(folder) if OwnFeed.is_in(folder) else None
        if own is not None and signing and (key := own.find(signing)) is not None:
            return PublishedBefore(key)
    except TanglescopeError as error:
        return WritingRefused(str(error))
    tangles = _tangles(library, address, content["tangles"])
    opening = library.messages([content["root"]]).get(content["root"])
    others = {} if opening is None else left_out(opening.content, content)
    return ReplyPlace(content, tangles, others, own.feed if own else None, folder, signing)


def preview(
    library: Library, place: ReplyPlace, text: str
) -> PreparedReply | WritingRefused | PublishedBefore:
    """How a reply will look; no identity is created for this."""
    if OwnFeed.is_in(place.folder):
        return prepare(library, place, text)
    unsigned = UnsignedMessage(_NEW_FEED, 1, None, round(time() * 1000), place.saying(text))
    try:
        unsigned.check()
    except TanglescopeError as error:
        return WritingRefused(str(error))
    return PreparedReply(unsigned, place.tips, tr("A new identity"), is_unsignable=True)


def prepare(
    library: Library, place: ReplyPlace, text: str
) -> PreparedReply | WritingRefused | PublishedBefore:
    """Prepare a reply for signing; an identity is created on first use."""
    try:
        own = OwnFeed.open(place.folder)
        if place.signing and (key := own.find(place.signing)) is not None:
            return PublishedBefore(key)
        unsigned = library.publisher(own).preview(place.saying(text))
        unsigned.check()
    except TanglescopeError as error:
        return WritingRefused(str(error))
    name = words.clean_name(library.names([own.feed])[own.feed])
    return PreparedReply(unsigned, place.tips, name)


def export(library: Library, folder: Path, file: Path) -> str:
    """Write everything that was published here to a file; return the result in words."""
    if not OwnFeed.is_in(folder):
        return tr("Nothing has been published from here yet.")
    try:
        count = library.export(OwnFeed.open(folder).feed, file)
    except TanglescopeError as error:
        return str(error)
    except OSError as error:
        return unwritable(file, error)
    return plural(
        "{n:,} messages of your own written to {file}",
        "{n:,} message of your own written to {file}",
        count,
        file=file,
    )


def _tangles(library: Library, address: str, data: Mapping[str, Any]) -> tuple[Tips, ...]:
    """The tangles that a reply writes, first that of the conversation, with their tips."""
    own = ""
    with suppress(UnknownConversation):  # a message that nothing has answered yet is in none
        own = library.conversation(address).summary().tangle_name
    names = sorted(data, key=lambda name: name != own)
    return tuple((name, _quotes(library, data[name]["previous"])) for name in names)


def _quotes(library: Library, keys: list[str]) -> tuple[Quote, ...]:
    found = library.messages(keys)
    call = mentions(library, found.values())
    return tuple(
        _quote(found[key], call)
        if key in found
        else Quote(key, "", "", tr("missing message {key}", key=words.short(key)))
        for key in keys
    )


def _quote(message: StoredMessage, call: words.Call) -> Quote:
    text = words.one_line(message.content, call, message.epoch, author=message.author)
    return Quote(message.key, call(message.author), message.hue, text)


MOST_OFFERED = 8

_BEGUN = re.compile(
    r"""(?:^ | (?<=[\s{"'“„«]) | (?<=^\() | (?<=[^\]]\())    # not in a link
        [@\#][^\s@\#()\[\]{}]{0,40}$""",
    re.VERBOSE,
)
_NOT_IN_NAMES = str.maketrans("", "", "[]\\`")
"""Characters that would end the name in a link, or be taken for markup."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something to complete: its name in the list, and what it writes into the text.

    A person has a feed, and the blob of a picture if there is one.
    """

    name: str
    written: str
    beside: str = ""
    feed: str = ""
    portrait: str = ""


def unfinished_name(before: str) -> str:
    """The `@name` or `#channel` that is begun at the end of a text; `""` if there is none."""
    line = before.rpartition("\n")[2]
    found = _BEGUN.search(line[-60:])
    return found[0] if found else ""


def offers(library: Library, address: str, begun: str) -> list[Suggestion]:
    """What to offer for `@…` or `#…` in a reply to a conversation, the most likely first."""
    sign, word = begun[:1], begun[1:]
    if sign == "#":
        names = library.found.channels(word, MOST_OFFERED)
        found = [Suggestion(words.clean_name(name), name) for name in names]
        return [] if [each.written for each in found] == [begun] else found
    return list(_people(library, address, word)) if sign == "@" else []


def mention(feed: str, name: str) -> str:
    """A person in a Markdown text, so that other programs notify them."""
    plain = words.clean_name(name).translate(_NOT_IN_NAMES).strip("@ ")
    return f"[@{plain or words.short(feed)[1:]}]({feed})"


def _people(library: Library, address: str, word: str) -> Iterator[Suggestion]:
    here = _people_here(library, address, word)
    # A name may be that of a feed whose id can't be mentioned: ask for some more.
    others = filter(is_feed_id, library.found.people(word, 2 * MOST_OFFERED))
    feeds = list(dict.fromkeys([*here, *others]))[:MOST_OFFERED]
    names, portraits = library.names(feeds), library.portraits.of(feeds)
    called = {feed: words.clean_name(names[feed]) for feed in feeds}
    for feed in feeds:
        is_alone = [*called.values()].count(called[feed]) == 1
        beside = [tr("in this conversation")] if feed in here else []
        yield Suggestion(
            called[feed],
            mention(feed, called[feed]),
            " · ".join(beside if is_alone else [*beside, words.short(feed)]),
            feed,
            portraits.get(feed, ""),
        )


def _people_here(library: Library, address: str, word: str) -> list[str]:
    """The authors of a conversation that have a name with a word of this beginning."""
    try:
        feeds = [each for each in library.conversation(address).writers() if is_feed_id(each)]
    except UnknownConversation:  # a message that nothing has answered yet is in none
        return []
    names, wanted = library.names(feeds), word.casefold()
    return [feed for feed in feeds if _begins(names[feed].casefold(), wanted)]


def _begins(name: str, wanted: str) -> bool:
    return any(part.startswith(wanted) for part in (name, *name.split()))
