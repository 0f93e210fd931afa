"""Metafeeds: which feeds belong to one person.

A person has a root metafeed, subfeeds below it for applications and groups, and often a classic
feed from before. Each link between two of them is signed by both: a metafeed adds a subfeed, which
signs the content (`metafeed/add/derived`, `metafeed/add/existing`); a classic feed announces its
metafeed, which signs the content (`metafeed/announce`). See ssb-meta-feeds-spec.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message import bendybutt
from tanglescope.engine.message.canonical import TextTooLarge, canonical
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.message.uris import identifier, short_id
from tanglescope.engine.tangle.titles import one_line

ANNOUNCE = "metafeed/announce"
TOMBSTONE = "metafeed/tombstone"
TYPES = (*bendybutt.ADDS, TOMBSTONE, ANNOUNCE)
"""The types of messages that connect feeds of one person."""

_LONGEST_PURPOSE = 60
_SECRET = re.compile(r"[A-Za-z0-9+/]{43}=", re.ASCII)


_DONE = {
    **dict.fromkeys(bendybutt.ADDS, later("adds the feed {feed}")),
    TOMBSTONE: later("ends the feed {feed}"),
    "metafeed/update": later("changes the description of the feed {feed}"),
}


class Statement(NamedTuple):
    """A message about metafeeds: its author, its sequence, its content."""

    author: str
    sequence: int
    content: Content


@dataclass(frozen=True, slots=True)
class PersonFeed:
    """A feed of a person: its metafeed, its purpose, and whether it has ended."""

    id: str
    metafeed: str | None = None
    purpose: str | None = None
    is_ended: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """One person: the root metafeed, the main feed, and all feeds."""

    root: str
    main: str
    feeds: tuple[PersonFeed, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of their feeds."""
        return frozenset(feed.id for feed in self.feeds)


def metafeed_label(content: Content) -> str | None:
    """The label of a message about metafeeds; None for other messages."""
    if not isinstance(content, dict):
        return None
    match content.get("type"), content.get("metafeed"), content.get("subfeed"):
        case "metafeed/announce", str(metafeed), _:
            return tr("announces the metafeed {feed}", feed=_short(metafeed))
        case "metafeed/seed", _, _:
            return tr("keeps the seed of their metafeeds")  # never shown
        case str(kind), _, str(subfeed) if kind in _DONE:
            done = tr(_DONE[kind], feed=_short(subfeed))
            purpose = one_line(_purpose(content) or "", _LONGEST_PURPOSE)
            return tr("{done}, for “{purpose}”", done=done, purpose=purpose) if purpose else done
    return None


def _short(feed: str) -> str:
    return one_line(short_id(feed), _LONGEST_PURPOSE)


class People:
    """The people behind feeds, as stated by messages; all others have one feed."""

    def __init__(self, statements: Iterable[Statement] = ()) -> None:
        feeds, announced = _find_subfeeds(statements)
        roots = {feed: _root(feed, feeds, announced) for feed in feeds.keys() | announced.keys()}
        members: dict[str, dict[str, PersonFeed]] = {}
        for id_, root in roots.items():
            known = members.setdefault(root, {root: feeds.get(root, PersonFeed(root))})
            known[id_] = feeds.get(id_, PersonFeed(id_, announced.get(id_)))
        self._people: dict[str, Person] = {}
        for root, found in members.items():
            person = _person(root, found, announced)
            self._people.update(dict.fromkeys(found, person))

    def __len__(self) -> int:
        return len({person.root for person in self._people.values()})

    def of(self, feed: str) -> Person:
        """The person who writes in a feed."""
        return self._people.get(feed) or Person(feed, feed, (PersonFeed(feed),))

    @property
    def feeds(self) -> AbstractSet[str]:
        """The feeds with statements; all others are one person each."""
        return self._people.keys()

    def together(self, written: Mapping[str, int]) -> Counter[str]:
        """The number of messages by each person, by main feed; `written` has those by feed."""
        sums: Counter[str] = Counter()
        for feed, count in written.items():
            person = self._people.get(feed)
            sums[feed if person is None else person.main] += count
        return sums

    def count(self, feeds: Iterable[str]) -> int:
        """The number of people who write in some feeds."""
        return len(self.together(dict.fromkeys(feeds, 1)))


