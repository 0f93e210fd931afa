"""Views: what one can read beside threads, such as one feed, one channel, or who mentions whom.

A feed is in the order of its chain. Messages of a channel, and those that mention somebody,
come from many threads: they are a part of the timeline of everything, in its order.
"""

import json
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Any

from engine.linear.edges import Edges
from engine.message.keys import is_feed_id
from engine.store.changes import TimelineSnapshot
from engine.store.everything_graph import causes_of, effects_of
from engine.store.inspection import Place
from engine.store.kept_orders import LARGE, StoredKeys
from engine.store.names import Names
from engine.store.search import Question, members, parameters, read_question, written
from engine.store.sqlite import Database
from engine.store.thread_orders import ThreadOrders
from engine.store.threads import Threads, ThreadSummary
from engine.tangle.channels import channel_of


class ViewKind(StrEnum):
    """What a view is of."""

    FEED = "feed"
    CHANNEL = "channel"
    MENTIONS = "mentions"
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class View:
    """All messages of a feed, in a channel, that mention a feed, or that fit a question."""

    kind: ViewKind
    subject: str

    @property
    def address(self) -> str:
        """What stands for the root: `@feed`, `#channel`, `to @feed`, `find {question}`."""
        return _PREFIXES.get(self.kind, "") + self.subject

    @property
    def question(self) -> Question | None:
        """What the messages must fit; None where the view is of something else."""
        return read_question(self.subject) if self.kind is ViewKind.FOUND else None


_PREFIXES = {ViewKind.MENTIONS: "to ", ViewKind.FOUND: "find "}


def view_of(question: Question) -> View:
    """All messages that fit a question, in the order of their thread or of everything."""
    return View(ViewKind.FOUND, written(question))


def view_at(address: str) -> View | None:
    """The view of an address; None for the root of a thread."""
    if is_feed_id(address):
        return View(ViewKind.FEED, address)
    if address.startswith("to ") and is_feed_id(address[3:]):
        return View(ViewKind.MENTIONS, address[3:])
    if address.startswith("find "):
        question = read_question(address[5:])
        return view_of(question) if question else None
    channel = channel_of(address) if address.startswith("#") else None
    return View(ViewKind.CHANNEL, channel) if channel else None


_OF_FEED = "here.author = (SELECT id FROM feeds WHERE key = :subject)"
_LINKED = "here.id IN (SELECT message FROM links WHERE target = :subject AND kind = :kind)"
_LINK = {ViewKind.CHANNEL: "channel", ViewKind.MENTIONS: "mention"}
_RANGES = {ViewKind.CHANNEL: ("#", "$"), ViewKind.MENTIONS: ("@", "A")}


