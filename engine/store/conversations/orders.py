"""The orders of stored conversations: each is a timeline in the database, by number."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.linear.edit_script import fewest_edits, merge_edits
from engine.linear.edits import Edit
from engine.linear.errors import CycleError
from engine.linear.horizon import Edges, Horizon, horizon
from engine.message.message import content_of
from engine.store.files.sqlite import Database, in_chunks
from engine.store.messages import MessagePlace
from engine.store.orders.bulk_insert import BulkTimeline, lay, write
from engine.store.orders.members import SHOWN, StoredMembers, members_of, put_members
from engine.store.orders.order_cache import LargeOrders
from engine.store.orders.timelines import StoredTimeline
from engine.tangle.causes import JoiningEdges, ShownCause, SignedMember, causes_among, shown_causes
from engine.tangle.titles import MOST_READ, first_title

if TYPE_CHECKING:
    from engine.linear.scuttlesort.timeline import Timeline

Event = tuple[str, Sequence[str]]
"""A message's key and the causes that it names."""

Refused = tuple[int, str]
"""The number of a conversation, and a message that was refused there."""

Missing = dict[str, tuple[str, ...]]
"""The causes of messages that aren't in the timeline, by name."""


class Extension(NamedTuple):
    """What changes when messages join a conversation.

    `waiting` are the missing causes of the new messages, `causes` all causes of the new ones and of
    those that come after them without naming them. `parted` are edges, (cause, effect), that others
    replace.
    """

    edits: list[Edit]
    waiting: Missing
    causes: dict[str, tuple[str, ...]]
    parted: list[tuple[str, str]]

    @classmethod
    def of(cls, parts: "Iterable[Extension]") -> "Extension":
        """What changes by several, one after the other."""
        whole = cls([], {}, {}, [])
        for part in parts:
            whole.edits.extend(part.edits)
            whole.waiting.update(part.waiting)
            whole.causes.update(part.causes)
            whole.parted.extend(part.parted)
        return whole


class _Contradiction(Exception):
    """An edge turns out to be wrong."""


