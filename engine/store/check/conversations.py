"""Check conversations: members, sums, titles, times, participants and orders."""

import re
from array import array
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.message.message import content_of
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.check.subject import (
    LAST,
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    by_rows,
    message_named,
)
from tanglescope.engine.store.conversations.joining import (
    Candidates,
    TangleMessage,
    claimed_by_data,
    connected_in,
    tangled_messages,
)
from tanglescope.engine.store.conversations.orders import rank_members
from tanglescope.engine.store.conversations.table import THREAD
from tanglescope.engine.store.conversations.threads import LINKED, by_data_alone, lacking
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import moment
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.everything_graph import Cause, derived_causes
from tanglescope.engine.store.orders.members import OrderedMembers, RankedMembers
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.tangle.causes import SignedMember, Written
from tanglescope.engine.tangle.rules import Admitted, RuleEntry, TangleRule, rule_of, thread_roots
from tanglescope.engine.tangle.titles import MOST_READ, title_of

_MOST_CHANGES = 1 << 53
"""An upper bound of numbers of conversations."""


_AT_ONCE = 4000
"""The number of messages of conversations that are compared at once."""


class _Joined(NamedTuple):
    """The fields of a message that its thread needs."""

    number: int
    member: SignedMember
    time: float | None
    title: str | None

    @property
    def key(self) -> str:
        """Its key."""
        return self.member.key


@dataclass(slots=True)
class _ConversationRow:
    """A stored conversation, and the messages that belong to it."""

    name: str
    root: str
    ignores_sequences: int
    row: tuple[Any, ...]
    members: dict[int, _Joined] = field(default_factory=dict)
    refused: dict[int, _Joined] = field(default_factory=dict)
    participants: dict[int, int] = field(default_factory=dict)
    written: set[tuple[Any, ...]] = field(default_factory=set)
    """The rows of its members: author, sequence and number."""


