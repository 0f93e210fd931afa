"""Replies: the tangle data and other fields of a new reply, and its mentions.

A reply names only the tips of each tangle that its author knows: everything before them is implied
(SIP 9; "Tangle Origin", 3). It does so by tangle data: for the thread, for the tangle that it is
written in, and for every tangle that the root of the thread begins, such as a game of chess. `root`
and `branch`, the fields that all programs read, have the same values as the data of the thread.

Other programs read `mentions` instead of the text: they notify people, list a message in its
channels, and fetch its files.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.keys import is_blob_id, is_feed_id, is_message_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.growth import Growth
from tanglescope.engine.tangle.links import bare_links
from tanglescope.engine.tangle.references import channel_of
from tanglescope.engine.tangle.rules import (
    FEED,
    ROOT,
    THREAD,
    Admitted,
    RuleEntry,
    names_of_tangles,
    tangle_data,
)

_MARKED = re.compile(
    r"""
      (?<!`)(?P<ticks>`+)(?!`) .+? (?<!`)(?P=ticks)(?!`)
    | ^[ \t]*`{3,}[^\n`]*$ .*                              # code without an end
    | \\.
    | !?\[(?P<name>[^\]\n]{0,200}+)\]\([ ]?(?P<link>[^)\s]{1,200}+)[^)\n]{0,200}+\)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def saying(content: Content, text: str) -> dict[str, Any]:
    """The content of a message with a text and its mentions."""
    assert isinstance(content, dict)
    others = {name: value for name, value in content.items() if name != "mentions"}
    found = mentions_in(text)
    return {**others, "text": text, **({"mentions": found} if found else {})}


def mentions_in(text: str) -> list[dict[str, str]]:
    """The people, messages, files and channels that a Markdown text names, each once."""
    found: dict[str, dict[str, str]] = {}
    for link, name in _links_with_names(text):
        if (target := _target(link)) is not None:
            named = {"name": name} if name and link[0] in "@&" else {}
            found.setdefault(target, {"link": target, **named})
    return list(found.values())


def _links_with_names(text: str) -> Iterator[tuple[str, str]]:
    """The links in a text outside of code, each with its name."""
    end = 0
    for marked in _MARKED.finditer(text):
        yield from _bare(text[end : marked.start()])
        end = marked.end()
        if marked["link"]:
            yield marked["link"], marked["name"].removeprefix("@").strip()
    yield from _bare(text[end:])


def _bare(text: str) -> Iterator[tuple[str, str]]:
    for start, end in bare_links(text):
        yield text[start:end], ""


def _target(link: str) -> str | None:
    """What a link names; None if other programs wouldn't understand it."""
    if link.startswith("#"):
        return channel_of(link)
    is_id = is_feed_id(link) or is_message_id(link) or is_blob_id(link)
    return link if is_id else None


MOST_NAMED = 84
"""The limit on the keys in all lists of a reply; more would leave too little room for text."""

MOST_TANGLES = 12
"""The limit on the further tangles that a reply continues; their data takes room from its text."""

_KEYS_PER_TANGLE = 3
"""As many keys take as much room as the name and the root of a tangle."""

_LONGEST_NAME = 52


def names_written(opening: Content, within: str = THREAD) -> list[str]:
    """The names of the tangles for a reply that is written in the tangle `within`.

    `opening` is the content of the root, if it is known.
    """
    written = [
        name for name in _tangles_begun_by(opening) if name != FEED and len(name) <= _LONGEST_NAME
    ]
    return list(dict.fromkeys((THREAD, within, *written[:MOST_TANGLES])))


def left_out(opening: Content, content: Content) -> dict[str, str]:
    """Why a reply with that content doesn't continue the other tangles that the root begins."""
    continued = names_of_tangles(content)
    tried = names_written(opening)
    return {
        name: _why_left_out(name, name in tried)
        for name in _tangles_begun_by(opening)
        if name not in continued
    }


def _tangles_begun_by(opening: Content) -> list[str]:
    return [name for name in names_of_tangles(opening) if tangle_data(opening, name) == ROOT]


def _why_left_out(name: str, is_tried: bool) -> str:
    if is_tried:
        return tr("a post can't be in it")
    if name == FEED:
        return tr("the name is reserved for the feed of an author")
    if len(name) > _LONGEST_NAME:
        return tr("its name is longer than {most} characters", most=_LONGEST_NAME)
    return tr("a reply continues {most} tangles at most besides its thread", most=MOST_TANGLES)


def reply(
    text: str, thread: Growth, others: Iterable[Growth] = (), limit: int | None = None
) -> dict[str, Any]:
    """The content of a post that answers in a thread and in other tangles of the same root.

    Tangles whose rule would exclude the post, or that the root doesn't begin, are left out. Under
    a limit of references, one is that to the message before it in its feed.
    """
    content = saying({"type": "post"}, text)
    growths = [thread, *(growth for growth in others if _takes(growth, content))]
    room = MOST_NAMED - _KEYS_PER_TANGLE * (len(growths) - 1)
    most = room // (len(growths) + 1)  # `branch` repeats the tips of the thread
    if limit is not None:
        most = min(most, max((limit - 1) // len(growths), 1))
    tangles = {
        growth.rule.name: {"root": growth.root, "previous": latest(growth, most)}
        for growth in growths
    }
    branch = list(tangles[thread.rule.name]["previous"])
    return {**content, "root": thread.root, "branch": branch, "tangles": tangles}


def latest(growth: Growth, most: int) -> list[str]:
    """The tips of a tangle for its next message: all, or the latest ones if there are too many.

    If the root is missing, no message is connected; then the candidates without effects.
    """
    tips = growth.tips or _heads(growth, growth.set_aside)
    return tips[-most:] or [growth.root]


def _heads(growth: Growth, among: Collection[str]) -> list[str]:
    """The candidates that no other of them comes after, in the same order."""
    passed = {cause for key in among for cause in growth.causes(key) if cause != key}
    return [key for key in among if key not in passed]


def _takes(growth: Growth, content: dict[str, Any]) -> bool:
    """Whether a tangle has begun and would accept a post after its root."""
    data = {"root": growth.root, "previous": [growth.root]}
    post = RuleEntry("", {**content, "tangles": {growth.rule.name: data}})
    return growth.root in growth and isinstance(growth.rule.admit(post, growth.root), Admitted)
