"""Links: the messages, feeds and channels that a message names, each with a kind.

Only some of them order a thread (`engine.tangle.thread`); the others are shown, counted
and followed.

Links in a text needn't be marked up: web addresses, ids, and channels.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from tanglescope.engine.message.keys import is_feed_id, is_message_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.references import (
    channel_field,
    channel_of,
    message_reference,
    names_message,
)
from tanglescope.engine.tangle.revisions import ABOUT, revision_in
from tanglescope.engine.tangle.titles import one_line

MOST = 400
"""More links than any message of 8 KiB can hold."""

_OTHERS = frozenset({"channel", "mention"})
"""The kinds of links with targets that may not be messages."""

IN_TANGLE = "tangle:"
"""The prefix of the kinds of links in tangle data."""

_PLAIN = ("root", "fork", "about", "repliesTo", "updates")


class Link(NamedTuple):
    """A link of a message to `target`: another message, a feed or a channel."""

    kind: str
    target: str


def links_in(content: Content) -> tuple[Link, ...]:
    """The links in `content`, each kind and target once, in order of appearance.

    Kinds: `root`, `fork`, `about`, `repliesTo`, `updates`, `branch`, `vote`, `unvote`
    (a vote taken back), `edit`, `replaces` and `tombstone` (`engine.tangle.revisions`), and
    `tangle:NAME` for `tangles.NAME.previous` name messages, `mention` names messages and feeds,
    `channel` names channels (`engine.tangle.references`). Only tangle data names messages of other
    formats than the classic one.
    """
    if not isinstance(content, dict):
        return ()
    found: dict[Link, None] = {}
    for kind, target in _links_named_in(content):
        if is_message_id(target) or (isinstance(target, str) and _is_of_others(kind, target)):
            found.setdefault(Link(kind, target))
            if len(found) == MOST:
                break
    return tuple(found)


def keeping_links(content: Content, kept: Collection[str]) -> Content:
    """The content without the messages in `branch` and tangle data that aren't `kept`.

    A tangle of which nothing is left is one that the message isn't in any more.
    """
    if not isinstance(content, dict):
        return content
    cut = dict(content)
    if "branch" in cut and (branch := _kept_of(cut["branch"], kept)) is not None:
        cut["branch"] = branch
    else:
        cut.pop("branch", None)
    if isinstance(tangles := cut.get("tangles"), dict):
        cut["tangles"] = dict(_kept_tangles(tangles, kept))
    return cut


def _kept_tangles(tangles: dict[str, Any], kept: Collection[str]) -> Iterator[tuple[str, object]]:
    for name, tangle in tangles.items():
        previous = tangle.get("previous") if isinstance(tangle, dict) else None
        if not isinstance(tangle, dict) or not previous:
            yield name, tangle
        elif left := _kept_of(previous, kept):
            yield name, {**tangle, "previous": left}


def _kept_of(named: object, kept: Collection[str]) -> object:
    """What is left of one key, or of a list or an object of them; None if nothing is."""

    def is_kept(key: object) -> bool:
        return isinstance(key, str) and message_reference(key) in kept

    if isinstance(named, list):
        return [key for key in named if is_kept(key)] or None
    if isinstance(named, dict) and "link" not in named:
        return {place: key for place, key in named.items() if is_kept(key)} or None
    return named if is_kept(named) else None


def _is_of_others(kind: str, target: str) -> bool:
    """Whether this kind of link may have targets other than keys of classic messages."""
    return kind in _OTHERS or (kind.startswith(IN_TANGLE) and names_message(target))


def _links_named_in(content: dict[str, Any]) -> Iterator[tuple[str, object]]:
    # Called for every message in an import; most have almost no links.
    for kind in _PLAIN:
        if kind in content:
            yield kind, content[kind]
    if "branch" in content:
        for target in _many(content["branch"]):
            yield "branch", target
    if (revision := revision_in(content)) is not None and revision.kind != ABOUT:
        yield revision.kind, revision.target
    vote = content.get("vote")
    if isinstance(vote, dict):
        yield _direction(vote.get("value")), vote.get("link")
    if "channel" in content or "mentions" in content:
        yield from _beside_messages(content)
    if "tangles" in content:
        yield from _in_tangles(content["tangles"])


def _beside_messages(content: dict[str, Any]) -> Iterator[tuple[str, object]]:
    if content.get("type") != "channel":  # that is a subscription, not a post in the channel
        yield "channel", channel_field(content)
    for mention in _many(content.get("mentions")):
        yield from _link_of_mention(mention.get("link") if isinstance(mention, dict) else mention)


def _in_tangles(tangles: object) -> Iterator[tuple[str, object]]:
    if not isinstance(tangles, dict):
        return
    for name, tangle in tangles.items():
        if isinstance(tangle, dict):
            for target in _many(tangle.get("previous")):
                # Only here do newer programs write keys as URIs.
                key = message_reference(target) if isinstance(target, str) else target
                yield f"{IN_TANGLE}{one_line(name, 52)}", key


def _link_of_mention(link: object) -> Iterator[tuple[str, object]]:
    if isinstance(link, str) and link.startswith("#"):
        yield "channel", channel_of(link)
    elif is_message_id(link) or is_feed_id(link):
        yield "mention", link


def _many(value: object) -> Iterator[object]:
    # Some clients write an object with numeric keys instead of a list.
    if isinstance(value, list):
        yield from value
    elif isinstance(value, dict) and "link" not in value:
        yield from value.values()
    elif value is not None:
        yield value


def _direction(value: object) -> str:
    likes = isinstance(value, int | float) and value > 0
    return "vote" if likes else "unvote"


_NAMED = re.compile(
    r"""
      (?<![\w/])(?P<url>https?://[^\s<>"'`\u3000-\u303f]{1,2000})
    | (?<![\w&/#@%])(?P<id>[@%&][\w+/]{43}=\.(?:ed25519|sha256))
    | (?<![\w&/#@%])(?P<channel>\#\w[\w-]{0,79})
    """,
    re.VERBOSE,
)

_NO_END = ".,:;!?'\"*_~)]}"


def bare_links(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of every link."""
    for found in _NAMED.finditer(text):
        url = found["url"]
        yield found.start(), found.end() if url is None else found.start() + len(without_end(url))


def without_end(url: str) -> str:
    """An address without the punctuation that follows it."""
    cut = url.rstrip(_NO_END)
    # A parenthesis that was opened within the address belongs to it.
    while len(cut) < len(url) and url[len(cut)] == ")" and cut.count("(") > cut.count(")"):
        cut = url[: len(cut) + 1]
    return cut
