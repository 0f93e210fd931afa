"""The page of a feed: its author, and everything published in it.

A message of a conversation is one line with a link; everything else (likes, names, follows) is
shown in full.

The profiles need names, friends, likes and roles. All feeds are read once, before the pages are
written: `Library.profile` knows more, but reads all messages for one person, which is too slow for
thousands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tanglescope.engine import words
from tanglescope.engine.blobs.links import blobs_in
from tanglescope.engine.language.wording import number, plural, tr
from tanglescope.engine.library import Conversation, StoredMessage
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.uris import uri
from tanglescope.engine.reduce.activities import ACTIVITIES, people_of
from tanglescope.engine.site.lanes import color_class
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.markup import Html, element
from tanglescope.engine.site.messages import PageData, drawn_face, facts_list, time_element, when
from tanglescope.engine.site.places import View, anchor
from tanglescope.engine.site.texts import anchor_to, image, marked_up
from tanglescope.engine.store.profiles import MOST_ACTIVITIES
from tanglescope.engine.tangle.links import links_in
from tanglescope.engine.tangle.names import naming_in

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
            activities = self._desk.library.activities.of(batch)
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
    picture = view.picture(author.picture) if author.picture else None
    face = drawn_face(feed) if picture is None else image(picture, name)
    parts.append(element("p", face, class_="portrait"))
    if description := words.clean(author.description).strip():
        parts.append(element("div", marked_up(description, view), class_="text"))
    counted = [
        (tr("Likes given"), number(author.likes_given)),
        (tr("Likes received"), number(author.likes_received)),
    ]
    if (likes := facts_list(counted)) is not None:
        parts.append(likes)
    if len(author.names) > 1:
        given = [_name_given(each, view) for each in author.names[-_MOST_LISTED:]]
        parts.append(_fold(tr("Names over time"), given))
    if author.parts:
        taken = [
            element("li", does, " ", anchor_to(view.message(key), element("bdi", what)))
            for does, what, key in author.parts
        ]
        parts.append(_fold(tr("Takes part in"), taken))
    if follows := list(author.follows):
        text = plural("Follows {n:,} people", "Follows {n:,} person", len(follows))
        parts.append(_people(text, follows, desk, view))
    if followers := author.followers:
        text = plural("{n:,} followers", "{n:,} follower", len(followers))
        parts.append(_people(text, followers, desk, view))
    return parts


def _fold(title: str, items: Sequence[Html], look: str | None = None) -> Html:
    """A list that folds below its title."""
    return element("details", element("summary", title), element("ul", *items, class_=look))


def _name_given(given: NameGiven, view: View) -> Html:
    name = anchor_to(view.message(given.key), element("bdi", words.clean_name(given.name)))
    when = [" ", element("small", time_element(given.asserted))]
    return element("li", name, *(when if given.asserted is not None else []))


def _people(title: str, feeds: Sequence[str], desk: LibraryReader, view: View) -> Html:
    shown = feeds[:_MOST_LISTED]
    desk.learn_names(shown)
    names = [anchor_to(view.feed(feed), element("bdi", desk.name(feed))) for feed in shown]
    return _fold(title, [element("li", name) for name in names], "names")


_AT_ONCE = 500


class FeedPages:
    """A feed in pages of `size` messages."""

    def __init__(self, desk: LibraryReader, conversation: Conversation, size: int) -> None:
        self._desk = desk
        self._conversation = conversation
        self._keys = conversation.in_order()
        self._size = size

    def __len__(self) -> int:
        return max(1, -(-len(self._keys) // self._size))

    @property
    def all_keys(self) -> Sequence[str]:
        """The messages of all pages."""
        return self._keys

    def keys(self, page: int) -> list[str]:
        """The messages of a page."""
        return self._keys[page * self._size : (page + 1) * self._size]

    def messages(self) -> Iterator[StoredMessage]:
        """All messages that are known, in the order of the feed."""
        for first in range(0, len(self._keys), _AT_ONCE):
            keys = self._keys[first : first + _AT_ONCE]
            found = self._conversation.messages(keys)
            yield from (found[key] for key in keys if key in found)

    def heading(self, author: FeedAuthor, view: View) -> Html:
        """The author, and figures about the whole feed."""
        summary = self._conversation.summary()
        feed = self._conversation.address.subject
        name = element("bdi", self._desk.name(feed))
        facts = [plural("{n:,} messages", "{n:,} message", summary.messages)]
        when_ = [time_element(summary.first), " – ", time_element(summary.latest)]
        known = [" · ", *when_] if summary.first is not None else []
        link = uri(feed)
        return element(
            "header",
            element("h1", name, class_=f"author {color_class(feed)}"),
            element("p", *facts, *known, class_="facts"),
            element("p", anchor_to(link or None, feed), class_="facts"),
            *introduction(feed, author, self._desk, view),
        )

    def rows(self, page: int, view: View, heed: Callable[[StoredMessage], None]) -> Html:
        """The messages of a page; each one shown in full is passed to `heed`."""
        keys = self.keys(page)
        messages = self._conversation.messages(keys)
        here = {key for key in keys if view.is_home(key)}
        own = [messages[key] for key in keys if key in here and key in messages]
        data = PageData.of(own, self._desk, view)
        rows: list[Html] = []
        closed = 0
        for key in keys:
            message = messages.get(key)
            if message is None or not self._desk.may_show(message):
                closed += 1
                continue
            rows += _left_out(closed)
            closed = 0
            if key in here:
                heed(message)
                rows.append(element("li", data.message(message), id=anchor(key)))
            else:
                rows.append(line(message, self._desk, view))
        rows += _left_out(closed)
        return element("ol", *rows, class_="list")


def message_list(
    desk: LibraryReader, conversation: Conversation, keys: Sequence[str], view: View
) -> Html:
    """Messages, such as those of a channel, as lines with links to where they are shown in full."""
    rows: list[Html] = []
    for first in range(0, len(keys), _AT_ONCE):
        batch = keys[first : first + _AT_ONCE]
        messages = conversation.messages(batch)
        desk.learn_names(message.author for message in messages.values())
        shown = [messages[key] for key in batch if key in messages]
        rows += [line(each, desk, view, author=True) for each in shown if desk.may_show(each)]
    return element("ol", *rows, class_="list")


def line(message: StoredMessage, desk: LibraryReader, view: View, *, author: bool = False) -> Html:
    """A message in a line, with a link to where it is shown in full."""
    words = element("span", desk.line(message), dir="auto")
    about: list[Html | str] = [when(message)]
    if author:
        about = [element("bdi", desk.name(message.author)), " · ", *about]
    return element("li", anchor_to(view.message(message.key), words), element("small", *about))


def _left_out(count: int) -> Iterator[Html]:
    """A note about messages that are left out, if there are any."""
    if count:
        text = plural("{n:,} private messages, left out", "{n:,} private message, left out", count)
        yield element("li", element("small", text))
