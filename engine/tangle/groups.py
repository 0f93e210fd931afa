"""Private groups: their epochs and members, now and at any earlier moment.

After the group exclusion spec (ssb-group-exclusion-spec, section 4): a group is a chain,
at times a tree, of epochs, each with a key of its own. An excluded member is left behind in an
epoch and not added to the next. Three tangles hold this: `epoch` connects the epochs, `members`
the additions and exclusions of one epoch, `group` everything.

All messages here are decrypted; locked ones aren't in any tangle.

After a split, a group continues in the preferred epoch. The rules are those of ssb-tribes2 1.4.0,
sections 4.2 to 4.8 of the group exclusion spec, for any number of last epochs. If two people
exclude a member at the same time, there are two epochs; all members choose the same one
independently, as soon as they know both.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.keys import decode_base64
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.growth import Growth, grow
from tanglescope.engine.tangle.references import feed_reference, message_reference, names_feed
from tanglescope.engine.tangle.rules import (
    EPOCH,
    GROUP,
    MEMBERS,
    RuleEntry,
    TangleData,
    rule_of,
    tangle_data,
)

INIT = "group/init"
"""The type of a message that begins an epoch."""

ADD = "group/add-member"
"""The type of a message that adds people to an epoch."""

EXCLUDE = ("group/exclude-member", "group/exclude")
"""The types of messages that exclude people from an epoch: that of ssb-tribes2, and of the spec."""


class UnknownEpoch(TanglescopeError, LookupError):
    """A key that doesn't begin a known epoch of the group."""

    exit_code = ExitCode.NOT_FOUND

    def __init__(self, key: str) -> None:
        super().__init__(tr("{key} doesn't begin a known epoch of this group.", key=key))


@dataclass(frozen=True, slots=True)
class MemberChange:
    """A message by which `author` added people to an epoch, or excluded them in it."""

    key: str
    author: str
    added: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Membership:
    """The result of some changes. The spec calls `added` the declared members of an epoch."""

    added: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()

    @property
    def members(self) -> frozenset[str]:
        """The people who were added and not excluded."""
        return self.added - self.excluded


