"""Growth: build a tangle from its root and its candidates, in any order of arrival.

A candidate joins when all its causes have joined; until then it is set aside. A message with data
of the tangle that isn't a candidate is excluded, with a reason. The result depends only on the set
of messages: adding them one at a time gives the same as all at once (`grow`).
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.linear.walk import HeldEvents
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import Admitted, Excluded, ExclusionRule, RuleEntry, TangleRule


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A message that is excluded from a tangle that it names: the rule, and a sentence."""

    key: str
    rule: ExclusionRule
    why: str


class Growth:
    """One tangle, identified by `root`, that grows as messages are added."""

    def __init__(self, rule: TangleRule, root: str) -> None:
        self.rule = rule
        self.root = rule.spell(root)
        self._entries: dict[str, RuleEntry] = {}
        self._causes: dict[str, tuple[str, ...]] = {}
        self._ranks: dict[str, int] = {}
        self._excluded: dict[str, Excluded] = {}
        self._tips: set[str] = set()
        self._held = HeldEvents[str]()

    def __contains__(self, key: str) -> bool:
        """Whether the message has joined."""
        return key in self._ranks

    def __len__(self) -> int:
        """The number of messages that have joined."""
        return len(self._ranks)

    @property
    def candidates(self) -> list[str]:
        """All candidates in the order in which they were added."""
        return [key for key in self._causes if key not in self._excluded]

    @property
    def connected(self) -> list[str]:
        """The messages in the tangle, by (rank, key)."""
        return sorted(self._ranks, key=lambda key: (self._ranks[key], key))

    @property
    def set_aside(self) -> list[str]:
        """The waiting candidates, in the order in which they were added."""
        ranks, excluded = self._ranks, self._excluded
        return [key for key in self._causes if key not in ranks and key not in excluded]

    @property
    def waiting(self) -> int:
        """The number of waiting candidates."""
        refused = sum(key in self._causes for key in self._excluded)
        return len(self._causes) - len(self._ranks) - refused

    @property
    def excluded(self) -> list[Exclusion]:
        """The excluded messages with data of the tangle, with reasons."""
        return [Exclusion(key, each.rule, each.why) for key, each in self._excluded.items()]

    @property
    def tips(self) -> list[str]:
        """The messages in the tangle without effects, by (rank, key)."""
        return sorted(self._tips, key=lambda key: (self._ranks[key], key))

    def entry(self, key: str) -> RuleEntry:
        """A candidate."""
        return self._entries[key]

    def rank(self, key: str) -> int:
        """The length of the longest path from the root to a message in the tangle."""
        return self._ranks[key]

    def causes(self, key: str) -> tuple[str, ...]:
        """The causes of a candidate, each once; none for other messages."""
        return self._causes.get(key, ())

    def waits_for(self, key: str) -> tuple[str, ...]:
        """The causes that keep a candidate out of the tangle: those missing or outside of it."""
        return tuple(cause for cause in self.causes(key) if cause not in self._ranks)

    def past(self, key: str) -> frozenset[str]:
        """The messages in the tangle that lead to this one, which may be outside."""
        return closure(key, lambda name: self._ranks.keys() & self._causes.get(name, ()))

    def concurrent_pairs(self, among: Set[str]) -> Iterator[tuple[str, str]]:
        """The pairs of these messages, all in the tangle, of which neither leads to the other.

        Each is by (rank, key). There can be very many: take only as many as you show.
        """
        order = self.connected
        places = {key: place for place, key in enumerate(order)}
        pasts: list[int] = []  # bits, one per position
        earlier = 0
        for place, key in enumerate(order):
            past = 0
            for cause in self.causes(key):
                past |= pasts[places[cause]] | 1 << places[cause]
            pasts.append(past)
            if key in among:
                # The effects of this one are after it.
                yield from ((order[other], key) for other in _places(earlier & ~past))
                earlier |= 1 << place

    def add(self, entry: RuleEntry) -> list[str]:
        """Add a message; return the keys of the messages that join because of it, causes first.

        An excluded or known message makes none join.
        """
        key = message_reference(entry.key)
        found = self.rule.admit(entry, self.root)
        if found is None or key in self._causes:
            return []
        if isinstance(found, Excluded):
            self._excluded.setdefault(key, found)
            return []
        # Made-up keys may repeat; then a candidate takes precedence, in any order of arrival.
        self._excluded.pop(key, None)
        return self._add(key, entry, found)

    def _add(self, key: str, entry: RuleEntry, found: Admitted) -> list[str]:
        self._entries[key] = entry
        self._causes[key] = causes = found.causes
        missing = [cause for cause in causes if cause not in self._ranks]
        if self._has_refused(missing):
            self._exclude_with_effects(key)
            return []
        self._held.hold(key, len(self._causes), missing)
        return list(self._join())

    def _has_refused(self, causes: Iterable[str]) -> bool:
        """Whether one of these is a refused candidate."""
        return any(cause in self._excluded and cause in self._causes for cause in causes)

    def _join(self) -> Iterator[str]:
        for key in self._held.release():
            causes = self._causes[key]
            wrong = self.rule.check(self._entries[key], [self._entries[each] for each in causes])
            if wrong is not None:
                self._exclude_with_effects(key)
                self._excluded[key] = wrong
                continue
            self._ranks[key] = 1 + max((self._ranks[cause] for cause in causes), default=-1)
            self._tips.difference_update(causes)
            self._tips.add(key)
            yield key

    def _exclude_with_effects(self, first: str) -> None:
        why = tr("It comes after a message that is excluded.")
        for key in (first, *self._held.drop(first)):
            self._excluded[key] = Excluded(ExclusionRule.AFTER_EXCLUDED, why)


