"""PZP tangles in the database: the messages in each, their causes, and the order.

A message is stored as it was read, valid by itself. What it says of tangles are edges, too: those
of `CLAIMED` come from the roots of the tangles that it claims to be in, those of `NAMED` from the
messages that it names there. How messages join is in `engine.store.orders.pzp_joining`.
"""

import json
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from tanglescope.engine.linear.edits import ListEdit
from tanglescope.engine.linear.orders.collation import CollationKey, key_among
from tanglescope.engine.message import pzp
from tanglescope.engine.message.pzp import ANY, SELF, PzpMessage, RefusedError, read
from tanglescope.engine.message.pzp_rules import place_in
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.reduce.feeds import FileEntry
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.messages import Messages, feed_numbers, next_node
from tanglescope.engine.store.orders.members import FEW, NodeMembers, put_edges
from tanglescope.engine.store.orders.order_blocks import SortKey
from tanglescope.engine.store.pzp_messages import PzpExtract

PZP = "pzp"
"""The kind of the conversations that are tangles of PZP."""


NAMED = -1
"""The number, among the stored conversations, of what messages name in tangles."""

CLAIMED = -2
"""The number of what tangles messages claim to be in, by the roots of these."""


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
    depth: int
    has_root: bool


class PlacedMessage(NamedTuple):
    """A message in a tangle; `value` is its JSON."""

    received: float | None
    depth: int
    causes: tuple[str, ...]
    value: str


