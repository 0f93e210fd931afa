"""Everything: the messages of all feeds in time order.

Its rank of a message is the adjusted time: the latest time of the message and its past. The time of
a message is the earlier of its claimed and its received time; without either, it comes last. If
another archive shows that it was received earlier, that is its time.

A transaction that adds messages writes their edges, finds their adjusted times, raises those of
the messages that waited for them, and edits the stored order. An adjusted time falls when a message
turns out to be older. Both affect only the future of a message, and only as far as times there
aren't later. If many times change at once, for example when an archive has a history in reverse,
they are left to `catch_up`; until then the timeline is unchanged. Its revision is the number of the
last message in it, and of the times that known messages turned out to be older.
"""

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tanglescope.engine.linear.edits import Edit
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.horizon import Horizon, closure, horizon
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import NewMessage
from tanglescope.engine.store.orders.everything_graph import (
    MOMENT,
    NUMBER,
    Cause,
    ChangedEdges,
    connect,
)
from tanglescope.engine.store.orders.members import OrderedMembers, put_edges
from tanglescope.engine.store.orders.order_cache import StoredKeys
from tanglescope.engine.tangle.thread import EVERYTHING

MOST_FALLING = 2000
"""The number of messages whose times fall one by one; otherwise all are computed again."""

WHOLE = 250_000
"""The number of messages up to which all are searched for the past and future of one."""

NEAR = 10_000
"""The number of messages before and after one that are searched otherwise."""

_MOST_CAUSES = 20