def grow(rule: TangleRule, root: str, entries: Iterable[RuleEntry]) -> Growth:
    """Build the tangle of these messages."""
    growth = Growth(rule, root)
    for entry in entries:
        growth.add(entry)
    return growth


def _places(bits: int) -> Iterator[int]:
    """The positions of the set bits, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Status(StrEnum):
    """The status of a candidate."""

    CONNECTED = "connected"
    SET_ASIDE = "set aside"
    EXCLUDED = "excluded"
    """A rule excludes it from the tangle, although it has tangle data."""


class Obstacle(StrEnum):
    """The problem of a cause that keeps a candidate out."""

    MISSING = "missing"
    """It is missing, or isn't a candidate of this tangle."""
    SET_ASIDE = "set aside"
    """It is waiting, too."""
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate or an excluded message; `waits_for` has the causes that keep it out, and why.

    `why` is a sentence with the reason for an exclusion.
    """

    key: str
    status: Status
    causes: tuple[str, ...]
    rank: int | None = None
    is_tip: bool = False
    waits_for: tuple[tuple[str, Obstacle], ...] = ()
    why: str = ""


def candidates_in(growth: Growth) -> list[Candidate]:
    """First the connected ones by (rank, key), then the waiting ones, then the excluded ones."""
    tips = set(growth.tips)
    inside = [
        Candidate(key, Status.CONNECTED, growth.causes(key), growth.rank(key), key in tips)
        for key in growth.connected
    ]
    excluded = {each.key: each.why for each in growth.excluded}
    waiting = set(growth.set_aside)

    def obstacle(key: str) -> Obstacle:
        if key in excluded:
            return Obstacle.EXCLUDED
        return Obstacle.SET_ASIDE if key in waiting else Obstacle.MISSING

    outside = [
        Candidate(
            key,
            status,
            growth.causes(key),
            waits_for=tuple((cause, obstacle(cause)) for cause in growth.waits_for(key)),
            why=excluded.get(key, ""),
        )
        for status, keys in ((Status.SET_ASIDE, growth.set_aside), (Status.EXCLUDED, excluded))
        for key in keys
    ]
    return inside + outside
