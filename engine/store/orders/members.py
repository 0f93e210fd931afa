"""The members of stored conversations with their ranks, and what each comes after.

From the members of an author and from what messages name follow their causes
(`engine.tangle.causes`). The order of a conversation is by (rank, key).

| table | one row is |
|---|---|
| `members` | a message in a conversation, by its place in the feed of its author |
| `edges` | a member coming after a message: its number, or its key if it isn't a member |
"""

from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import compress, count, groupby
from math import inf
from operator import attrgetter
from typing import Any, NamedTuple

import orjson

from tanglescope.engine.linear.edits import Edit, ListEdit
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.horizon import CauseReason, Edges, Horizon, ProvenCause, horizon
from tanglescope.engine.linear.walk import causes_first, ranks_without_cycles
from tanglescope.engine.message.message import content_of
from tanglescope.engine.store.arrivals.changes import edits_of_lists
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.order_blocks import OrderBlocks, SortKey, put_orders
from tanglescope.engine.store.orders.order_cache import StoredKeys, keys_of
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.tangle.causes import (
    JoiningEdges,
    SignedMember,
    Written,
    latest_earlier,
    leads,
)
from tanglescope.engine.tangle.rules import Admitted, RuleEntry, rule_of

_INSERT = "INSERT INTO members (conversation, author, sequence, message, rank)"
_CONNECT = "INSERT OR IGNORE INTO edges (conversation, cause, effect) VALUES (?, ?, ?)"

_SEQUENCE = attrgetter("sequence")

FEW = 50
"""The number of members that join one by one in any case."""

MOST_RAISED = 2000
"""The number of messages whose ranks are raised one by one; otherwise all are computed again."""

Missing = dict[str, tuple[str, ...]]
"""The causes of messages that aren't in the order, by name."""


def cause_of(found: object) -> str:
    """A cause that was found. Raises `LookupError` for a number without a message."""
    if isinstance(found, str):
        return found
    raise LookupError(f"the message number {found} is missing")


def is_member(conversation: str, message: str = "messages") -> str:
    """The condition, in SQL, that joins a classic message to its row among members."""
    return (
        f"members.conversation = {conversation} AND members.author = {message}.author"
        f" AND members.sequence = {message}.sequence AND members.message = {message}.id"
    )


SHOWN = """SELECT effects.key, ifnull(there.key, cause), EXISTS (
        SELECT 1 FROM links WHERE links.message = effects.id
            AND links.target = ifnull(there.key, cause)
            AND (links.kind = 'branch' OR links.kind LIKE 'tangle:%')
    ), typeof(cause) = 'integer' FROM {effects}
    CROSS JOIN edges ON edges.conversation = ?1 AND edges.effect = effects.id
    LEFT JOIN messages AS there ON there.id = cause ORDER BY 2"""
"""Messages with their causes, whether they name them, and whether these are members.

`effects` are joins in SQL that lead to `messages AS effects`.
"""

_WRITTEN = """SELECT messages.key, members.sequence, previous FROM members
    CROSS JOIN messages ON messages.id = members.message
    WHERE conversation = ? AND members.author = ? AND members.sequence"""


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """A message's position among `events` messages, and its rank; both count from 0.

    It has no rank in an order that isn't by rank.
    """

    position: int
    events: int
    rank: int | None = None


class NumberedEdges(NamedTuple):
    """Edges: the numbers of their causes, and of their effects."""

    causes: "array[int]"
    effects: "array[int]"


class StoredMessagePlace(NamedTuple):
    """The number of a stored message, that of its author, and its place in their feed."""

    number: int
    author: int
    written: Written

    def member(self, named: Sequence[str]) -> SignedMember:
        """The message as a member that names others."""
        return SignedMember(self.written, self.author, named)


def places_of(database: Database, keys: Iterable[str]) -> dict[str, StoredMessagePlace]:
    """The known ones of some messages."""
    return {
        key: StoredMessagePlace(number, author, Written(key, sequence, previous))
        for key, number, author, sequence, previous in database.among(
            "SELECT key, id, author, sequence, previous FROM messages WHERE key IN ({marks})", keys
        )
    }


