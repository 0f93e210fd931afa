"""What a replica of a set may forget, and whether the set would stay the same.

Only the earliest item roots matter. The shortest trails from them to the feed's root stay
without their data (*erasable*), so that everything kept can still be checked; all else before them
may go (*deletable*). The ids of deleted messages are remembered as *ghosts* for some depths, so
that peers don't send them again.

Pruning can change the set: when a squeeze superseded a deletion, the deletion is pruned, and an
older concurrent add of the same item that no message superseded comes back. `Pruning` reports such
items.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.reduce.sets import Item, PzpSet, SetChange, reduce_changes

GHOST_SPAN = 32
"""Depths below the lowest item root in which pzp-db remembers what it deleted."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """What may be pruned, in the tangle's order, and the items before and after."""

    erasable: tuple[str, ...]
    deletable: tuple[str, ...]
    ghosts: tuple[str, ...]
    required_depth: int | None
    ghost_depth: int | None
    before: tuple[Item, ...]
    after: tuple[Item, ...]

    @property
    def lost(self) -> tuple[Item, ...]:
        """Items that pruning would remove from the set."""
        return _without(self.before, self.after)

    @property
    def revived(self) -> tuple[Item, ...]:
        """Deleted items that pruning would bring back."""
        return _without(self.after, self.before)

    @property
    def is_safe(self) -> bool:
        """Whether the pruned set has the same items in the same order."""
        return self.before == self.after


def prune(set_: PzpSet, ghost_span: int = GHOST_SPAN) -> Pruning:
    """What may be pruned of a set in its current state."""
    tangle = set_.feed.tangle
    earliest = tangle.earliest(set_.state.item_roots)
    erasable, deletable = _dispensable(tangle, earliest)
    required = set_.required_depth
    remembered = range(0) if required is None else range(max(0, required - ghost_span), required)
    kept: Mapping[str, SetChange] = {
        id_: change
        for id_, change in set_.changes.items()
        if id_ not in erasable and id_ not in deletable
    }
    deleted = tangle.in_order(deletable)
    return Pruning(
        erasable=tuple(tangle.in_order(erasable)),
        deletable=tuple(deleted),
        ghosts=tuple(id_ for id_ in deleted if tangle.depth(id_) in remembered),
        required_depth=required,
        ghost_depth=None if required is None else remembered.start,
        before=set_.state.items,
        after=reduce_changes(kept).items,
    )


def _dispensable(tangle: DepthTangle, earliest: Iterable[str]) -> tuple[set[str], set[str]]:
    """What may be erased and deleted before `earliest`; nothing if a trail is broken."""
    erasable: set[str] = set()
    for id_ in earliest:
        trail = tangle.trail(id_)
        if trail is None:
            return set(), set()
        erasable.update(trail)
    return erasable, tangle.past(earliest) - erasable


def _without(items: Iterable[Item], others: Iterable[Item]) -> tuple[Item, ...]:
    others = set(others)
    return tuple(item for item in items if item not in others)
