"""Recipes: which messages may belong to a tangle, and what each of them comes after there.

After SIP 9, "Tangles": a kind of tangle is its candidates and how they connect. A recipe says
both for one kind; `engine.tangle.growth` does the growing, the same way for all of them. A
message may be a candidate of many tangles.

| recipe | a tangle is known by | candidates |
|---|---|---|
| `FEED` | the id of its author | the author's messages |
| `THREAD` | the key of its root | the root; replies by `root` and `branch`, or `tangles.thread` |
| `named(name)` | the key of its root | messages with tangle data of that name |
| `MEMBERS`, `EPOCH`, `GROUP` | the key of its root | those of private groups |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.message.message import Content, Message
from engine.tangle.references import message_reference
from engine.tangle.thread import causes_in_thread, thread_root


@dataclass(frozen=True, slots=True)
class Entry:
    """As much of a message as recipes look at."""

    key: str
    content: Content
    author: str = ""
    sequence: int = 0
    previous: str | None = None

    @classmethod
    def of(cls, message: Message) -> "Entry":
        """What recipes see of a message that was read from an archive."""
        return cls(message.key, message.content, message.author, message.sequence, message.previous)


Causes: TypeAlias = tuple[str | None, ...]
"""What a candidate comes after; nothing for the root. None is a reference that names nothing."""

Claim: TypeAlias = Callable[[Entry, str], Causes | None]
"""What an entry says it comes after in the tangle known by the text; None for no candidate."""

Check: TypeAlias = Callable[[Entry, Sequence[Entry]], bool]
"""Whether an entry may stand after those that it names, all of which are in the tangle."""


def _anything_goes(entry: Entry, causes: Sequence[Entry]) -> bool:  # noqa: ARG001 - it's a Check
    return True


@dataclass(frozen=True, slots=True)
class Recipe:
    """A kind of tangle."""

    name: str
    claim: Claim
    check: Check = _anything_goes


@dataclass(frozen=True, slots=True)
class TangleData:
    """The claim of messages that carry `content.tangles[name]`.

    Where types are given, the root and the others have to have theirs. A `previous` that is
    missing or empty makes no candidate, nor does a root that says anything but that it is one.
    """

    name: str
    root_type: str | None = None
    type: str | None = None

    def __call__(self, entry: Entry, root: str) -> Causes | None:
        """What the entry comes after in the tangle of `root`."""
        data = tangle_data(entry.content, self.name)
        if data is None:
            return None
        if message_reference(entry.key) == root:
            return () if is_root(data) and _has(entry, self.root_type) else None
        previous = data.get("previous")
        if named_root(data) != root or not isinstance(previous, list) or not previous:
            return None
        return tuple(map(_reference, previous)) if _has(entry, self.type) else None


def tangle_data(content: Content, name: str) -> dict[str, Any] | None:
    """What a message carries for the tangle of that name, if it is an object."""
    tangles = content.get("tangles") if isinstance(content, dict) else None
    data = tangles.get(name) if isinstance(tangles, dict) else None
    return data if isinstance(data, dict) else None


def is_root(data: dict[str, Any]) -> bool:
    """Whether tangle data says: I am the root."""
    return "root" in data and "previous" in data and data["root"] is data["previous"] is None


def named_root(data: dict[str, Any]) -> str | None:
    """The key of the root that tangle data names."""
    root = data.get("root")
    return message_reference(root) if isinstance(root, str) else None


def roots_named(content: Content) -> set[str]:
    """The keys of all roots that a message names in its tangle data."""
    tangles = content.get("tangles") if isinstance(content, dict) else None
    found = tangles.values() if isinstance(tangles, dict) else ()
    roots = (named_root(data) for data in found if isinstance(data, dict))
    return {root for root in roots if root is not None}


def _reference(named: object) -> str | None:
    return message_reference(named) if isinstance(named, str) else None


def _has(entry: Entry, kind: str | None) -> bool:
    content = entry.content
    return kind is None or (isinstance(content, dict) and content.get("type") == kind)


def named(name: str) -> Recipe:
    """Tangles of any name, by many authors: the template of SIP 9."""
    return Recipe(name, TangleData(name))


def _in_feed(entry: Entry, author: str) -> Causes | None:
    if entry.author != author:
        return None
    return () if entry.sequence == 1 and entry.previous is None else (entry.previous,)


def _is_next(entry: Entry, causes: Sequence[Entry]) -> bool:
    return entry.sequence == 1 + sum(cause.sequence for cause in causes)


_THREAD_DATA = TangleData("thread")


def _in_thread(entry: Entry, root: str) -> Causes | None:
    """By `root` and `branch`; by `tangles.thread` where a message has no such root."""
    if message_reference(entry.key) == root:
        return ()
    if thread_root(entry.content) == root:
        return causes_in_thread(entry.key, entry.content, root)
    return _THREAD_DATA(entry, root)


FEED = Recipe("feed", _in_feed, _is_next)
"""The classic feed; signatures are checked where messages are read."""

THREAD = Recipe("thread", _in_thread)
"""Conversations."""

MEMBERS = named("members")
"""Who was added to one epoch of a private group, and excluded in it."""

EPOCH = Recipe("epoch", TangleData("epoch", root_type="group/init", type="group/init"))
"""The epochs of a private group."""

GROUP = Recipe("group", TangleData("group", root_type="group/init"))
"""Everything said in a private group."""
