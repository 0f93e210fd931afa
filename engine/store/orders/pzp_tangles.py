"""PZP tangles in the database: the messages in each, their causes, and the order.

A tangle is *open* while its order isn't known, and settled otherwise. How messages join is in
`engine.store.orders.pzp_joining`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tanglescope.engine.linear.orders.collation import Key, key_among
from tanglescope.engine.message.pzp import ANY, SELF, PzpMessage, RefusedError, read
from tanglescope.engine.reduce.feeds import FileEntry
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import OrderedMembers
from tanglescope.engine.store.orders.order_blocks import SortKey

if TYPE_CHECKING:
    from tanglescope.engine.linear.orders.depths import DepthTangle


class StoredTangle(NamedTuple):
    """A tangle; without an order it is open. `revision` changes whenever the tangle does."""

    number: int
    root: str
    revision: int
    is_settled: bool


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

    number: int
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
        """The messages of a settled tangle."""
        return PzpMembers(self._database, tangle.number)

    def facts(self, tangle: StoredTangle) -> TangleFacts:
        """The facts about a settled tangle for a list."""
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
        """The messages that are in a settled tangle."""
        claims = self.claims(tangle, keys)
        inside = {key: place for key, place in claims.items() if place.depth >= 0}
        causes = self.members(tangle).causes(inside)
        return {key: each._replace(causes=tuple(causes[key])) for key, each in inside.items()}

    def claims(self, tangle: StoredTangle, keys: Sequence[str]) -> dict[str, PlacedMessage]:
        """The messages that claim to be in a tangle, without causes; -1 is no depth."""
        rows = self._database.execute(
            """SELECT pzp_messages.key, pzp_messages.id, received, claimed.author,
                ifnull(rank, -1), pzp_messages.value
            FROM json_each(?1) CROSS JOIN pzp_messages ON pzp_messages.key = json_each.value
            CROSS JOIN pzp_places AS claimed ON tangle = ?2 AND claimed.message = pzp_messages.id
            LEFT JOIN members ON members.conversation = ?2 AND members.author = 0
                AND members.sequence = 0 AND members.message = claimed.message
            WHERE json_valid(pzp_messages.value)""",
            (as_json(keys), tangle.number),
        )
        return {
            key: PlacedMessage(number, received, author, depth, (), value)
            for key, number, received, author, depth, value in rows
        }

    def all_causes(self, tangle: StoredTangle) -> dict[str, tuple[int, tuple[str, ...]]]:
        """The depth and the causes of every message of a settled tangle, in order."""
        members = self.members(tangle)
        causes, depths = members.causes(members.keys()), members.all_ranks()
        numbers = zip(causes, members.blocks.numbers(), strict=True)
        return {key: (depths[number], tuple(causes[key])) for key, number in numbers}

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
            "SELECT pzp_tangles.id, root, revision, is_settled FROM pzp_tangles"
            f" CROSS JOIN pzp_messages ON pzp_messages.key = root {condition}",
            values,
        )
        return [
            StoredTangle(number, root, revision, bool(is_settled))
            for number, root, revision, is_settled in rows.fetchall()
        ]

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
    """The messages of a settled tangle: by declared depth, then by collation."""

    def __init__(self, database: Database, tangle: int) -> None:
        super().__init__(database, tangle, "pzp_messages")

    def sort_keys(self, numbers: Iterable[int]) -> dict[int, SortKey]:
        """The depths and the sort keys of messages, by their numbers."""
        found = super().sort_keys(numbers)
        return {each: key._replace(key=collation_key(key.key)) for each, key in found.items()}


def collation_key(key: str) -> Key:
    """The sort key of messages of equal depth."""
    return key_among((key,))(key)


def author_in(message: PzpMessage, root: str) -> str:
    """The author of a message: the account, which is the root in its own tangle."""
    if message.account == SELF:
        return root
    return message.sigkey if message.account == ANY else message.account


def near_causes(tangle: "DepthTangle", key: str) -> tuple[str, ...]:
    """The causes of a message, without redundant links."""
    far = tangle.transitive(key)
    return tuple(cause for cause in tangle.prev(key) if cause not in far)