class Views:
    """The views of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._names = Names(database)
        self._threads = Threads(database)
        self._orders = ThreadOrders(database)

    def snapshot(self, address: str) -> TimelineSnapshot:
        """The messages of a view in order; their number is its revision."""
        view = _at(address)
        # What has no rank yet, or closes a cycle, stands at the end as it arrived.
        order = "sequence" if view.kind is ViewKind.FEED else "rank IS NULL, rank"
        rows = self._database.execute(
            f"""SELECT here.id, here.key
            FROM messages AS here LEFT JOIN ranks ON ranks.message = here.id
            WHERE {_members(view)} AND here.standing <> 'invalid'
            ORDER BY {order}, iif(rank IS NULL, here.id, 0), here.key""",
            _parameters(view),
        )
        found = {key: number for number, key in rows}
        if view.question and view.question.thread:
            ordered = self._as_in_thread(view.question.thread, found)
            found = {key: found[key] for key in ordered}
        keys: Sequence[str] = list(found)
        if len(found) >= LARGE:
            keys = StoredKeys(self._database, array("i", found.values()))
        return TimelineSnapshot(address, len(keys), keys, self._missing(view))

    def summary(self, view: View) -> ThreadSummary:
        """A view as a list tells of it."""
        row = self._database.execute(
            "SELECT count(*), count(DISTINCT author), min(asserted), max(asserted)"
            f" FROM messages AS here WHERE {_members(view)}",
            _parameters(view),
        ).fetchone()
        return _summary(view, self._names, *row)

    def all(self, kind: ViewKind, words: str = "") -> list[ThreadSummary]:
        """The views of a kind with all words in their names, by address, the latest first."""
        wanted = words.casefold().split()
        rows = self._feeds() if kind is ViewKind.FEED else self._targets(kind)
        found = [(View(kind, row[0]), *row[1:]) for row in rows]
        called = self._names.of(
            view.subject for view, *_ in found if view.kind is not ViewKind.CHANNEL
        )
        summaries = [
            _summarized(view, called.get(view.subject, view.subject), count, None, None, latest)
            for view, count, latest in found
        ]
        fitting = [each for each in summaries if each.mentions(wanted)]
        return sorted(fitting, key=lambda each: (-(each.latest or -inf), each.root))

    def edges(self, address: str, keys: Sequence[str]) -> dict[str, Edges]:
        """What joins these messages to others of a view; ghosts have effects, too."""
        view = _at(address)
        effects = effects_of(self._database, keys)
        causes = dict(causes_of(self._database, keys))
        named = {cause for each in causes.values() for cause in each}
        named.update(name for each in effects.values() for _, name in each)
        inside = self._inside(view, named)
        if view.kind is ViewKind.FEED:
            inside.update(cause for each in self._missing(view).values() for cause in each)
        return {
            key: Edges(
                tuple(sorted(inside.intersection(causes.get(key, ())))),
                tuple(sorted(name for _, name in effects.get(key, ()) if name in inside)),
            )
            for key in keys
        }

    def place(self, address: str, key: str) -> Place | None:
        """Where a message stands in a view; None for what isn't in it."""
        keys = self.snapshot(address).keys
        if key not in keys:
            return None
        position = keys.index(key)
        return Place(position, len(keys), position)

    def horizon(self, _address: str, _key: str) -> None:
        """Nothing: past and future are those of a conversation, or of everything."""

    def _as_in_thread(self, root: str, keys: Collection[str]) -> list[str]:
        """Messages of a thread in its order."""
        number = self._threads.numbers([root]).get(root)
        return [] if number is None else [k for k in self._orders.keys(number) if k in keys]

    def _missing(self, view: View) -> dict[str, tuple[str, ...]]:
        """The messages that are missing in a chain, by those who come after them."""
        if view.kind is not ViewKind.FEED:
            return {}
        rows = self._database.execute(
            f"""SELECT here.key, here.previous FROM messages AS here
            WHERE {_OF_FEED} AND standing IN ('gap', 'forked') AND previous IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM messages AS before WHERE before.key = here.previous)""",
            _parameters(view),
        )
        return {key: (previous,) for key, previous in rows}

    def _inside(self, view: View, keys: Collection[str]) -> set[str]:
        """Those of the messages that are in a view."""
        wanted = json.dumps(sorted(keys))
        rows = self._database.execute(
            f"""SELECT here.key FROM json_each(:keys) CROSS JOIN messages AS here
                ON here.key = json_each.value WHERE {_members(view)}""",
            _parameters(view) | {"keys": wanted},
        )
        return {key for (key,) in rows}

    def _feeds(self) -> list[Any]:
        """Feeds with how many messages they have and the time of the last."""
        return self._database.execute(
            """SELECT feeds.key, count, (
                SELECT max(asserted) FROM messages WHERE author = feeds.id AND sequence = last)
            FROM (SELECT author, count(*) AS count, max(sequence) AS last
                FROM messages GROUP BY author) JOIN feeds ON feeds.id = author"""
        ).fetchall()

    def _targets(self, kind: ViewKind) -> list[Any]:
        """Channels, or those who are mentioned, with how often, and when last."""
        first, end = _RANGES[kind]
        return self._database.execute(
            """SELECT target, count, asserted FROM (
                SELECT target, count(*) AS count, max(message) AS last FROM links
                WHERE target >= ? AND target < ? AND kind = ? GROUP BY target
            ) JOIN messages ON messages.id = last""",
            (first, end, _LINK[kind]),
        ).fetchall()


def _at(address: str) -> View:
    view = view_at(address)
    assert view is not None
    return view


def _members(view: View) -> str:
    """What holds for `here`, a message of the view."""
    if view.question:
        return members(view.question)
    return _OF_FEED if view.kind is ViewKind.FEED else _LINKED


def _parameters(view: View) -> dict[str, object]:
    if view.question:
        return parameters(view.question)
    named: dict[str, object] = {"subject": view.subject}
    return named if view.kind is ViewKind.FEED else named | {"kind": _LINK[view.kind]}


def _summary(view: View, names: Names, *numbers: Any) -> ThreadSummary:
    name = view.subject
    if view.question:
        name = view.question.words
    elif view.kind is not ViewKind.CHANNEL:
        name = names.of([view.subject])[view.subject]
    return _summarized(view, name, *numbers)


def _summarized(
    view: View,
    name: str,
    count: int,
    authors: int | None,
    first: float | None,
    latest: float | None,
) -> ThreadSummary:
    return ThreadSummary(view.address, True, count, authors or 0, name, (), first, latest)
