"""Ranking: the ranks of new messages among everything, and the raised ranks of others."""

from collections.abc import Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import Any

import numpy as np

from engine.linear.edits import Edit
from engine.linear.longest_paths import longest_paths
from engine.store.arrivals.changes import TimelineChange
from engine.store.files.sqlite import Database, in_chunks
from engine.store.messages import NewMessage
from engine.store.orders.everything_graph import causes_by_number, causes_of, effects_of
from engine.store.orders.everything_order import EverythingOrder
from engine.tangle.causes import Written, latest_earlier, leads
from engine.tangle.rules import THREAD
from engine.tangle.thread import EVERYTHING

MOST_LIFTED = 2000
"""The number of messages, or a quarter of the new ones, whose ranks are raised one by one."""


class Addition:
    """New messages to be ranked."""

    def __init__(self, database: Database, new: Sequence[NewMessage]) -> None:
        self._database = database
        refused = {
            number
            for (number,) in database.execute(
                "SELECT id FROM messages WHERE id >= ? AND status = 'invalid'", (new[0].number,)
            )
        }
        self._before = new[0].number - 1
        self._revision = new[-1].number
        self._refused = refused
        self._new = [each for each in new if each.number not in refused]
        self._index = {each.extract.key: place for place, each in enumerate(self._new)}
        self._ghosts: list[tuple[str, int]] = []
        self._ranks: dict[int, int] = {}
        self._causes: dict[str, tuple[str, ...]] = {}
        self._parted: list[tuple[str, str]] = []

    def write(self) -> TimelineChange | None:
        """Write the ranks and the order, or nothing if too many ranks would have to be raised."""
        late = self._late()
        most = max(MOST_LIFTED, len(self._new) // 4)
        if self._contradicts(late) or not self._rank() or not self._lift(late, most):
            return None
        new = {each.number: each.extract.key for each in self._new}
        order = EverythingOrder(self._database)
        edits = order.edit(self._ranks, new, self._ranks.keys() - new.keys())
        connection = self._database.conn
        connection.executemany(
            "INSERT INTO ranks (message, rank) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET rank = excluded.rank",
            chain(self._ranks.items(), ((number, None) for number in self._refused)),
        )
        connection.executemany("INSERT INTO ghosts (cause, message) VALUES (?, ?)", self._ghosts)
        connection.executemany(
            "DELETE FROM ghosts WHERE cause = ?", ((key,) for key in self._index)
        )
        return self._change(edits)

    def _change(self, edits: Sequence[Edit]) -> TimelineChange:
        waiting: dict[str, list[str]] = {}
        later = causes_of(self._database, [effect for _, effect in self._parted])
        keys = {each.number: each.extract.key for each in self._new}
        for cause, number in sorted(self._ghosts):
            waiting.setdefault(keys[number], []).append(cause)
        return TimelineChange(
            EVERYTHING,
            self._revision,
            tuple(edits),
            {key: tuple(causes) for key, causes in waiting.items()},
            self._causes | {each.key: each.causes for each in later},
            since=self._before,
            parted=tuple(self._parted),
        )

    def _rank(self) -> bool:
        """Rank the new messages relative to each other and to known ones; False for a cycle."""
        floor = np.zeros(len(self._new), np.int64)
        cause: list[int] = []
        effect: list[int] = []
        found = causes_by_number(self._database, [each.number for each in self._new])
        self._causes = {named.key: named.causes for named in found}
        named = [(each.number, self._causes[each.extract.key]) for each in self._new]
        known = self._known({name for _, names in named for name in names} - self._index.keys())
        for place, (number, names) in enumerate(named):
            for name in names:
                if name in self._index:
                    cause.append(self._index[name])
                    effect.append(place)
                elif name in known:
                    floor[place] = max(floor[place], known[name] + 1)
                else:
                    self._ghosts.append((name, number))
        ends = (np.array(cause, np.int64), np.array(effect, np.int64))
        ranks, stuck = longest_paths(floor, *ends)
        numbers = (each.number for each in self._new)
        self._ranks = dict(zip(numbers, ranks.tolist(), strict=True))
        return len(stuck) == 0

    def _lift(self, late: Sequence[str], most: int) -> bool:
        """Raise the ranks of messages that come after late ones; return whether that sufficed."""
        lowest = self._before + 1
        waiting = [
            (self._ranks[self._new[self._index[cause]].number] + 1, number, key)
            for cause, effects in effects_of(self._database, late).items()
            for number, key in effects
            if number < lowest
        ]
        heapify(waiting)
        for _ in range(most):
            if not waiting:
                return True
            rank, number, key = heappop(waiting)
            if self._rank_of(number) >= rank:
                continue
            self._ranks[number] = rank
            for effect, name in effects_of(self._database, [key]).get(key, ()):
                heappush(waiting, (rank + 1, effect, name))
        return False

    def _late(self) -> list[str]:
        """The new messages that earlier ones may come after."""
        return [
            key
            for marks, some in in_chunks(list(self._index))
            for (key,) in self._database.execute(
                _LATE.format(marks=marks), [*some, *some, self._before, *some, THREAD, self._before]
            )
        ]

    def _contradicts(self, late: Sequence[str]) -> bool:
        """Whether an earlier message turns out not to come after one before a gap."""
        rows = [
            row
            for marks, some in in_chunks(late)
            for row in self._database.execute(_FEEDS_AGAIN.format(marks=marks), (*some,))
        ]
        feeds: dict[int, list[Written]] = {}
        old: set[str] = set()
        for number, author, *written in rows:
            feeds.setdefault(author, []).append(Written(*written))
            if number <= self._before:
                old.add(written[0])
        for feed in feeds.values():
            before = latest_earlier(each for each in feed if each.key in old)
            after = latest_earlier(feed)
            if not all(leads(after, *each) for each in before.items()):
                return True
            self._parted += [(one, key) for key, one in before.items() if after[key] != one]
        return False

    def _rank_of(self, number: int) -> int:
        rank = self._ranks.get(number)
        if rank is None:
            ((rank,),) = self._database.execute(
                "SELECT ifnull(rank, 0) FROM ranks WHERE message = ?", (number,)
            )
        return rank

    def _known(self, keys: Collection[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for marks, some in in_chunks(sorted(keys)):
            rows: Iterable[Any] = self._database.execute(
                "SELECT key, rank FROM messages JOIN ranks ON message = id"
                f" WHERE rank IS NOT NULL AND key IN ({marks})",
                some,
            )
            found.update(rows)
        return found


_FEEDS_AGAIN = """SELECT id, author, key, sequence, previous FROM messages
    WHERE status <> 'invalid' AND author IN (SELECT author FROM messages WHERE key IN ({marks}))"""

_LATE = """SELECT cause FROM ghosts WHERE cause IN ({marks})
    UNION SELECT key FROM messages AS new WHERE key IN ({marks}) AND EXISTS (
        SELECT 1 FROM messages AS far
            WHERE far.author = new.author AND far.sequence > new.sequence AND far.id <= ?
    )
    UNION SELECT root FROM conversations WHERE root IN ({marks}) AND name = ? AND EXISTS (
        SELECT 1 FROM members WHERE conversation = conversations.id AND message <= ?
    )"""
