"""Profiles for the pages of feeds: names, friends, likes, roles.

All feeds are read once, before the pages are written: `Library.profile` knows more, but reads all
messages for one person, which is too slow for thousands.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tanglescope.engine import words
from tanglescope.engine.blobs.links import blobs_in
from tanglescope.engine.library import StoredMessage
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.reduce.activities import ACTIVITIES, people_of
from tanglescope.engine.site.details import drawn_face, facts_list
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.markup import Html, element
from tanglescope.engine.site.messages import time_element
from tanglescope.engine.site.places import View
from tanglescope.engine.site.texts import anchor_to, image, marked_up
from tanglescope.engine.store.profiles import MOST_ACTIVITIES
from tanglescope.engine.tangle.links import links_in
from tanglescope.engine.tangle.names import naming_in
from tanglescope.engine.wording import number, plural, tr

_MOST_LISTED = 500


class NameGiven(NamedTuple):
    """A name that people gave themselves, with time and message."""

    name: str
    asserted: float | None
    key: str


class PartTaken(NamedTuple):
    """A person's role in a gathering, poll, game or book, and its first message."""

    does: str
    what: str
    key: str


@dataclass(slots=True)
class FeedAuthor:
    """What the messages of a feed say about its author, the latest of each kind."""

    description: str = ""
    picture: str = ""
    follows: dict[str, None] = field(default_factory=dict)
    followers: list[str] = field(default_factory=list)
    names: list[NameGiven] = field(default_factory=list)
    """Each name once for each period in which it was used."""
    likes_given: int = 0
    likes_received: int = 0
    parts: list[PartTaken] = field(default_factory=list)


class AuthorIndex:
    """The authors of all feeds of a site."""

    def __init__(self, desk: LibraryReader) -> None:
        self._desk = desk
        self._authors: dict[str, FeedAuthor] = {}
        self._writers: dict[str, str] = {}
        self._likes: dict[tuple[str, str], bool] = {}
        """Whether a feed likes a message, by its latest vote."""
        self._activities: list[tuple[float, str]] = []
        """The start times and first messages of gatherings, polls, games and books."""

    def author(self, feed: str) -> FeedAuthor:
        """The known facts about the author of a feed."""
        return self._authors.setdefault(feed, FeedAuthor())

    def read(self, messages: Iterable[StoredMessage]) -> None:
        """Read messages of feeds; those of one feed come in order."""
        for message in messages:
            self._desk.looks[message.key] = self._desk.look(message)
            self.author(message.author)
            self._writers[message.key] = message.author
            if self._desk.may_show(message) and isinstance(message.content, dict):
                match message.content.get("type"):
                    case "about":
                        self._read_about(message, message.content)
                    case "contact":
                        self._read_contact(message.author, message.content)
                    case "vote" if not message.private:
                        self._read_vote(message.author, message.content)
                    case kind if kind in ACTIVITIES and not message.private:
                        self._activities.append((-(message.asserted or 0), message.key))

    def finish(self) -> None:
        """Derive the relations between people once all feeds have been read."""
        for feed, author in sorted(self._authors.items()):
            for followed in author.follows:
                if followed in self._authors:
                    self._authors[followed].followers.append(feed)
        self._count_likes()
        self._take_parts()

    def _count_likes(self) -> None:
        likes = [each for each, is_liked in self._likes.items() if is_liked]
        given = Counter(feed for feed, _ in likes)
        received = Counter(self._writers[key] for _, key in likes if key in self._writers)
        for feed, author in self._authors.items():
            author.likes_given, author.likes_received = given[feed], received[feed]

    def _take_parts(self) -> None:
        """Find the participants of each, the latest first."""
        keys = [key for _, key in sorted(self._activities)]
        for first in range(0, len(keys), _MOST_LISTED):
            batch = keys[first : first + _MOST_LISTED]
            activities = self._desk.library.activities(batch)
            for key in batch:
                for feed in people_of(activities[key]) if key in activities else ():
                    author = self._authors.get(feed)
                    if author is None or len(author.parts) >= MOST_ACTIVITIES:
                        continue
                    text = words.part_in(activities[key], {feed}, self._desk.name)
                    if text is not None:
                        author.parts.append(PartTaken(*text, key))

    def _read_vote(self, feed: str, content: Mapping[str, Any]) -> None:
        for link in links_in(dict(content)):
            if link.kind in ("vote", "unvote"):
                self._likes[feed, link.target] = link.kind == "vote"

    def _read_about(self, message: StoredMessage, content: dict[str, Any]) -> None:
        feed = message.author
        if content.get("about") != feed:
            return
        author = self.author(feed)
        naming = naming_in(feed, message.sequence or 0, content)
        if naming and (not author.names or author.names[-1].name != naming.name):
            author.names.append(NameGiven(naming.name, message.asserted, message.key))
        if isinstance(description := content.get("description"), str):
            author.description = description
        for blob in blobs_in({"image": content.get("image")}):
            author.picture = blob.id

    def _read_contact(self, feed: str, content: Mapping[str, Any]) -> None:
        other, following = content.get("contact"), content.get("following")
        if is_feed_id(other) and isinstance(following, bool):
            follows = self.author(feed).follows
            follows.pop(other, None)
            if following:
                follows[other] = None


