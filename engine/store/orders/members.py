"""The members of stored conversations with their ranks, and what each comes after.

From the members of an author and from what messages name follow their causes
(`engine.tangle.causes`). The order of a conversation is by (rank, key).

| table | one row is |
|---|---|
| `members` | a message in a conversation, by its place in the feed of its author |
| `edges` | a member coming after a message: its number, or its key if it isn't a member |
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.linear.horizon import Edges
from engine.message.message import content_of
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.order_blocks import SortKey, put_orders
from engine.tangle.causes import JoiningEdges, KnownMembers, SignedMember, Written
from engine.tangle.rules import Admitted, RuleEntry, rule_of

TABLES = (
    """CREATE TABLE members (
        conversation INTEGER NOT NULL REFERENCES conversations(id),
        author INTEGER NOT NULL REFERENCES feeds(id),
        sequence INTEGER NOT NULL,
        message INTEGER NOT NULL REFERENCES messages(id),
        rank INTEGER NOT NULL,
        PRIMARY KEY (conversation, author, sequence, message)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE edges (
        conversation INTEGER NOT NULL REFERENCES conversations(id),
        cause ANY NOT NULL,
        effect INTEGER NOT NULL REFERENCES messages(id),
        PRIMARY KEY (conversation, cause, effect)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX edges_by_effect ON edges(conversation, effect)",
)

_INSERT = "INSERT INTO members (conversation, author, sequence, message, rank)"
_CONNECT = "INSERT OR IGNORE INTO edges (conversation, cause, effect) VALUES (?, ?, ?)"


def cause_of(found: object) -> str:
    """A cause that was found. Raises `LookupError` for a number without a message."""
    if isinstance(found, str):
        return found
    raise LookupError(f"the message number {found} is missing")


def is_member(conversation: str, message: str = "messages") -> str:
    """The condition, in SQL, that joins a message to its row among members."""
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
        for marks, some in in_chunks(list(dict.fromkeys(keys)))
        for key, number, author, sequence, previous in database.execute(
            f"SELECT key, id, author, sequence, previous FROM messages WHERE key IN ({marks})", some
        )
    }


