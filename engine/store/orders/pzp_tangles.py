"""PZP tangles in the database: the messages in each, their causes, and the order.

A tangle is *open* while its order isn't known, and settled otherwise. How messages join is in
`engine.store.orders.pzp_joining`.
"""

import json
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import orjson

from engine.linear.orders.collation import collated
from engine.message.pzp import ANY, SELF, PzpMessage, RefusedError, read
from engine.reduce.feeds import FileEntry
from engine.store.files.sqlite import Database
from engine.store.orders.order_blocks import from_blob

if TYPE_CHECKING:
    from engine.linear.orders.depths import DepthTangle


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

    def order(self, tangle: StoredTangle) -> tuple["array[int]", dict[str, tuple[str, ...]]]:
        """The numbers of the messages of a settled tangle in order, and the missing causes."""
        numbers, waiting = self._database.execute(
            "SELECT numbers, waiting FROM pzp_tangles WHERE id = ?", (tangle.number,)
        ).fetchone()
        waits = {key: tuple(causes) for key, causes in orjson.loads(waiting).items()}
        return from_blob(numbers), waits

    def facts(self, tangle: StoredTangle) -> TangleFacts:
        """The facts about a settled tangle for a list."""
        authors = self._database.execute(
            "SELECT author, count(*) FROM pzp_places WHERE tangle = ? AND depth IS NOT NULL"
            " GROUP BY author ORDER BY min(message)",
            (tangle.number,),
        ).fetchall()
        first, latest, depth, has_root = self._database.execute(
            "SELECT min(received), max(received), max(depth), max(key = ?) FROM pzp_places"
            " JOIN pzp_messages ON id = message WHERE tangle = ? AND depth IS NOT NULL",
            (tangle.root, tangle.number),
        ).fetchone()
        counts = Counter(dict(authors))
        return TangleFacts(counts.total(), counts, first, latest, depth or 0, bool(has_root))

    def first_writers(self, tangle: StoredTangle, count: int) -> tuple[str, ...]:
        """The authors of the first `count` messages of a tangle."""
        rows = self._database.execute(
            "SELECT author FROM pzp_places WHERE tangle = ? AND depth IS NOT NULL"
            " ORDER BY message LIMIT ?",
            (tangle.number, count),
        )
        return tuple(dict.fromkeys(author for (author,) in rows))

    def places(self, tangle: StoredTangle, keys: Sequence[str]) -> dict[str, PlacedMessage]:
        """The messages that are in a settled tangle."""
        return self._placed(tangle, keys, "depth IS NOT NULL")

    def claims(self, tangle: StoredTangle, keys: Sequence[str]) -> dict[str, PlacedMessage]:
        """The messages that claim to be in a tangle, which may be open."""
        return self._placed(tangle, keys, "TRUE")

    def _placed(
        self, tangle: StoredTangle, keys: Sequence[str], condition: str
    ) -> dict[str, PlacedMessage]:
        rows = self._database.execute(
            f"""SELECT pzp_messages.key, pzp_messages.id, received, author, depth, causes,
                pzp_messages.value
            FROM json_each(?) CROSS JOIN pzp_messages ON pzp_messages.key = json_each.value
            CROSS JOIN pzp_places ON tangle = ? AND message = pzp_messages.id
            WHERE json_valid(pzp_messages.value) AND {condition}""",
            (_text(keys), tangle.number),
        )
        return {
            key: PlacedMessage(number, received, author, depth, tuple(orjson.loads(causes)), value)
            for key, number, received, author, depth, causes, value in rows
        }

    def effects(self, tangle: StoredTangle, keys: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The direct effects of messages and ghosts of a settled tangle, in order."""
        rows = self._database.execute(
            """SELECT named.value, pzp_messages.key, depth FROM json_each(?) AS named
            CROSS JOIN pzp_links ON pzp_links.tangle = ?2 AND cause = named.value
            CROSS JOIN pzp_places
                ON pzp_places.tangle = ?2 AND pzp_places.message = pzp_links.message
            CROSS JOIN pzp_messages ON pzp_messages.id = pzp_links.message
            WHERE depth IS NOT NULL
            AND EXISTS (SELECT 1 FROM json_each(causes) AS near WHERE near.value = named.value)""",
            (_text(keys), tangle.number),
        )
        found: dict[str, dict[str, int]] = {}
        for key, effect, depth in rows:
            found.setdefault(key, {})[effect] = depth
        return {
            key: tuple(sorted(collated(effects), key=effects.__getitem__))
            for key, effects in found.items()
        }

    def all_causes(self, tangle: StoredTangle) -> dict[str, tuple[int, tuple[str, ...]]]:
        """The depth and the causes of every message of a settled tangle, in order."""
        rows = self._database.execute(
            "SELECT id, key, depth, causes FROM pzp_places JOIN pzp_messages ON id = message"
            " WHERE tangle = ? AND depth IS NOT NULL",
            (tangle.number,),
        )
        found = {number: (key, depth, causes) for number, key, depth, causes in rows}
        ordered = (found[number] for number in self.order(tangle)[0] if number in found)
        return {key: (depth, tuple(orjson.loads(causes))) for key, depth, causes in ordered}

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
            "SELECT pzp_tangles.id, root, revision, numbers IS NOT NULL FROM pzp_tangles"
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


def author_in(message: PzpMessage, root: str) -> str:
    """The author of a message: the account, which is the root in its own tangle."""
    if message.account == SELF:
        return root
    return message.sigkey if message.account == ANY else message.account


def near_causes(tangle: "DepthTangle", key: str) -> tuple[str, ...]:
    """The causes of a message, without redundant links."""
    far = tangle.transitive(key)
    return tuple(cause for cause in tangle.prev(key) if cause not in far)


def _text(value: object) -> str:
    return orjson.dumps(value).decode()
