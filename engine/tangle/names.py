"""Names: the names that people give to feeds.

Anyone may name any feed by an `about` message. The newest one of each author counts, and a feed's
own name takes precedence.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tanglescope.engine.message.bendybutt import is_feed as is_metafeed
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.message.uris import writer_name
from tanglescope.engine.tangle.metafeeds import Person
from tanglescope.engine.tangle.titles import one_line

LONGEST = 60
"""The greatest length of a stored name."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A name that `author` gives to `feed`, in the message of that sequence."""

    feed: str
    author: str
    sequence: int
    name: str


def naming_in(author: str, sequence: int, content: Content) -> Naming | None:
    """The name given to a feed, if the message is an `about` with a name."""
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
    """The name to show for a person, in all of their feeds.

    Their own names come first, beginning with that of their main feed.
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
    """The name to show for `feed`: its own, or the most common one, or a short form of its key."""
    newest: dict[str, Naming] = {}
    for naming in namings:
        known = newest.get(naming.author)
        if known is None or known.sequence < naming.sequence:
            newest[naming.author] = naming
    if feed in newest:
        return newest[feed].name
    votes = Counter(naming.name for naming in newest.values())
    return min(votes, key=lambda name: (-votes[name], name)) if votes else writer_name(feed)


def with_id(feed: str, name: str) -> str:
    """The name of a feed with the beginning of its id: names can be chosen, ids can't.

    A name that could be read as an id, or as the end of a name, is quoted.
    """
    own = one_line(writer_name(feed), LONGEST)
    shown = one_line(name, LONGEST)
    if shown != own and not _LIKE_AN_ID.search(shown):
        return f"{shown} ({own})" if own else shown
    return own if shown == own else f"“{_QUOTES.sub('', shown)}” ({own})"


def with_ids(names: Mapping[str, str]) -> dict[str, str]:
    """The names of feeds, each `with_id`."""
    return {feed: with_id(feed, name) for feed, name in names.items()}


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names of feeds, `with_id` if the name of another feed looks the same."""
    looks = Counter(map(_look, names.values()))
    return {
        feed: with_id(feed, name) if looks[_look(name)] > 1 or _LIKE_AN_ID.search(name) else name
        for feed, name in names.items()
    }


_LIKE_AN_ID = re.compile(r"[%&@$(][\w+/]{2}|[:“”]|ssb:")
_QUOTES = re.compile("[“”]")

_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝαοντυρικεıɑɡ01i|",
    "abekmhopctyxijsdhlqwaovtupikeiagolll",
)
"""Letters of other scripts and digits, by the letter that each looks like."""


def _look(name: str) -> str:
    """What a name looks like: equal for names that are easily confused."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_ALIKE).translate(_ALIKE)
    letters = "".join(filter(str.isalnum, plain))
    return letters.replace("rn", "m") or plain
