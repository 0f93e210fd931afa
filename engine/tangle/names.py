"""Names: what people call a feed.

Anyone may name any feed by an `about` message; the newest of each author counts, and
what a feed says of itself comes first.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.message.bendybutt import is_feed as is_metafeed
from engine.message.keys import is_feed_id
from engine.message.message import Content
from engine.message.uris import writer_name
from engine.tangle.metafeeds import Person
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
    if not isinstance(feed, str) or not isinstance(name, str):
        return None
    if not is_feed_id(feed) and not is_metafeed(feed):
        return None
    shown = one_line(name, LONGEST).removeprefix("@")
    return Naming(feed, author, sequence, shown) if shown else None


def person_name(person: Person, namings: Iterable[Naming]) -> str:
    """The name to show for everything that a person writes, in whichever of their feeds.

    What they call themselves counts first, that of their main feed before others.
    """
    given = list(namings)
    own = [each for each in given if each.author in person.ids]
    for feed in (person.main, *(feed.id for feed in person.feeds)):
        named = [each for each in own if each.author == each.feed == feed]
        if named:
            return max(named, key=lambda each: each.sequence).name
    as_main = (replace(each, feed=person.main) for each in own or given)
    return chosen_name(person.main, as_main)


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
    return min(votes, key=lambda name: (-votes[name], name)) if votes else writer_name(feed)
