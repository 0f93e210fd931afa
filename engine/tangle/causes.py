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

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

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
    members: Collection[SignedMember], root: str, ignores_sequences: bool = False
) -> dict[str, tuple[str, ...]]:
    """The causes of every member of a conversation, known or not.

    If it `ignores_sequences`, what follows from sequence numbers is left out on cycles.
    """
    here = {member.key for member in members}
    feeds: dict[Hashable, list[Written]] = {}
    for member in members:
        feeds.setdefault(member.author, []).append(member.written)
    earlier = {key: one for feed in feeds.values() for key, one in latest_earlier(feed).items()}
    earlier.pop(root, None)
    if ignores_sequences:
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


def leads(earlier: Mapping[str, str], key: str, end: str | None) -> bool:
    """Whether the chain of latest earlier messages leads from one to another."""
    while end is not None and key != end:
        if key not in earlier:
            return False
        key = earlier[key]
    return True