class PzpTangleStore:
    """The PZP messages in a database, and their tangles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Reading

    def roots(self) -> list[StoredTangle]:
        """The tangles with known roots, in the order of import of these."""
        return self._tangles("TRUE")

    def find(self, root: str) -> StoredTangle | None:
        """The tangle of a known root."""
        return next(iter(self._tangles("name = ?", root)), None)

    def members(self, tangle: StoredTangle) -> "PzpMembers":
        """The messages of a tangle."""
        return PzpMembers(self._database, tangle.number)

    def facts(self, tangle: StoredTangle) -> TangleFacts:
        """The facts about a tangle for a list."""
        rows = self._database.execute(
            """SELECT feeds.key, count(*), min(received), max(received), max(rank),
                max(nodes.key = ?2)
            FROM members CROSS JOIN nodes ON nodes.id = message
            CROSS JOIN feeds ON feeds.id = nodes.author
            WHERE conversation = ?1 GROUP BY nodes.author ORDER BY min(nodes.id)""",
            (tangle.number, tangle.root),
        ).fetchall()
        authors = Counter({author: count for author, count, *_ in rows})
        times = [time for row in rows for time in row[2:4] if time is not None]
        first, latest = min(times, default=None), max(times, default=None)
        depth = max((row[4] for row in rows), default=0)
        return TangleFacts(
            authors.total(), authors, first, latest, depth, any(row[5] for row in rows)
        )

    def places(self, tangle: StoredTangle, keys: Sequence[str]) -> dict[str, PlacedMessage]:
        """The messages that are in a tangle."""
        members = self.members(tangle)
        rows = self._database.among(
            f"SELECT key, received, rank, value FROM {members.rows}"
            " WHERE json_valid(value) AND key IN ({marks})",
            keys,
            tangle.number,
        )
        placed = {key: place for key, *place in rows}
        causes = members.causes(placed)
        return {
            key: PlacedMessage(received, depth, tuple(causes[key]), value)
            for key, (received, depth, value) in placed.items()
        }

    def claiming(self, root: str) -> list[int]:
        """The numbers of the messages that claim to be in the tangle of a root, and of that."""
        return self._database.column(_CLAIMING, (root,))

    def naming(self, tangle: StoredTangle, named: Collection[int]) -> list[int]:
        """The numbers of the messages that directly name some others in a tangle."""
        return self._database.column(
            f"""SELECT DISTINCT naming.effect FROM json_each(?1) AS wanted
            CROSS JOIN edges AS naming ON naming.cause = +wanted.value AND {_NAMING}""",
            (as_json(list(named)), tangle.root),
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
            f"""WITH RECURSIVE later(number) AS (
                SELECT value FROM json_each(?1) UNION
                SELECT naming.effect FROM later
                CROSS JOIN edges AS naming ON naming.cause = +later.number AND {_NAMING}
            ) SELECT number FROM later""",
            (as_json(list(after)), tangle.root),
        )

    def claimed_tangles(self, key: str) -> list[StoredTangle]:
        """The tangles that a message claims to be in, or is the root of."""
        return self._tangles(
            f"""(name = ?1 OR name IN (
                SELECT ifnull(there.key, cause) FROM edges
                LEFT JOIN nodes AS there ON there.id = cause
                WHERE conversation = {CLAIMED}
                    AND effect = (SELECT id FROM pzp_messages WHERE key = ?1)))""",
            key,
        )

    def written_by(self, accounts: Collection[str]) -> list[str]:
        """The roots of the tangles of some accounts, and of those in which they wrote."""
        return self._database.column(
            f"""WITH written AS (
                SELECT pzp_messages.id, pzp_messages.key FROM json_each(?1) AS account
                CROSS JOIN feeds ON feeds.key = account.value
                CROSS JOIN pzp_messages ON author = feeds.id
            )
            SELECT name FROM graphs WHERE kind = 'pzp' AND name IN (
                SELECT value FROM json_each(?1) UNION SELECT key FROM written
                UNION SELECT ifnull(there.key, cause) FROM written
                    CROSS JOIN edges ON conversation = {CLAIMED} AND effect = written.id
                    LEFT JOIN nodes AS there ON there.id = cause
            )""",
            (as_json(list(accounts)),),
        )

    def entries(self, tangle: StoredTangle) -> Iterator[FileEntry]:
        """The messages that claim to be in a tangle, and those of their authors' accounts."""
        rows = self._database.execute(
            f"""WITH wanted(root) AS (
                SELECT ?1 UNION SELECT feeds.key FROM nodes JOIN feeds ON feeds.id = author
                WHERE nodes.id IN ({_CLAIMING})
            ), ends(root) AS (
                SELECT root FROM wanted
                UNION SELECT id FROM wanted CROSS JOIN pzp_messages ON key = wanted.root
            )
            SELECT key, value FROM pzp_messages WHERE json_valid(value) AND id IN (
                SELECT effect FROM ends
                    CROSS JOIN edges ON conversation = {CLAIMED} AND cause = +ends.root
                UNION SELECT root FROM ends WHERE typeof(root) = 'integer'
            ) ORDER BY id""",
            (tangle.root,),
        )
        return (FileEntry(key, json.loads(value)) for key, value in rows)

    def _tangles(self, condition: str, *values: object) -> list[StoredTangle]:
        rows = self._database.execute(
            "SELECT graphs.id, name, revision FROM graphs CROSS JOIN pzp_messages ON key = name"
            f" WHERE kind = 'pzp' AND {condition} ORDER BY pzp_messages.id",
            values,
        )
        return [StoredTangle(*row) for row in rows.fetchall()]

    def numbers(self, keys: Iterable[str]) -> dict[str, int]:
        """The numbers of the known messages; they ascend in the order of import."""
        question = "SELECT key, id FROM pzp_messages WHERE key IN ({marks})"
        return dict(self._database.among(question, keys))

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        values = self._database.column("SELECT value FROM pzp_messages WHERE key = ?", (key,))
        return next(iter(values), None)

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

    # Writing, within a transaction of the caller

    def put(
        self, extracts: Iterable[PzpExtract]
    ) -> tuple[dict[int, PzpMessage], dict[str, PzpMessage]]:
        """Add messages, of which one with data replaces its erased copy.

        Return the new ones by number, and by key those known ones that have their data again.
        """
        copies: dict[str, PzpExtract] = {}
        for each in extracts:
            here = copies.setdefault(each.key, each)
            if here.is_erased and not each.is_erased:
                copies[each.key] = each._replace(received=here.received)
        known = self.numbers(copies)
        again = [key for key in known if not copies[key].is_erased]
        question = (
            "SELECT key FROM pzp_messages WHERE key IN ({marks})"
            " AND CASE WHEN json_valid(value) THEN value ->> '$.data' IS NULL END"
        )
        erased = [key for (key,) in self._database.among(question, again)]
        self._database.conn.executemany(
            "UPDATE nodes SET value = ? WHERE id = ?",
            [(copies[key].value, known[key]) for key in erased],
        )
        others = {key: each for key, each in copies.items() if key not in known}
        new = dict(enumerate(map(_read, others.values()), next_node(self._database)))
        authors = feed_numbers(self._database, map(author_of, new.values()))
        rows = (
            (
                *(number, each.id, authors[author_of(each)], None, None, None),
                *(others[each.id].received, None, others[each.id].value),
                *(ValidationStatus.VALID, None),
            )
            for number, each in new.items()
        )
        Messages(self._database).put_rows(rows, ())
        self._connect(new)
        return new, {key: _read(copies[key]) for key in erased}

    def _connect(self, new: Mapping[int, PzpMessage]) -> None:
        """Write what new messages say of tangles."""
        self._database.conn.executemany(
            "UPDATE edges SET cause = ? WHERE conversation = ? AND cause = ?",
            [(number, kind, each.id) for number, each in new.items() for kind in (CLAIMED, NAMED)],
        )
        said = {number: said_by(each) for number, each in new.items()}
        known = self.numbers(cause for edges in said.values() for _, cause in edges)
        rows = (
            (kind, known.get(cause, cause), number)
            for number, edges in said.items()
            for kind, cause in edges
        )
        put_edges(self._database, rows)


