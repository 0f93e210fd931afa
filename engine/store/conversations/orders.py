"""The orders of stored conversations: each is sorted by the ranks of its members, in blocks."""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from typing import NamedTuple

import orjson

from engine.linear.edit_script import edits_between
from engine.linear.edits import Edit
from engine.linear.errors import CycleError
from engine.linear.horizon import Edges, Horizon, horizon
from engine.linear.walk import causes_first, ranks_without_cycles
from engine.message.message import content_of
from engine.store.conversations.table import MOST_LOOKED_AT
from engine.store.files.sqlite import Database, in_chunks
from engine.store.messages import MessagePlace
from engine.store.orders.members import (
    SHOWN,
    LaidConversation,
    StoredMembers,
    StoredMessagePlace,
    cause_of,
    places_of,
    put_laid,
    remove_members,
)
from engine.store.orders.order_blocks import OrderBlocks, SortKey
from engine.store.orders.order_cache import LARGE, StoredKeys
from engine.tangle.causes import JoiningEdges, ShownCause, SignedMember, causes_among, shown_causes
from engine.tangle.titles import MOST_READ, first_title

MOST_RAISED = 2000
"""The number of messages whose ranks are raised one by one; otherwise all are computed again."""

_FEW = 50
"""The number of messages that join one by one in any case."""

Event = tuple[str, Sequence[str]]
"""A message's key and the causes that it names."""

