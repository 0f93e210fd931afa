"""The orders of stored conversations: each is sorted by the ranks of its members, in blocks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tanglescope.engine.linear.edits import ListEdit
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.linear.walk import ranks_without_cycles
from tanglescope.engine.message.message import content_of
from tanglescope.engine.store.arrivals.changes import lost_edges
from tanglescope.engine.store.conversations.table import MOST_LOOKED_AT
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import (
    FEW,
    SHOWN,
    Missing,
    OrderedMembers,
    RankedMembers,
    StoredMembers,
    StoredMessagePlace,
    cause_of,
    places_of,
    put_ranked,
    remove_members,
)
from tanglescope.engine.store.orders.order_blocks import OrderBlocks
from tanglescope.engine.tangle.causes import (
    JoiningEdges,
    ShownCause,
    SignedMember,
    causes_among,
    shown_causes,
)
from tanglescope.engine.tangle.titles import MOST_READ, first_title

Event = tuple[str, Sequence[str]]
"""A message's key and the causes that it names."""

Naming = tuple[StoredMessagePlace, Sequence[str]]
"""A message and the causes that it names."""

Refused = tuple[int, str]
"""The number of a conversation, and a message that was refused there."""


class Extension(NamedTuple):
    """What changes when messages join a conversation.

    `waiting` are the missing causes of the new messages, `causes` all causes of the new ones and of
    those that come after them without naming them. `removed_edges`, each a cause and an effect, are
    replaced by others.
    """

    edits: list[ListEdit]
    waiting: Missing
    causes: dict[str, tuple[str, ...]]
    removed_edges: list[tuple[str, str]]

    @classmethod
    def of(cls, parts: "Iterable[Extension]") -> "Extension":
        """What changes by several, one after the other."""
        whole = cls([], {}, {}, [])
        for part in parts:
            whole.edits.extend(part.edits)
            whole.waiting.update(part.waiting)
            whole.causes.update(part.causes)
            whole.removed_edges.extend(part.removed_edges)
        return whole


class _Contradiction(Exception):
    """An edge turns out to be wrong."""


