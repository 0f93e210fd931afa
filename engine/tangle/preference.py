"""Preference: the epoch in which a private group continues after a split.

The rules are those of ssb-tribes2 1.4.0, sections 4.2 to 4.8 of the group exclusion spec, for any
number of last epochs. If two people exclude a member at the same time, there are two epochs; all
members choose the same one independently, as soon as they know both.
"""

from base64 import b64decode
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.tangle.groups import Group

_SECRET = 32


class PreferenceReason(StrEnum):
    """The reason why an epoch is preferred, or none."""

    ONLY = "only"
    """Every other epoch leads to it."""
    LEAST_SECRET = "least-secret"
    """It has the same members as the others; the smallest key decides (4.4)."""
    SUBSET = "subset"
    """Its members are a subset of those of the others (4.5)."""
    OVERLAP = "overlap"
    """Each has members that others lack; the smallest key decides until a new epoch (4.6)."""
    DISJOINT = "disjoint"
    """No member is in all of them: the group has split (4.7)."""
    LOCKED = "locked"
    """The keys would decide, but not all of them are known."""
    UNKNOWN = "unknown"
    """No epoch is known, or none with the person."""


@dataclass(frozen=True, slots=True)
class Preference:
    """The epoch to write in; `to_exclude` are the people to leave out of a new epoch after it."""

    epoch: str | None
    reason: PreferenceReason
    to_exclude: frozenset[str] = frozenset()


def preferred_epoch(group: Group, member: str | None = None) -> Preference:
    """The preferred epoch among all epochs, or among those that `member` was added to."""
    known = {epoch: group.membership(epoch).added for epoch in group.epochs}
    if member is not None:
        known = {epoch: members for epoch, members in known.items() if member in members}
    passed = set[str]().union(*(group.epoch.past(epoch) for epoch in known))
    last = {epoch: members for epoch, members in known.items() if epoch not in passed}
    if len(last) < 2:
        return _of_one(last)
    smallest = {
        epoch: members
        for epoch, members in last.items()
        if not any(others < members for others in last.values())
    }
    if len(set(smallest.values())) == 1:
        reason = (
            PreferenceReason.SUBSET if len(smallest) < len(last) else PreferenceReason.LEAST_SECRET
        )
        chosen = _least(group, smallest)
        return Preference(chosen, reason if chosen else PreferenceReason.LOCKED)
    witnesses = fork_witnesses(group, smallest)
    if not witnesses:
        return Preference(None, PreferenceReason.DISJOINT)
    chosen = _least(group, smallest)
    if chosen is None:
        return Preference(None, PreferenceReason.LOCKED)
    return Preference(chosen, PreferenceReason.OVERLAP, smallest[chosen] - witnesses)


def fork_witnesses(group: Group, epochs: Collection[str]) -> frozenset[str]:
    """The members of all these epochs and of their nearest common predecessor (section 3)."""
    common = set.intersection(*({epoch} | group.epoch.past(epoch) for epoch in epochs))
    farther = set[str]().union(*(group.epoch.past(epoch) for epoch in common))
    nearest = common - farther
    sets = [group.membership(epoch).added for epoch in (*epochs, *nearest)]
    return frozenset.intersection(*sets)


def epoch_secret(group: Group, epoch: str) -> bytes | None:
    """The key of an epoch, if its first message holds one."""
    content = group.epoch.entry(epoch).content
    text = content.get("secret", content.get("groupKey")) if isinstance(content, dict) else None
    try:
        secret = b64decode(text, validate=True) if isinstance(text, str) else b""
    except ValueError:
        return None
    return secret if len(secret) == _SECRET else None


def _of_one(last: dict[str, frozenset[str]]) -> Preference:
    for epoch in last:
        return Preference(epoch, PreferenceReason.ONLY)
    return Preference(None, PreferenceReason.UNKNOWN)


def _least(group: Group, epochs: Collection[str]) -> str | None:
    """The epoch with the smallest key; None if a possibly smaller key is unknown."""
    if len(epochs) == 1:
        return next(iter(epochs))
    secrets = {epoch: epoch_secret(group, epoch) for epoch in epochs}
    known = [(secret, epoch) for epoch, secret in secrets.items() if secret is not None]
    return min(known)[1] if len(known) == len(secrets) else None
