"""Profiles: the facts about a person in the messages of a database.

Statements of a person about themselves are separate from those of others, which name their authors.
Only public messages count, and the latest statement of each author.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from tanglescope.engine.blobs.links import blobs_in
from tanglescope.engine.reduce.activities import (
    Activity,
    Contribution,
    people_named,
    title_of_activity,
)
from tanglescope.engine.store.activities import Activities, contributions
from tanglescope.engine.store.conversations.table import stored_address
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database, as_json, in_chunks
from tanglescope.engine.store.messages import NOT_DELETED, deletion_filter
from tanglescope.engine.store.names import Names
from tanglescope.engine.tangle.metafeeds import Person
from tanglescope.engine.tangle.names import naming_in
from tanglescope.engine.tangle.titles import one_line

MOST_CONVERSATIONS = 200
MOST_ACTIVITIES = 100
LONGEST_DESCRIPTION = 4000
_MOST_FEEDS = 64
"""The number of feeds of one person that are read, the main one first."""

_MINE = "author IN (SELECT id FROM feeds WHERE key IN (SELECT value FROM json_each(?)))"
_SAID = f"""SELECT messages.key, feeds.key, sequence_, asserted, value FROM (
        SELECT key, author, sequence AS sequence_, asserted, value FROM messages
        WHERE {{}} AND {NOT_DELETED}
    ) AS messages JOIN feeds ON feeds.id = messages.author ORDER BY sequence_"""
_LIKED = f"""SELECT count(*) FROM (
    SELECT kind, max(sequence) FROM messages CROSS JOIN links ON links.message = messages.id
    WHERE {_MINE} AND type = 'vote' AND kind IN ('vote', 'unvote') AND {NOT_DELETED}
    GROUP BY target, author
) WHERE kind = 'vote'"""
_LIKES = f"""SELECT count(*) FROM (
    SELECT kind, max(votes.sequence) FROM messages AS mine
    CROSS JOIN links ON target = mine.key AND kind IN ('vote', 'unvote')
    JOIN messages AS votes ON votes.id = links.message
    WHERE mine.{_MINE} AND {deletion_filter("votes")} GROUP BY target, votes.author
) WHERE kind = 'vote'"""
_CONVERSATIONS = f"""SELECT name, root, title, sum(participants.messages) AS own,
        conversations.messages, latest, present
    FROM participants JOIN conversations ON conversations.id = conversation
    WHERE {_MINE} GROUP BY conversations.id ORDER BY latest DESC, conversations.id LIMIT ?"""


class AssignedName(NamedTuple):
    """A name given to a person: by which feed, when, in which message."""

    name: str
    by: str
    asserted: float | None
    key: str


class PersonConversation(NamedTuple):
    """A conversation, and how many of its messages a person wrote."""

    address: str
    title: str
    own: int
    messages: int
    latest: float | None
    present: bool
    """Whether its first message is here."""


@dataclass(frozen=True, slots=True)
class Profile:
    """All known facts about one person."""

    person: Person
    called: Mapping[str, str]
    """The current names of all people named here, by their feeds."""
    names: tuple[AssignedName, ...] = ()
    """The names that they gave themselves, the latest last, without repeats in a row."""
    others: tuple[AssignedName, ...] = ()
    """The current names given by others."""
    description: str = ""
    portrait: str = ""
    """The blob of their picture."""
    portrait_by: str = ""
    """The person who gave them the picture, if they have none of their own."""
    follows: tuple[str, ...] = ()
    followers: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    messages: int = 0
    first: tuple[str, float | None] | None = None
    """The key and the declared time of their earliest message."""
    latest: tuple[str, float | None] | None = None
    conversations: tuple[PersonConversation, ...] = ()
    likes_given: int = 0
    likes_got: int = 0
    activities: Mapping[str, Activity] = field(default_factory=dict)
    """The gatherings, polls, games and books that they began or wrote about, by key."""

    @property
    def name(self) -> str:
        """Their current name."""
        return self.called.get(self.person.main, "")


@reports_damage(attrgetter("_database"))
class Profiles:
    """The profiles of all people in a database."""

    def __init__(self, database: Database, names: Names) -> None:
        self._database = database
        self._names = names
        self._activities = Activities(database)

    def of(self, feed: str) -> Profile:
        """The profile of the person who writes in a feed."""
        with reading(self._database):
            person = self._names.person(feed)
            ids = sorted(person.ids, key=lambda id_: (id_ != person.main, id_))[:_MOST_FEEDS]
            abouts = list(self._naming("about", ids))
            own = [each for each in abouts if each.author in person.ids]
            others = [each for each in abouts if each.author not in person.ids]
            portrait, by = _portrait(own, others)
            called = {each.by: each for each in _names_in(others)}  # the current one of each
            conversations = self._conversations_of(ids)
            follows, blocks = _split(self._contacts(ids))
            back = {each.author: each.content for each in self._naming("contact", ids)}
            followers, blocked_by = _split(back)
            activities = self._activities.taken_part(ids, MOST_ACTIVITIES)
            silent = self._activities.of(each.address for each in conversations if not each.title)
            named = [*ids, *follows, *blocks, *followers, *blocked_by, *called]
            begun = (*activities.values(), *silent.values())
            named += [player for activity in begun for player in people_named(activity)]
            names_now = self._names.of([*named, *([by] if by else [])])
            titles = {
                key: one_line(title_of_activity(activity, names_now.__getitem__))
                for key, activity in silent.items()
            }
            return Profile(
                person=person,
                called=names_now,
                names=tuple(next(each) for _, each in groupby(_names_in(own), attrgetter("name"))),
                others=tuple(called.values()),
                description=_description(own),
                portrait=portrait,
                portrait_by=by,
                follows=follows,
                followers=followers,
                blocks=blocks,
                blocked_by=blocked_by,
                messages=self._count(f"SELECT count(*) FROM messages WHERE {_MINE}", ids),
                first=self._end(ids, "ASC"),
                latest=self._end(ids, "DESC"),
                conversations=tuple(
                    each._replace(title=titles.get(each.address, each.title))
                    for each in conversations
                ),
                likes_given=self._count(_LIKED, ids),
                likes_got=self._count(_LIKES, ids),
                activities=activities,
            )

    def _naming(self, type_: str, ids: list[str]) -> Iterator[Contribution]:
        """The messages of a type that name one of these feeds, in order for each author."""
        field = "contact" if type_ == "contact" else "about"
        for _, some in in_chunks(ids):
            condition = " OR ".join(["instr(value, ?)"] * len(some))
            question = _SAID.format(f"type = '{type_}' AND ({condition})")
            for said in contributions(self._database.execute(question, some).fetchall()):
                if said.content.get(field) in ids:
                    yield said

    def _contacts(self, ids: list[str]) -> dict[str, Mapping[str, Any]]:
        """The latest statement of these feeds about each other feed."""
        question = _SAID.format(f"type = 'contact' AND {_MINE}")
        said = contributions(self._database.execute(question, (as_json(ids),)).fetchall())
        named = ((each.content.get("contact"), each.content) for each in said)
        return {feed: content for feed, content in named if isinstance(feed, str)}

    def _end(self, ids: list[str], direction: str) -> tuple[str, float | None] | None:
        """The first or the last message by its time."""
        row: tuple[str, float | None] | None = self._database.execute(
            f"SELECT key, asserted FROM messages WHERE {_MINE} AND asserted IS NOT NULL"
            f" ORDER BY asserted {direction}, sequence {direction} LIMIT 1",
            (as_json(ids),),
        ).fetchone()
        return row

    def _conversations_of(self, ids: list[str]) -> tuple[PersonConversation, ...]:
        rows = self._database.execute(_CONVERSATIONS, (as_json(ids), MOST_CONVERSATIONS)).fetchall()
        return tuple(
            PersonConversation(
                str(stored_address(name, root)), title, own, messages, latest, bool(present)
            )
            for name, root, title, own, messages, latest, present in rows
        )

    def _count(self, question: str, ids: list[str]) -> int:
        return self._database.number(question, (as_json(ids),))


def _names_in(said: Iterable[Contribution]) -> list[AssignedName]:
    """The names that messages give."""
    return [
        AssignedName(naming.name, each.author, each.asserted, each.key)
        for each in said
        if (naming := naming_in(each.author, each.sequence, {**each.content}))
    ]


def _description(said: Iterable[Contribution]) -> str:
    texts = [each.content.get("description") for each in said]
    found = [text for text in texts if isinstance(text, str)]
    return found[-1][:LONGEST_DESCRIPTION] if found else ""


def _portrait(own: Iterable[Contribution], others: Iterable[Contribution]) -> tuple[str, str]:
    """The latest picture, and the feed that gave it if it wasn't the person."""
    for said, is_own in ((own, True), (others, False)):
        given = [
            (link.id, each.author)
            for each in said
            for link in blobs_in({"image": each.content.get("image")})
        ]
        if given:
            blob, author = given[-1]
            return blob, "" if is_own else author
    return "", ""


