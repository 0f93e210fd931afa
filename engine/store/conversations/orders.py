"""The orders of stored conversations: each is a timeline in the database, by number."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.linear.edits import Edit
from engine.linear.errors import CycleError
from engine.linear.horizon import Edges, Horizon, horizon
from engine.store.files.sqlite import Database, in_chunks
from engine.store.messages import MessagePlace
from engine.store.orders.bulk_insert import BulkTimeline, lay, write
from engine.store.orders.order_cache import OrderCache
from engine.store.orders.timelines import StoredTimeline

if TYPE_CHECKING:
    from engine.linear.scuttlesort.timeline import Timeline

Event = tuple[str, Sequence[str]]
"""A message's key and its causes."""

Refused = tuple[int, str]
"""The number of a conversation, and a message that was refused there."""

Missing = dict[str, tuple[str, ...]]
"""The causes of messages that aren't in the timeline, by name."""


class TimelineStore:
    """The timelines of all stored conversations; changed only inside a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.kept = OrderCache(database)

    def extend(self, number: int, events: Sequence[Event]) -> tuple[list[Edit], Missing]:
        """Add events, all or none; return the edits, and the causes that new events wait for.

        Raises `CycleError`.
        """
        timeline = StoredTimeline(self._database.conn, number)
        edits = timeline.extend(events)
        timeline.save()
        return edits, _missing(timeline, events)

    def put(
        self, conversations: Mapping[int, Sequence[Event]], new: Collection[int]
    ) -> set[Refused]:
        """Add events to many conversations, some of them `new`, without returning edits.

        An event that would close a cycle is left out and returned.
        """
        laid: dict[int, BulkTimeline] = {}
        refused: set[Refused] = set()
        for number, events in conversations.items():
            if number in new:
                try:
                    laid[number] = lay(events)
                    continue
                except CycleError:
                    pass
            refused.update((number, key) for key in self._add(number, events))
        write(self._database.conn, laid)
        return refused

    def _add(self, number: int, events: Sequence[Event]) -> list[str]:
        """Add events one by one; return those that would close a cycle."""
        timeline = StoredTimeline(self._database.conn, number)
        refused = []
        for key, causes in events:
            try:
                timeline.add(key, causes)
            except CycleError:
                refused.append(key)
        timeline.save()
        return refused

    def holding(self, number: int, keys: Iterable[str]) -> set[str]:
        """The messages that are in the order; ghosts aren't."""
        found: set[str] = set()
        for marks, some in in_chunks(list(dict.fromkeys(keys))):
            found.update(
                name
                for (name,) in self._database.execute(
                    # The index makes SQLite start at the names, not at all events.
                    "SELECT name FROM events INDEXED BY events_by_name"
                    f" WHERE timeline = ? AND level IS NOT NULL AND name IN ({marks})",
                    (number, *some),
                )
            )
        return found

    def keys(self, number: int) -> Sequence[str]:
        """The stored order; nothing is sorted."""
        if (kept := self.kept.keys(number)) is not None:
            return kept
        timeline = StoredTimeline(self._database.conn, number)
        return timeline.names(0, len(timeline))

    def waiting(self, number: int) -> Missing:
        """All causes that aren't in the timeline, by the messages that name them."""
        rows = self._database.execute(
            # A cross join makes SQLite start at the few ghosts, not at all messages.
            """SELECT effects.name, ghosts.name FROM events AS ghosts INDEXED BY events_by_level
            CROSS JOIN causes ON causes.timeline = ghosts.timeline AND causes.cause = ghosts.event
            CROSS JOIN events AS effects
                ON effects.timeline = ghosts.timeline AND effects.event = causes.effect
            WHERE ghosts.timeline = ? AND ghosts.level IS NULL AND effects.level IS NOT NULL
            ORDER BY +ghosts.name""",
            (number,),
        )
        waiting: dict[str, list[str]] = {}
        for effect, ghost in rows:
            waiting.setdefault(effect, []).append(ghost)
        return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}

    def edges(self, number: int, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        causes: dict[str, list[str]] = {}
        effects: dict[str, list[str]] = {}
        for found, near, far in ((causes, "effect", "cause"), (effects, "cause", "effect")):
            for marks, some in in_chunks(keys):
                # A cross join makes SQLite start at these few names, not at all causes.
                rows = self._database.execute(
                    f"""SELECT here.name, there.name FROM events AS here
                    CROSS JOIN causes ON causes.timeline = ?1 AND causes.{near} = here.event
                    CROSS JOIN events AS there
                        ON there.timeline = ?1 AND there.event = causes.{far}
                    WHERE here.timeline = ?1 AND here.name IN ({marks})
                    ORDER BY there.name""",
                    (number, *some),
                )
                for key, other in rows:
                    found.setdefault(key, []).append(other)
        return {key: Edges(tuple(causes.get(key, ())), tuple(effects.get(key, ()))) for key in keys}

    def place(self, number: int, key: str) -> MessagePlace | None:
        """The position of a message; None if it isn't in the order."""
        return _place(StoredTimeline(self._database.conn, number), key)

    def horizon(self, number: int, key: str) -> Horizon | None:
        """The past and the future of a message or ghost; None if it is unknown."""
        start = self._database.execute(
            "SELECT event FROM events WHERE timeline = ? AND name = ?", (number, key)
        ).fetchone()
        if start is None:
            return None
        past = self._reach(number, start[0], "effect", "cause")
        future = self._reach(number, start[0], "cause", "effect")
        ghosts = {
            name
            for (name,) in self._database.execute(
                "SELECT name FROM events INDEXED BY events_by_level"
                " WHERE timeline = ? AND level IS NULL",
                (number,),
            )
        }
        events = len(StoredTimeline(self._database.conn, number))
        return horizon(key, past, future, ghosts, events)

    def _reach(self, number: int, start: int, near: str, far: str) -> frozenset[str]:
        """The names of all events reachable along causes, from column `near` to column `far`."""
        rows = self._database.execute(
            f"""WITH RECURSIVE reached(event) AS (
                SELECT {far} FROM causes WHERE timeline = :number AND {near} = :start
                UNION
                SELECT causes.{far} FROM reached
                JOIN causes ON causes.timeline = :number AND causes.{near} = reached.event
            )
            SELECT name FROM reached JOIN events USING (event) WHERE timeline = :number""",
            {"number": number, "start": start},
        )
        return frozenset(name for (name,) in rows)


def _missing(timeline: "Timeline", events: Iterable[Event]) -> Missing:
    waits = ((key, tuple(sorted(c for c in causes if c not in timeline))) for key, causes in events)
    return {key: missing for key, missing in waits if missing}


def _place(timeline: "Timeline", key: str) -> MessagePlace | None:
    """The position of an event; None if it isn't in the timeline."""
    if key not in timeline:
        return None
    return MessagePlace(timeline.position(key), len(timeline), timeline.rank(key))
