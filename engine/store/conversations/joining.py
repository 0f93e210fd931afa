"""Joining: how new messages become members of stored conversations.

A message joins the threads it replies in, and its own thread once there is a reply. It joins a
tangle of any other name as SIP 9 says: when all its causes have joined; until then it is set aside.
The causes that a message waits for are found by links, so nothing else is stored.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tanglescope.engine.linear.edits import Insert
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.walk import causes_first
from tanglescope.engine.message.message import content_of
from tanglescope.engine.message.verdict import Rule, invalid
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.orders import Event, Extension, TimelineStore
from tanglescope.engine.store.conversations.table import (
    THREAD,
    Arrival,
    ConversationTable,
    stored_address,
)
from tanglescope.engine.store.files.sqlite import Database, in_chunks
from tanglescope.engine.store.messages import Messages, NewMessage, moment
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.tangle.rules import Admitted, RuleEntry, rule_of
from tanglescope.engine.tangle.thread import TANGLE_DATA, memberships
from tanglescope.engine.tangle.titles import one_line, title_of

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.extracts import Extract


class _Joining(NamedTuple):
    """The fields of a message that a conversation needs; only the root has a `title`."""

    key: str
    feed: int
    time: float | None
    causes: Sequence[str]
    title: str | None


class TangleMessage(NamedTuple):
    """A message with tangle data, from which its memberships follow."""

    feed: int
    time: float | None
    entry: RuleEntry


Identity = tuple[str, str]
"""The name and the root of a conversation."""

Candidates = dict[str, _Joining]
"""Messages that claim to be in a conversation, by key."""


class Joining:
    """The stored conversations of a database, changed by one transaction.

    Their addresses, by name and root, are those in which changes are reported.
    """

    def __init__(
        self, database: Database, address: Callable[[str, str], Address] = stored_address
    ) -> None:
        self._database = database
        self._address = address
        self._messages = Messages(database)
        self._table = ConversationTable(database)
        self._timelines = TimelineStore(database)
        self._refused: set[str] = set()
        """The messages that closed a cycle: they are invalid and join no conversation."""

    def join(self, new: Sequence[NewMessage], *, with_edits: bool = True) -> list[TimelineChange]:
        """Let messages that were just added join; return the change of each conversation.

        Without edits, new conversations are ordered at once, and nothing is returned.
        """
        threads: dict[str, Candidates] = {}
        for each in new:
            key, root = each.extract.key, each.extract.root
            if each.extract.title is not None:
                threads.setdefault(key, {})
            if root is not None:
                replies = threads.setdefault(root, {})
                # A message that lost text may name itself, in another spelling.
                if root != key:
                    replies[key] = _joining(each, each.extract.causes)
        tangled = (_tangle_message(each) for each in new if TANGLE_DATA in each.extract.value)
        claims = claimed_by_data(tangled, threads)
        fresh = {each.extract.key: each for each in new}
        changes = self._join_threads(threads, fresh, with_edits=with_edits)
        changes += self._join_tangles(claims, with_edits=with_edits)
        return changes if with_edits else []

    def join_tangle(
        self, name: str, root: str, messages: Sequence[NewMessage]
    ) -> TimelineChange | None:
        """Let messages join one tangle only; return its change."""
        tangled = (_tangle_message(each) for each in messages if TANGLE_DATA in each.extract.value)
        return self._claim(name, root, claimed_by_data(tangled, {}).get((name, root), {}))

    def join_by_data(self) -> None:
        """Let all messages join by their tangle data, after they were loaded in bulk."""
        threads: dict[str, Candidates] = {}
        claims = claimed_by_data(tangled_messages(self._database), threads)
        for root, number in self._table.numbers(THREAD, threads).items():
            for key in self._timelines.members(number).numbers(threads[root]):
                del threads[root][key]
        self._join_threads(threads, {}, with_edits=False)
        self._join_tangles(claims, with_edits=False)

    def date_back(self, earlier: Sequence["Extract"]) -> None:
        """Update the times of conversations with messages that were received earlier."""
        # If a key can't be proven, a second record with it may be in another thread.
        found = self._table.with_replies([each.key for each in earlier])
        for each in earlier:
            if TANGLE_DATA in each.value:
                for name, root, _ in memberships(_entry(each)):
                    found.update(self._table.numbers(name, [root]).values())
        self._table.date(found)

    # Threads

    def _join_threads(
        self,
        threads: dict[str, Candidates],
        fresh: Mapping[str, NewMessage],
        *,
        with_edits: bool,
    ) -> list[TimelineChange]:
        """Let messages join threads by their roots, some of which are `fresh`."""
        numbers = self._table.numbers(THREAD, {**threads, **fresh})
        begun = [root for root in threads if root not in numbers]
        # The root of a thread with its first reply may have been stored long ago.
        roots = self._roots([root for root in begun if root not in fresh])
        for key, new in fresh.items():
            if key in threads or key in numbers:
                roots[key] = _joining(new, (), is_root=True)
        numbers |= self._table.enter(THREAD, begun)
        for root, member in roots.items():
            replies = threads.get(root, {})
            replies.pop(root, None)
            threads[root] = {root: member, **replies}
        joining = {root: [*here.values()] for root, here in threads.items() if here}
        if not with_edits:
            members = {numbers[root]: here for root, here in joining.items()}
            self._put(members, {numbers[root] for root in begun})
            return []
        alone = [root for root in begun if [each.key for each in joining[root]] == [root]]
        changes = [*self._open({root: (numbers[root], joining.pop(root)) for root in alone})]
        extended = (self._extend(numbers[root], THREAD, root, joining[root]) for root in joining)
        return [*changes, *(change for change in extended if change is not None)]

    def _open(self, threads: Mapping[str, tuple[int, list[_Joining]]]) -> Iterator[TimelineChange]:
        """Open threads with only a root, all at once: most messages open one."""
        self._put(dict(threads.values()), {number for number, _ in threads.values()})
        for root, (number, _) in threads.items():
            address, revision = str(self._address(THREAD, root)), self._table.revision(number)
            yield TimelineChange(address, revision, (Insert(root, 0),), {}, {root: ()})

    def _extend(
        self, number: int, name: str, root: str, members: Sequence[_Joining]
    ) -> TimelineChange | None:
        """Let members join a conversation, and count them; None if none of them joins."""
        members = [each for each in members if each.key not in self._refused]
        changed, joined = self._place(number, members) if members else (Extension.of([]), [])
        if not joined:
            return None
        self._count({number: [_arrival(member) for member in joined]})
        return TimelineChange(
            str(self._address(name, root)),
            self._table.revision(number),
            tuple(changed.edits),
            changed.waiting,
            changed.causes,
            removed_edges=tuple(changed.removed_edges),
        )

    def _place(
        self, number: int, members: Sequence[_Joining]
    ) -> tuple[Extension, Sequence[_Joining]]:
        try:
            return self._timelines.extend(number, _events(members)), members
        except CycleError:
            if len(members) == 1:
                # Messages can name each other only if ids can't be proven.
                self._refuse([members[0].key])
                return Extension.of([]), []
            parts = [self._place(number, [member]) for member in members]
            changed = Extension.of([part for part, _ in parts])
            return changed, [member for _, some in parts for member in some]

    def _refuse(self, keys: Collection[str]) -> None:
        self._refused.update(keys)
        self._messages.judge((key, invalid(Rule.CYCLE)) for key in keys)

    def _put(self, joining: Mapping[int, list[_Joining]], new: Collection[int]) -> None:
        """Let members join threads by their numbers, some of them `new`, without edits."""
        events = {number: _events(members) for number, members in joining.items()}
        refused = self._timelines.put(events, new)
        self._refuse({key for _, key in refused})
        joined = {
            number: [_arrival(each) for each in members if (number, each.key) not in refused]
            for number, members in joining.items()
        }
        self._count({number: arrivals for number, arrivals in joined.items() if arrivals})

    def _count(self, arrivals: Mapping[int, Sequence[Arrival]]) -> None:
        """Count messages that have joined, and find the titles of conversations without a root."""
        self._table.join(arrivals)
        numbers = self._table.without_root(arrivals)
        self._table.call({number: self._timelines.first_title(number) for number in numbers})

    def _roots(self, keys: Sequence[str]) -> dict[str, _Joining]:
        """Known messages, each as the root of its own thread."""
        stored = self._messages.get(keys)
        feeds = self._messages.feeds(keys)
        return {
            key: _Joining(
                key, feeds[key], moment(each.asserted, each.received), (), title_of(each.content)
            )
            for key, each in stored.items()
        }

    # Tangles of other names

    def _join_tangles(
        self, claims: Mapping[Identity, Candidates], *, with_edits: bool
    ) -> list[TimelineChange]:
        """Let candidates join tangles if they connect."""
        pools = {  # without messages that closed a cycle in a thread
            identity: {key: each for key, each in claimed.items() if key not in self._refused}
            for identity, claimed in claims.items()
        }
        pools = {identity: pool for identity, pool in pools.items() if pool}
        others = pools if with_edits else self._begin(pools)
        changes = [self._claim(*identity, pool) for identity, pool in others.items()]
        return [change for change in changes if change is not None]

    def _begin(self, claims: Mapping[Identity, Candidates]) -> dict[Identity, Candidates]:
        """Order new tangles at once; return the claims to all others.

        All candidates of a new tangle are among the claims.
        """
        roots: dict[str, list[str]] = {}
        for name, root in claims:
            roots.setdefault(name, []).append(root)
        joining: dict[int, list[_Joining]] = {}
        waiting: dict[int, int] = {}
        others = dict(claims)
        for name, named in roots.items():
            known = self._table.numbers(name, named)
            begun = self._table.enter(name, [root for root in named if root not in known])
            for root, number in begun.items():
                pool = others.pop((name, root))
                if connected := connected_in(pool, set()):
                    joining[number] = connected
                if pool:
                    waiting[number] = len(pool)
        self._put(joining, joining.keys())
        self._table.set_aside(waiting)
        return others

    def _claim(self, name: str, root: str, claims: Candidates) -> TimelineChange | None:
        """Let candidates join a tangle."""
        number = self._table.numbers(name, [root]).get(root)
        if number is None:
            number = self._table.enter(name, [root])[root]
        inside = self._timelines.members(number)
        known = set(inside.numbers(claims))
        pool = {key: each for key, each in claims.items() if key not in known}
        candidates = len(pool)
        joined: list[_Joining] = []
        while pool:
            known.update(
                inside.numbers(cause for member in pool.values() for cause in member.causes)
            )
            connected = connected_in(pool, known)
            joined += connected
            if not connected:
                break
            waiting = self._waiting(name, root, [member.key for member in connected])
            pool |= {key: member for key, member in waiting.items() if key not in known}
        self._table.set_aside({number: candidates - len(joined)})
        return self._extend(number, name, root, joined)

    def _waiting(self, name: str, root: str, keys: Sequence[str]) -> dict[str, _Joining]:
        """The candidates of a tangle that directly follow some messages."""
        rule = rule_of(name)
        kind = f"tangle:{one_line(name, 52)}"
        found = {}
        for marks, some in in_chunks(keys):
            for tangled in _read(
                self._database,
                f"id IN (SELECT message FROM links WHERE target IN ({marks}) AND kind = ?)",
                (*some, kind),
            ):
                admitted = rule.admit(tangled.entry, root)
                if isinstance(admitted, Admitted):
                    key = tangled.entry.key
                    found[key] = _Joining(key, tangled.feed, tangled.time, admitted.causes, None)
        return found


def claimed_by_data(
    tangled: Iterable[TangleMessage], threads: dict[str, Candidates]
) -> dict[Identity, Candidates]:
    """The claims of messages by their tangle data; those to threads are added, unless known."""
    claims: dict[Identity, Candidates] = {}
    for each in tangled:
        key = each.entry.key
        for name, root, causes in memberships(each.entry):
            title = title_of(each.entry.content) if key == root else None
            member = _Joining(key, each.feed, each.time, causes, title)
            if name == THREAD:
                threads.setdefault(root, {}).setdefault(key, member)
            else:
                claims.setdefault((name, root), {}).setdefault(key, member)
    return claims


def tangled_messages(database: Database) -> Iterator[TangleMessage]:
    """The public messages with tangle data, as they arrived.

    They are searched in the texts, since roots have no links. That takes a second for a million
    messages.
    """
    return _read(
        database,
        "type IS NOT NULL AND status <> 'invalid' AND instr(value, ?)",
        (TANGLE_DATA,),
    )


def _read(database: Database, condition: str, values: Sequence[object]) -> Iterator[TangleMessage]:
    rows = database.execute(
        "SELECT here.key, feeds.key, author, here.sequence, previous, asserted, received,"
        f" {as_ordered('here')}"
        f" FROM (SELECT * FROM messages WHERE {condition}) AS here"
        " CROSS JOIN feeds ON feeds.id = author ORDER BY here.id",
        values,
    )
    for key, author, feed, sequence, previous, asserted, received, value in rows:
        entry = RuleEntry(key, content_of(value), author, sequence, previous)
        yield TangleMessage(feed, moment(asserted, received), entry)


def connected_in(pool: dict[str, _Joining], known: set[str]) -> list[_Joining]:
    """Move the messages that connect to `known` from the pool to `known`, causes first."""
    causes = {
        key: [cause for cause in member.causes if cause not in known]
        for key, member in pool.items()
    }
    missing = {cause for named in causes.values() for cause in named} - causes.keys()
    # A missing message waits for itself, so that nothing after it is ready.
    connected = causes_first(causes | {each: [each] for each in missing})
    known.update(connected)
    return [pool.pop(key) for key in connected]


def _tangle_message(new: NewMessage) -> TangleMessage:
    extract = new.extract
    return TangleMessage(new.feed, moment(extract.asserted, extract.received), _entry(extract))


def _entry(extract: "Extract") -> RuleEntry:
    content = content_of(extract.value)
    return RuleEntry(extract.key, content, extract.author, extract.sequence, extract.previous)


def _joining(new: NewMessage, causes: Sequence[str], *, is_root: bool = False) -> _Joining:
    extract, title = new.extract, None
    if is_root:
        title = extract.title
        title = title_of(content_of(extract.value)) if title is None else title
    time = moment(extract.asserted, extract.received)
    return _Joining(extract.key, new.feed, time, causes, title)


def _events(members: Iterable[_Joining]) -> list[Event]:
    return [(member.key, member.causes) for member in members]


def _arrival(member: _Joining) -> Arrival:
    return Arrival(member.feed, member.time, member.title)