class TimelineStore:
    """The timelines of all stored conversations; changed only inside a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.kept = LargeOrders(database)

    def extend(self, number: int, events: Sequence[Event]) -> Extension:
        """Add messages, all or none; return what changes.

        Raises `CycleError` if messages name each other in a cycle.
        """
        members = StoredMembers(self._database, number)
        new = members_of(self._database, events)
        found = None if self._is_distrusted(number) else self._join(number, members, new)
        if found is None:
            found = self._join_again(number, members, new)
            members = StoredMembers(self._database, number)
        return found._replace(waiting=_missing(members.timeline, events))

    def _join(
        self, number: int, members: StoredMembers, new: Sequence[SignedMember]
    ) -> Extension | None:
        """Add messages one by one; None if what is new contradicts edges that were inferred."""
        timeline = members.timeline
        length = len(timeline)
        edits: list[Edit] = []
        arrivals: list[JoiningEdges] = []
        try:
            with timeline.all_or_none({each.key for each in new}):
                for each in new:
                    if (arrival := members.arrival(each)) is None:
                        raise _Contradiction
                    edits += timeline.add(*arrival)
                    put_members(self._database, [(number, each.key)])
                    arrivals.append(arrival)
        except (_Contradiction, CycleError):
            return None
        touched = {
            key for each in arrivals for key in (each.key, *timeline.edges(each.key).effects)
        }
        every = {key: timeline.edges(key).causes for key in touched}
        parted = [edge for each in arrivals for edge in each.without]
        timeline.save()
        causes = {key: tuple(each) for key, each in self.causes(number, list(touched)).items()}
        parted += [(one, key) for key in touched for one in every[key] if one not in causes[key]]
        return Extension(merge_edits(edits, length), {}, causes, parted)

    def _join_again(
        self, number: int, members: StoredMembers, new: Sequence[SignedMember]
    ) -> Extension:
        """Find all edges again, those of new messages included. Raises `CycleError`."""
        old = list(members.timeline)
        before = {key: members.timeline.edges(key).causes for key in old}
        causes, laid = self._laid(number, [*members.all(), *new], members.root)
        for table in ("blocks", "levels", "events", "causes"):
            self._database.execute(f"DELETE FROM {table} WHERE timeline = ?", (number,))
        write(self._database.conn, {number: laid})
        put_members(self._database, ((number, each.key) for each in new))
        places = {key: place for place, key in enumerate(old)}
        edits = fewest_edits((places[key], 1) if key in places else key for key in laid.order())
        shown = {key: tuple(each) for key, each in self.causes(number, list(causes)).items()}
        parted = [(one, key) for key in old for one in before[key] if one not in shown[key]]
        return Extension(edits, {}, shown, parted)

    def _laid(
        self, number: int, members: Sequence[SignedMember], root: str
    ) -> tuple[dict[str, tuple[str, ...]], BulkTimeline]:
        """The causes and the order of all members. Raises `CycleError`."""
        for distrusted in (False, True):
            causes = causes_among(members, root, distrusted)
            try:
                laid = lay(causes.items())
            except CycleError:
                if distrusted:
                    raise
                continue
            self._database.execute(
                "UPDATE conversations SET distrusted = ?1 WHERE id = ?2 AND distrusted <> ?1",
                (distrusted, number),
            )
            break
        return causes, laid

    def _is_distrusted(self, number: int) -> bool:
        question = "SELECT distrusted FROM conversations WHERE id = ?"
        row = self._database.execute(question, (number,)).fetchone()
        return bool(row and row[0])

    def put(
        self, conversations: Mapping[int, Sequence[Event]], new: Collection[int]
    ) -> set[Refused]:
        """Add messages to many conversations, some of them `new`, without returning edits.

        A message that closes a cycle is left out and returned.
        """
        self.kept.forget(number for number in conversations if number not in new)
        laid: dict[int, BulkTimeline] = {}
        refused: set[Refused] = set()
        roots = self._roots(new)
        for number, events in conversations.items():
            if number in new:
                members = members_of(self._database, events)
                try:
                    _, laid[number] = self._laid(number, members, roots[number])
                    continue
                except CycleError:
                    pass
            refused.update((number, key) for key in self._add(number, events))
        write(self._database.conn, laid)
        joined = ((number, key) for number in laid for key, _ in conversations[number])
        put_members(self._database, joined)
        return refused

    def _add(self, number: int, events: Sequence[Event]) -> list[str]:
        """Add messages to a conversation; return those that close a cycle."""
        try:
            self.extend(number, events)
        except CycleError:
            if len(events) == 1:
                return [events[0][0]]
            return [key for event in events for key in self._add(number, [event])]
        return []

    def _roots(self, numbers: Collection[int]) -> dict[int, str]:
        return {
            number: root
            for marks, some in in_chunks(list(numbers))
            for number, root in self._database.execute(
                f"SELECT id, root FROM conversations WHERE id IN ({marks})", some
            )
        }

    def first_title(self, number: int) -> str:
        """The title of the first text in an order."""
        keys = StoredTimeline(self._database.conn, number).names(0, MOST_READ)
        return first_title(content_of(value) for value in self._values(keys))

    def _values(self, keys: Iterable[str]) -> Iterator[str]:
        for key in keys:
            yield from next(
                self._database.execute("SELECT value FROM messages WHERE key = ?", (key,)), ()
            )

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
        """The causes and effects of each of these that are shown; ghosts have effects, too."""
        after = self._pairs(number, keys, "cause", "effect")
        before = self.causes(number, list({*keys, *(effect for _, effect in after)}))
        effects: dict[str, list[str]] = {}
        for key, effect in after:
            if key in before[effect]:
                effects.setdefault(key, []).append(effect)
        return {key: Edges(tuple(before[key]), tuple(effects.get(key, ()))) for key in keys}

    def causes(self, number: int, keys: Sequence[str]) -> dict[str, list[str]]:
        """The causes of each of these that are shown (`engine.tangle.causes.shown_causes`)."""
        found: dict[str, list[ShownCause]] = {}
        for marks, some in in_chunks(keys):
            rows = self._database.execute(
                SHOWN.format(chosen=f"effects.name IN ({marks})"), (number, *some)
            )
            for key, *cause in rows:
                found.setdefault(key, []).append(ShownCause._make(cause))
        root = self._roots([number]).get(number, "")
        return {key: shown_causes(found.get(key, ()), root) for key in keys}

    def all_causes(self, number: int, keys: Sequence[str]) -> dict[str, list[str]]:
        """All causes of each of these."""
        found: dict[str, list[str]] = {key: [] for key in keys}
        for key, cause in self._pairs(number, keys, "effect", "cause"):
            found[key].append(cause)
        return found

    def _pairs(
        self, number: int, keys: Sequence[str], near: str, far: str
    ) -> list[tuple[str, str]]:
        """Some events, each with one that it is joined to, from column `near` to column `far`."""
        found: list[tuple[str, str]] = []
        for marks, some in in_chunks(keys):
            # A cross join makes SQLite start at these few names, not at all causes.
            found += self._database.execute(
                f"""SELECT here.name, there.name FROM events AS here
                CROSS JOIN causes ON causes.timeline = ?1 AND causes.{near} = here.event
                CROSS JOIN events AS there
                    ON there.timeline = ?1 AND there.event = causes.{far}
                WHERE here.timeline = ?1 AND here.name IN ({marks})
                ORDER BY there.name""",
                (number, *some),
            )
        return found

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
