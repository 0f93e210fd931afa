"""pzp-set: the set that a feed of add and delete messages defines.

The messages are applied in the tangle's order, and the last change of an item decides: neither
additions nor deletions win in general. Items are in the order of insertion; one that was deleted
and added again is at the end, and adding a present one doesn't move it.

*Item roots* are the set messages that no other message supersedes. Everything before all of them
may be pruned.

Two changes of an item conflict if one adds it, the other deletes it and neither author knew of the
other's message. The order decides: greater depth wins, at equal depth the id that collates later.

What a replica may forget depends only on the earliest item roots. The shortest trails from them to
the feed's root stay without their data (*erasable*), so that everything kept can still be checked;
all else before them may go (*deletable*). The ids of deleted messages are remembered as *ghosts*
for some depths, so that peers don't send them again. Pruning can change the set: when a squeeze
superseded a deletion, the deletion is pruned, and an older concurrent add of the same item that no
message superseded comes back. `Pruning` reports such items.

Labels say what a message of a set does, such as `adds alice`. Commands, exports, diagrams and the
window share them.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import later, list_first, tr
from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.message import jcs
from tanglescope.engine.message.pzp import PzpMessage
from tanglescope.engine.reduce.feeds import PzpFeed


@dataclass(frozen=True, slots=True)
class NonStringItem:
    """An item that isn't a string, as canonical JSON; `source` distinguishes arrays and objects."""

    json: str
    source: tuple[str, int] | None = None


Item: TypeAlias = str | NonStringItem


def added_items(values: Iterable[Any], message: str) -> tuple[Item, ...]:
    """The items that a message adds with these JSON values."""
    return tuple(_item(value, (message, place)) for place, value in enumerate(values))


def deleted_items(values: Iterable[Any]) -> tuple[Item, ...]:
    """The items that a message deletes with these JSON values."""
    return tuple(_item(value, None) for value in values if not isinstance(value, list | dict))


def plain(item: Item) -> Any:
    """The JSON value of an item."""
    return item if isinstance(item, str) else json.loads(item.json)


def _item(value: Any, source: tuple[str, int] | None) -> Item:
    if isinstance(value, str):
        return value
    return NonStringItem(
        jcs.dumps(value).decode(), source if isinstance(value, list | dict) else None
    )


PREFIX = "set_v1__"


@dataclass(frozen=True, slots=True)
class SetChange:
    """The content of a set message: items added, items deleted, messages superseded."""

    add: tuple[Item, ...]
    delete: tuple[Item, ...]
    supersedes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetState:
    """A set at some point of its tangle: items by insertion, item roots in the tangle's order."""

    items: tuple[Item, ...]
    item_roots: tuple[str, ...]


def change_of(message: PzpMessage) -> SetChange | None:
    """The change that a message makes; None if it is no set message or was erased."""
    if not message.domain.startswith(PREFIX):
        return None
    match message.data:
        case {"add": [*add], "del": [*delete], "supersedes": [*supersedes]}:
            ids = tuple(id_ for id_ in supersedes if isinstance(id_, str))
            return SetChange(added_items(add, message.id), deleted_items(delete), ids)
    return None


def is_set(root: PzpMessage) -> bool:
    """Whether the feed with this root is a set."""
    return root.is_moot and root.domain.startswith(PREFIX)


class SetFold:
    """A set that grows by changes, in the tangle's order."""

    def __init__(self) -> None:
        self._items: dict[Item, None] = {}
        self._messages: dict[str, None] = {}
        self._superseded: set[str] = set()

    def add(self, message: str, change: SetChange) -> None:
        """Apply the change that a message makes."""
        for item in change.add:
            self._items.setdefault(item)
        for item in change.delete:
            self._items.pop(item, None)
        self._messages[message] = None
        self._superseded.update(change.supersedes)

    @property
    def state(self) -> SetState:
        """The set after the changes so far."""
        roots = (each for each in self._messages if each not in self._superseded)
        return SetState(tuple(self._items), tuple(roots))


