"""The history of a private group: what its members did, and all its tangles.

It has the data for the picture "Using all the tangles together" of the group exclusion spec
(section 4.10.4), for any group: the same messages are in the group tangle, in those of epochs and
members, in conversations, and each in the feed of its author.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.tangle.groups import Group, MemberChange
from tanglescope.engine.tangle.growth import Growth
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import RuleEntry
from tanglescope.engine.tangle.thread import causes_in_thread, thread_root

MEMBERS_OF = "members of "
"""The prefix of an epoch's key in the name of its members tangle."""

Tie = tuple[str, str]
"""An edge: the cause and the effect."""


class GroupAction(StrEnum):
    """The action of a member."""

    BEGIN = "begin"
    """Begin an epoch."""
    ADD = "add"
    EXCLUDE = "exclude"
    SAY = "say"


@dataclass(frozen=True, slots=True)
class GroupEvent:
    """A message of the group; `epoch` is None if it can't be determined."""

    key: str
    author: str
    action: GroupAction
    people: tuple[str, ...] = ()
    epoch: str | None = None
    is_set_aside: bool = False


@dataclass(frozen=True, slots=True)
class GroupHistory:
    """The events in one order in which every tangle agrees, and the ties of each tangle."""

    events: tuple[GroupEvent, ...]
    strands: Mapping[str, tuple[Tie, ...]]


def history_of(group: Group) -> GroupHistory:
    """The known history; waiting messages are at the first position that their causes allow."""
    growths = _growths(group)
    entries = {
        message_reference(entry.key): entry
        for growth in growths.values()
        for entry in map(growth.entry, growth.candidates)
    }
    strands = {
        name: tuple(_ties(growth.causes(key), key, entries) for key in growth.candidates)
        for name, growth in growths.items()
    }
    strands["thread"] = tuple(
        _ties(_causes_of(key, entry), key, entries) for key, entry in entries.items()
    )
    found = {
        name: tuple(tie for ties in listed for tie in ties) for name, listed in strands.items()
    }
    found["feed"] = tuple(_feeds(entries))
    found = {name: ties for name, ties in found.items() if ties}
    order = _order(entries, found)
    epochs = _epochs(group, order)
    inside = set().union(*(growth.connected for growth in growths.values()))
    changes = {change.key: change for epoch in group.epochs for change in group.changes(epoch)}
    events = (
        _event(key, entries[key].author, epochs[key], changes.get(key), key in inside)
        for key in order
    )
    return GroupHistory(tuple(events), found)


def _growths(group: Group) -> dict[str, Growth]:
    members = {f"{MEMBERS_OF}{epoch}": group.members_tangle(epoch) for epoch in group.epochs}
    return {"group": group.group, "epoch": group.epoch, **members}


def _ties(causes: tuple[str, ...], key: str, entries: Mapping[str, RuleEntry]) -> tuple[Tie, ...]:
    return tuple((cause, key) for cause in causes if cause in entries and cause != key)


def _causes_of(key: str, entry: RuleEntry) -> tuple[str, ...]:
    root, content = thread_root(entry.content), entry.content
    # Messages about the group itself name its root instead of that of a conversation.
    about_group = isinstance(content, dict) and str(content.get("type")).startswith("group/")
    return () if root is None or about_group else causes_in_thread(key, entry.content, root)


def _feeds(entries: Mapping[str, RuleEntry]) -> Iterator[Tie]:
    feeds: dict[str, list[tuple[int, str]]] = {}
    for key, entry in entries.items():
        if entry.sequence > 0:
            feeds.setdefault(entry.author, []).append((entry.sequence, key))
    for feed in feeds.values():
        for (earlier, cause), (later, key) in pairwise(sorted(feed)):
            if earlier < later:
                yield cause, key


def _order(entries: Mapping[str, RuleEntry], strands: Mapping[str, tuple[Tie, ...]]) -> list[str]:
    causes: dict[str, list[str]] = {key: [] for key in entries}
    for ties in strands.values():
        for cause, key in ties:
            causes[key].append(cause)
    timeline = Timeline()
    for key, named in causes.items():
        try:
            timeline.add(key, named)
        except CycleError:
            timeline.add(key, ())  # only messages with forged keys can name later ones
    return list(timeline)


def _epochs(group: Group, order: list[str]) -> dict[str, str | None]:
    """The epoch of each event: the declared one, or the only last one before it."""
    found: dict[str, str | None] = {}
    members = {
        key: epoch for epoch in group.epochs for key in group.members_tangle(epoch).connected
    }
    pasts = {epoch: group.epoch.past(epoch) for epoch in group.epochs}
    last: dict[str, frozenset[str]] = {}  # by message: the last epochs that it knows
    for key in order:
        causes = group.group.causes(key) if key in group.group else ()
        known = frozenset[str]().union(*(last[cause] for cause in causes if cause in last))
        known = known.difference(*(pasts[epoch] for epoch in known))
        only = next(iter(known)) if len(known) == 1 else None
        is_epoch = key in pasts
        found[key] = key if is_epoch else members.get(key, only)
        last[key] = (known - pasts[key]) | {key} if is_epoch else known
    return found


def _event(
    key: str, author: str, epoch: str | None, change: MemberChange | None, is_inside: bool
) -> GroupEvent:
    if epoch == key:
        return GroupEvent(key, author, GroupAction.BEGIN, (), epoch)
    if change is None:
        return GroupEvent(key, author, GroupAction.SAY, (), epoch, not is_inside)
    action = GroupAction.ADD if change.added else GroupAction.EXCLUDE
    return GroupEvent(key, author, action, tuple(sorted(change.added or change.excluded)), epoch)
