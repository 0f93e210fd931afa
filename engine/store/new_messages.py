"""New messages: how far a collection has been read, and which messages are unread."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

import orjson

from tanglescope.engine.message.message import content_of
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.tangle.rules import RuleEntry
from tanglescope.engine.tangle.thread import TANGLE_DATA

_WITH_DATA = f"""SELECT messages.key, feeds.key, messages.sequence, {as_ordered()}
    FROM messages JOIN feeds ON feeds.id = author
    WHERE messages.id > :number AND messages.id NOT IN (SELECT value FROM json_each(:later))
        AND type IS NOT NULL AND instr(value, :data)
    ORDER BY messages.id DESC LIMIT :most"""

_MOST = 10_000
"""The number of latest messages with tangle data that are read, at 50 µs each."""
_MOST_RANGES = 10_000


@dataclass(frozen=True, slots=True)
class ReadMark:
    """How far a collection has been read.

    All messages up to `number` are read, in the order in which they arrived, and those of the
    ranges `later`, which are in order and apart. A conversation whose messages are numbered apart,
    such as a graph, has in `counts` how many of them were here when it was left.
    """

    number: int
    later: tuple[tuple[int, int], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    def has_read(self, number: int) -> bool:
        """Whether the message with a number is read."""
        if number <= self.number:
            return True
        before = bisect_right(self.later, number, key=lambda each: each[0]) - 1
        return before >= 0 and number <= self.later[before][1]

    def with_read(self, numbers: Iterable[int]) -> "ReadMark":
        """The mark when more messages have been read."""
        return self.with_ranges((each, each) for each in numbers if not self.has_read(each))

    def with_ranges(self, ranges: Iterable[tuple[int, int]]) -> "ReadMark":
        """The mark when all messages of some ranges have been read.

        If too many ranges would have to be kept, the oldest messages count as read.
        """
        joined = [(0, self.number)]
        for first, last in sorted(chain(self.later, ranges)):
            if first <= joined[-1][1] + 1:
                joined[-1] = joined[-1][0], max(last, joined[-1][1])
            else:
                joined.append((first, last))
        kept = joined[-_MOST_RANGES:]
        return replace(self, number=kept[0][1], later=tuple(kept[1:]))

    def counting(self, address: str, messages: int) -> "ReadMark":
        """The mark when all messages of a conversation have been read that are numbered apart."""
        return replace(self, counts={**self.counts, address: messages})

    def join(self, other: "ReadMark") -> "ReadMark":
        """The mark of what is read by one of two."""
        low, high = sorted((self, other), key=lambda each: each.number)
        return replace(high.with_read(low.numbers()), counts={**other.counts, **self.counts})

    @property
    def is_anything(self) -> bool:
        """Whether anything is read."""
        return self.number > 0 or bool(self.later or self.counts)

    def numbers(self) -> Iterator[int]:
        """The numbers of the messages that are read out of turn."""
        return chain.from_iterable(range(first, last + 1) for first, last in self.later)


class UnreadSince:
    """The messages that a mark doesn't call read."""

    def __init__(self, database: Database, mark: ReadMark) -> None:
        self.mark = mark
        self._database = database

    @cached_property
    def parameters(self) -> dict[str, object]:
        """The mark for SQL: `number`, and the numbers `later` as JSON."""
        later = orjson.dumps(list(self.mark.numbers())).decode()
        return {"number": self.mark.number, "later": later}

    @cached_property
    def tangle_entries(self) -> list[RuleEntry]:
        """The latest public ones with tangle data."""
        wanted = {**self.parameters, "data": TANGLE_DATA, "most": _MOST}
        rows = self._database.execute(_WITH_DATA, wanted).fetchall()
        return [
            RuleEntry(key, content_of(value), author, sequence)
            for key, author, sequence, value in rows
        ]


def latest_number(database: Database) -> int:
    """The number of the latest message; 0 if there is none."""
    return database.number("SELECT ifnull(max(id), 0) FROM messages")