class Everything(OrderedMembers):
    """All messages except invalid ones, by adjusted time, and what each comes after."""

    step = 0
    moment = MOMENT

    rows = (
        "nodes CROSS JOIN (SELECT message, time AS rank FROM adjusted_times"
        " WHERE ?1 = 0 AND time IS NOT NULL) AS members ON members.message = nodes.id"
    )

    def __init__(self, database: Database) -> None:
        super().__init__(database, NUMBER)

    def __len__(self) -> int:
        """How many messages are in the order."""
        return len(self.blocks)

    @property
    def is_behind(self) -> bool:
        """Whether there are messages that aren't in order yet."""
        return self._last() < self._one("SELECT ifnull(max(id), 0) FROM messages")

    def revision(self) -> int:
        """The revision of the order."""
        return self._last() + self._one("SELECT ifnull(sum(count), 0) FROM redated")

    def _last(self) -> int:
        """The number of the last message in order."""
        return self._one("SELECT ifnull(max(message), 0) FROM adjusted_times")

    def _one(self, question: str) -> int:
        return self._database.number(question)

    # Writing, within a transaction of the caller

    def add(
        self,
        new: Sequence[NewMessage],
        redated: Collection[str] = (),
        *,
        with_edits: bool = True,
    ) -> TimelineChange | None:
        """Put messages in order that were just added, and known ones with `redated`, earlier times.

        Returns the change of the order; None if it isn't wanted, or is left to `catch_up`, as it is
        while earlier messages aren't in order yet.
        """
        last, since = self._last(), self.revision()
        before = new[0].number - 1 if new else last
        changed = connect(self._database, before) if new else ChangedEdges(set(), [])
        if last != before or not (new or redated) or (not new and self.is_behind):
            return None
        self._database.execute(
            f"INSERT INTO adjusted_times SELECT id, CASE WHEN status <> 'invalid' THEN {MOMENT} END"
            " FROM messages WHERE id > ?",
            (last,),
        )
        keys = {each.number: each.extract.key for each in new}
        arrived = {number: keys[number] for number in self.sort_keys(keys)}
        edits = self._edits(arrived, redated, changed.removed)
        if edits is None and new:
            self._database.execute("DELETE FROM adjusted_times WHERE message > ?", (last,))
            return None
        if edits is None:
            self._forget()
        if not new and edits != []:
            self._database.execute(
                "INSERT INTO redated (only_one, count) VALUES (1, 1)"
                " ON CONFLICT DO UPDATE SET count = count + 1"
            )
        if edits is None or not with_edits:
            return None
        return self._change(arrived, edits, changed, since)

    def _edits(
        self, new: Mapping[int, str], redated: Collection[str], removed: Iterable[tuple[int, int]]
    ) -> list[Edit] | None:
        """Edit the order; None if too many times would change."""
        falling = self._falling(redated, removed)
        if falling is None or (times := self.raised_ranks({*new, *falling})) is None:
            return None
        try:
            return self.edit(times, new)
        except CycleError:
            return None

    def _falling(
        self, redated: Collection[str], removed: Iterable[tuple[int, int]]
    ) -> set[int] | None:
        """The known messages whose times may fall; None if there are too many.

        These are redated ones, those that come after a message no more, and what comes after them.
        """
        ends = dict.fromkeys(effect for _, effect in removed) | dict.fromkeys(
            self.numbers(redated).values()
        )
        times = {number: key.adjusted for number, key in self.sort_keys(ends).items()}
        found: set[int] = set()
        while times:
            number, time = times.popitem()
            found.add(number)
            if len(found) > MOST_FALLING:
                return None
            after = self.ranked_effects([number])
            equal = [effect for _, effect, other in after if other == time]
            times |= {effect: time for effect in equal if effect not in found}
        return found

    def _change(
        self, new: Mapping[int, str], edits: Sequence[Edit], changed: ChangedEdges, since: int
    ) -> TimelineChange:
        removed = array("i", (number for edge in changed.removed for number in edge))
        names = iter(StoredKeys(self._database, removed))
        touched = StoredKeys(self._database, array("i", changed.touched))
        causes = self.causes([*new.values(), *touched])
        here = self.numbers(cause for each in causes.values() for cause in each)
        gone = zip(names, names, strict=True)
        return TimelineChange.of(EVERYTHING, self.revision(), edits, causes, here, gone, since)

    def rank(self, ranks: Mapping[int, float]) -> None:
        """Write the adjusted times of some messages."""
        self._database.conn.executemany(
            "UPDATE adjusted_times SET time = ? WHERE message = ?",
            ((time, number) for number, time in ranks.items()),
        )

    def least_ranks(self, numbers: Collection[int]) -> dict[int, float]:
        """The own times of messages."""
        rows = self._database.execute(
            f"SELECT messages.id, {MOMENT} FROM json_each(?)"
            " CROSS JOIN messages ON messages.id = json_each.value",
            (str(list(numbers)),),
        )
        return dict(rows.fetchall())

    def write(
        self,
        times: Iterable[tuple[int, float | None]],
        edges: Iterable[tuple[Cause, int]] = (),
    ) -> None:
        """Write adjusted times, and edges that were found elsewhere, by message numbers."""
        self._database.conn.executemany(
            "INSERT INTO adjusted_times (message, time) VALUES (?, ?)", times
        )
        put_edges(self._database, ((NUMBER, *edge) for edge in edges))

    def sort_anew(self, tied: Iterable[tuple[int, int]]) -> None:
        """Write the whole order. `tied` are the causes and effects with the same adjusted time."""
        from tanglescope.engine.store.orders.everything_arrays import sorted_out

        self.blocks.write(sorted_out(self._database, tied))

    def is_sorted(self, tied: Iterable[tuple[int, int]]) -> bool:
        """Whether the stored order is the one that follows from adjusted times."""
        from tanglescope.engine.store.orders.everything_arrays import sorted_out

        return self.blocks.numbers() == sorted_out(self._database, tied) and self.blocks.is_sound()

    def _forget(self) -> None:
        self._database.execute("DELETE FROM adjusted_times")
        self.blocks.write(array("i"))

    # Writing, in one of its own

    def catch_up(self) -> None:
        """Put everything in order again if any message isn't."""
        if not self.is_behind:
            return
        # NumPy takes 25 MB and time to load, which is too much for reading alone.
        from tanglescope.engine.store.orders.everything_arrays import DerivedTimes

        with writing(self._database):
            self._forget()
            derived = DerivedTimes.read(self._database)
            self.write(derived.rows())
            self.sort_anew(derived.ties())

    # Reading

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message or ghost; None if it is unknown.

        Among many, only messages near it are searched. Among these the horizon is complete: what is
        on a path between two of them is between them. Ghosts are those that only these messages
        name.
        """
        if len(self) <= WHOLE:
            return super().horizon(key)
        start: Cause = self.numbers([key]).get(key, key)
        numbers = self.blocks.numbers()
        if (window := self._window(start, numbers)) is None:
            return None
        near = numbers[window]
        causes: dict[Cause, set[Cause]] = {number: set() for number in near}
        effects: dict[Cause, set[Cause]] = {}
        for cause, effect in self._edges("effect", near):
            causes[effect].add(cause)
            effects.setdefault(cause, set()).add(effect)
        named = [cause for cause in effects if isinstance(cause, str)]
        elsewhere = {ghost for ghost, number in self._edges("cause", named) if number not in causes}
        ghosts = set(named).difference(elsewhere - {key})
        inside = causes.keys() | ghosts
        past = closure(start, lambda each: inside & causes.get(each, set()))
        future = closure(start, lambda each: effects.get(each, ()))
        found = horizon(key, self._keys_of(past), self._keys_of(future), ghosts, len(causes))
        if len(near) == len(numbers):
            return found
        return replace(found, examined=self._keys_of(inside))

    def _window(self, start: Cause, numbers: "array[int]") -> slice | None:
        """The part to search: around a message and its causes, or around messages with a ghost."""
        column = "cause" if isinstance(start, str) else "effect"
        edges = self._edges(column, [start])[:_MOST_CAUSES]
        found = [start, *(each for edge in edges for each in edge if each != start)]
        known = [each for each in found if isinstance(each, int) and each in numbers]
        places = [numbers.index(each) for each in known]
        places = [place for place in places if abs(place - places[0]) <= 2 * NEAR]
        return slice(max(0, min(places) - NEAR), max(places) + NEAR + 1) if places else None

    def _edges(self, column: str, ends: Sequence[Cause]) -> list[tuple[Cause, int]]:
        """The edges with some causes or effects."""
        question = "SELECT cause, effect FROM edges WHERE conversation = 0"
        rows = self._database.among(f"{question} AND {column} IN ({{marks}})", ends)
        return [(cause, effect) for cause, effect in rows]

    def _keys_of(self, events: Iterable[Cause]) -> set[str]:
        """The keys of messages and ghosts."""
        numbers = array("i", (each for each in events if isinstance(each, int)))
        keys = StoredKeys(self._database, numbers)
        return {*keys, *(each for each in events if isinstance(each, str))}
