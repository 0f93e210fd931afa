"""A private group at one moment: as known to the author of a message, or as known now."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from tanglescope.engine.tangle.groups import Group, MemberChange
from tanglescope.engine.tangle.preference import Preference, preferred_epoch
from tanglescope.engine.tangle.rules import RuleEntry
from tanglescope.engine.wording import tr

MOST_PAIRS = 200
"""The limit on shown pairs of concurrent changes; n changes have up to n² / 2 pairs."""


@dataclass(frozen=True, slots=True)
class EpochMembership:
    """An epoch: its author, its members, and the changes of members."""

    key: str
    author: str
    members: frozenset[str]
    excluded: frozenset[str]
    missing: frozenset[str]
    """The people who should be in it and have yet to be added (4.9)."""
    changes: tuple[MemberChange, ...]
    concurrent: tuple[tuple[MemberChange, MemberChange], ...]
    """The first pairs of changes whose authors did not know of each other's."""
    unfollowed: tuple[MemberChange, ...] = ()
    """The exclusions that no known epoch follows: if one does, its key isn't here."""


@dataclass(frozen=True, slots=True)
class GroupMoment:
    """The known epochs, and the one to write in."""

    epochs: tuple[EpochMembership, ...]
    preference: Preference
    known: frozenset[str]
    """The messages known at this moment."""


def moment(group: Group, at: str | None = None) -> GroupMoment:
    """The group as known to the author of `at`, including `at`; without it, as known now."""
    seen = (
        group
        if at is None
        else Group(group.root, _known_messages(group, at), made_up_keys=group.made_up_keys)
    )
    epochs = tuple(_membership(seen, epoch) for epoch in seen.epochs)
    known = frozenset[str]().union(*(growth.candidates for growth in seen.tangles))
    return GroupMoment(epochs, preferred_epoch(seen), known)


def _known_messages(group: Group, at: str) -> list[RuleEntry]:
    """The messages of the group known to the author of `at`, including `at`."""
    entries = {key: growth.entry(key) for growth in group.tangles for key in growth.candidates}
    known = {at}.union(*(growth.past(at) for growth in group.tangles))
    return [entry for key, entry in entries.items() if key in known]


def _membership(group: Group, epoch: str) -> EpochMembership:
    membership = group.membership(epoch)
    return EpochMembership(
        epoch,
        group.epoch.entry(epoch).author,
        membership.members,
        membership.excluded,
        group.missing_members(epoch),
        group.changes(epoch),
        tuple(islice(group.concurrent_changes(epoch), MOST_PAIRS)),
        tuple(_unfollowed_exclusions(group, epoch)),
    )


def _unfollowed_exclusions(group: Group, epoch: str) -> Iterator[MemberChange]:
    exclusions = [change for change in group.changes(epoch) if change.excluded]
    later = [each for each in group.epochs if exclusions and epoch in group.epoch.past(each)]
    known = set[str]().union(*(group.group.past(each) for each in later))
    return (change for change in exclusions if change.key not in known)


def unknown_in_words(now: GroupMoment, call: Callable[[str], str]) -> Iterator[str]:
    """What can't be known about a group because the key of an epoch may be missing."""
    for epoch in now.epochs:
        for change in epoch.unfollowed:
            yield tr(
                "{author} excluded {people}, and no epoch that follows this is known. If there is"
                " one, then without its key its members, what was said in it, and whether it is"
                " preferred can't be known.",
                author=call(change.author),
                people=", ".join(map(call, sorted(change.excluded))),
            )
