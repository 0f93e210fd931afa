"""Causes in a conversation of signed messages: what is proven inside it.

A message comes after

- what it names, as the rule of the conversation says (`engine.tangle.rules`);
- the root, whenever that is here: all members of a conversation answer it;
- the latest earlier message of its author that is here, since feeds are signed in sequence.

So a root is first, and a feed never runs backwards. An edge from the root is left out where another
one implies it: where a message has a cause here besides. All this depends on nothing but the
messages of the conversation, in whatever order they arrive.

Feeds may be forked. The latest earlier message is the one that `previous` names, if it is here with
the sequence number before. Otherwise there is a gap, and of the messages before the gap it is the
latest one that is the only one here with its sequence number. So branches of a fork are concurrent,
as far as their chains are known.

An author may lie about sequence numbers: two messages may be chained by hashes in one order and
numbered in the other. Then what follows from the numbers alone is left out between all messages
that are on a cycle (or on a path between two); what is named counts.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.linear.proofs import CauseReason, ProvenCause
from tanglescope.engine.linear.walk import effects_of, stuck

_SEQUENCE = attrgetter("sequence")


class Written(NamedTuple):
    """The place of a message in the feed of its author, as signed."""

    key: str
    sequence: int
    previous: str | None


class SignedMember(NamedTuple):
    """A message of a conversation; `named` are the causes that it names."""

    written: Written
    author: Hashable
    named: Sequence[str]

    @property
    def key(self) -> str:
        """Its key."""
        return self.written.key


class JoiningEdges(NamedTuple):
    """A message that joins: its causes, other effects than those that name it, edges to drop.

    These are the arguments of `Timeline.add`.
    """

    key: str
    after: tuple[str, ...]
    before: tuple[str, ...] = ()
    without: tuple[tuple[str, str], ...] = ()


class ShownCause(NamedTuple):
    """A cause of a message: whether it is named, other than as the root, and whether it is here."""

    key: str
    is_named: bool
    is_here: bool


def latest_earlier(written: Iterable[Written]) -> dict[str, str]:
    """The latest earlier message of each of these messages of one author, where one is known."""
    rows = sorted(written, key=_SEQUENCE)
    sequences = {row.key: row.sequence for row in rows}
    found: dict[str, str] = {}
    # The last two that are the only ones with their sequence numbers.
    one_before: Written | None = None
    latest: Written | None = None
    for sequence, group in groupby(rows, _SEQUENCE):
        same = list(group)
        is_far = latest is None or latest.sequence < sequence - 1
        before_gap = latest if is_far else one_before
        for row in same:
            if row.previous is not None and sequences.get(row.previous) == sequence - 1:
                found[row.key] = row.previous
            elif before_gap is not None:
                # One with the sequence number before is another one than `previous`.
                found[row.key] = before_gap.key
        if len(same) == 1:
            one_before, latest = latest, same[0]
    return found


def causes_among(
    members: Collection[SignedMember], root: str, distrusted: bool = False
) -> dict[str, tuple[str, ...]]:
    """The causes of every member of a conversation, known or not.

    With `distrusted` sequence numbers, what follows from them is left out on cycles.
    """
    here = {member.key for member in members}
    feeds: dict[Hashable, list[Written]] = {}
    for member in members:
        feeds.setdefault(member.author, []).append(member.written)
    earlier = {key: one for feed in feeds.values() for key, one in latest_earlier(feed).items()}
    earlier.pop(root, None)
    if distrusted:
        causes = {each.key: _causes(each, earlier.get(each.key), here, root) for each in members}
        on_cycles = _on_cycles(causes)
        earlier = {key: one for key, one in earlier.items() if not {key, one} <= on_cycles}
    return {each.key: _causes(each, earlier.get(each.key), here, root) for each in members}


def _causes(
    member: SignedMember, earlier: str | None, here: Set[str], root: str
) -> tuple[str, ...]:
    found = dict.fromkeys(member.named)
    if earlier is not None:
        found.setdefault(earlier)
    found.pop(member.key, None)
    if root in here and member.key != root and here.isdisjoint(found):
        found.setdefault(root)
    return tuple(found)


def _on_cycles(causes: Mapping[str, Collection[str]]) -> set[str]:
    """The events on cycles and on paths between them."""
    effects = effects_of(causes)
    return stuck(causes) & stuck({key: effects.get(key, []) for key in causes})


def shown_causes(causes: Iterable[ShownCause], root: str) -> list[str]:
    """The causes of a message that pictures show: what it names, as far as that is here.

    Where nothing of that is here, the root, or the author's earlier message. Missing ones are
    always shown.
    """
    every = list(causes)
    named = [each for each in every if each.is_named and each.is_here]
    more = [each for each in every if each.key == root] or [each for each in every if each.is_here]
    shown = {each.key for each in named or more}
    return [each.key for each in every if each.key in shown or not each.is_here]


class KnownMembers(ABC):
    """The members of a conversation that messages join one by one, and what each comes after."""

    def __init__(self, root: str) -> None:
        self.root = root

    @abstractmethod
    def holds(self, key: str) -> bool:
        """Whether a message is here; a missing cause isn't."""

    @abstractmethod
    def edges(self, key: str) -> Edges:
        """The causes and effects of a member or a missing cause."""

    @abstractmethod
    def roots(self) -> Sequence[str]:
        """The members without known causes."""

    @abstractmethod
    def descending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author, from a sequence number down."""

    @abstractmethod
    def ascending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author above a sequence number, upwards."""

    @abstractmethod
    def members(self, keys: Collection[str]) -> Iterable[SignedMember]:
        """The members with these keys."""

    def arrival(self, new: SignedMember) -> JoiningEdges | None:
        """How a message joins; None if an edge must go that no path over the message replaces.

        That is so where it shows that a message before a gap isn't in the chain of one after it.
        """
        near = self._near(new)
        before, after = latest_earlier(near), latest_earlier([*near, new.written])
        for earlier in (before, after):
            earlier.pop(self.root, None)
        own = after.pop(new.key, None)
        moved = {key: before.get(key) for key, one in after.items() if before.get(key) != one}
        chain = after if own is None else {**after, new.key: own}
        if before.keys() - after.keys() or not all(leads(chain, *each) for each in moved.items()):
            return None
        causes = dict.fromkeys(new.named if own is None else (*new.named, own))
        causes.pop(new.key, None)
        is_root = new.key == self.root
        if not is_root and self.holds(self.root) and not any(map(self.holds, causes)):
            causes.setdefault(self.root)
        implied = moved if is_root else {*moved, *self.edges(new.key).effects}
        before_them = dict.fromkeys((*moved, *(self.roots() if is_root else ())))
        replaced = tuple(self._replaced(implied, moved))
        return JoiningEdges(new.key, tuple(causes), tuple(before_them), replaced)

    def proven(self, key: str) -> tuple[ProvenCause, ...]:
        """The causes of a member, each with all that proves it."""
        return tuple(each for member in self.members([key]) for each in self._proven(member))

    def _proven(self, member: SignedMember) -> Iterator[ProvenCause]:
        earlier = latest_earlier(self._near(member)).get(member.key)
        for cause in self.edges(member.key).causes:
            proofs = {
                CauseReason.NAMED: cause in member.named,
                CauseReason.ROOT: cause == self.root,
                CauseReason.FEED: cause == earlier,
            }
            yield ProvenCause(cause, tuple(proof for proof, holds in proofs.items() if holds))

    def _near(self, new: SignedMember) -> list[Written]:
        """The members by its author among which it decides who is whose latest earlier message.

        They reach down to the last one before a possible gap that is the only one with its sequence
        number, and up to the first such one, which is the last that a gap can reach over.
        """
        sequence = new.written.sequence
        rows: list[Written] = []
        for number, group in groupby(self.descending(new.author, sequence), _SEQUENCE):
            same = list(group)
            rows += same
            if len(same) == 1 and number <= sequence - 2:
                break
        end: int | None = None
        for number, group in groupby(self.ascending(new.author, sequence), _SEQUENCE):
            if end is not None and number > end + 1:
                break
            same = list(group)
            rows += same
            if end is None and len(same) == 1:
                end = number
        return rows

    def _replaced(
        self, implied: Iterable[str], moved: Mapping[str, str | None]
    ) -> Iterator[tuple[str, str]]:
        """The edges to some messages that others imply now."""
        root, edges = self.root, self.edges
        answers = {effect for effect in implied if root in edges(effect).causes}
        touched = answers.union(effect for effect, old in moved.items() if old is not None)
        for member in self.members(touched) if touched else ():
            key, old = member.key, moved.get(member.key)
            if old is not None and old not in member.named:
                yield old, key
            if key not in answers or root in (*member.named, old):
                continue
            if key in moved or latest_earlier(self._near(member)).get(key) != root:
                yield root, key


def leads(earlier: Mapping[str, str], key: str, end: str | None) -> bool:
    """Whether the chain of latest earlier messages leads from one to another."""
    while end is not None and key != end:
        if key not in earlier:
            return False
        key = earlier[key]
    return True