def _split(contacts: Mapping[str, Mapping[str, Any]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The followed and the blocked feeds by the latest statements."""
    follows: list[str] = []
    blocks: list[str] = []
    for feed, content in contacts.items():
        if content.get("blocking") is True:
            blocks.append(one_line(feed, 200))
        elif content.get("following") is True:
            follows.append(one_line(feed, 200))
    return tuple(follows), tuple(blocks)


def consents(database: Database) -> dict[str, bool]:
    """What people last said about being shown on public web pages; others can't say it for them."""
    asked = "type = 'about' AND status <> 'invalid' AND instr(value, '\"publicWebHosting\"')"
    with reading(database):
        said = [*contributions(database.execute(_SAID.format(asked)).fetchall())]
    own = (each for each in said if each.content.get("about") == each.author)
    found = ((each.author, each.content.get("publicWebHosting")) for each in own)
    return {feed: answer for feed, answer in found if isinstance(answer, bool)}


_LOOKED_AT = 64
"""The largest number of messages of a feed that are read, the latest first."""

_ABOUT = _SAID.format("type = 'about' AND author = (SELECT id FROM feeds WHERE key = ?)")


@reports_damage(attrgetter("_database"))
class Portraits:
    """The pictures of the feeds of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, feeds: Iterable[str]) -> dict[str, str]:
        """The blob of the latest picture of each feed that has one."""
        with reading(self._database):
            found = {feed: self._portrait(feed) for feed in dict.fromkeys(feeds)}
        return {feed: blob for feed, blob in found.items() if blob}

    def _portrait(self, feed: str) -> str:
        rows = self._database.execute(f"{_ABOUT} DESC LIMIT ?", (feed, _LOOKED_AT)).fetchall()
        said = (each.content for each in contributions(rows))
        images = (each.get("image") for each in said if each.get("about") == feed)
        return next((link.id for image in images for link in blobs_in({"image": image})), "")
