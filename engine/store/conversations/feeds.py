"""Feeds: the messages of one author, as the classic feed tangle.

A message comes after the one before it. If that one is missing, it also comes after the last known
one before the gap: an author who wrote message 9 had written message 7. So the order is by
sequence; in a fork, messages of one sequence are ordered by key.
"""

import json
from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf
from pathlib import PurePath
from typing import Any

import orjson

from engine.linear.horizon import Edges
from engine.message.bendybutt import is_feed as is_bendybutt_feed
from engine.message.keys import is_feed_id
from engine.message.uris import usual
from engine.message.verdict import reason, refusal
from engine.store.arrivals.chains import OUTSIDE
from engine.store.arrivals.changes import TimelineSnapshot
from engine.store.arrivals.quarantine import Quarantine
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import (
    ConversationSummary,
    DatabaseConversation,
    ExcludedMessage,
)
from engine.store.conversations.kind import Kind, Listing
from engine.store.conversations.source import Source
from engine.store.messages import MessagePlace, StoredMessage
from engine.store.orders.order_cache import LARGE, StoredKeys
from engine.store.search import Question
from engine.store.tangles import feed_entries
from engine.tangle.growth import Growth, grow
from engine.tangle.references import feed_reference
from engine.tangle.rules import FEED, RuleEntry, rule_of

_OUTSIDE = f"(status = 'invalid' OR (status = '{OUTSIDE.status}' AND rule = '{OUTSIDE.rule}'))"
"""Messages that don't belong to the feed that they name."""

_OF_FEED = f"author = :author AND NOT {_OUTSIDE}"
_APART = "status IN ('gap', 'forked', 'invalid')"
"""Messages outside the chain of their feed: the same condition as in an index."""


def feed_address(author: str) -> Address:
    """The address of the feed of an author."""
    return Address(FEED, author)


def feed_named(text: str) -> str:
    """The author whose feed id or feed address a text is; `""` if it is neither."""
    address = Feeds().read(text)
    return "" if address is None else address.subject