_ROWS = (
    "nodes CROSS JOIN members ON (members.conversation, members.author, members.sequence,"
    " members.message) = (?1, {place}, nodes.id)"
)
"""Joins, in SQL, nodes to their rows among members, by their places in feeds."""


class OrderedMembers:
    """The members of the conversation with a number, their edges, and their order by rank and key.

    They are changed only inside a transaction. `graph` is the number of the graph that its nodes
    belong to, if it is one.
    """

    step = 1
    """The least difference between the ranks of a cause and an effect."""

    rows = _ROWS.format(place="nodes.author, nodes.sequence")
    """Joins, in SQL, the conversation `?1` to its messages, of which each has a `rank`."""

    moment = "0"
    """The own time of a message in SQL, if messages of equal rank are in that order."""

    def __init__(
        self, database: Database, number: int, graph: int = 0, *, is_ranked: bool = True
    ) -> None:
        self._database = database
        self.number = number
        self.is_ranked = is_ranked
        """Whether its order is by rank; another one is written as a whole."""
        self.blocks = OrderBlocks(database, number, self.sort_keys)
        self._graph = graph

    def __len__(self) -> int:
        """The number of members."""
        return self._database.number(
            "SELECT count(*) FROM members WHERE conversation = ?", (self.number,)
        )

    def numbers(self, keys: Iterable[str]) -> dict[str, int]:
        """The numbers of those messages that are members."""
        question = f"SELECT key, id FROM {self.rows} WHERE key IN ({{marks}})"
        return dict(self._database.among(question, keys, self.number))

    def sort_keys(self, numbers: Iterable[int]) -> dict[int, SortKey]:
        """The stored ranks and the keys of members, by their numbers."""
        question = f"SELECT id, rank, {self.moment}, key FROM {self.rows} WHERE id IN ({{marks}})"
        rows = self._database.among(question, numbers, self.number)
        return {number: SortKey(*key) for number, *key in rows}

    def keys(self) -> Sequence[str]:
        """The stored order; nothing is sorted."""
        return keys_of(self._database, self.blocks.numbers(), self._graph)

    def place(self, key: str) -> MessagePlace | None:
        """The position of a message; None if it isn't in the order."""
        for found in self.numbers([key]).values():
            rank = self.sort_keys([found])[found].adjusted
            position = (
                self.blocks.position(found, rank)
                if self.is_ranked
                else self._positions([found]).get(found)
            )
            if position is not None:
                return MessagePlace(position, len(self.blocks), int(rank) if self.step else None)
        return None

    def waiting(self) -> Missing:
        """All causes that aren't members, by the messages that name them."""
        rows = self._database.execute(
            # Keys are greater than all numbers.
            "SELECT key, cause FROM edges CROSS JOIN nodes ON id = effect"
            " WHERE conversation = ? AND cause >= '' ORDER BY cause",
            (self.number,),
        )
        waiting: dict[str, list[str]] = {}
        for effect, ghost in rows:
            waiting.setdefault(effect, []).append(ghost)
        return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}

    def ghosts_among(self, keys: Iterable[str]) -> list[str]:
        """Those of some missing messages that members come after."""
        return self._database.column(
            "SELECT value FROM json_each(?) WHERE EXISTS"
            " (SELECT 1 FROM edges WHERE conversation = ? AND cause = +value)",
            (as_json([*keys]), self.number),
        )

    def causes(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """All causes of each of these, by key."""
        found: dict[str, list[str]] = {key: [] for key in keys}
        for key, cause in self._pairs(_CAUSES, found):
            found[key].append(cause_of(cause))
        return found

    def effects(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """The direct effects of each of these and of ghosts, by key."""
        found: dict[str, list[str]] = {key: [] for key in keys}
        for key, effect in self._pairs(_EFFECTS, found):
            found[key].append(effect)
        return found

    def _pairs(self, question: str, keys: Iterable[str]) -> list[tuple[str, str]]:
        wanted = as_json(list(keys))
        return self._database.execute(question, (self.number, wanted)).fetchall()

    def edges_of(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; effects are in order, and ghosts have some."""
        causes, effects = self.causes(keys), self.effects(keys)
        several = (each for each in effects.values() if len(each) > 1)
        numbers = self.numbers(effect for each in several for effect in each)
        places: Mapping[int, Any] = (
            self.sort_keys(numbers.values())
            if self.is_ranked
            else self._positions(numbers.values())
        )

        def in_order(some: list[str]) -> list[str]:
            return sorted(some, key=lambda key: places[numbers[key]]) if len(some) > 1 else some

        return {key: Edges(tuple(causes[key]), tuple(in_order(effects[key]))) for key in keys}

    def _positions(self, numbers: Collection[int]) -> dict[int, int]:
        """The positions of members in an order that isn't by rank; new ones are at its end."""
        order = self.blocks.numbers() if numbers else array("i")
        wanted = set(numbers)
        # Mapped, not in a loop, which takes twice as long: all of the order is looked at.
        places = compress(count(), map(wanted.__contains__, order))
        return dict.fromkeys(wanted, len(order)) | {order[place]: place for place in places}

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message or ghost; None if it is unknown."""
        here = self.numbers([key]).get(key)
        ghosts = {ghost for causes in self.waiting().values() for ghost in causes}
        if here is None and key not in ghosts:
            return None
        start = key if here is None else here
        past, future = self._reach(start, "effect", "cause"), self._reach(start, "cause", "effect")
        return horizon(key, past, future, ghosts, len(self))

    def _reach(self, start: int | str, near: str, far: str) -> frozenset[str]:
        """The names of all events reachable along edges, from column `near` to column `far`."""
        # With `+`, numbers are compared as they are, as in the index.
        rows = self._database.execute(
            f"""WITH RECURSIVE reached(event) AS (
                SELECT {far} FROM edges WHERE conversation = :number AND {near} = :start
                UNION
                SELECT edges.{far} FROM reached
                JOIN edges ON conversation = :number AND edges.{near} = +reached.event
            )
            SELECT ifnull(key, event) FROM reached LEFT JOIN nodes ON id = event""",
            {"number": self.number, "start": start},
        )
        return frozenset(name for (name,) in rows)

    def all_ranks(self) -> dict[int, int]:
        """The stored ranks of all members."""
        rows = self._database.execute(
            "SELECT message, rank FROM members WHERE conversation = ?", (self.number,)
        )
        return {number: rank for number, rank in rows}  # noqa: C416 - other threads run meanwhile

    def all_causes(self, numbers: Iterable[int]) -> dict[int, list[int]]:
        """The causes of all members that are members, by number."""
        causes: dict[int, list[int]] = {number: [] for number in numbers}
        for cause, effect in zip(*self.numbered_edges(), strict=True):
            causes[effect].append(cause)
        return causes

    def numbered_edges(self) -> "NumberedEdges":
        """The edges between members."""
        # As two texts: row by row, many take ten times as long.
        ends = self._database.execute(
            "SELECT json_group_array(cause), json_group_array(effect) FROM edges"
            " WHERE conversation = ? AND typeof(cause) = 'integer'",
            (self.number,),
        ).fetchone()
        return NumberedEdges(*(array("i", orjson.loads(each)) for each in ends))

    # Writing, within a transaction of the caller

    def rank(self, ranks: Mapping[int, float]) -> None:
        """Write the ranks of some members."""
        places = self.places_in_feeds(ranks)
        self._database.conn.executemany(
            "UPDATE members SET rank = ?"
            " WHERE conversation = ? AND author = ? AND sequence = ? AND message = ?",
            [(rank, self.number, *places[number], number) for number, rank in ranks.items()],
        )

    def places_in_feeds(self, numbers: Collection[int]) -> Mapping[int, tuple[int, int]]:
        """The authors and sequence numbers under which messages are members."""
        question = "SELECT id, author, sequence FROM nodes WHERE id IN ({marks})"
        rows = self._database.among(question, numbers)
        return {number: (author, sequence) for number, author, sequence in rows}

    def sort(
        self,
        new: Mapping[int, str],
        among: int | None = None,
        *,
        with_edits: bool = True,
    ) -> list[ListEdit]:
        """Write the ranks of new members, and the raised ones of others; return the edits.

        `among` is the number of other members: if those are few, all ranks are found again. If it
        isn't ordered by rank, there are no edits. Raises `CycleError`.
        """
        are_many = among is not None and len(new) > max(FEW, among // 4)
        if are_many or (ranks := self.raised_ranks(new)) is None:
            before = self.all_ranks()
            every = ranks_without_cycles(self.all_causes(before))
            self.rank({each: rank for each, rank in every.items() if rank != before[each]})
            return self.replace(self.sorted_out(), with_edits=with_edits) if self.is_ranked else []
        if self.is_ranked:
            return [*self.edit(ranks, new)]
        self.rank(ranks)
        return []

    def edit(self, ranks: Mapping[int, float], new: Mapping[int, str]) -> list[Edit]:
        """Write new ranks, and edit the order accordingly. Raises `CycleError`."""
        stored = self.sort_keys(ranks)
        keys = {each: key._replace(adjusted=ranks[each]) for each, key in stored.items()}
        edits = self.blocks.sort(keys, self.tied_causes(ranks), new)
        self.rank(ranks)
        return edits

    def tied_causes(self, ranks: Mapping[int, float]) -> dict[int, list[int]] | None:
        """The causes of equal rank; None if there can't be any. Raises `CycleError`."""
        if self.step:
            return None
        causes: dict[int, list[int]] = {number: [] for number in ranks}
        for effect, cause, stored in self.ranked_causes(ranks):
            rank = ranks.get(cause, stored)
            if rank > ranks[effect]:  # this edge was left out because of a cycle
                raise CycleError([str(cause), str(effect)])
            if rank == ranks[effect]:
                causes[effect].append(cause)
        return causes

    def put(
        self,
        ranks: Mapping[str, int],
        causes: Mapping[str, Iterable[str]],
        numbers: Mapping[str, int],
    ) -> None:
        """Add members with their ranks, and what members come after."""
        named = {each for several in causes.values() for each in several}
        joining = {key: numbers[key] for key in ranks}
        places = self.places_in_feeds(joining.values())
        inside = self.numbers({*named, *causes} - joining.keys()) | joining
        self._database.conn.executemany(
            "UPDATE edges SET cause = ? WHERE conversation = ? AND cause = ?",
            [(joining[key], self.number, key) for key in self.ghosts_among(joining)],
        )
        self._database.conn.executemany(
            f"{_INSERT} VALUES (?, ?, ?, ?, ?)",
            [(self.number, *places[joining[key]], joining[key], ranks[key]) for key in joining],
        )
        put_edges(
            self._database,
            (
                (self.number, inside.get(cause, cause), inside[key])
                for key, each in causes.items()
                for cause in each
            ),
        )

    def replace_members(
        self,
        ranks: Mapping[str, int],
        causes: Mapping[str, Iterable[str]],
        numbers: Mapping[str, int],
    ) -> list[ListEdit]:
        """Replace all members; return the edits of the order."""
        remove_members(self._database, self.number, with_order=False)
        self.put(ranks, causes, numbers)
        return self.replace(self.sorted_out()) if self.is_ranked else []

    def replace(self, order: "array[int]", *, with_edits: bool = True) -> list[ListEdit]:
        """Replace the stored order; return the edits."""
        before = self.blocks.write(order)
        return self.edits_between(before, order) if with_edits else []

    def edits_between(self, before: "array[int]", after: "array[int]") -> list[ListEdit]:
        """The edits from one order to another."""
        return [
            *edits_of_lists(
                *(StoredKeys(self._database, each, self._graph) for each in (before, after))
            )
        ]

    def sorted_out(self) -> "array[int]":
        """The order computed from stored ranks and keys."""
        rows = self._database.execute(
            "SELECT message FROM members CROSS JOIN nodes ON id = message"
            " WHERE conversation = ? ORDER BY rank, key",
            (self.number,),
        )
        return array("i", (message for (message,) in rows))

    def raised_ranks(self, new: Collection[int]) -> dict[int, float] | None:
        """The ranks of new members, and the raised ranks of others.

        None if too many would have to be raised one by one, or if there is a cycle.
        """
        if (ranks := self._new_ranks(new)) is None:
            return None
        waiting: list[tuple[float, int]] = []
        raised = list(ranks)
        for _ in range(max(MOST_RAISED, len(new) // 4)):
            for cause, effect, stored in self.ranked_effects(raised) if raised else ():
                least = ranks[cause] + self.step
                # Where ranks may be equal, the position may change and the rank remain.
                if ranks[effect] < least if effect in ranks else stored <= ranks[cause]:
                    heappush(waiting, (least, effect))
            if not waiting:
                return ranks
            rank, number = heappop(waiting)
            raised = [number] if ranks.get(number, -inf) < rank else []
            ranks.update(dict.fromkeys(raised, rank))
        return None

    def _new_ranks(self, new: Collection[int]) -> dict[int, float] | None:
        """The ranks of new members among themselves and earlier ones; None if there is a cycle."""
        causes: dict[int, list[int]] = {number: [] for number in new}
        ranks = self.least_ranks(new)
        for effect, cause, rank in self.ranked_causes(new):
            if cause in causes:
                causes[effect].append(cause)
            else:
                ranks[effect] = max(ranks[effect], rank + self.step)
        order = causes_first(causes)
        for number in order:
            after = (ranks[cause] + self.step for cause in causes[number])
            ranks[number] = max([ranks[number], *after])
        return ranks if len(order) == len(ranks) else None

    def least_ranks(self, numbers: Collection[int]) -> dict[int, float]:
        """The ranks that messages would have without causes."""
        return dict.fromkeys(numbers, 0)

    def ranked_causes(self, numbers: Collection[int]) -> list[tuple[int, int, float]]:
        """Members by their numbers, each with one of its known causes and the rank of that."""
        return self._database.execute(
            "SELECT effect, cause, rank FROM json_each(?2) AS wanted"
            " CROSS JOIN edges ON edges.conversation = ?1 AND effect = wanted.value"
            f" AND typeof(cause) = 'integer' CROSS JOIN {self.rows}"
            " AND nodes.id = cause",
            (self.number, str(list(numbers))),
        ).fetchall()

    def ranked_effects(self, numbers: Collection[int]) -> list[tuple[int, int, float]]:
        """Members by their numbers, each with one of its direct effects and the rank of that."""
        return self._database.execute(
            "SELECT cause, effect, rank FROM json_each(?2) AS wanted"
            " CROSS JOIN edges ON edges.conversation = ?1 AND cause = wanted.value"
            f" CROSS JOIN {self.rows} AND nodes.id = effect",
            (self.number, str(list(numbers))),
        ).fetchall()


_CAUSES = """SELECT here.key, ifnull(there.key, cause) FROM json_each(?2) AS wanted
    CROSS JOIN nodes AS here ON here.key = wanted.value
    CROSS JOIN edges ON conversation = ?1 AND effect = here.id
    LEFT JOIN nodes AS there ON there.id = cause ORDER BY 2"""

_EFFECTS = """SELECT DISTINCT wanted.value, there.key FROM json_each(?2) AS wanted
    LEFT JOIN nodes AS here ON here.key = wanted.value
    CROSS JOIN edges ON conversation = ?1 AND cause IN (wanted.value, here.id)
    CROSS JOIN nodes AS there ON there.id = effect ORDER BY 2"""


class NodeMembers(OrderedMembers):
    """Members that aren't messages of feeds, so that these rows have neither author nor place."""

    rows = _ROWS.format(place="0, 0")

    def places_in_feeds(self, numbers: Collection[int]) -> Mapping[int, tuple[int, int]]:
        """The same place for all."""
        return dict.fromkeys(numbers, (0, 0))


class StoredMembers(OrderedMembers):
    """The members of a stored conversation of classic messages."""

    def __init__(self, database: Database, number: int) -> None:
        ((name, root),) = database.execute(
            "SELECT name, root FROM conversations WHERE id = ?", (number,)
        )
        super().__init__(database, number)
        self.root = root
        self._rule = rule_of(name)

    def all(self) -> list[SignedMember]:
        """All members."""
        rows = self._database.execute(
            "SELECT key FROM members CROSS JOIN messages ON messages.id = message"
            " WHERE conversation = ? ORDER BY message",
            (self.number,),
        )
        return self.members([key for (key,) in rows])

    def holds(self, key: str) -> bool:
        """Whether a message is here; a missing cause isn't."""
        return key in self.numbers([key])

    def edges(self, key: str) -> Edges:
        """The causes and effects of a member or a missing cause."""
        return Edges(tuple(self.causes([key])[key]), tuple(self.effects([key])[key]))

    def roots(self) -> list[str]:
        """The members without known causes."""
        return self._database.column(
            "SELECT key FROM members CROSS JOIN messages ON id = message"
            " WHERE conversation = ?1 AND rank = 0 AND NOT EXISTS (SELECT 1 FROM edges"
            " WHERE edges.conversation = ?1 AND effect = message AND typeof(cause) = 'integer')",
            (self.number,),
        )

    def descending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author, from a sequence number down."""
        return self._written_by("<= ? ORDER BY members.sequence DESC", author, sequence)

    def ascending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author above a sequence number, upwards."""
        return self._written_by("> ? ORDER BY members.sequence", author, sequence)

    def _written_by(self, condition: str, author: Hashable, sequence: int) -> Iterator[Written]:
        cursor = self._database.conn.execute(
            f"{_WRITTEN} {condition}", (self.number, author, sequence)
        )
        try:
            yield from map(Written._make, cursor)
        finally:
            cursor.close()

    def members(self, keys: Collection[str]) -> list[SignedMember]:
        """The members with these keys."""
        places = places_of(self._database, keys)
        return [
            places[key].member(admitted.causes if isinstance(admitted, Admitted) else ())
            for key, value in self._database.among(
                f"SELECT key, {as_ordered()} FROM messages WHERE key IN ({{marks}})", keys
            )
            for admitted in [self._rule.admit(RuleEntry(key, content_of(value)), self.root)]
        ]

    def arrival(self, new: SignedMember) -> JoiningEdges | None:
        """How a message joins; None if an edge must go that no path over the message replaces.

        That is so where it shows that a message before a gap isn't in the chain of one after it.
        """
        near = self._near(new)
        before, after = latest_earlier(near), latest_earlier([*near, new.written])
        for earlier in (before, after):
            earlier.pop(self.root, None)
        own = after.pop(new.key, None)
        moved = {key: before.get(key) for key, one in after.items() if before.get(key) != one}
        chain = after if own is None else {**after, new.key: own}
        if before.keys() - after.keys() or not all(leads(chain, *each) for each in moved.items()):
            return None
        causes = dict.fromkeys(new.named if own is None else (*new.named, own))
        causes.pop(new.key, None)
        is_root = new.key == self.root
        if not is_root and self.holds(self.root) and not any(map(self.holds, causes)):
            causes.setdefault(self.root)
        implied = moved if is_root else {*moved, *self.edges(new.key).effects}
        before_them = dict.fromkeys((*moved, *(self.roots() if is_root else ())))
        replaced = tuple(self._replaced_edges(implied, moved))
        return JoiningEdges(new.key, tuple(causes), tuple(before_them), replaced)

    def proven_causes(self, key: str) -> tuple[ProvenCause, ...]:
        """The causes of a member, each with all that proves it."""
        return tuple(each for member in self.members([key]) for each in self._prove_causes(member))

    def _prove_causes(self, member: SignedMember) -> Iterator[ProvenCause]:
        earlier = latest_earlier(self._near(member)).get(member.key)
        for cause in self.edges(member.key).causes:
            proofs = {
                CauseReason.NAMED: cause in member.named,
                CauseReason.ROOT: cause == self.root,
                CauseReason.FEED: cause == earlier,
            }
            yield ProvenCause(cause, tuple(proof for proof, holds in proofs.items() if holds))

    def _near(self, new: SignedMember) -> list[Written]:
        """The members by its author among which it decides who is whose latest earlier message.

        They reach down to the last one before a possible gap that is the only one with its sequence
        number, and up to the first such one, which is the last that a gap can reach over.
        """
        sequence = new.written.sequence
        rows: list[Written] = []
        for number, group in groupby(self.descending(new.author, sequence), _SEQUENCE):
            same = list(group)
            rows += same
            if len(same) == 1 and number <= sequence - 2:
                break
        end: int | None = None
        for number, group in groupby(self.ascending(new.author, sequence), _SEQUENCE):
            if end is not None and number > end + 1:
                break
            same = list(group)
            rows += same
            if end is None and len(same) == 1:
                end = number
        return rows

    def _replaced_edges(
        self, implied: Iterable[str], moved: Mapping[str, str | None]
    ) -> Iterator[tuple[str, str]]:
        """The edges to some messages that others imply now."""
        root, edges = self.root, self.edges
        answers = {effect for effect in implied if root in edges(effect).causes}
        touched = answers.union(effect for effect, old in moved.items() if old is not None)
        for member in self.members(touched) if touched else ():
            key, old = member.key, moved.get(member.key)
            if old is not None and old not in member.named:
                yield old, key
            if key not in answers or root in (*member.named, old):
                continue
            if key in moved or latest_earlier(self._near(member)).get(key) != root:
                yield root, key

    # Writing, within a transaction of the caller

    def add(self, arrival: JoiningEdges, place: StoredMessagePlace) -> None:
        """Add a member with its edges; it has rank 0 until `rank` is called."""
        key, number = arrival.key, place.number
        causes = {key: arrival.after} | dict.fromkeys(arrival.before, (key,))
        self.put({key: 0}, causes, {key: number})
        here = self.numbers(end for edge in arrival.without for end in edge)
        self._database.conn.executemany(
            "DELETE FROM edges WHERE conversation = ? AND cause = ? AND effect = ?",
            [(self.number, here[cause], here[effect]) for cause, effect in arrival.without],
        )


def next_number(database: Database) -> int:
    """The number of the next conversation or graph, which have one sequence."""
    tables = ("conversations", "graphs")
    largest = ", ".join(f"(SELECT ifnull(max(id), 0) FROM {table})" for table in tables)
    return database.number(f"SELECT max({largest}) + 1")


class RankedMembers(NamedTuple):
    """The causes of all members of a conversation, and their ranks, by key."""

    causes: Mapping[str, Sequence[str]]
    ranks: Mapping[str, int]

    def order(self) -> list[str]:
        """The members in their order."""
        return sorted(self.ranks, key=lambda key: (self.ranks[key], key))


def put_edges(database: Database, edges: Iterable[tuple[int, int | str, int]]) -> None:
    """Write edges: the number of a conversation, a cause and an effect."""
    database.conn.executemany(_CONNECT, edges)


def put_members(
    database: Database,
    members: Iterable[tuple[int, int, int, int, int]],
    edges: Iterable[tuple[int, int | str, int]],
    orders: Mapping[int, Sequence[int]],
) -> None:
    """Write all members of conversations that have none: rows of the tables, and their orders."""
    database.conn.executemany(f"{_INSERT} VALUES (?, ?, ?, ?, ?)", members)
    put_edges(database, edges)
    put_orders(database, orders)


def put_ranked(
    database: Database,
    ranked: Mapping[int, RankedMembers],
    places: Mapping[str, StoredMessagePlace],
) -> None:
    """Write all members of conversations that have none, by the numbers of these, in order."""
    members = (
        (number, place.author, place.written.sequence, place.number, rank)
        for number, each in ranked.items()
        for key, rank in each.ranks.items()
        for place in [places[key]]
    )
    edges = (
        (number, places[cause].number if cause in each.ranks else cause, places[key].number)
        for number, each in ranked.items()
        for key, causes in each.causes.items()
        for cause in causes
    )
    orders = {
        number: [places[key].number for key in each.order()] for number, each in ranked.items()
    }
    put_members(database, members, edges, orders)


def remove_members(database: Database, number: int, *, with_order: bool = True) -> None:
    """Remove all members of a conversation, with their edges and their order."""
    for table in ("members", "edges", "order_blocks")[: 2 + with_order]:
        database.execute(f"DELETE FROM {table} WHERE conversation = ?", (number,))
