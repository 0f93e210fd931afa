"""Names: what people call a feed.

Anyone may name any feed by an `about` message; the newest of each author counts, and
what a feed says of itself comes first.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.message.keys import is_feed_id
from engine.message.message import Content
from engine.message.uris import short_id
from engine.tangle.titles import one_line

LONGEST = 60
"""How many characters of a name are kept."""


@dataclass(frozen=True, slots=True)
class Naming:
    """`author` calls the feed `feed` by `name`, in the message of that sequence."""

    feed: str
    author: str
    sequence: int
    name: str


def naming_in(author: str, sequence: int, content: Content) -> Naming | None:
    """The name that an `about` message gives to a feed, if it is one and gives one."""
    if not isinstance(content, dict) or content.get("type") != "about":
        return None
    feed, name = content.get("about"), content.get("name")
    if not is_feed_id(feed) or not isinstance(name, str):
        return None
    shown = one_line(name, LONGEST).removeprefix("@")
    return Naming(feed, author, sequence, shown) if shown else None


def chosen_name(feed: str, namings: Iterable[Naming]) -> str:
    """The name to show for `feed`: its own, else the commonest, else a short form of its key."""
    newest: dict[str, Naming] = {}
    for naming in namings:
        known = newest.get(naming.author)
        if known is None or known.sequence < naming.sequence:
            newest[naming.author] = naming
    if feed in newest:
        return newest[feed].name
    votes = Counter(naming.name for naming in newest.values())
    return min(votes, key=lambda name: (-votes[name], name)) if votes else short_id(feed)