_CLAIMING = f"""SELECT effect FROM edges WHERE conversation = {CLAIMED}
        AND cause IN (?1, (SELECT id FROM pzp_messages WHERE key = ?1))
    UNION SELECT id FROM pzp_messages WHERE key = ?1"""
"""The numbers of the messages that claim to be in the tangle of the root `?1`, and of that."""

_NAMING = f"""naming.conversation = {NAMED}
    CROSS JOIN edges AS claim ON claim.conversation = {CLAIMED}
        AND claim.cause = (SELECT id FROM pzp_messages WHERE key = ?2)
        AND claim.effect = naming.effect"""
"""Joins edges to messages that claim to be in the tangle of the root `?2`."""


class PzpMembers(NodeMembers):
    """The messages of a tangle: by declared depth, then by collation."""

    def __init__(self, database: Database, tangle: int) -> None:
        super().__init__(database, tangle)

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


def _read(extract: PzpExtract) -> PzpMessage:
    return read(json.loads(extract.value))


def author_of(message: PzpMessage) -> str:
    """The author of a message: the account, which is the root in its own tangle."""
    if message.account == SELF:
        return next(iter(tangles_of(message)), message.id)
    return message.sigkey if message.account == ANY else message.account


def tangles_of(message: PzpMessage) -> list[str]:
    """The roots of the tangles that a message claims to be in; its own id if it names none."""
    if message.is_root:
        return [message.id]
    return [root for root in message.tangles if pzp.ID.fullmatch(root)]


def named_in(message: PzpMessage, root: str) -> tuple[str, ...]:
    """The messages that a message names in the tangle of a root."""
    try:
        return place_in(message, root).prev
    except RefusedError:
        return ()


def said_by(message: PzpMessage) -> set[tuple[int, str]]:
    """What a message says of tangles: the roots that are `CLAIMED`, and the messages `NAMED`."""
    roots = tangles_of(message)
    named = {(NAMED, cause) for root in roots for cause in named_in(message, root)}
    return named.union((CLAIMED, root) for root in roots)


def pzp_address(root: str) -> Address:
    """The address of a tangle."""
    return Address(PZP, root, short=root)
