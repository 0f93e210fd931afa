"""How PZP messages join their tangles in the database.

Which messages are valid in a tangle depends on all known messages. A message that no other waits
for changes nothing about earlier ones, so it is validated alone and joins the stored order. One
that others wait for, or that changes an account, leaves tangles *open*: `settle` assembles these as
a whole at the end of an import or of a poll.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import partial

import orjson

from tanglescope.engine.linear.orders.depths import implied
from tanglescope.engine.message import base58
from tanglescope.engine.message.pzp import SELF, PzpMessage, RefusedError, TangleKind
from tanglescope.engine.message.pzp_rules import place_in
from tanglescope.engine.reduce.accounts import Account
from tanglescope.engine.reduce.growth import PzpGrowth
from tanglescope.engine.reduce.tangles import RootedTangles
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import next_number, remove_members
from tanglescope.engine.store.orders.order_blocks import SortKey
from tanglescope.engine.store.orders.pzp_tangles import (
    PzpMembers,
    PzpTangleStore,
    author_in,
    collation_key,
    near_causes,
)
from tanglescope.engine.store.pzp_messages import PzpExtract, PzpMessages


class PzpJoining:
    """The PZP tangles of a database, changed by one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept = PzpTangleStore(database)
        self._accounts: dict[tuple[str, bool], Account] = {}

    def put(self, extracts: Sequence[PzpExtract]) -> int:
        """Add messages and let them join their tangles; return the number of new ones."""
        if not extracts:
            return 0
        messages = PzpMessages(self._database)
        last = messages.last
        erased = messages.erased([each.key for each in extracts if not each.is_erased])
        added = messages.put(extracts)
        self.join(last, erased)
        return added

    def join(self, last: int = 0, given_back: Sequence[str] = ()) -> None:
        """Let messages with numbers above `last` join; `given_back` ones have their data again."""
        new = self._kept.messages("id > ?", last)
        again = self._kept.messages("key IN (SELECT value FROM json_each(?))", as_json(given_back))
        claims: dict[str, dict[int, PzpMessage]] = {}
        for number, message in new.items():
            for root in tangles_of(message):
                claims.setdefault(root, {})[number] = message
        keys = {message.id for message in new.values()}
        here = self._numbers_of({*claims, *keys})
        opened = {
            here[root]
            for root, members in claims.items()
            if root in here and self._awaits(here[root], members)
        }
        tangles = here | self._enter([root for root in claims if root not in here])
        for root, number in tangles.items():
            self._claim(number, root, claims.get(root, {}))
        if changed := [each for each in (*new.values(), *again.values()) if each.account == SELF]:
            self._accounts.clear()
            opened |= self._of_accounts(changed)
        touched = opened | {tangles[root] for root in (*claims, *keys) if root in tangles}
        touched |= {each.number for key in given_back for each in self._kept.claimed(key)}
        self._note(touched, opened)
        for root, members in claims.items():
            self._extend(tangles[root], root, members, is_new=root not in here)

    def settle(self) -> None:
        """Assemble the open tangles with known roots."""
        for tangle in [each for each in self._kept.roots() if not each.is_settled]:
            feed = RootedTangles(self._kept.entries(tangle), is_proven=True).feed(tangle.root)
            causes = {key: near_causes(feed.tangle, key) for key in feed.messages}
            depths = {key: feed.tangle.depth(key) for key in causes}
            numbers = PzpMessages(self._database).numbers(list(causes))
            PzpMembers(self._database, tangle.number).lay(depths, causes, numbers, causes)
            self._mark_settled([tangle.number])

    # What messages claim

    def _numbers_of(self, roots: Collection[str]) -> dict[str, int]:
        rows = self._database.execute(
            "SELECT root, id FROM pzp_tangles WHERE root IN (SELECT value FROM json_each(?))",
            (as_json(list(roots)),),
        )
        return dict(rows.fetchall())

    def _enter(self, roots: Sequence[str]) -> dict[str, int]:
        self._database.conn.executemany(
            "INSERT INTO pzp_tangles (id, root) VALUES (?, ?)",
            enumerate(roots, next_number(self._database)),
        )
        return self._numbers_of(roots)

    def _awaits(self, tangle: int, members: Mapping[int, PzpMessage]) -> bool:
        """Whether a known message names one of these in a tangle."""
        ((found,),) = self._database.execute(
            "SELECT EXISTS (SELECT 1 FROM json_each(?) CROSS JOIN pzp_links"
            " ON tangle = ? AND cause = json_each.value)",
            (as_json([message.id for message in members.values()]), tangle),
        )
        return bool(found)

    def _claim(self, tangle: int, root: str, members: Mapping[int, PzpMessage]) -> None:
        """Record the messages that claim to be in a tangle, including the root, and their links."""
        claimants = {**members, **self._kept.messages("key = ?", root)}
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO pzp_places (tangle, message, author) VALUES (?, ?, ?)",
            ((tangle, number, author_in(each, root)) for number, each in claimants.items()),
        )
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO pzp_links (tangle, cause, message) VALUES (?, ?, ?)",
            (
                (tangle, cause, number)
                for number, each in members.items()
                for cause in named_in(each, root)
            ),
        )

    def _of_accounts(self, messages: Collection[PzpMessage]) -> set[int]:
        """The tangles of the accounts that these messages change, and those in which they wrote."""
        accounts = {root for each in messages for root in (each.id, *tangles_of(each))}
        rows = self._database.execute(
            "SELECT pzp_tangles.id FROM json_each(?) AS account CROSS JOIN pzp_tangles"
            " WHERE pzp_tangles.root = account.value OR EXISTS (SELECT 1 FROM pzp_places"
            " WHERE tangle = pzp_tangles.id AND author = account.value)",
            (as_json(list(accounts)),),
        )
        return {number for (number,) in rows.fetchall()}

    def _note(self, touched: Iterable[int], opened: Collection[int]) -> None:
        self._database.conn.executemany(
            "UPDATE pzp_tangles SET revision = revision + 1 WHERE id = ?",
            ((number,) for number in touched),
        )
        for number in opened:
            remove_members(self._database, number)
        self._mark_settled(opened, is_settled=False)

    def _mark_settled(self, tangles: Collection[int], *, is_settled: bool = True) -> None:
        self._database.conn.executemany(
            "UPDATE pzp_tangles SET is_settled = ? WHERE id = ?",
            [(is_settled, number) for number in tangles],
        )

    # What is valid

    def _extend(
        self, tangle: int, root_key: str, members: Mapping[int, PzpMessage], *, is_new: bool
    ) -> None:
        """Add messages that no other waits for to the order of a tangle, if it has one."""
        ((is_settled,),) = self._database.execute(
            "SELECT is_settled FROM pzp_tangles WHERE id = ?", (tangle,)
        )
        root = self._kept.message(root_key)
        # Any message of an account may change what others are allowed to do.
        if root is None or root.kind is TangleKind.ACCOUNT or not (is_settled or is_new):
            return
        joining = {**members, **(self._kept.messages("key = ?", root_key) if is_new else {})}
        known = _Known(self._database, tangle, root_key)
        growth = PzpGrowth(
            root, [], signers_of=partial(self._signers, root), holes=True, is_proven=True
        )
        keys = {message.id for message in joining.values()}
        for message in joining.values():
            for cause in named_in(message, root_key):
                if cause not in keys and (depth := known.depth(cause)) is not None:
                    growth.tangle.add(cause, depth)
        growth.grow({message.id: [message] for message in joining.values()})
        joined = {key: growth.tangle.depth(key) for key in growth.messages}
        known.add({key: (depth, growth.tangle.prev(key)) for key, depth in joined.items()})
        causes = {key: known.near(growth.tangle.prev(key)) for key in joined}
        by_key = {message.id: number for number, message in joining.items()}
        here = PzpMembers(self._database, tangle)
        here.put(joined, causes, by_key)
        ranked = {by_key[key]: SortKey(joined[key], 0, collation_key(key)) for key in joined}
        here.blocks.sort(ranked, None, {by_key[key]: key for key in joined})
        self._mark_settled([tangle])

    def _signers(self, root: PzpMessage, message: PzpMessage) -> Set[str] | None:
        """The keys that the account of a message had; None if the account is unknown."""
        if message.account == SELF:
            return None
        id_ = root.account if root.is_moot else message.account
        if (id_, root.is_moot) not in self._accounts:
            copies = {
                each.id: [each]
                for each in self._kept.messages(
                    "id IN (SELECT message FROM pzp_places"
                    " WHERE tangle = (SELECT id FROM pzp_tangles WHERE root = ?))",
                    id_,
                ).values()
                if each.account == SELF or not root.is_moot
            }
            account = Account(id_, copies, [], holes=True, is_proven=True)
            self._accounts[id_, root.is_moot] = account
        return self._accounts[id_, root.is_moot].keys_of(message)


