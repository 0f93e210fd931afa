"""Feeds: the messages of one author, as the classic feed tangle.

A message comes after the one before it. If that one is missing, it also comes after the latest one
before the gap (`engine.tangle.causes`): an author who wrote message 9 had written message 7. The
order is by sequence; branches of a fork are concurrent, so a forked feed is ordered by rank.
"""

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import inf
from pathlib import PurePath
from typing import TYPE_CHECKING

import orjson

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.horizon import CauseReason, Edges, ProvenCause
from tanglescope.engine.message.bendybutt import is_feed as is_bendybutt_feed
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.uris import usual
from tanglescope.engine.message.verdict import reason, refusal
from tanglescope.engine.store.arrivals.chains import OUTSIDE
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.arrivals.quarantine import Quarantine
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    DatabaseConversation,
    ExcludedMessage,
)
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import ConversationSummary
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.everything_graph import feed_edges
from tanglescope.engine.store.orders.members import MessagePlace
from tanglescope.engine.store.orders.order_cache import LONG, StoredKeys, keys_of
from tanglescope.engine.store.search import Question
from tanglescope.engine.store.tangles import feed_entries
from tanglescope.engine.tangle.causes import Written, latest_earlier
from tanglescope.engine.tangle.growth import Growth, grow
from tanglescope.engine.tangle.references import feed_reference
from tanglescope.engine.tangle.rules import FEED, RuleEntry, rule_of

if TYPE_CHECKING:
    from tanglescope.engine.drawing.figures import TangleFigure

_OUTSIDE = f"(status = 'invalid' OR (status = '{OUTSIDE.status}' AND rule = '{OUTSIDE.rule}'))"
"""Messages that don't belong to the feed that they name."""

_OF_FEED = f"author = :author AND NOT {_OUTSIDE}"
_APART = "status IN ('gap', 'forked', 'invalid')"
"""Messages outside the chain of their feed: the same condition as in an index."""


_LONG_FEED = "SELECT 1 FROM messages WHERE author = ? LIMIT 1 OFFSET ?"
_SINCE = "SELECT id FROM messages WHERE author = :author AND sequence > :last ORDER BY sequence"
# The index of keys finds one message; without `+`, SQLite reads all of the author.
_NEAR = f"""SELECT id FROM messages WHERE {_OF_FEED} AND (sequence, key) {{}} (
        SELECT sequence, key FROM messages WHERE key = :key AND +{_OF_FEED}
        UNION ALL SELECT 0, '' LIMIT 1)"""
_ABOVE = f"{_NEAR.format('<')} ORDER BY sequence DESC, key DESC LIMIT :count"
_BELOW = f"{_NEAR.format('>=')} ORDER BY sequence, key LIMIT :count"


_REMEMBERED = 4
"""The number of feeds whose messages are remembered by their numbers."""


def feed_address(author: str) -> Address:
    """The address of the feed of an author."""
    return Address(FEED, author)


def feed_named(text: str) -> str:
    """The author whose feed id or feed address a text is; `""` if it is neither."""
    address = Feeds().read(text)
    return "" if address is None else address.subject


class _ReadChains:
    """The numbers of the messages of the feeds that were read last, by author."""

    def __init__(self, _: Database) -> None:
        self.numbers: dict[int, array[int]] = {}