class FeedConversation(DatabaseConversation):
    """All messages of one author."""

    is_searched_alone = True

    def __init__(self, source: Source, address: Address, number: int) -> None:
        super().__init__(source, address)
        self._number = number

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        count, first, latest = self._database.execute(
            f"SELECT count(*), min(asserted), max(asserted) FROM messages WHERE {_OF_FEED}",
            {"author": self._number},
        ).fetchone()
        author = self.address.subject
        called = self._source.names_of([author])[author]
        return _summary(author, called, count, first, latest)

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without their times."""
        author = self.address.subject
        return _summary(author, self._source.names_of([author])[author], messages, None, None)

    def snapshot(self) -> TimelineSnapshot:
        """The messages in the order of the chain; their number is its revision."""
        numbers = self._numbers()
        keys: Sequence[str] = StoredKeys(self._database, numbers)
        keys = keys if len(numbers) >= LARGE else list(keys)
        return TimelineSnapshot(str(self.address), len(numbers), keys, self._missing())

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        rows = self._around(keys)
        by_key = {key: (sequence, previous) for _, key, sequence, previous in rows}
        at: dict[int, list[str]] = {}
        for _, key, sequence, _ in rows:
            at.setdefault(sequence, []).append(key)
        before = dict(pairwise(sorted(at)))
        last = {later: earlier for earlier, later in before.items()}
        causes = {
            key: _causes(previous, by_key, at.get(last.get(sequence, -1), ()))
            for key, (sequence, previous) in by_key.items()
        }
        effects: dict[str, list[str]] = {}
        for key, named in causes.items():
            for cause in named:
                effects.setdefault(cause, []).append(key)
        return {
            key: Edges(causes.get(key, ()), tuple(sorted(effects.get(key, ())))) for key in keys
        }

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message in the chain; its rank is the number of smaller sequences."""
        found = self._source.numbers([key]).get(key)
        numbers, sequences = self._chain()
        if found not in numbers:
            return None
        position = numbers.index(found)
        rank = len({*sequences[:position]} - {sequences[position]})
        return MessagePlace(position, len(numbers), rank)

    def linked(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes in this feed."""
        joined = self.edges(keys)

        def causes(entry: RuleEntry) -> tuple[str, ...]:
            return joined[entry.key].causes

        return self._source.messages(keys, causes)

    def question(self, words: str) -> Question:
        """The question for words in this feed."""
        return Question(words, author=self.address.subject)

    def excluded(self) -> list[ExcludedMessage]:
        """The refused records that name this author; branches and gaps are inside the feed."""
        rows = self._database.execute(
            f"SELECT key, rule FROM messages WHERE author = ? AND {_OUTSIDE} ORDER BY id",
            (self._number,),
        )
        refused = [ExcludedMessage(key, rule, reason(refusal(rule))) for key, rule in rows]
        records = Quarantine(self._database).of_author(self.address.subject)
        # An altered copy has the key of the original message, which may be in the feed.
        here = self._source.numbers([record.key for record in records if record.key])
        for record in records:
            at = f"{PurePath(record.archive).name}, {record.place}"
            key = at if record.key is None or record.key in here else record.key
            why = f"{reason(refusal(record.rule))} ({at})"
            refused.append(ExcludedMessage(key, record.rule, why))
        return refused

    def _numbers(self) -> "array[int]":
        """The numbers of all messages, in order."""
        numbers = self._whole_chain()
        return array("i", self._chain()[0] if numbers is None else numbers)

    def _whole_chain(self) -> list[int] | None:
        """The numbers of all messages, if the feed has no gaps, forks or refused messages."""
        is_apart, first, last = self._database.execute(
            f"""SELECT EXISTS (
                SELECT 1 FROM messages INDEXED BY messages_apart WHERE {_APART} AND author = :author
            ), (SELECT min(sequence) FROM messages WHERE author = :author),
            (SELECT max(sequence) FROM messages WHERE author = :author)""",
            {"author": self._number},
        ).fetchone()
        if is_apart:
            return None
        ((text,),) = self._database.execute(
            "SELECT json_group_array(id) FROM"
            " (SELECT id FROM messages WHERE author = ? ORDER BY sequence)",
            (self._number,),
        )
        numbers: list[int] = orjson.loads(text)
        return numbers if len(numbers) == last - first + 1 else None

    def _chain(self) -> tuple[list[int], list[int]]:
        """The numbers of all messages, in order, and their sequences."""
        # As one text: row by row, a long feed takes ten times as long.
        texts = self._database.execute(
            "SELECT json_group_array(id), json_group_array(sequence) FROM (SELECT id, sequence"
            " FROM messages WHERE author = ? ORDER BY sequence)",
            (self._number,),
        ).fetchone()
        numbers, sequences = map(orjson.loads, texts)
        refused = {
            number
            for (number,) in self._database.execute(
                f"SELECT id FROM messages INDEXED BY messages_apart WHERE {_APART}"
                f" AND author = ? AND {_OUTSIDE}",
                (self._number,),
            )
        }
        if not refused and len(set(sequences)) == len(sequences):
            return numbers, sequences
        rows = [row for row in zip(numbers, sequences, strict=True) if row[0] not in refused]
        forks = {one for (_, one), (_, other) in pairwise(rows) if one == other}
        forked = [number for number, sequence in rows if sequence in forks]
        keys = StoredKeys(self._database, array("i", forked))
        by_number = dict(zip(forked, keys, strict=True))
        rows.sort(key=lambda row: (row[1], by_number.get(row[0], "")))
        return [number for number, _ in rows], [sequence for _, sequence in rows]

    def _missing(self) -> dict[str, tuple[str, ...]]:
        """The messages missing in the chain, by those that come after them."""
        rows = self._database.execute(
            f"""SELECT here.key, here.previous FROM messages AS here INDEXED BY messages_apart
            WHERE {_APART} AND author = ? AND NOT {_OUTSIDE} AND previous IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM messages AS before WHERE before.key = here.previous)""",
            (self._number,),
        )
        return {key: (previous,) for key, previous in rows}

    def _around(self, keys: Sequence[str]) -> list[Any]:
        """The messages with these keys, those that name them, and their neighbours in the chain."""
        wanted = {"keys": json.dumps(list(keys)), "author": self._number}
        return self._database.execute(
            f"""WITH wanted(sequence) AS (
                SELECT sequence FROM messages
                WHERE key IN (SELECT value FROM json_each(:keys)) AND +author = :author
                UNION SELECT sequence FROM messages
                WHERE status IN ('gap', 'forked') AND +author = :author
                    AND previous IN (SELECT value FROM json_each(:keys))
            ), near(sequence) AS (
                SELECT sequence FROM wanted
                UNION SELECT (SELECT max(sequence) FROM messages
                    WHERE author = :author AND sequence < wanted.sequence) FROM wanted
                UNION SELECT (SELECT min(sequence) FROM messages
                    WHERE author = :author AND sequence > wanted.sequence) FROM wanted
            )
            SELECT id, key, messages.sequence, previous FROM near
            CROSS JOIN messages ON author = :author AND messages.sequence = near.sequence
            WHERE NOT {_OUTSIDE}""",
            wanted,
        ).fetchall()


class Feeds(Kind):
    """Feeds, by the ids of their authors."""

    kinds = (FEED,)
    listing = Listing.FEEDS

    def read(self, text: str) -> Address | None:
        """The address of a feed, with or without `feed:`."""
        author = usual(feed_reference(text.removeprefix(f"{FEED}:")))
        return feed_address(author) if is_feed_id(author) or is_bendybutt_feed(author) else None

    def find(self, source: Source, address: Address) -> FeedConversation | None:
        """The messages of an author; None if none is known."""
        row = source.database.execute(
            "SELECT id FROM feeds WHERE key = ?"
            " AND EXISTS (SELECT 1 FROM messages WHERE author = feeds.id)",
            (address.subject,),
        ).fetchone()
        return None if row is None else FeedConversation(source, address, row[0])

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        """The feeds whose authors' names have all words, the latest first."""
        rows = source.database.execute(
            """SELECT feeds.key, count, (
                SELECT max(asserted) FROM messages WHERE author = feeds.id AND sequence = last)
            FROM (SELECT author, count(*) AS count, max(sequence) AS last
                FROM messages GROUP BY author) JOIN feeds ON feeds.id = author"""
        ).fetchall()
        called = source.names_of([feed for feed, *_ in rows])
        found = [_summary(feed, called[feed], count, None, latest) for feed, count, latest in rows]
        fitting = [summary for summary in found if summary.mentions(words)]
        return sorted(fitting, key=lambda each: (-(each.latest or -inf), each.root))

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The feed of a message's author."""
        if message is None or (address := self.read(message.author)) is None:
            return ()
        return [address] if self.find(source, address) else ()

    def narrowing(self, text: str) -> tuple[str, str] | None:
        """A feed is searched by its author."""
        address = self.read(text)
        return None if address is None else ("author", address.subject)

    def tangle(self, source: Source, name: str, root: str) -> Growth | None:
        """The feed of an author, with messages that wait for a missing one."""
        if name != FEED:
            return None
        entries = feed_entries(source.database, feed_reference(root))
        return grow(rule_of(FEED), root, entries)


def _causes(
    previous: str | None, known: dict[str, tuple[int, str | None]], before: Sequence[str]
) -> tuple[str, ...]:
    """The causes of a message: the previous one, and the one before a gap."""
    if previous is None:
        return ()
    if previous in known:
        return (previous,)
    return (previous, *sorted(before))


def _summary(
    author: str, title: str, count: int, first: float | None, latest: float | None
) -> ConversationSummary:
    return ConversationSummary(
        address=str(feed_address(author)),
        kind=FEED,
        root=author,
        present=True,
        messages=count,
        authors=1,
        title=title,
        first=first,
        latest=latest,
        excludes=True,
        tangle_name=FEED,
    )