def reduce_changes(changes: Mapping[str, SetChange]) -> SetState:
    """The state after changes, given by message and in the tangle's order."""
    fold = SetFold()
    for message, change in changes.items():
        fold.add(message, change)
    return fold.state


class PzpSet:
    """The set of one feed: now, and at any point of the tangle."""

    def __init__(self, feed: PzpFeed) -> None:
        self.feed = feed
        self.changes: Mapping[str, SetChange] = {
            id_: change
            for id_, message in feed.messages.items()
            if (change := change_of(message)) is not None
        }

    @cached_property
    def state(self) -> SetState:
        """The set after all messages."""
        return reduce_changes(self.changes)

    def after(self, position: int) -> "PzpSet":
        """The set after the first `position` messages of the order."""
        return self.among(set(islice(self.feed.messages, position)))

    def known_at(self, tips: Iterable[str]) -> "PzpSet":
        """The set as known to a peer that has exactly `tips` and their past."""
        tips = set(tips)
        return self.among(tips | self.feed.tangle.past(tips))

    def among(self, known: Collection[str]) -> "PzpSet":
        """The set made from only the messages in `known`."""
        return PzpSet(self.feed.among(known))

    @property
    def required_depth(self) -> int | None:
        """The least depth of an item root, from which replicas must keep data; None if empty."""
        return min(map(self.feed.tangle.depth, self.state.item_roots), default=None)

    @cached_property
    def mentions(self) -> Mapping[Item, list[str]]:
        """The messages that add or delete each item, in order."""
        mentions: dict[Item, list[str]] = {}
        for id_, change in self.changes.items():
            for item in dict.fromkeys((*change.add, *change.delete)):
                mentions.setdefault(item, []).append(id_)
        return mentions

    @cached_property
    def superseded_by(self) -> Mapping[str, list[str]]:
        """The messages that supersede each superseded message, in order."""
        successors: dict[str, list[str]] = {}
        for id_, change in self.changes.items():
            for superseded in dict.fromkeys(change.supersedes):
                successors.setdefault(superseded, []).append(id_)
        return successors


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
    def lost_items(self) -> tuple[Item, ...]:
        """Items that pruning would remove from the set."""
        return _without(self.before, self.after)

    @property
    def revived_items(self) -> tuple[Item, ...]:
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


MOST = 8
"""The number of items of a message that are named."""

_LONGEST = 60


def set_label(content: Mapping[str, Any]) -> str | None:
    """What the content of a PZP message with domain `type` does to a set.

    None for other domains.
    """
    kind, domain = content.get("type"), content.get("domain")
    if kind == "pzp-root" and isinstance(domain, str):
        return tr("begins {name}", name=item_label(domain))
    if kind == "pzp-erased" and isinstance(domain, str):
        return tr("erased, in {name}", name=item_label(domain))
    if not isinstance(kind, str) or not kind.startswith(PREFIX):
        return None
    add, delete = content.get("add"), content.get("del")
    if not isinstance(add, list) or not isinstance(delete, list):
        is_text = isinstance(content.get("text"), str)
        return tr("(encrypted set data)") if is_text else tr("(malformed set data)")
    return change_label(add, delete)


def change_label(add: Sequence[object], delete: Sequence[object]) -> str:
    """The label for adding some items and deleting others."""
    parts = [
        tr(template, items=items_label(items))
        for template, items in ((later("adds {items}"), add), (later("deletes {items}"), delete))
        if items
    ]
    return ", ".join(parts) or tr("changes nothing")


def items_label(items: Sequence[object]) -> str:
    """A short list of items."""
    return list_first(items, MOST, item_label)


def item_label(item: object) -> str:
    """An item on one line; as JSON unless it is a visible string."""
    if isinstance(item, str):
        text = item if _is_plain(item) else json.dumps(item)
    else:
        text = item.json if isinstance(item, NonStringItem) else json.dumps(item)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _is_plain(item: str) -> bool:
    return bool(item) and item.isprintable() and item == item.strip() and '"' not in item