class StoredMembers(KnownMembers):
    """The members of the conversation with a number."""

    def __init__(self, database: Database, number: int) -> None:
        ((name, root),) = database.execute(
            "SELECT name, root FROM conversations WHERE id = ?", (number,)
        )
        super().__init__(root)
        self._database = database
        self._number = number
        self._rule = rule_of(name)

    def numbers(self, keys: Iterable[str]) -> dict[str, int]:
        """The numbers of those messages that are members."""
        return {
            key: number
            for marks, some in in_chunks(list(dict.fromkeys(keys)))
            for key, number in self._database.execute(
                f"SELECT key, id FROM messages CROSS JOIN members ON {is_member('?')}"
                f" WHERE key IN ({marks})",
                (self._number, *some),
            )
        }

    def sort_keys(self, numbers: Iterable[int]) -> dict[int, SortKey]:
        """The stored ranks and the keys of members, by their numbers."""
        return {
            number: SortKey(rank, 0, key)
            for marks, some in in_chunks(list(numbers))
            for number, rank, key in self._database.execute(
                f"SELECT id, rank, key FROM messages CROSS JOIN members ON {is_member('?')}"
                f" WHERE id IN ({marks})",
                (self._number, *some),
            )
        }

    def all(self) -> list[SignedMember]:
        """All members."""
        rows = self._database.execute(
            "SELECT key FROM members CROSS JOIN messages ON messages.id = message"
            " WHERE conversation = ? ORDER BY message",
            (self._number,),
        )
        return self.members([key for (key,) in rows])

    # As `KnownMembers`

    def holds(self, key: str) -> bool:
        """Whether a message is here; a missing cause isn't."""
        return key in self.numbers([key])

    def edges(self, key: str) -> Edges:
        """The causes and effects of a member or a missing cause."""
        here = self.numbers([key]).get(key)
        effects = self._database.execute(
            "SELECT key FROM edges CROSS JOIN messages ON id = effect"
            " WHERE conversation = ? AND cause = ? ORDER BY key",
            (self._number, key if here is None else here),
        )
        causes = self._database.execute(
            "SELECT ifnull(key, cause) FROM edges LEFT JOIN messages ON id = cause"
            " WHERE conversation = ? AND effect = ? ORDER BY 1",
            (self._number, here),
        )
        return Edges(
            tuple(cause_of(each) for (each,) in causes), tuple(each for (each,) in effects)
        )

    def roots(self) -> list[str]:
        """The members without known causes."""
        rows = self._database.execute(
            "SELECT key FROM members CROSS JOIN messages ON id = message"
            " WHERE conversation = ?1 AND rank = 0 AND NOT EXISTS (SELECT 1 FROM edges"
            " WHERE edges.conversation = ?1 AND effect = message AND typeof(cause) = 'integer')",
            (self._number,),
        )
        return [key for (key,) in rows]

    def descending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author, from a sequence number down."""
        return self._written("<= ? ORDER BY members.sequence DESC", author, sequence)

    def ascending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author above a sequence number, upwards."""
        return self._written("> ? ORDER BY members.sequence", author, sequence)

    def _written(self, condition: str, author: Hashable, sequence: int) -> Iterator[Written]:
        cursor = self._database.conn.execute(
            f"{_WRITTEN} {condition}", (self._number, author, sequence)
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
            for marks, some in in_chunks(list(keys))
            for key, value in self._database.execute(
                f"SELECT key, value FROM messages WHERE key IN ({marks})", some
            ).fetchall()
            for admitted in [self._rule.admit(RuleEntry(key, content_of(value)), self.root)]
        ]

    # Writing, within a transaction of the caller

    def add(self, arrival: JoiningEdges, place: StoredMessagePlace) -> None:
        """Add a member with its edges; it has rank 0 until `rank` is called."""
        conversation, number = self._number, place.number
        apart = (key for edge in arrival.without for key in edge)
        here = self.numbers([*arrival.after, *arrival.before, *apart])
        here[arrival.key] = number
        self._database.execute(
            f"{_INSERT} VALUES (?, ?, ?, ?, 0)",
            (conversation, place.author, place.written.sequence, number),
        )
        self._database.execute(
            "UPDATE edges SET cause = ? WHERE conversation = ? AND cause = ?",
            (number, conversation, arrival.key),
        )
        self._database.conn.executemany(
            _CONNECT,
            [
                *((conversation, here.get(cause, cause), number) for cause in arrival.after),
                *((conversation, number, here[effect]) for effect in arrival.before),
            ],
        )
        self._database.conn.executemany(
            "DELETE FROM edges WHERE conversation = ? AND cause = ? AND effect = ?",
            [(conversation, here[cause], here[effect]) for cause, effect in arrival.without],
        )

    def rank(self, ranks: Mapping[int, int]) -> None:
        """Write the ranks of some members."""
        self._database.conn.executemany(
            "UPDATE members SET rank = ? WHERE (conversation, author, sequence, message) ="
            " (SELECT ?, author, sequence, id FROM messages WHERE id = ?)",
            [(rank, self._number, number) for number, rank in ranks.items()],
        )

    def ranked_causes(self, numbers: Collection[int]) -> list[tuple[int, int, int]]:
        """Members by their numbers, each with one of its known causes and the rank of that."""
        return self._database.execute(
            "SELECT effect, cause, rank FROM json_each(?2) AS wanted"
            " CROSS JOIN edges ON edges.conversation = ?1 AND effect = wanted.value"
            f" CROSS JOIN messages ON messages.id = cause CROSS JOIN members ON {is_member('?1')}"
            " WHERE typeof(cause) = 'integer'",
            (self._number, str(list(numbers))),
        ).fetchall()

    def ranked_effects(self, number: int) -> list[tuple[int, int]]:
        """The direct effects of a member, by number, with their stored ranks."""
        return self._database.execute(
            "SELECT effect, rank FROM edges CROSS JOIN messages ON messages.id = effect"
            f" CROSS JOIN members ON {is_member('?1')} WHERE edges.conversation = ?1 AND cause = ?",
            (self._number, number),
        ).fetchall()

    def all_ranks(self) -> dict[int, int]:
        """The stored ranks of all members."""
        rows = self._database.execute(
            "SELECT message, rank FROM members WHERE conversation = ?", (self._number,)
        )
        return {number: rank for number, rank in rows}  # noqa: C416 - other threads run meanwhile

    def all_causes(self) -> dict[int, list[int]]:
        """The causes of all members that are members, by number."""
        causes: dict[int, list[int]] = {number: [] for number in self.all_ranks()}
        for cause, effect in self._database.execute(
            "SELECT cause, effect FROM edges WHERE conversation = ? AND typeof(cause) = 'integer'",
            (self._number,),
        ):
            causes[effect].append(cause)
        return causes


class LaidConversation(NamedTuple):
    """The causes of all members of a conversation, and their ranks, by key."""

    causes: Mapping[str, Sequence[str]]
    ranks: Mapping[str, int]

    def order(self) -> list[str]:
        """The members in their order."""
        return sorted(self.ranks, key=lambda key: (self.ranks[key], key))


def put_members(
    database: Database,
    members: Iterable[tuple[int, int, int, int, int]],
    edges: Iterable[tuple[int, int | str, int]],
    orders: Mapping[int, Sequence[int]],
) -> None:
    """Write all members of conversations that have none: rows of the tables, and their orders."""
    database.conn.executemany(f"{_INSERT} VALUES (?, ?, ?, ?, ?)", members)
    database.conn.executemany(_CONNECT, edges)
    put_orders(database, orders)


def put_laid(
    database: Database,
    laid: Mapping[int, LaidConversation],
    places: Mapping[str, StoredMessagePlace],
) -> None:
    """Write all members of conversations that have none, by the numbers of these, in order."""
    members = (
        (number, place.author, place.written.sequence, place.number, rank)
        for number, each in laid.items()
        for key, rank in each.ranks.items()
        for place in [places[key]]
    )
    edges = (
        (number, places[cause].number if cause in each.ranks else cause, places[key].number)
        for number, each in laid.items()
        for key, causes in each.causes.items()
        for cause in causes
    )
    orders = {number: [places[key].number for key in each.order()] for number, each in laid.items()}
    put_members(database, members, edges, orders)


def remove_members(database: Database, number: int) -> None:
    """Remove all members of a conversation, with their edges and their order."""
    for table in ("members", "edges", "order_blocks"):
        database.execute(f"DELETE FROM {table} WHERE conversation = ?", (number,))