class TimelineStore:
    """The orders of all stored conversations; changed only inside a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def members(self, number: int) -> OrderedMembers:
        """The members of a conversation."""
        return OrderedMembers(self._database, number)

    def extend(self, number: int, events: Sequence[Event]) -> Extension:
        """Add messages, all or none; return what changes.

        Raises `CycleError` if messages name each other in a cycle.
        """
        members = StoredMembers(self._database, number)
        places = places_of(self._database, (key for key, _ in events))
        new = [(places[key], named) for key, named in events]
        found = None
        if not (self._ignores_sequences(number) or self._is_cheaper_again(number, len(new))):
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
                edits = members.sort({place.number: place.written.key for place, _ in new})
        except (_Contradiction, CycleError):
            return None
        keys = [each.key for each in arrivals]
        effects = members.effects(keys).values()
        touched = list({*keys, *(effect for each in effects for effect in each)})
        every = members.causes(touched)
        causes = {key: tuple(each) for key, each in self.causes(number, touched).items()}
        removed_edges = [edge for each in arrivals for edge in each.without]
        removed_edges += lost_edges(every, causes)
        return Extension(edits, {}, causes, removed_edges)

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
        old, former = members.all(), members.blocks.numbers()
        before = members.causes(each.key for each in old)
        every = [*old, *(place.member(named) for place, named in new)]
        ranked = self._rank(number, every, members.root)
        remove_members(self._database, number)
        put_ranked(self._database, {number: ranked}, places_of(self._database, ranked.causes))
        edits = members.edits_between(former, members.blocks.numbers())
        shown = {key: tuple(each) for key, each in self.causes(number, list(ranked.causes)).items()}
        return Extension(edits, {}, shown, [*lost_edges(before, shown)])

    def _rank(self, number: int, members: Sequence[SignedMember], root: str) -> RankedMembers:
        """The causes and ranks of all members. Raises `CycleError`."""
        ranked, ignores_sequences = rank_members(members, root)
        self._database.execute(
            "UPDATE conversations SET ignores_sequences = ?1"
            " WHERE id = ?2 AND ignores_sequences <> ?1",
            (ignores_sequences, number),
        )
        return ranked

    def _is_cheaper_again(self, number: int, new: int) -> bool:
        """Whether to find all edges again: 25 us for each member, against 140 us for a new one."""
        return new > FEW and 4 * new >= len(OrderBlocks(self._database, number))

    def _ignores_sequences(self, number: int) -> bool:
        question = "SELECT ignores_sequences FROM conversations WHERE id = ?"
        row = self._database.execute(question, (number,)).fetchone()
        return bool(row and row[0])

    def put(
        self, conversations: Mapping[int, Sequence[Event]], new: Collection[int]
    ) -> set[Refused]:
        """Add messages to many conversations, some of them `new`, without returning edits.

        A message that closes a cycle is left out and returned.
        """
        ranked: dict[int, RankedMembers] = {}
        refused: set[Refused] = set()
        roots = self._roots(new)
        places = places_of(
            self._database, (key for number in roots for key, _ in conversations.get(number, ()))
        )
        for number, events in conversations.items():
            if number in new:
                members = [places[key].member(named) for key, named in events]
                try:
                    ranked[number] = self._rank(number, members, roots[number])
                    continue
                except CycleError:
                    pass
            refused.update((number, key) for key in self._add(number, events))
        put_ranked(self._database, ranked, places)
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
        question = "SELECT id, root FROM conversations WHERE id IN ({marks})"
        return dict(self._database.among(question, numbers))

    def first_title(self, number: int) -> str:
        """The title of the first text in an order."""
        numbers = OrderBlocks(self._database, number).beginning(MOST_READ)
        rows = self._database.execute(
            "SELECT messages.value FROM json_each(?) AS wanted"
            " CROSS JOIN messages ON messages.id = wanted.value ORDER BY wanted.key",
            (str(list(numbers)),),
        )
        return first_title(content_of(value) for (value,) in rows)

    def first_writers(self, number: int) -> tuple[str, ...]:
        """The authors of the first messages of a conversation, as these arrived."""
        numbers = OrderBlocks(self._database, number).beginning(MOST_LOOKED_AT)
        rows = self._database.execute(
            "SELECT feeds.key FROM json_each(?) AS wanted"
            " CROSS JOIN nodes ON nodes.id = wanted.value"
            " CROSS JOIN feeds ON feeds.id = author ORDER BY nodes.id",
            (str(list(numbers)),),
        )
        return tuple(dict.fromkeys(feed for (feed,) in rows))

    def edges(self, number: int, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these that are shown; ghosts have effects, too."""
        after = self.members(number).effects(keys)
        every = {*keys, *(effect for each in after.values() for effect in each)}
        before = self.causes(number, list(every))
        effects = {key: [each for each in after[key] if key in before[each]] for key in keys}
        return {key: Edges(tuple(before[key]), tuple(effects[key])) for key in keys}

    def causes(self, number: int, keys: Sequence[str]) -> dict[str, list[str]]:
        """The causes of each of these that are shown (`engine.tangle.causes.shown_causes`)."""
        found: dict[str, list[ShownCause]] = {}
        wanted = as_json(keys)
        for key, cause, *facts in self._database.execute(_SHOWN, (number, wanted)):
            found.setdefault(key, []).append(ShownCause(cause_of(cause), *facts))
        root = self._roots([number]).get(number, "")
        return {key: shown_causes(found.get(key, ()), root) for key in keys}


_SHOWN = SHOWN.format(
    effects="json_each(?2) AS wanted CROSS JOIN messages AS effects ON effects.key = wanted.value"
)


def rank_members(members: Sequence[SignedMember], root: str) -> tuple[RankedMembers, bool]:
    """The causes and ranks of all members, and whether sequence numbers are ignored.

    Raises `CycleError` if what is named comes in a cycle.
    """
    for ignores_sequences in (False, True):
        causes = causes_among(members, root, ignores_sequences)
        try:
            return RankedMembers(causes, ranks_without_cycles(causes)), ignores_sequences
        except CycleError:
            if ignores_sequences:
                raise
    raise AssertionError
