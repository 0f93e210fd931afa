"""How PZP messages join their tangles in the database.

Whether a message is valid in a tangle depends on the messages that it names, and on the account of
its author. So these are validated when messages arrive: the new ones and those that name them, as
far as verdicts change; all of a tangle whose root arrives; and all of those in which an account
wrote that changes. Depths are declared and never change, so messages join the stored order and
leave it, and none moves.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

import orjson

from tanglescope.engine.linear.orders.depths import DepthTangle, implied
from tanglescope.engine.message import pzp
from tanglescope.engine.message.pzp import SELF, PzpMessage, RefusedError, TangleKind
from tanglescope.engine.message.pzp_rules import place_in
from tanglescope.engine.reduce.feeds import Account, PzpGrowth, RootedTangles
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import next_number
from tanglescope.engine.store.orders.pzp_tangles import (
    PzpMembers,
    PzpTangleStore,
    StoredTangle,
    author_in,
    pzp_address,
)
from tanglescope.engine.store.pzp_messages import PzpExtract, PzpMessages


class PzpJoining:
    """The PZP tangles of a database, changed by one transaction."""

    def __init__(self, database: Database, *, with_edits: bool = True) -> None:
        self._database = database
        self._with_edits = with_edits
        self._kept = PzpTangleStore(database)
        self._messages: dict[int, PzpMessage] = {}
        self._accounts: dict[tuple[str, bool], Account] = {}
        self.changes: list[TimelineChange] = []
        """The change of each tangle with a known root."""
        self.gives_back = False
        """Whether known messages have their data again."""

    def put(self, extracts: Sequence[PzpExtract]) -> int:
        """Add messages and let them join their tangles; return the number of new ones."""
        if not extracts:
            return 0
        messages = PzpMessages(self._database)
        last = messages.last
        erased = messages.erased([each.key for each in extracts if not each.is_erased])
        self.gives_back = bool(erased)
        added = messages.put(extracts)
        self._join(last, erased)
        return added

    def _join(self, last: int, given_back: Sequence[str]) -> None:
        """Let messages with numbers above `last` join; `given_back` ones have their data again."""
        new = self._kept.messages("id > ?", last)
        self._messages |= new
        again = self._kept.messages("key IN (SELECT value FROM json_each(?))", as_json(given_back))
        claims: dict[str, dict[int, PzpMessage]] = {}
        for number, message in new.items():
            for root in tangles_of(message):
                claims.setdefault(root, {})[number] = message
        keys = {message.id for message in new.values()}
        tangles = self._numbers_of({*claims, *keys})
        begun = self._enter([root for root in claims if root not in tangles])
        tangles |= begun
        for root, number in tangles.items():
            self._claim(number, root, claims.get(root, {}))
        # The root of a tangle that begins may be a message that is known.
        whole = {root for root in tangles if root in begun or root in keys}
        if changed := [each for each in (*new.values(), *again.values()) if each.account == SELF]:
            whole |= self._of_accounts(changed)
        touched = whole | {root for root in tangles if root in claims}
        touched |= {each.root for key in given_back for each in self._kept.claimed(key)}
        for root in sorted(touched):
            self._revise(root, claims.get(root, {}), is_whole=root in whole)

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

    def _of_accounts(self, messages: Collection[PzpMessage]) -> set[str]:
        """The tangles of the accounts that these messages change, and those in which they wrote."""
        accounts = {root for each in messages for root in (each.id, *tangles_of(each))}
        return set(
            self._database.column(
                "SELECT pzp_tangles.root FROM json_each(?) AS account CROSS JOIN pzp_tangles"
                " WHERE pzp_tangles.root = account.value OR EXISTS (SELECT 1 FROM pzp_places"
                " WHERE tangle = pzp_tangles.id AND author = account.value)",
                (as_json(list(accounts)),),
            )
        )

    # What is valid

    def _revise(self, root: str, new: Mapping[int, PzpMessage], *, is_whole: bool) -> None:
        """Validate the new messages of a tangle and those after them, or all; edit its order."""
        self._database.execute(
            "UPDATE pzp_tangles SET revision = revision + 1 WHERE root = ?", (root,)
        )
        tangle, message = self._kept.find(root), self._kept.message(root)
        if tangle is None or message is None:
            return  # until its root arrives
        # Any message of an account may change what others are allowed to do.
        is_whole |= message.kind is TangleKind.ACCOUNT
        members = PzpMembers(self._database, tangle.number)
        for claims in self._candidates(tangle, new, is_whole=is_whole):
            numbers = {each.id: number for number, each in claims.items()}
            known = _Known(self._database, tangle.number, root, numbers)
            if is_whole:
                valid = RootedTangles(self._kept.entries(tangle), is_proven=True).feed(root).tangle
            else:
                valid = self._grown(message, claims.values(), known)
            former = members.numbers(numbers)
            others = (key for key, number in numbers.items() if number not in new)
            if all((key in former) == (key in valid) for key in others):
                break  # what comes after these is as it was
        inside = {key: valid.depth(key) for key in numbers if key in valid}
        known.add({key: (depth, valid.prev(key)) for key, depth in inside.items()})
        causes = {key: known.near(valid.prev(key)) for key in inside}
        before = members.causes(former)
        edits = members.revise(numbers, inside, causes, before, with_edits=self._with_edits)
        if self._with_edits:
            address = str(pzp_address(root))
            change = TimelineChange.of(address, tangle.revision, edits, before, causes, known)
            self.changes.append(change)

    def _candidates(
        self, tangle: StoredTangle, new: Mapping[int, PzpMessage], *, is_whole: bool
    ) -> Iterator[dict[int, PzpMessage]]:
        """The messages to validate: at first few, then all that the verdicts on these may concern.

        If a message that was missing arrives, those that name it are validated, and links from
        after it to before it may be redundant.
        """
        if is_whole:
            yield self._read(self._kept.claiming(tangle))
            return
        claims = self._read({*new, *self._kept.naming(tangle, new)})
        if len(claims) > len(new):
            named = {key for each in claims.values() for key in named_in(each, tangle.root)}
            depths = [depth_in(each, tangle.root) for each in new.values() if each.id in named]
            spanning = self._kept.spanning(tangle, min(depths), max(depths))
            claims = self._read({*claims, *spanning})
        yield claims
        yield self._read(self._kept.later(tangle, new))

    def _read(self, numbers: Collection[int]) -> dict[int, PzpMessage]:
        """Some messages, each read once in a transaction; without damaged ones."""
        missing = as_json([number for number in numbers if number not in self._messages])
        self._messages |= self._kept.messages("id IN (SELECT value FROM json_each(?))", missing)
        known = self._messages
        return {number: known[number] for number in sorted(numbers) if number in known}

    def _grown(
        self, root: PzpMessage, messages: Collection[PzpMessage], known: "_Known"
    ) -> DepthTangle:
        """The valid ones of some messages, with what they name, by depth."""
        growth = PzpGrowth(
            root, [], signers_of=partial(self._signers, root), holes=True, is_proven=True
        )
        for message in messages:
            for cause in named_in(message, root.id):
                if (depth := known.depth(cause)) is not None:
                    growth.tangle.add(cause, depth)
        growth.grow({message.id: [message] for message in messages})
        return growth.tangle

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


class _Known(Container[str]):
    """The messages of a tangle, read on demand; those that are validated `again` aren't known."""

    def __init__(self, database: Database, tangle: int, root: str, again: Iterable[str]) -> None:
        self._database = database
        self._tangle = tangle
        self._root = root
        self._places: dict[str, tuple[int, tuple[str, ...]] | None] = dict.fromkeys(again)

    def add(self, places: Mapping[str, tuple[int, tuple[str, ...]]]) -> None:
        """Take in more messages."""
        self._places |= places

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._place(key) is not None

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
    return [root for root in message.tangles if pzp.ID.fullmatch(root)]


def depth_in(message: PzpMessage, root: str) -> int:
    """The depth that a message declares in the tangle of a root; 0 if it declares none."""
    try:
        return place_in(message, root).depth
    except RefusedError:
        return 0


def named_in(message: PzpMessage, root: str) -> tuple[str, ...]:
    """The messages that a message names in the tangle of a root."""
    try:
        return place_in(message, root).prev
    except RefusedError:
        return ()


def _named(value: str, root: str) -> tuple[str, ...]:
    return tuple(orjson.loads(value)["metadata"]["tangles"].get(root, {}).get("prev", ()))
