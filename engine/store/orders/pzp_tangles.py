"""PZP tangles in the database: the messages in each, their causes, and the order.

How messages join is in `engine.store.orders.pzp_joining`.
"""

import json
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from tanglescope.engine.linear.edits import ListEdit
from tanglescope.engine.linear.orders.collation import CollationKey, key_among
from tanglescope.engine.message.pzp import ANY, SELF, PzpMessage, RefusedError, read
from tanglescope.engine.reduce.feeds import FileEntry
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import FEW, OrderedMembers
from tanglescope.engine.store.orders.order_blocks import SortKey

PZP = "pzp"
"""The kind of the conversations that are tangles of PZP."""


class StoredTangle(NamedTuple):
    """A tangle; `revision` changes whenever the tangle does."""

    number: int
    root: str
    revision: int


class TangleFacts(NamedTuple):
    """The facts about a tangle for a list: message counts by author, times of receipt, depth."""

    messages: int
    authors: Counter[str]
    first: float | None
    latest: float | None
    depth: int | None
    has_root: bool


class PlacedMessage(NamedTuple):
    """A message in a tangle; `value` is its JSON."""

    received: float | None
    author: str
    depth: int
    causes: tuple[str, ...]
    value: str


class PzpTangleStore:
    """The tangles of the PZP messages in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reading

    def roots(self) -> list[StoredTangle]:
        """The tangles with known roots, in the order of import of these."""
        return self._tangles("ORDER BY pzp_messages.id")

    def find(self, root: str) -> StoredTangle | None:
        """The tangle of a known root."""
        return next(iter(self._tangles("WHERE root = ?", root)), None)

    def members(self, tangle: StoredTangle) -> "PzpMembers":
        """The messages of a tangle."""
        return PzpMembers(self._database, tangle.number)

    def facts(self, tangle: StoredTangle) -> TangleFacts:
        """The facts about a tangle for a list."""
        authors = self._database.execute(
            f"SELECT claimed.author, count(*) FROM {_PLACED} WHERE tangle = ?"
            " GROUP BY claimed.author ORDER BY min(claimed.message)",
            (tangle.number,),
        ).fetchall()
        first, latest, depth, has_root = self._database.execute(
            f"SELECT min(received), max(received), max(rank), max(key = ?) FROM {_PLACED}"
            " JOIN pzp_messages ON id = claimed.message WHERE tangle = ?",
            (tangle.root, tangle.number),
        ).fetchone()
        counts = Counter(dict(authors))
        return TangleFacts(counts.total(), counts, first, latest, depth or 0, bool(has_root))

    def first_writers(self, tangle: StoredTangle, count: int) -> tuple[str, ...]:
        """The authors of the first `count` messages of a tangle."""
        rows = self._database.execute(
            f"SELECT claimed.author FROM {_PLACED} WHERE tangle = ?"
            " ORDER BY claimed.message LIMIT ?",
            (tangle.number, count),
        )
        return tuple(dict.fromkeys(author for (author,) in rows))

    def places(self, tangle: StoredTangle, keys: Sequence[str]) -> dict[str, PlacedMessage]:
        """The messages that are in a tangle."""
        rows = self._database.execute(
            """SELECT pzp_messages.key, received, claimed.author, rank, pzp_messages.value
            FROM json_each(?1) CROSS JOIN pzp_messages ON pzp_messages.key = json_each.value
            CROSS JOIN pzp_places AS claimed ON tangle = ?2 AND claimed.message = pzp_messages.id
            CROSS JOIN members ON members.conversation = ?2 AND members.author = 0
                AND members.sequence = 0 AND members.message = claimed.message
            WHERE json_valid(pzp_messages.value)""",
            (as_json(keys), tangle.number),
        ).fetchall()
        causes = self.members(tangle).causes(key for key, *_ in rows)
        return {
            key: PlacedMessage(received, author, depth, tuple(causes[key]), value)
            for key, received, author, depth, value in rows
        }

    def claiming(self, tangle: StoredTangle) -> list[int]:
        """The numbers of the messages that claim to be in a tangle."""
        return self._database.column(
            "SELECT message FROM pzp_places WHERE tangle = ?", (tangle.number,)
        )

    def naming(self, tangle: StoredTangle, named: Collection[int]) -> list[int]:
        """The numbers of the messages that directly name some others in a tangle."""
        return self._database.column(
            """SELECT DISTINCT pzp_links.message FROM json_each(?) AS wanted
            CROSS JOIN pzp_messages ON pzp_messages.id = wanted.value
            CROSS JOIN pzp_links ON tangle = ? AND cause = pzp_messages.key""",
            (as_json(list(named)), tangle.number),
        )

    def spanning(self, tangle: StoredTangle, least: int, most: int) -> list[int]:
        """The numbers of members after one of lesser depth, with a depth in between."""
        return self._database.column(
            """SELECT DISTINCT effect FROM edges
            CROSS JOIN members AS low ON low.conversation = ?1 AND low.author = 0
                AND low.sequence = 0 AND low.message = cause AND low.rank < ?3
            CROSS JOIN members AS high ON high.conversation = ?1 AND high.author = 0
                AND high.sequence = 0 AND high.message = effect AND high.rank > ?2
            WHERE edges.conversation = ?1""",
            (tangle.number, least, most),
        )

    def later(self, tangle: StoredTangle, after: Collection[int]) -> list[int]:
        """The numbers of all messages that name some others in a tangle, or come after such."""
        return self._database.column(
            """WITH RECURSIVE later(number) AS (
                SELECT value FROM json_each(?) UNION
                SELECT pzp_links.message FROM later
                CROSS JOIN pzp_messages ON pzp_messages.id = later.number
                CROSS JOIN pzp_links ON tangle = ? AND cause = pzp_messages.key
            ) SELECT number FROM later""",
            (as_json(list(after)), tangle.number),
        )

    def claimed(self, key: str) -> list[StoredTangle]:
        """The tangles that a message claims to be in, or is the root of."""
        return self._tangles(
            "WHERE pzp_tangles.id IN (SELECT tangle FROM pzp_places"
            " WHERE message = (SELECT id FROM pzp_messages WHERE key = ?))"
            " ORDER BY pzp_messages.id",
            key,
        )

    def entries(self, tangle: StoredTangle) -> Iterator[FileEntry]:
        """The messages that claim to be in a tangle, and those of their authors' accounts."""
        rows = self._database.execute(
            """WITH wanted(tangle) AS (
                SELECT ?1 UNION SELECT id FROM pzp_tangles
                WHERE root IN (SELECT author FROM pzp_places WHERE tangle = ?1)
            )
            SELECT DISTINCT pzp_messages.key, pzp_messages.value FROM wanted
            JOIN pzp_places USING (tangle) JOIN pzp_messages ON id = message
            WHERE json_valid(pzp_messages.value) ORDER BY id""",
            (tangle.number,),
        )
        return (FileEntry(key, json.loads(value)) for key, value in rows)

    def _tangles(self, condition: str, *values: object) -> list[StoredTangle]:
        rows = self._database.execute(
            "SELECT pzp_tangles.id, root, revision FROM pzp_tangles"
            f" CROSS JOIN pzp_messages ON pzp_messages.key = root {condition}",
            values,
        )
        return [StoredTangle(*row) for row in rows.fetchall()]

    def message(self, key: str) -> PzpMessage | None:
        """A known message; None also if it is damaged."""
        return next(iter(self.messages("key = ?", key).values()), None)

    def messages(self, condition: str, *values: object) -> dict[int, PzpMessage]:
        """The messages that meet a condition, by number, without damaged ones."""
        rows = self._database.execute(
            f"SELECT id, key, value FROM pzp_messages WHERE json_valid(value) AND {condition}"
            " ORDER BY id",
            values,
        )
        found: dict[int, PzpMessage] = {}
        for number, key, value in rows.fetchall():
            with suppress(RefusedError):
                if (message := read(json.loads(value))).id == key:
                    found[number] = message
        return found


