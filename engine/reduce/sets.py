"""pzp-set: the set that a feed of add and delete messages defines.

The messages are applied in the tangle's order, and the last change of an item decides: neither
additions nor deletions win in general. Items are in the order of insertion; one that was deleted
and added again is at the end, and adding a present one doesn't move it.

*Item roots* are the set messages that no other message supersedes. Everything before all of them
may be pruned.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from tanglescope.engine.message import jcs
from tanglescope.engine.message.pzp import PzpMessage
from tanglescope.engine.reduce.feeds import PzpFeed


@dataclass(frozen=True, slots=True)
class NonStringItem:
    """An item that isn't a string, as canonical JSON; `source` distinguishes arrays and objects."""

    json: str
    source: tuple[str, int] | None = None


Item: TypeAlias = str | NonStringItem


def added(values: Iterable[Any], message: str) -> tuple[Item, ...]:
    """The items that a message adds with these JSON values."""
    return tuple(_item(value, (message, place)) for place, value in enumerate(values))


def deleted(values: Iterable[Any]) -> tuple[Item, ...]:
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
            return SetChange(added(add, message.id), deleted(delete), ids)
    return None


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
