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

from tanglescope.engine.linear.edits import Move
from tanglescope.engine.linear.orders.depths import DepthTangle, find_implied
from tanglescope.engine.message.pzp import SELF, PzpMessage, RefusedError, TangleKind
from tanglescope.engine.message.pzp_rules import place_in
from tanglescope.engine.reduce.feeds import Account, PzpGrowth, RootedTangles
from tanglescope.engine.store.arrivals.changes import TimelineChange, lost_edges
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import next_number
from tanglescope.engine.store.orders.pzp_tangles import (
    PzpMembers,
    PzpTangleStore,
    StoredTangle,
    named_in,
    pzp_address,
    tangles_of,
)
from tanglescope.engine.store.pzp_messages import PzpExtract


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
        new, given_back = self._kept.put(extracts)
        self.gives_back = bool(given_back)
        self._join(new, given_back)
        return len(new)

    def _join(self, new: Mapping[int, PzpMessage], given_back: Mapping[str, PzpMessage]) -> None:
        """Let new messages join; `given_back` are known ones that have their data again."""
        self._messages |= new
        claims: dict[str, dict[int, PzpMessage]] = {}
        for number, message in new.items():
            for root in tangles_of(message):
                claims.setdefault(root, {})[number] = message
        keys = {message.id for message in new.values()}
        tangles = self._known_roots({*claims, *keys})
        begun = [root for root in claims if root not in tangles]
        self._enter(begun)
        tangles.update(begun)
        # The root of a tangle that begins may be a message that is known.
        whole = {root for root in tangles if root in begun or root in keys}
        every = (*new.values(), *given_back.values())
        changed = {root for m in every if m.account == SELF for root in (m.id, *tangles_of(m))}
        whole.update(self._kept.written_by(changed))
        touched = whole | {root for root in tangles if root in claims}
        touched |= {each.root for key in given_back for each in self._kept.claimed_tangles(key)}
        for root in sorted(touched):
            self._revise(root, claims.get(root, {}), is_whole=root in whole)

    def _known_roots(self, roots: Collection[str]) -> set[str]:
        question = "SELECT name FROM graphs WHERE kind = 'pzp' AND name IN ({marks})"
        return {root for (root,) in self._database.among(question, roots)}

    def _enter(self, roots: Sequence[str]) -> None:
        self._database.conn.executemany(
            "INSERT INTO graphs (id, kind, name) VALUES (?, 'pzp', ?)",
            enumerate(roots, next_number(self._database)),
        )

    # What is valid

    def _revise(self, root: str, new: Mapping[int, PzpMessage], *, is_whole: bool) -> None:
        """Validate the new messages of a tangle and those after them, or all; edit its order."""
        self._database.execute(
            "UPDATE graphs SET revision = revision + 1 WHERE kind = 'pzp' AND name = ?", (root,)
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
                valid = self._grow(message, claims.values(), known)
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
            names = {edit.name for edit in edits if not isinstance(edit, Move)}
            after = {
                key: each
                for key, each in causes.items()
                if not names.isdisjoint((key, *each)) or {*before[key]} != {*each}
            }
            gone = lost_edges({key: before[key] for key in after.keys() & before}, after)
            address = str(pzp_address(root))
            change = TimelineChange.of(address, tangle.revision, edits, after, known, gone)
            self.changes.append(change)

    def _candidates(
        self, tangle: StoredTangle, new: Mapping[int, PzpMessage], *, is_whole: bool
    ) -> Iterator[dict[int, PzpMessage]]:
        """The messages to validate: at first few, then all that the verdicts on these may concern.

        If a message that was missing arrives, those that name it are validated, and links from
        after it to before it may be redundant.
        """
        if is_whole:
            yield self._read(self._kept.claiming(tangle.root))
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

    def _grow(
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
                for each in self._read(self._kept.claiming(id_)).values()
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
        far = find_implied(prev, self.depth, self._prev)
        return tuple(cause for cause in prev if cause not in far)

    def _prev(self, key: str) -> tuple[str, ...]:
        place = self._place(key)
        return () if place is None else place[1]

    def _place(self, key: str) -> tuple[int, tuple[str, ...]] | None:
        if key not in self._places:
            row = self._database.execute(
                "SELECT rank, value FROM pzp_messages AS here JOIN members ON conversation = ?"
                " AND members.author = 0 AND sequence = 0 AND message = here.id WHERE key = ?",
                (self._tangle, key),
            ).fetchone()
            self._places[key] = (row[0], _named_messages(row[1], self._root)) if row else None
        return self._places[key]


def depth_in(message: PzpMessage, root: str) -> int:
    """The depth that a message declares in the tangle of a root; 0 if it declares none."""
    try:
        return place_in(message, root).depth
    except RefusedError:
        return 0


def _named_messages(value: str, root: str) -> tuple[str, ...]:
    return tuple(orjson.loads(value)["metadata"]["tangles"].get(root, {}).get("prev", ()))
