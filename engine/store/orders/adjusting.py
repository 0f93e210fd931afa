"""Adjusting: the adjusted times of new messages among everything, and the raised ones of others.

An adjusted time rises when a cause arrives, and falls when a message turns out to be older. Both
affect only the future of a message, and only as far as times there aren't later.
"""

from collections.abc import Collection, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

import numpy as np

from engine.linear.edits import Edit
from engine.linear.errors import CycleError
from engine.linear.longest_paths import adjusted_times
from engine.store.arrivals.changes import TimelineChange
from engine.store.files.sqlite import Database, in_chunks
from engine.store.messages import NewMessage
from engine.store.orders.everything_graph import MOMENT, causes_of, effects_of
from engine.store.orders.everything_order import EverythingOrder
from engine.store.orders.order_blocks import SortKey
from engine.tangle.causes import Written, latest_earlier, leads
from engine.tangle.rules import THREAD
from engine.tangle.thread import EVERYTHING

MOST_LIFTED = 2000
"""The number of messages, or a quarter of the new ones, whose times are raised one by one."""


class _TooMany(Exception):
    """Everything has to be sorted again: too much changes, or causes come in a cycle."""


class _Timed(NamedTuple):
    """A message by its number, and its time: its own, or the adjusted one."""

    number: int
    time: float