def _find_subfeeds(statements: Iterable[Statement]) -> tuple[dict[str, PersonFeed], dict[str, str]]:
    """The subfeeds, and the metafeeds that classic feeds announce; one of each for every feed."""
    added: dict[str, tuple[int, PersonFeed]] = {}
    announced: dict[str, tuple[int, str]] = {}
    ended: set[tuple[str, str]] = set()
    for author, sequence, content in statements:
        if not isinstance(content, dict):
            continue
        match content.get("type"), content.get("metafeed"), content.get("subfeed"):
            case str(kind), str(metafeed), str(subfeed) if author == metafeed != subfeed:
                if kind in bendybutt.ADDS:
                    _add(added, sequence, PersonFeed(subfeed, metafeed, _purpose(content)))
                elif kind == TOMBSTONE:
                    ended.add((metafeed, subfeed))
            case "metafeed/announce", str(metafeed), str(_) if _is_announced(author, content):
                announced[author] = max(announced.get(author, (0, "")), (sequence, metafeed))
    kept = {id_: _mark_if_ended(feed, ended) for id_, (_, feed) in added.items()}
    return kept, {feed: metafeed for feed, (_, metafeed) in announced.items()}


def _mark_if_ended(feed: PersonFeed, ended: Collection[tuple[str, str]]) -> PersonFeed:
    return replace(feed, is_ended=True) if (feed.metafeed, feed.id) in ended else feed


def _add(added: dict[str, tuple[int, PersonFeed]], sequence: int, feed: PersonFeed) -> None:
    """Add a subfeed. If several metafeeds claim it, the one with the smallest id counts.

    Only one can be right, and the choice must not depend on arrival. A metafeed may add
    a feed again: as in ssb-meta-feeds, its latest purpose counts.
    """
    known = added.get(feed.id)
    if known is None or _counts_more((sequence, feed), known):
        added[feed.id] = sequence, feed


def _counts_more(one: tuple[int, PersonFeed], other: tuple[int, PersonFeed]) -> bool:
    if one[1].metafeed != other[1].metafeed:
        return (one[1].metafeed or "") < (other[1].metafeed or "")
    # A fork may have two messages with one sequence.
    newness = ((feed.purpose is not None, at, feed.purpose or "") for at, feed in (one, other))
    return next(newness) > next(newness)


def _root(feed: str, feeds: Mapping[str, PersonFeed], announced: Mapping[str, str]) -> str:
    """The topmost metafeed above a feed; in a cycle, the smallest id."""
    way = [feed]
    while True:
        known = feeds.get(way[-1])
        above = known.metafeed if known is not None else announced.get(way[-1])
        if above is None:
            return way[-1]
        if above in way:
            return min(way[way.index(above) :])
        way.append(above)


def _person(root: str, feeds: Mapping[str, PersonFeed], announced: Mapping[str, str]) -> Person:
    ordered = sorted(
        feeds.values(), key=lambda feed: (feed.id != root, feed.purpose or "", feed.id)
    )
    mains = [id_ for id_ in sorted(feeds) if id_ in announced]
    mains += [feed.id for feed in ordered if feed.purpose == "main" and is_feed_id(feed.id)]
    return Person(root, mains[0] if mains else root, tuple(ordered))


def _purpose(content: Mapping[str, Any]) -> str | None:
    purpose = content.get("feedpurpose")
    if not isinstance(purpose, str):
        return None
    # ssb-tribes2 names the feed of an epoch by its secret key, which must never be shown.
    return "group" if _SECRET.fullmatch(purpose) else purpose[:_LONGEST_PURPOSE]


def _is_announced(author: str, content: dict[str, Any]) -> bool:
    """Whether a classic feed and its metafeed both signed that they belong together."""
    # Imported here: few databases have announcements, and others need no cryptography.
    from tanglescope.engine.message.signatures import is_signed

    metafeed, subfeed = content["metafeed"], content["subfeed"]
    if subfeed != author or not is_feed_id(author) or not bendybutt.is_feed(metafeed):
        return False
    signature, public = identifier(str(content.get("signature"))), identifier(metafeed)
    if signature is None or public is None or signature.kind != "signature":
        return False
    try:
        text = canonical({name: item for name, item in content.items() if name != "signature"})
    except TextTooLarge:
        return False
    return is_signed(text, signature.data, public.data)
