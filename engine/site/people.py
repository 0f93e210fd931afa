"""Who people are, for the pages of their feeds: what they say of themselves, whom they follow.

All feeds are read once, before the pages are written: `Library.profile` knows more of one person,
and looks through all messages for it, which is too long for thousands of people.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.blobs.links import blobs_in
from engine.library import StoredMessage
from engine.message.keys import is_feed_id
from engine.site.asking import Desk
from engine.site.details import drawn_face
from engine.site.markup import Html, element
from engine.site.places import View
from engine.site.texts import anchor_to, image, marked_up
from engine.wording import plural

_MOST_LISTED = 500


@dataclass(slots=True)
class FeedAuthor:
    """What the messages of a feed say of its author, the latest word of each kind."""

    description: str = ""
    picture: str = ""
    follows: dict[str, None] = field(default_factory=dict)
    followers: list[str] = field(default_factory=list)


class Survey:
    """The authors of all feeds of a site."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._authors: dict[str, FeedAuthor] = {}

    def author(self, feed: str) -> FeedAuthor:
        """What is known of the author of a feed."""
        return self._authors.setdefault(feed, FeedAuthor())

    def read(self, messages: Iterable[StoredMessage]) -> None:
        """Take in messages of feeds, those of one feed in their order."""
        for message in messages:
            self._desk.looks[message.key] = self._desk.look(message)
            self.author(message.author)
            if self._desk.may_show(message) and isinstance(message.content, dict):
                match message.content.get("type"):
                    case "about":
                        self._read_about(message.author, message.content)
                    case "contact":
                        self._read_contact(message.author, message.content)

    def finish(self) -> None:
        """Know who is followed by whom, when all feeds have been read."""
        for feed, author in sorted(self._authors.items()):
            for followed in author.follows:
                if followed in self._authors:
                    self._authors[followed].followers.append(feed)

    def _read_about(self, feed: str, content: Mapping[str, Any]) -> None:
        if content.get("about") != feed:
            return
        author = self.author(feed)
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


def introduction(feed: str, author: FeedAuthor, desk: Desk, view: View) -> list[Html]:
    """What a page says of the author of a feed."""
    name = desk.name(feed)
    parts = []
    if author.picture and (picture := view.picture(author.picture)) is not None:
        parts.append(element("p", image(picture, name), class_="portrait"))
    else:
        parts.append(element("p", drawn_face(feed), class_="portrait"))
    if description := desk.words.clean(author.description).strip():
        parts.append(element("div", marked_up(description, view), class_="text"))
    if follows := list(author.follows):
        told = plural("Follows {n:,} people", "Follows {n:,} person", len(follows))
        parts.append(_names(told, follows, desk, view))
    if followers := author.followers:
        told = plural("{n:,} followers", "{n:,} follower", len(followers))
        parts.append(_names(told, followers, desk, view))
    return parts


def _names(told: str, feeds: list[str], desk: Desk, view: View) -> Html:
    """Some people, behind a line that says how many they are."""
    desk.learn_names(feeds[:_MOST_LISTED])
    items = []
    for feed in feeds[:_MOST_LISTED]:
        name, link = element("bdi", desk.name(feed)), view.feed(feed)
        items.append(element("li", name if link is None else anchor_to(link, name)))
    return element("details", element("summary", told), element("ul", *items, class_="names"))