def divide_conversations(database: Database) -> list[RowRange]:
    """Parts of consecutive conversations with some thousand messages together."""
    parts: list[RowRange] = []
    first, weight = -LAST, 0
    for number, messages in database.execute("SELECT id, messages FROM conversations ORDER BY id"):
        weight += 1 + max(0, messages)
        if weight >= _AT_ONCE:
            parts.append(RowRange(first, number + 1, weight // 2))
            first, weight = number + 1, 0
    return [*parts, RowRange(first, LAST, weight // 2 + 1)]


def compare_conversations(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare conversations and their orders."""
    for number, conversation in _conversations(database, part).items():
        where = f"{conversation.name} {conversation.root}"
        # A message that closes a cycle in one conversation may have joined another before.
        joined = {at for *_, at in conversation.written}
        conversation.members |= {
            at: member for at, member in conversation.refused.items() if at in joined
        }
        members = [conversation.members[at] for at in sorted(conversation.members)]
        yield from _sums(conversation, members, where)
        try:
            ranked, ignores_sequences = rank_members(
                [each.member for each in members], conversation.root
            )
        except CycleError:
            yield Problem(tr("Its messages come after each other in a cycle."), where)
            continue
        if ignores_sequences != conversation.ignores_sequences:
            what = tr("Whether sequence numbers contradict links isn't what its messages say.")
            yield Problem(what, where)
        if _without_joiners(conversation.row[1]) != _without_joiners(
            _title(conversation, members, ranked)
        ):
            yield Problem(tr("Its title doesn't match its messages."), where)
        numbers = {each.key: each.number for each in members}
        stored = OrderedMembers(database, number)
        wrong = differences(database, stored, ranked, numbers, ranked.order())
        yield from (Problem(what, where) for what in wrong)
    if part.end == LAST:
        yield from _list(database)


def _title(
    conversation: _ConversationRow, members: Sequence[_Joined], ranked: RankedMembers
) -> str:
    titles = {each.key: each.title or "" for each in members}
    if conversation.root in titles:
        return titles[conversation.root]
    first = ranked.order()[:MOST_READ]
    return next((titles[key] for key in first if titles[key]), "")


def _conversations(database: Database, part: RowRange) -> dict[int, _ConversationRow]:
    bounds = (part.first, part.end)
    conversations = {
        number: _ConversationRow(name, root, ignores_sequences, tuple(row))
        for number, name, root, ignores_sequences, *row in database.execute(
            "SELECT id, name, root, ignores_sequences, present, title, messages, authors, first,"
            " latest, revision FROM conversations WHERE id >= ? AND id < ?",
            bounds,
        )
    }
    columns = (
        "messages.id, messages.key, messages.author, messages.sequence, previous, asserted,"
        f" received, {as_ordered()}, status"
    )
    # Members by tangle data; that none is missing is checked at the end.
    by_data = (
        "members ON members.conversation = conversations.id"
        " CROSS JOIN messages ON messages.id = members.message"
    )
    for join in (*LINKED, by_data):
        question = (
            f"SELECT conversations.id, {columns} FROM conversations CROSS JOIN {join}"
            " WHERE conversations.id >= ? AND conversations.id < ?"
        )
        for (
            conversation,
            number,
            key,
            author,
            sequence,
            previous,
            asserted,
            received,
            value,
            status,
        ) in database.execute(question, bounds):
            found = conversations[conversation]
            into = found.refused if status == ValidationStatus.INVALID else found.members
            content, time = content_of(value), moment(asserted, received)
            named = _named_messages(rule_of(found.name), RuleEntry(key, content), found.root)
            # The title is that of the root; without one, that of the first text.
            title = title_of(content) if key == found.root or not found.row[0] else None
            member = SignedMember(Written(key, sequence, previous), author, named)
            into[number] = _Joined(number, member, time, title)
    for conversation, *row in database.execute(
        "SELECT conversation, author, sequence, message FROM members"
        " WHERE conversation >= ? AND conversation < ?",
        bounds,
    ):
        if conversation in conversations:
            conversations[conversation].written.add(tuple(row))
    for conversation, author, messages in database.execute(
        "SELECT conversation, author, messages FROM participants"
        " WHERE conversation >= ? AND conversation < ?",
        bounds,
    ):
        if conversation in conversations:
            conversations[conversation].participants[author] = messages
    return conversations


def _sums(
    conversation: _ConversationRow, members: Sequence[_Joined], where: str
) -> Iterator[Problem]:
    present, _, messages, authors, first, latest, revision = conversation.row
    root = next((each for each in members if each.key == conversation.root), None)
    people = Counter(each.member.author for each in members)
    written = {(each.member.author, each.member.written.sequence, each.number) for each in members}
    times = [each.time for each in members if each.time is not None]
    if (messages, authors, present) != (len(members), len(people), int(root is not None)):
        yield Problem(tr("Its counts don't match its messages."), where)
    if dict(people) != conversation.participants or written != conversation.written:
        yield Problem(tr("Its participants don't match the authors of its messages."), where)
    if (first, latest) != (min(times, default=None), max(times, default=None)):
        yield Problem(tr("Its times don't match its messages."), where)
    if not 0 <= revision < _MOST_CHANGES:
        yield Problem(tr("Its count of changes is impossible."), where)


def differences(
    database: Database,
    members: OrderedMembers,
    ranked: RankedMembers,
    numbers: Mapping[str, int],
    order: Iterable[str] | None,
) -> Iterator[str]:
    """The differences of the stored ranks, edges and order from those that are computed anew."""
    if members.all_ranks() != {numbers[key]: rank for key, rank in ranked.ranks.items()}:
        yield tr("Its ranks don't match its messages.")
    edges = set(
        database.execute(
            "SELECT cause, effect FROM edges WHERE conversation = ?", (members.number,)
        )
    )
    if edges != {
        (numbers[cause] if cause in ranked.ranks else cause, numbers[key])
        for key, causes in ranked.causes.items()
        for cause in causes
    }:
        yield tr("Its edges don't match its messages.")
    if order is None:  # it is out of date, and derived again when it is wanted
        return
    right = array("i", (numbers[key] for key in order))
    if not members.blocks.is_sound() or members.blocks.numbers() != right:
        yield tr("Its order doesn't match its ranks and keys.")


def _named_messages(rule: TangleRule, entry: RuleEntry, root: str) -> tuple[str, ...]:
    """What a message names; for one that isn't a candidate, an impossible cause."""
    admitted = rule.admit(entry, root)
    return admitted.causes if isinstance(admitted, Admitted) else (root, f"no candidate of {root}")


def _list(database: Database) -> Iterator[Problem]:
    """Compare the list of conversations."""
    yield from (Problem(what, where) for what, where in lacking(database))
    claimed = yield from _check_tangle_data(database)
    for name, root in by_data_alone(database):
        if (name, root) not in claimed:
            yield Problem(tr("It has no root and no messages."), f"{name} {root}")
    for table in ("members", "edges", "order_blocks"):
        for (number,) in database.execute(
            f"SELECT DISTINCT conversation FROM {table} WHERE conversation > 0"
            " EXCEPT SELECT id FROM conversations EXCEPT SELECT id FROM graphs"
        ):
            yield Problem(
                tr("There are rows of a timeline without a conversation."), f"{table} {number}"
            )


def _check_tangle_data(database: Database) -> Generator[Problem, None, set[tuple[str, str]]]:
    """Compare memberships by tangle data, and the list of the tangles claimed."""
    threads: dict[str, Candidates] = {}
    replying: dict[str, list[str]] = {}

    def tangle_messages() -> Iterator[TangleMessage]:
        for each in tangled_messages(database):
            for root in thread_roots(each.entry.content)[:1]:
                replying.setdefault(root, []).append(each.entry.key)
            yield each

    claims = claimed_by_data(tangle_messages(), threads)
    for root, replies in (*replying.items(), *threads.items()):
        yield from _missing(database, THREAD, root, list(replies))
    for (name, root), pool in claims.items():
        inside = connected_in(pool, set())  # the others are left in the pool
        yield from _missing(database, name, root, [each.key for each in inside])
    for name, root, counted in database.execute("SELECT name, root, set_aside FROM conversations"):
        if counted != len(claims.get((name, root), ())):
            yield Problem(tr("Its count of waiting messages is wrong."), f"{name} {root}")
    return {*claims, *((THREAD, root) for root in (*replying, *threads))}


def _missing(database: Database, name: str, root: str, keys: Sequence[str]) -> Iterator[Problem]:
    """The messages that are missing in a conversation."""
    row = database.execute(
        "SELECT id FROM conversations WHERE name = ? AND root = ?", (name, root)
    ).fetchone()
    if row is None:
        yield Problem(
            tr("Messages belong to it, but no such conversation is stored."), f"{name} {root}"
        )
        return
    here = OrderedMembers(database, row[0]).numbers(keys)
    for key in keys:
        if key not in here:
            yield Problem(
                tr("A message that belongs to it is missing in it."), f"{name} {root}: {key}"
            )


CONVERSATIONS = CheckSubject(later("conversations"), divide_conversations, compare_conversations)


def _without_joiners(title: str) -> str:
    """A title as earlier versions stored it, without zero-width joiners in emoji."""
    return " ".join(re.sub("[\u200c\u200d]", " ", title).split())


divide_edges = by_rows("messages", _AT_ONCE)


def compare_edges(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare what messages come after among everything."""
    bounds = (part.first, part.end)
    stored: dict[int, set[Cause]] = {}
    for effect, cause in database.execute(
        "SELECT effect, cause FROM edges WHERE conversation = 0 AND effect >= ? AND effect < ?",
        bounds,
    ):
        stored.setdefault(effect, set()).add(cause)
    for number, causes in derived_causes(database, "id >= ? AND id < ?", *bounds):
        if stored.pop(number, set()) != causes:
            what = tr("Its causes in Everything aren't what it and its feed say.")
            yield Problem(what, message_named(database.conn, number))


EDGES = CheckSubject(later("edges of everything"), divide_edges, compare_edges)


def divide_everything(database: Database) -> list[RowRange]:
    """One part: adjusted times depend on paths through all messages."""
    ((count,),) = database.execute("SELECT count(*) FROM messages")
    return [RowRange(weight=int(count) // 4 + 1)]


def compare_everything(database: Database, _part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare the times and the order of everything."""
    # NumPy takes 25 MB and time to load.
    from tanglescope.engine.store.orders.everything_arrays import DerivedTimes

    derived = DerivedTimes.read(database)
    kept = database.execute("SELECT message, time FROM adjusted_times ORDER BY message")
    rows = merge(kept, derived.rows(), key=itemgetter(0))
    for number, times in groupby(rows, itemgetter(0)):
        one, *others = (time for _, time in times)
        if others != [one]:
            yield Problem(
                tr("Its adjusted time in Everything isn't the latest time of it and its past."),
                message_named(database.conn, number),
            )
    if not Everything(database).is_sorted(derived.ties()):
        yield Problem(tr("Its stored order isn't in time order."), tr("everything"))


EVERYTHING = CheckSubject(later("everything"), divide_everything, compare_everything)