class _Known:
    """The messages of a settled tangle, read on demand."""

    def __init__(self, database: Database, tangle: int, root: str) -> None:
        self._database = database
        self._tangle = tangle
        self._root = root
        self._places: dict[str, tuple[int, tuple[str, ...]] | None] = {}

    def add(self, places: Mapping[str, tuple[int, tuple[str, ...]]]) -> None:
        """Take in more messages."""
        self._places |= places

    def __contains__(self, key: str) -> bool:
        return self._place(key) is not None

    def depth(self, key: str) -> int | None:
        """The depth of a message; None if it isn't in the tangle."""
        place = self._place(key)
        return None if place is None else place[0]

    def near(self, prev: Sequence[str]) -> tuple[str, ...]:
        """The causes of a message among those it names, without redundant links."""
        far = implied(prev, self.depth, self._prev)
        return tuple(cause for cause in prev if cause not in far)

    def _prev(self, key: str) -> tuple[str, ...]:
        place = self._place(key)
        return () if place is None else place[1]

    def _place(self, key: str) -> tuple[int, tuple[str, ...]] | None:
        if key not in self._places:
            row = self._database.execute(
                "SELECT rank, value FROM pzp_messages JOIN members ON conversation = ?"
                " AND author = 0 AND sequence = 0 AND message = id WHERE key = ?",
                (self._tangle, key),
            ).fetchone()
            self._places[key] = (row[0], _named(row[1], self._root)) if row else None
        return self._places[key]


def tangles_of(message: PzpMessage) -> list[str]:
    """The roots of the tangles that a message claims to be in; its own id if it names none."""
    if message.is_root:
        return [message.id]
    return [root for root in message.tangles if base58.ID.fullmatch(root)]


def named_in(message: PzpMessage, root: str) -> tuple[str, ...]:
    """The messages that a message names in the tangle of a root."""
    try:
        return place_in(message, root).prev
    except RefusedError:
        return ()


def _named(value: str, root: str) -> tuple[str, ...]:
    return tuple(orjson.loads(value)["metadata"]["tangles"].get(root, {}).get("prev", ()))