class FeedConversation(DatabaseConversation):
    """All messages of one author."""

    is_searched_alone = True

    def __init__(self, source: Source, address: Address, number: int) -> None:
        super().__init__(source, address)
        self._number = number

    def summary(self) -> ConversationSummary:
        count, first, latest = self._database.execute(
            f"SELECT count(*), min(asserted), max(asserted) FROM messages WHERE {_OF_FEED}",
            {"author": self._number},
        ).fetchone()
        return replace(self.headline(count), first=first, latest=latest)

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without their times."""
        author = self.address.subject
        return _summary(author, self._source.names.of([author])[author], messages)

    def snapshot(self) -> TimelineSnapshot:
        """The messages in the order of the chain; their number is its revision."""
        with reading(self._database):
            length = self._length()
            numbers = array("i", self._chain()[0]) if length is None else self._up_to(length)
        keys = keys_of(self._database, numbers)
        return TimelineSnapshot(str(self.address), len(numbers), keys, self._missing())

    def part(self, key: str | None, count: int) -> TimelineSnapshot | None:
        """Some messages of a long feed, around one of them or from the first one on.

        They are in the order of their sequence numbers, also where a fork has another order.
        """
        with reading(self._database):
            if not self._database.column(_LONG_FEED, (self._number, LONG - 1)):
                return None
            asked = {"author": self._number, "key": key, "count": count}
            above = self._database.numbers(_ABOVE, asked)[::-1]
            keys = StoredKeys(self._database, above + self._database.numbers(_BELOW, asked))
            return TimelineSnapshot(str(self.address), len(keys), keys, {}, is_part=True)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        return feed_edges(self._database, self._number, keys, _OUTSIDE)

    def position(self, key: str) -> MessagePlace | None:
        if (length := self._length()) is not None:
            row = self._database.execute(
                "SELECT sequence - 1 FROM messages WHERE key = ? AND +author = ?",
                (key, self._number),
            ).fetchone()
            return None if row is None else MessagePlace(row[0], length, row[0])
        found = self._source.numbers([key]).get(key)
        numbers, ranks = self._chain()
        if found not in numbers:
            return None
        position = numbers.index(found)
        return MessagePlace(position, len(numbers), ranks[position])

    def holds_any(self, keys: Collection[str]) -> bool:
        """Whether any of some messages is in it; found without reading the others."""
        here = f"SELECT 1 FROM messages WHERE +author = ? AND NOT {_OUTSIDE} AND key IN ({{marks}})"
        return any(self._database.among(here, keys, self._number))

    def proven_causes(self, key: str) -> list[ProvenCause]:
        """The causes of a message: the earlier ones in its feed."""
        causes = self.edges([key])[key].causes
        return [ProvenCause(cause, (CauseReason.FEED,)) for cause in causes]

    def messages_with_causes(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes in this feed."""
        joined = self.edges(keys)

        def causes(entry: RuleEntry) -> tuple[str, ...]:
            return joined[entry.key].causes

        return self._source.messages(keys, causes)

    def question(self, words: str) -> Question:
        """The question for words in this feed."""
        return Question(words, author=self.address.subject)

    def figure(self) -> "TangleFigure":
        """Its messages in a box, as SIP 9 draws them."""
        from tanglescope.engine.drawing.figures import tangle_figure

        return tangle_figure({tr("feed"): self.in_order()})

    def list_excluded(self) -> list[ExcludedMessage]:
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

    def _length(self) -> int | None:
        """The number of messages if the feed has no gaps, forks or refused ones; None otherwise.

        Then the messages have the sequence numbers from 1 up to it.
        """
        row = self._database.execute(
            f"""SELECT last FROM (SELECT sequence AS last FROM feeds WHERE id = :author)
            WHERE NOT EXISTS (
                SELECT 1 FROM messages WHERE {_APART} AND author = :author
            ) AND last = (SELECT max(sequence) FROM messages WHERE author = :author)""",
            {"author": self._number},
        ).fetchone()
        return row and int(row[0])

    def _up_to(self, length: int) -> "array[int]":
        """The numbers of all messages; those that were read before are in their places."""
        chains = self._source.part(_ReadChains).numbers
        known = chains.pop(self._number, array("i"))[:length]
        since = {"author": self._number, "last": len(known)}
        chains[self._number] = known + self._database.numbers(_SINCE, since)
        if len(chains) > _REMEMBERED:
            del chains[next(iter(chains))]
        return chains[self._number]

    def _chain(self) -> tuple[list[int], Sequence[int]]:
        """The numbers of all messages, in order, and their ranks."""
        texts = self._database.execute(
            "SELECT json_group_array(id), json_group_array(sequence) FROM (SELECT id, sequence"
            f" FROM messages WHERE {_OF_FEED} ORDER BY sequence)",
            {"author": self._number},
        ).fetchone()
        numbers, sequences = map(orjson.loads, texts)
        if len(set(sequences)) < len(sequences) or self._is_torn():
            return self._branches()
        return numbers, range(len(numbers))

    def _is_torn(self) -> bool:
        """Whether a message directly after another one by its sequence is on another branch."""
        ((is_torn,),) = self._database.execute(
            """SELECT EXISTS (SELECT 1 FROM messages AS here
            CROSS JOIN messages AS before ON before.author = here.author
                AND before.sequence = here.sequence - 1 AND before.key IS NOT here.previous
            WHERE here.author = ? AND here.status IN ('gap', 'forked', 'invalid'))""",
            (self._number,),
        )
        return bool(is_torn)

    def _branches(self) -> tuple[list[int], list[int]]:
        """The same for a feed that is forked."""
        rows = self._database.execute(
            f"SELECT id, key, sequence, previous FROM messages WHERE {_OF_FEED} ORDER BY sequence",
            {"author": self._number},
        ).fetchall()
        earlier = latest_earlier(Written(*row[1:]) for row in rows)
        ranks: dict[str, int] = {}
        for _, key, *_ in rows:
            ranks[key] = ranks[earlier[key]] + 1 if key in earlier else 0
        ordered = sorted((ranks[key], key, number) for number, key, *_ in rows)
        return [number for _, _, number in ordered], [rank for rank, *_ in ordered]

    def _missing(self) -> dict[str, tuple[str, ...]]:
        """The messages missing in the chain, by those that come after them."""
        rows = self._database.execute(
            f"""SELECT here.key, here.previous FROM messages AS here
            WHERE {_APART} AND author = ? AND NOT {_OUTSIDE} AND previous IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM messages AS before WHERE before.key = here.previous)""",
            (self._number,),
        )
        return {key: (previous,) for key, previous in rows}


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

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """All feeds, the latest first."""
        rows = source.database.execute(
            """SELECT feeds.key, count, (
                SELECT max(asserted) FROM messages WHERE author = feeds.id AND sequence = last)
            FROM (SELECT author, count(*) AS count, max(sequence) AS last
                FROM messages GROUP BY author) JOIN feeds ON feeds.id = author"""
        ).fetchall()
        called = source.names.of([feed for feed, *_ in rows])
        found = [_summary(feed, called[feed], count, latest) for feed, count, latest in rows]
        return sorted(found, key=lambda each: (-(each.latest or -inf), each.root))

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


def _summary(
    author: str, title: str, count: int, latest: float | None = None
) -> ConversationSummary:
    return ConversationSummary.at(
        feed_address(author), title, count, 1, latest=latest, excludes=True, tangle_name=FEED
    )