def introduction(feed: str, author: FeedAuthor, desk: LibraryReader, view: View) -> list[Html]:
    """The introduction of the author of a feed."""
    name = desk.name(feed)
    parts = []
    if author.picture and (picture := view.picture(author.picture)) is not None:
        parts.append(element("p", image(picture, name), class_="portrait"))
    else:
        parts.append(element("p", drawn_face(feed), class_="portrait"))
    if description := words.clean(author.description).strip():
        parts.append(element("div", marked_up(description, view), class_="text"))
    counted = [
        (tr("Likes given"), number(author.likes_given)),
        (tr("Likes received"), number(author.likes_received)),
    ]
    if (likes := facts_list(counted)) is not None:
        parts.append(likes)
    if len(author.names) > 1:
        parts.append(_names_over_time(author.names, view))
    if author.parts:
        parts.append(_parts_taken(author.parts, view))
    if follows := list(author.follows):
        text = plural("Follows {n:,} people", "Follows {n:,} person", len(follows))
        parts.append(_names(text, follows, desk, view))
    if followers := author.followers:
        text = plural("{n:,} followers", "{n:,} follower", len(followers))
        parts.append(_names(text, followers, desk, view))
    return parts


def _names_over_time(names: list[NameGiven], view: View) -> Html:
    items = []
    for each in names[-_MOST_LISTED:]:
        name = _linked(element("bdi", words.clean_name(each.name)), each.key, view)
        when = [" ", element("small", time_element(each.asserted))]
        items.append(element("li", name, *(when if each.asserted is not None else [])))
    return element("details", element("summary", tr("Names over time")), element("ul", *items))


def _parts_taken(taken: list[PartTaken], view: View) -> Html:
    items = [
        element("li", each.does, " ", _linked(element("bdi", each.what), each.key, view))
        for each in taken
    ]
    return element("details", element("summary", tr("Takes part in")), element("ul", *items))


def _linked(text: Html, key: str, view: View) -> Html:
    link = view.message(key)
    return text if link is None else anchor_to(link, text)


def _names(text: str, feeds: list[str], desk: LibraryReader, view: View) -> Html:
    """A list of people that folds below their number."""
    desk.learn_names(feeds[:_MOST_LISTED])
    items = []
    for feed in feeds[:_MOST_LISTED]:
        name, link = element("bdi", desk.name(feed)), view.feed(feed)
        items.append(element("li", name if link is None else anchor_to(link, name)))
    return element("details", element("summary", text), element("ul", *items, class_="names"))
