"""The orders of threads: each a timeline in the database, under its thread's number."""

from collections.abc import Iterable, Sequence

from engine.linear.edits import Edit
from engine.linear.timeline import Timeline
from engine.store.sqlite import Database
from engine.store.timelines import StoredTimeline

Event = tuple[str, tuple[str, ...]]
"""A message's key and its causes."""

Missing = dict[str, tuple[str, ...]]
"""Of messages, the causes that are not in the timeline, by name."""


class ThreadOrders:
    """The timelines of all threads; changed inside a transaction only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def extend(self, thread: int, events: Sequence[Event]) -> tuple[list[Edit], Missing]:
        """Add events, all or none; the edits, and the causes that the new events wait for.

        Raises `CycleError`.
        """
        timeline = StoredTimeline(self._database.conn, thread)
        edits = timeline.extend(events)
        timeline.save()
        return edits, _missing(timeline, events)

    def keys(self, thread: int) -> list[str]:
        """The order, as it is kept: nothing is sorted."""
        timeline = StoredTimeline(self._database.conn, thread)
        return timeline.names(0, len(timeline))

    def waiting(self, thread: int) -> Missing:
        """All causes that are not in the timeline, by the messages that name them."""
        rows = self._database.execute(
            """SELECT effects.name, ghosts.name FROM events AS ghosts
            JOIN causes ON causes.timeline = ghosts.timeline AND causes.cause = ghosts.event
            JOIN events AS effects
                ON effects.timeline = ghosts.timeline AND effects.event = causes.effect
            WHERE ghosts.timeline = ? AND ghosts.level IS NULL AND effects.level IS NOT NULL
            ORDER BY ghosts.name""",
            (thread,),
        )
        waiting: dict[str, list[str]] = {}
        for effect, ghost in rows:
            waiting.setdefault(effect, []).append(ghost)
        return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}


def _missing(timeline: Timeline, events: Iterable[Event]) -> Missing:
    waits = ((key, tuple(sorted(c for c in causes if c not in timeline))) for key, causes in events)
    return {key: missing for key, missing in waits if missing}
