"""Why an item is in a set or not: every change of it, and which one decides.

Two changes of an item conflict if one adds it, the other deletes it and neither author knew of the
other's message. The order decides: greater depth wins, at equal depth the id that collates later.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.reduce.sets import Item, PzpSet, SetChange


class Action(StrEnum):
    """What a message does with an item."""

    ADD = "add"
    DELETE = "delete"


class WinReason(StrEnum):
    """Why the winner of a conflict comes later in the order."""

    DEPTH = "greater depth"
    ID = "equal depth, later id"


@dataclass(frozen=True, slots=True)
class ItemChange:
    """One message's change of an item; `effective` if it changed the set when it was applied."""

    id: str
    action: Action
    sigkey: str
    depth: int
    effective: bool
    supersedes: tuple[str, ...]
    superseded_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two opposite changes of one item whose authors didn't know of each other."""

    winner: ItemChange
    loser: ItemChange
    reason: WinReason


def history(set_: PzpSet, item: Item) -> list[ItemChange]:
    """Every change of `item`, in order; the last one decides."""
    tangle = set_.feed.tangle
    changes: list[ItemChange] = []
    present = False
    for id_ in set_.mentions.get(item, ()):
        change = set_.changes[id_]
        for action in _actions(change, item):
            changes.append(
                ItemChange(
                    id=id_,
                    action=action,
                    sigkey=set_.feed.messages[id_].sigkey,
                    depth=tangle.depth(id_),
                    effective=present == (action is Action.DELETE),
                    supersedes=tuple(each for each in change.supersedes if each in tangle),
                    superseded_by=tuple(set_.superseded_by.get(id_, ())),
                )
            )
            present = action is Action.ADD
    return changes


def conflicts(set_: PzpSet, item: Item) -> Iterator[Conflict]:
    """The conflicts about `item`, those with the latest winner first.

    Their number can be quadratic, so take only as many as you show.
    """
    changes = history(set_, item)
    for at in range(len(changes) - 1, 0, -1):
        winner = changes[at]
        rivals = [each for each in changes[:at] if each.action is not winner.action]
        if not rivals:
            continue
        past = set_.feed.tangle.past((winner.id,), floor=rivals[0].depth)
        for loser in reversed(rivals):
            if loser.id not in past and loser.id != winner.id:
                reason = WinReason.ID if loser.depth == winner.depth else WinReason.DEPTH
                yield Conflict(winner, loser, reason)


def _actions(change: SetChange, item: Item) -> Iterator[Action]:
    if item in change.add:
        yield Action.ADD
    if item in change.delete:
        yield Action.DELETE
