"""Links: every other message that a message names, and as what.

Only some of them order a thread (`engine.tangle.thread`); the others are shown, counted
and followed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.message.keys import is_message_id
from engine.message.message import Content
from engine.tangle.references import message_reference
from engine.tangle.titles import one_line

MOST = 400
"""More links than any message of 8 KiB can hold."""

_PLAIN = ("root", "fork", "about", "repliesTo", "updates")


@dataclass(frozen=True, slots=True)
class Link:
    """A message names `target`; `kind` says as what."""

    kind: str
    target: str


def links_in(content: Content) -> tuple[Link, ...]:
    """The messages named in `content`, each kind and target once, in order of appearance.

    Kinds: `root`, `fork`, `about`, `repliesTo`, `updates`, `branch`, `vote`, `unvote`
    (a vote taken back), `mention`, and `tangle:NAME` for `tangles.NAME.previous`.
    """
    if not isinstance(content, dict):
        return ()
    found: dict[Link, None] = {}
    for kind, target in _named(content):
        if is_message_id(target):
            found.setdefault(Link(kind, target))
            if len(found) == MOST:
                break
    return tuple(found)


def _named(content: dict[str, Any]) -> Iterator[tuple[str, object]]:
    for kind in _PLAIN:
        yield kind, content.get(kind)
    for target in _many(content.get("branch")):
        yield "branch", target
    vote = content.get("vote")
    if isinstance(vote, dict):
        yield _direction(vote.get("value")), vote.get("link")
    for mention in _many(content.get("mentions")):
        yield "mention", mention.get("link") if isinstance(mention, dict) else mention
    tangles = content.get("tangles")
    if isinstance(tangles, dict):
        for name, tangle in tangles.items():
            if isinstance(tangle, dict):
                for target in _many(tangle.get("previous")):
                    # Here, and nowhere else, newer programs write keys as URIs.
                    key = message_reference(target) if isinstance(target, str) else target
                    yield f"tangle:{one_line(name, 52)}", key


def _many(value: object) -> Iterator[object]:
    # Some clients write an object with numeric keys where a list is meant.
    if isinstance(value, list):
        yield from value
    elif isinstance(value, dict) and "link" not in value:
        yield from value.values()
    elif value is not None:
        yield value


def _direction(value: object) -> str:
    likes = isinstance(value, int | float) and value > 0
    return "vote" if likes else "unvote"