class Addition:
    """New messages to be put in order, and known ones with `redated`, earlier times.

    `revision` is the one of everything before.
    """

    def __init__(
        self, database: Database, new: Sequence[NewMessage], redated: Collection[str], revision: int
    ) -> None:
        self._database = database
        self._since = revision
        ((before,),) = database.execute("SELECT ifnull(max(message), 0) FROM adjusted_times")
        self._before: int = before
        self._refused = {
            number
            for (number,) in database.execute(
                "SELECT id FROM messages WHERE id > ? AND status = 'invalid'", (before,)
            )
        }
        self._last = new[-1].number if new else before
        self._new = {
            each.extract.key: each.number for each in new if each.number not in self._refused
        }
        self._redated = redated
        self._ghosts: list[tuple[str, int]] = []
        self._moments: dict[str, _Timed] = {}
        self._times: dict[str, float] = {}
        self._causes: dict[str, tuple[str, ...]] = {}
        self._parted: list[tuple[str, str]] = []

    def write(self) -> TimelineChange | None:
        """Write the adjusted times and the order, or nothing if too many times would change."""
        late = self._late()
        if self._contradicts(late):
            return None
        most = max(MOST_LIFTED, len(self._new) // 4)
        try:
            older = self._older(most)
            self._adjust([*self._new, *older])
            self._lift([*late, *older], most)
            edits = self._edit()
        except (_TooMany, CycleError):
            return None
        connection = self._database.conn
        times = ((self._moments[key].number, time) for key, time in self._times.items())
        connection.executemany(
            "INSERT INTO adjusted_times (message, time) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET time = excluded.time",
            chain(times, ((number, None) for number in self._refused)),
        )
        connection.executemany("INSERT INTO ghosts (cause, message) VALUES (?, ?)", self._ghosts)
        connection.executemany("DELETE FROM ghosts WHERE cause = ?", ((key,) for key in self._new))
        grown = self._last - self._before
        if edits and not grown:
            count_redated(self._database)
            grown = 1
        return self._change(edits, self._since + grown)

    def _change(self, edits: Sequence[Edit], revision: int) -> TimelineChange:
        waiting: dict[str, list[str]] = {}
        later = causes_of(self._database, [effect for _, effect in self._parted])
        keys = {number: key for key, number in self._new.items()}
        for cause, number in sorted(self._ghosts):
            waiting.setdefault(keys[number], []).append(cause)
        return TimelineChange(
            EVERYTHING,
            revision,
            tuple(edits),
            {key: tuple(causes) for key, causes in waiting.items()},
            {key: self._causes[key] for key in self._new}
            | {each.key: each.causes for each in later},
            since=self._since,
            parted=tuple(self._parted),
        )

    def _older(self, most: int) -> list[str]:
        """The known messages whose times may fall: redated ones, and what comes after them."""
        found: dict[str, float] = {}
        ends = list(self._adjusted(self._redated).items())
        while ends:
            key, (_, time) = ends.pop()
            if key in found:
                continue
            found[key] = time
            if len(found) > most:
                raise _TooMany
            after = [name for _, name in effects_of(self._database, [key]).get(key, ())]
            ends += [each for each in self._adjusted(after).items() if each[1].time == time]
        return list(found)

    def _adjust(self, keys: Sequence[str]) -> None:
        """Find the adjusted times of messages from their own times and their causes."""
        self._read(keys)
        places = {key: place for place, key in enumerate(keys)}
        moments = np.array([self._moments[key].time for key in keys], np.float64)
        named = {name for key in keys for name in self._causes[key]}
        known = self._adjusted(named - places.keys())
        cause: list[int] = []
        effect: list[int] = []
        for place, key in enumerate(keys):
            for name in self._causes[key]:
                if name in places:
                    cause.append(places[name])
                    effect.append(place)
                elif name in known:
                    moments[place] = max(moments[place], known[name].time)
                elif key in self._new:
                    self._ghosts.append((name, self._new[key]))
        ends = (np.array(cause, np.int64), np.array(effect, np.int64))
        times, stuck = adjusted_times(moments, *ends)
        if len(stuck):
            raise _TooMany
        self._times = dict(zip(keys, times.tolist(), strict=True))

    def _lift(self, late: Sequence[str], most: int) -> None:
        """Raise the times of what comes after these messages, and find what has equal times."""
        waiting = [
            (self._times[cause], key)
            for cause, effects in effects_of(self._database, late).items()
            for number, key in effects
            if number <= self._before
        ]
        heapify(waiting)
        lifted: list[str] = []
        for _ in range(most):
            if not waiting:
                self._read(lifted)
                return
            time, key = heappop(waiting)
            if key in self._times:
                if self._times[key] >= time:
                    continue
            elif all(known.time > time for known in self._adjusted([key]).values()):
                continue
            else:
                lifted.append(key)
            self._times[key] = time
            for _, effect in effects_of(self._database, [key]).get(key, ()):
                heappush(waiting, (time, effect))
        raise _TooMany

    def _edit(self) -> list[Edit]:
        """Edit the order."""
        keys: dict[int, SortKey] = {}
        causes: dict[int, list[int]] = {}
        named = {name for key in self._times for name in self._causes[key]}
        known = self._adjusted(named - self._times.keys())
        for key, adjusted in self._times.items():
            number, moment = self._moments[key]
            keys[number] = SortKey(adjusted, moment, key)
            found = [
                _Timed(self._moments[name].number, self._times[name])
                if name in self._times
                else known[name]
                for name in self._causes[key]
                if name in self._times or name in known
            ]
            if any(cause.time > adjusted for cause in found):
                raise _TooMany  # this cause is left out because of a cycle
            causes[number] = [cause.number for cause in found if cause.time == adjusted]
        new = {number: key for key, number in self._new.items()}
        return EverythingOrder(self._database).sort(keys, causes, new)

    def _late(self) -> list[str]:
        """The new messages that earlier ones may come after."""
        return [
            key
            for marks, some in in_chunks(list(self._new))
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

    def _read(self, keys: Sequence[str]) -> None:
        """Read the causes and the own times of messages."""
        self._causes |= {each.key: each.causes for each in causes_of(self._database, keys)}
        for marks, some in in_chunks(keys):
            rows = self._database.execute(
                f"SELECT key, id, {MOMENT} FROM messages WHERE key IN ({marks})", some
            )
            self._moments.update((key, _Timed(*own)) for key, *own in rows)

    def _adjusted(self, keys: Collection[str]) -> dict[str, _Timed]:
        """The known ones of the messages with their adjusted times."""
        found: dict[str, _Timed] = {}
        for marks, some in in_chunks(sorted(keys)):
            rows = self._database.execute(
                "SELECT key, id, time FROM messages JOIN adjusted_times ON message = id"
                f" WHERE time IS NOT NULL AND key IN ({marks})",
                some,
            )
            found.update((key, _Timed(*adjusted)) for key, *adjusted in rows)
        return found


def count_redated(database: Database) -> None:
    """Count that messages got earlier times without new messages, so that the revision rises."""
    database.execute(
        "INSERT INTO redated (only_one, count) VALUES (1, 1)"
        " ON CONFLICT DO UPDATE SET count = count + 1"
    )


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