Naming = tuple[StoredMessagePlace, Sequence[str]]
"""A message and the causes that it names."""

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
    """The orders of all stored conversations; changed only inside a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def extend(self, number: int, events: Sequence[Event]) -> Extension:
        """Add messages, all or none; return what changes.

        Raises `CycleError` if messages name each other in a cycle.
        """
        members = StoredMembers(self._database, number)
        places = places_of(self._database, (key for key, _ in events))
        new = [(places[key], named) for key, named in events]
        found = None
        if not (self._is_distrusted(number) or self._is_cheaper_again(number, len(new))):
            found = self._join(number, members, new)
        if found is None:
            found = self._join_again(number, members, new)
        named = members.numbers(cause for _, causes in events for cause in causes)
        waits = (
            (key, sorted({cause for cause in causes if cause not in named}))
            for key, causes in events
        )
        return found._replace(waiting={key: tuple(missing) for key, missing in waits if missing})

    def _join(self, number: int, members: StoredMembers, new: Sequence[Naming]) -> Extension | None:
        """Add messages one by one; None if what is new contradicts edges that were inferred."""
        arrivals: list[JoiningEdges] = []
        try:
            with self._all_or_none():
                for place, named in new:
                    if (arrival := members.arrival(place.member(named))) is None:
                        raise _Contradiction
                    members.add(arrival, place)
                    arrivals.append(arrival)
                edits = self._sort(number, members, new)
        except (_Contradiction, CycleError):
            return None
        keys = [each.key for each in arrivals]
        touched = list({*keys, *(effect for _, effect in self._pairs(_EFFECTS, number, keys))})
        every = self.all_causes(number, touched)
        causes = {key: tuple(each) for key, each in self.causes(number, touched).items()}
        parted = [edge for each in arrivals for edge in each.without]
        parted += [(one, key) for key in touched for one in every[key] if one not in causes[key]]
        return Extension(edits, {}, causes, parted)

    def _sort(self, number: int, members: StoredMembers, new: Sequence[Naming]) -> list[Edit]:
        """Write the ranks of new members, and the raised ones of others; return the edits."""
        names = {place.number: place.written.key for place, _ in new}
        if (ranks := _raised_ranks(members, names)) is None:
            before, every = members.all_ranks(), ranks_without_cycles(members.all_causes())
            members.rank({each: rank for each, rank in every.items() if rank != before[each]})
            blocks = OrderBlocks(self._database, number)
            former = blocks.numbers()
            blocks.write(self.sorted_out(number))
            return self._edits_from(number, former)
        stored = members.sort_keys(ranks.keys() - names.keys())
        called = names | {each: place.key for each, place in stored.items()}
        keys = {each: SortKey(ranks[each], 0, key) for each, key in called.items()}
        blocks = OrderBlocks(self._database, number)
        edits = blocks.sort(keys, None, names, members.sort_keys)
        members.rank(ranks)
        return edits

    def _edits_from(self, number: int, before: "array[int]") -> list[Edit]:
        """The edits from a former order to the stored one."""
        after = OrderBlocks(self._database, number).numbers()
        return edits_between(before, after, StoredKeys(self._database, after).names)

    def sorted_out(self, number: int) -> "array[int]":
        """The order computed from stored ranks and keys."""
        rows = self._database.execute(
            "SELECT message FROM members CROSS JOIN messages ON id = message"
            " WHERE conversation = ? ORDER BY rank, key",
            (number,),
        )
        return array("i", (message for (message,) in rows))

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """Undo all additions if an exception is raised in the context."""
        if not self._database.conn.in_transaction:
            # Releasing a savepoint outside of a transaction would commit.
            self._database.execute("BEGIN")
        self._database.execute("SAVEPOINT additions")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK TO additions")
            raise
        finally:
            self._database.execute("RELEASE additions")

    def _join_again(self, number: int, members: StoredMembers, new: Sequence[Naming]) -> Extension:
        """Find all edges again, those of new messages included. Raises `CycleError`."""
        old, former = members.all(), OrderBlocks(self._database, number).numbers()
        before = self.all_causes(number, [each.key for each in old])
        every = [*old, *(place.member(named) for place, named in new)]
        laid = self._laid(number, every, members.root)
        remove_members(self._database, number)
        put_laid(self._database, {number: laid}, places_of(self._database, laid.causes))
        edits = self._edits_from(number, former)
        shown = {key: tuple(each) for key, each in self.causes(number, list(laid.causes)).items()}
        parted = [(one, key) for key in before for one in before[key] if one not in shown[key]]
        return Extension(edits, {}, shown, parted)

    def _laid(self, number: int, members: Sequence[SignedMember], root: str) -> LaidConversation:
        """The causes and ranks of all members. Raises `CycleError`."""
        laid, distrusted = lay(members, root)
        self._database.execute(
            "UPDATE conversations SET distrusted = ?1 WHERE id = ?2 AND distrusted <> ?1",
            (distrusted, number),
        )
        return laid

    def _is_cheaper_again(self, number: int, new: int) -> bool:
        """Whether to find all edges again: 25 us for each member, against 140 us for a new one."""
        return new > _FEW and 4 * new >= len(OrderBlocks(self._database, number))

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
        laid: dict[int, LaidConversation] = {}
        refused: set[Refused] = set()
        roots = self._roots(new)
        places = places_of(
            self._database, (key for number in roots for key, _ in conversations.get(number, ()))
        )
        for number, events in conversations.items():
            if number in new:
                members = [places[key].member(named) for key, named in events]
                try:
                    laid[number] = self._laid(number, members, roots[number])
                    continue
                except CycleError:
                    pass
            refused.update((number, key) for key in self._add(number, events))
        put_laid(self._database, laid, places)
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
        keys = StoredKeys(self._database, OrderBlocks(self._database, number).beginning(MOST_READ))
        return first_title(content_of(value) for value in self._values(keys))

    def _values(self, keys: Iterable[str]) -> Iterator[str]:
        for key in keys:
            yield from next(
                self._database.execute("SELECT value FROM messages WHERE key = ?", (key,)), ()
            )

    def first_writers(self, number: int) -> tuple[str, ...]:
        """The authors of the first messages of a conversation, as these arrived."""
        numbers = OrderBlocks(self._database, number).beginning(MOST_LOOKED_AT)
        rows = self._database.execute(
            "SELECT feeds.key FROM json_each(?) AS wanted"
            " CROSS JOIN messages ON messages.id = wanted.value"
            " CROSS JOIN feeds ON feeds.id = author ORDER BY messages.id",
            (str(list(numbers)),),
        )
        return tuple(dict.fromkeys(feed for (feed,) in rows))

    def holding(self, number: int, keys: Iterable[str]) -> set[str]:
        """The messages that are in the order; ghosts aren't."""
        return set(StoredMembers(self._database, number).numbers(keys))

    def keys(self, number: int) -> Sequence[str]:
        """The stored order; nothing is sorted."""
        keys = StoredKeys(self._database, OrderBlocks(self._database, number).numbers())
        return keys if len(keys) >= LARGE else list(keys)

    def waiting(self, number: int) -> Missing:
        """All causes that aren't in the timeline, by the messages that name them."""
        rows = self._database.execute(
            # Keys are greater than all numbers.
            "SELECT key, cause FROM edges CROSS JOIN messages ON id = effect"
            " WHERE conversation = ? AND cause >= '' ORDER BY cause",
            (number,),
        )
        waiting: dict[str, list[str]] = {}
        for effect, ghost in rows:
            waiting.setdefault(effect, []).append(ghost)
        return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}

    def edges(self, number: int, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these that are shown; ghosts have effects, too."""
        after = self._pairs(_EFFECTS, number, keys)
        before = self.causes(number, list({*keys, *(effect for _, effect in after)}))
        effects: dict[str, list[str]] = {}
        for key, effect in after:
            if key in before[effect]:
                effects.setdefault(key, []).append(effect)
        return {key: Edges(tuple(before[key]), tuple(effects.get(key, ()))) for key in keys}

    def causes(self, number: int, keys: Sequence[str]) -> dict[str, list[str]]:
        """The causes of each of these that are shown (`engine.tangle.causes.shown_causes`)."""
        found: dict[str, list[ShownCause]] = {}
        wanted = orjson.dumps(keys).decode()
        for key, cause, *facts in self._database.execute(_SHOWN, (number, wanted)):
            found.setdefault(key, []).append(ShownCause(cause_of(cause), *facts))
        root = self._roots([number]).get(number, "")
        return {key: shown_causes(found.get(key, ()), root) for key in keys}

    def all_causes(self, number: int, keys: Sequence[str]) -> dict[str, list[str]]:
        """All causes of each of these."""
        found: dict[str, list[str]] = {key: [] for key in keys}
        for key, cause in self._pairs(_CAUSES, number, keys):
            found[key].append(cause_of(cause))
        return found

    def _pairs(self, question: str, number: int, keys: Iterable[str]) -> list[tuple[str, str]]:
        """Messages and ghosts, each with one of its causes or effects."""
        wanted = orjson.dumps(list(keys)).decode()
        return self._database.execute(question, (number, wanted)).fetchall()

    def place(self, number: int, key: str) -> MessagePlace | None:
        """The position of a message; None if it isn't in the order."""
        members = StoredMembers(self._database, number)
        for found in members.numbers([key]).values():
            place = members.sort_keys([found])[found]
            blocks = OrderBlocks(self._database, number)
            position = blocks.position(found, place.adjusted, members.sort_keys)
            if position is not None:
                return MessagePlace(position, len(blocks), int(place.adjusted))
        return None

    def horizon(self, number: int, key: str) -> Horizon | None:
        """The past and the future of a message or ghost; None if it is unknown."""
        here = StoredMembers(self._database, number).numbers([key]).get(key)
        ghosts = {ghost for causes in self.waiting(number).values() for ghost in causes}
        if here is None and key not in ghosts:
            return None
        start = key if here is None else here
        past = self._reach(number, start, "effect", "cause")
        future = self._reach(number, start, "cause", "effect")
        return horizon(key, past, future, ghosts, len(OrderBlocks(self._database, number)))

    def _reach(self, number: int, start: int | str, near: str, far: str) -> frozenset[str]:
        """The names of all events reachable along edges, from column `near` to column `far`."""
        rows = self._database.execute(
            f"""WITH RECURSIVE reached(event) AS (
                SELECT {far} FROM edges WHERE conversation = :number AND {near} = :start
                UNION
                SELECT edges.{far} FROM reached
                JOIN edges ON conversation = :number AND edges.{near} = reached.event
            )
            SELECT ifnull(key, event) FROM reached LEFT JOIN messages ON id = event""",
            {"number": number, "start": start},
        )
        return frozenset(name for (name,) in rows)


_SHOWN = SHOWN.format(
    effects="json_each(?2) AS wanted CROSS JOIN messages AS effects ON effects.key = wanted.value"
)

_CAUSES = """SELECT here.key, ifnull(there.key, cause) FROM json_each(?2) AS wanted
    CROSS JOIN messages AS here ON here.key = wanted.value
    CROSS JOIN edges ON conversation = ?1 AND effect = here.id
    LEFT JOIN messages AS there ON there.id = cause ORDER BY 2"""

_EFFECTS = """SELECT wanted.value, there.key FROM json_each(?2) AS wanted
    LEFT JOIN messages AS here ON here.key = wanted.value
    CROSS JOIN edges ON conversation = ?1 AND cause IN (wanted.value, here.id)
    CROSS JOIN messages AS there ON there.id = effect ORDER BY 2"""


def _new_ranks(members: StoredMembers, new: Collection[int]) -> dict[int, int] | None:
    """The ranks of new members among themselves and earlier ones; None if there is a cycle."""
    causes: dict[int, list[int]] = {number: [] for number in new}
    ranks = dict.fromkeys(new, 0)
    for effect, cause, rank in members.ranked_causes(new):
        if cause in causes:
            causes[effect].append(cause)
        else:
            ranks[effect] = max(ranks[effect], rank + 1)
    order = causes_first(causes)
    for number in order:
        ranks[number] = max([ranks[number], *(1 + ranks[cause] for cause in causes[number])])
    return ranks if len(order) == len(ranks) else None


def _raised_ranks(members: StoredMembers, new: Collection[int]) -> dict[int, int] | None:
    """The ranks of new members, and the raised ranks of others.

    None if too many would have to be raised one by one, or if there is a cycle.
    """
    if (ranks := _new_ranks(members, new)) is None:
        return None
    waiting: list[tuple[int, int]] = []
    raised = list(ranks)
    for _ in range(MOST_RAISED):
        for number in raised:
            for effect, stored in members.ranked_effects(number):
                if ranks.get(effect, stored) <= ranks[number]:
                    heappush(waiting, (ranks[number] + 1, effect))
        if not waiting:
            return ranks
        rank, number = heappop(waiting)
        raised = [number] if ranks.get(number, -1) < rank else []
        ranks.update(dict.fromkeys(raised, rank))
    return None


def lay(members: Sequence[SignedMember], root: str) -> tuple[LaidConversation, bool]:
    """The causes and ranks of all members, and whether sequence numbers are distrusted.

    Raises `CycleError` if what is named comes in a cycle.
    """
    for distrusted in (False, True):
        causes = causes_among(members, root, distrusted)
        try:
            return LaidConversation(causes, ranks_without_cycles(causes)), distrusted
        except CycleError:
            if distrusted:
                raise
    raise AssertionError