_PLACED = """pzp_places AS claimed CROSS JOIN members ON members.conversation = tangle
    AND members.author = 0 AND members.sequence = 0 AND members.message = claimed.message"""


class PzpMembers(OrderedMembers):
    """The messages of a tangle: by declared depth, then by collation."""

    def __init__(self, database: Database, tangle: int) -> None:
        super().__init__(database, tangle, "pzp_messages")

    def sort_keys(self, numbers: Iterable[int]) -> dict[int, SortKey]:
        """The depths and the sort keys of messages, by their numbers."""
        found = super().sort_keys(numbers)
        return {each: key._replace(key=collation_key(key.key)) for each, key in found.items()}

    def sorted_out(self) -> "array[int]":
        """The order computed from depths and keys."""
        keys = self.sort_keys(self.all_ranks())
        return array("i", sorted(keys, key=keys.__getitem__))

    def revise(
        self,
        numbers: Mapping[str, int],
        depths: Mapping[str, int],
        causes: Mapping[str, Collection[str]],
        before: Mapping[str, Collection[str]],
        *,
        with_edits: bool,
    ) -> list[ListEdit]:
        """Replace the members among some messages by those with depths; return the edits.

        `before` has the causes that the members had. Depths are declared, so they never change.
        """
        former = self.numbers(numbers)
        gone = {number: key for key, number in former.items() if key not in depths}
        lost = set(gone.values())
        changed = {
            key: depth
            for key, depth in depths.items()
            if key not in former
            or {*before[key]} != {*causes[key]}
            or not lost.isdisjoint(causes[key])
        }
        come = {numbers[key]: key for key in depths if key not in former}
        are_many = len(come) + len(gone) > max(FEW, len(self.blocks) // 4)
        edits: list[ListEdit] = [] if are_many else self.blocks.remove(gone)
        for table, column in (("members", "message"), ("edges", "effect")):
            self._database.conn.executemany(
                f"DELETE FROM {table} WHERE conversation = ? AND {column} = ?",
                [(self.number, former[key]) for key in former.keys() & {*changed, *lost}],
            )
        self.put(changed, {key: causes[key] for key in changed}, numbers)
        if are_many:
            return self.replace(self.sorted_out(), with_edits=with_edits)
        return [*edits, *self.blocks.sort(self.sort_keys(come), None, come)]


def collation_key(key: str) -> CollationKey:
    """The sort key of messages of equal depth."""
    return key_among((key,))(key)


def author_in(message: PzpMessage, root: str) -> str:
    """The author of a message: the account, which is the root in its own tangle."""
    if message.account == SELF:
        return root
    return message.sigkey if message.account == ANY else message.account


def pzp_address(root: str) -> Address:
    """The address of a tangle."""
    return Address(PZP, root, short=root)