class Group:
    """A private group, known by the key of its first message; grows as messages are added."""

    def __init__(
        self, root: str, entries: Iterable[RuleEntry] = (), *, made_up_keys: bool = False
    ) -> None:
        self.root = message_reference(root)
        self.made_up_keys = made_up_keys
        self.group = Growth(rule_of(GROUP, made_up_keys=made_up_keys), root)
        self.epoch = Growth(rule_of(EPOCH, made_up_keys=made_up_keys), root)
        self._members_rule = rule_of(MEMBERS, made_up_keys=made_up_keys)
        self._members: dict[str, Growth] = {}
        self._unclear: list[RuleEntry] = []  # with tangle data too malformed to find their epoch
        self._changes: dict[str, tuple[MemberChange, ...]] = {}
        for entry in entries:
            self.add(entry)

    def add(self, entry: RuleEntry) -> None:
        """Add a message; messages outside this group have no effect."""
        self.group.add(entry)
        self.epoch.add(entry)
        data = tangle_data(entry.content, MEMBERS, made_up_keys=self.made_up_keys)
        if isinstance(data, TangleData):
            root = message_reference(entry.key) if data.root is None else data.root
            self._members_of(root).add(entry)
            self._changes.pop(root, None)
        elif data is not None and data.claims is not None:
            self._members_of(data.claims).add(entry)
        elif data is not None:
            self._unclear.append(entry)
            for growth in self._members.values():
                growth.add(entry)

    def _members_of(self, epoch: str) -> Growth:
        if epoch not in self._members:
            self._members[epoch] = grow(self._members_rule, epoch, self._unclear)
        return self._members[epoch]

    @property
    def epochs(self) -> list[str]:
        """The keys of the messages that begin the epochs, by (rank, key)."""
        return self.epoch.connected

    @property
    def tangles(self) -> list[Growth]:
        """The group tangle, the epoch tangle, and the members tangle of each epoch."""
        return [self.group, self.epoch, *map(self.members_tangle, self.epochs)]

    def members_tangle(self, epoch: str) -> Growth:
        """The tangle of the additions and exclusions in an epoch whose first message is known."""
        if epoch not in self.epoch and epoch not in self.begun_epochs:
            raise UnknownEpoch(epoch)
        return self._members_of(epoch)

    def changes(self, epoch: str) -> tuple[MemberChange, ...]:
        """The additions and exclusions in an epoch, by (rank, key)."""
        tangle = self.members_tangle(epoch)
        if epoch not in self._changes:
            changes = (_change(tangle.entry(key), key) for key in tangle.connected)
            self._changes[epoch] = tuple(change for change in changes if change is not None)
        return self._changes[epoch]

    def membership(self, epoch: str, at: str | None = None) -> Membership:
        """The membership of an epoch, as of the message `at`, inclusive.

        `at` is a message of the group; without it, all known messages count.
        """
        changes = self.changes(epoch)
        if at is None:
            return _total(changes)
        known = {at} | self.group.past(at) | self.members_tangle(epoch).past(at)
        return _total(change for change in changes if change.key in known)

    @property
    def begun_epochs(self) -> list[str]:
        """The epochs whose first message is known, in the order of their messages' arrival.

        Unlike `epochs`, it has those whose place in the group isn't known.
        """
        return [epoch for epoch, tangle in self._members.items() if epoch in tangle]

    def concurrent_changes(self, epoch: str) -> Iterator[tuple[MemberChange, MemberChange]]:
        """The pairs of changes whose authors didn't know of each other's change, by (rank, key).

        There can be as many as there are pairs of changes: take only as many as you show.
        """
        changes = {change.key: change for change in self.changes(epoch)}
        for one, other in self.members_tangle(epoch).concurrent_pairs(changes.keys()):
            yield changes[one], changes[other]

    def expected_members(self, epoch: str) -> frozenset[str]:
        """The people who should be in an epoch: all not excluded in earlier epochs (4.9)."""
        added = (change.added for each in self.epochs for change in self.changes(each))
        known = self.group.past(epoch)
        excluded = (
            change.excluded
            for each in self.epoch.past(epoch)
            for change in self.changes(each)
            if change.key in known
        )
        return frozenset[str]().union(*added).difference(*excluded)

    def missing_members(self, epoch: str) -> frozenset[str]:
        """The people who should be in an epoch and have yet to be added."""
        return self.expected_members(epoch) - self.membership(epoch).added


def _change(entry: RuleEntry, key: str) -> MemberChange | None:
    people = frozenset(people_in(entry.content))
    if not people:
        return None
    if isinstance(entry.content, dict) and entry.content.get("type") == ADD:
        return MemberChange(key, entry.author, added=people)
    return MemberChange(key, entry.author, excluded=people)


def people_in(content: Content) -> tuple[str, ...]:
    """The people whom a message adds to a group or excludes, in the order in the message."""
    if not isinstance(content, dict):
        return ()
    if content.get("type") == ADD:
        named = _feeds(content.get("recps"))
        # ssb-tribes2 names the group first, the drawings of the spec name people only.
        return named if named and names_feed(named[0]) else named[1:]
    return _feeds(content.get("excludes")) if content.get("type") in EXCLUDE else ()


def epoch_of(key: str, content: Content) -> tuple[str, str] | None:
    """The roots of the group and of the epoch that a message begins or changes; None if none."""
    kind = content.get("type") if isinstance(content, dict) else None
    if kind != INIT and kind != ADD and kind not in EXCLUDE:
        return None
    roots = []
    for name in (GROUP, MEMBERS):
        data = tangle_data(content, name)
        if not isinstance(data, TangleData):
            return None
        roots.append(message_reference(key) if data.root is None else data.root)
    return roots[0], roots[1]


def _total(changes: Iterable[MemberChange]) -> Membership:
    changes = list(changes)
    return Membership(
        frozenset[str]().union(*(change.added for change in changes)),
        frozenset[str]().union(*(change.excluded for change in changes)),
    )


def _feeds(named: object) -> tuple[str, ...]:
    listed = named if isinstance(named, list) else ()
    feeds = (feed_reference(feed) for feed in listed if isinstance(feed, str))
    return tuple(dict.fromkeys(feeds))


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
    secret = decode_base64(text)
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
