"""State resolution: one state from those of several forks, by the algorithm of a room version.

v1 is that of rooms of version 1, v2 of versions 2 to 11, v2.1 of version 12, as the pages at
spec.matrix.org/latest/rooms describe them. Where the pages leave something open, it is done as in
Synapse: an auth chain of a state includes the state itself, and the power order follows only auth
events that are in conflict. All events are accepted ones, with their whole auth chain.

A state is an immutable map, so that one for each event takes little memory. It is a row of buckets.
A changed copy shares all but one of them, and two maps are compared by the buckets that they don't
share.

A resolution tries events one after the other; one that is allowed replaces the one before it. So of
two that are allowed, the later wins, and why it is later is why it wins: a decision says so.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha1
from typing import TypeAlias

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.horizon import reach
from tanglescope.engine.linear.walk import effects_of, least_order
from tanglescope.engine.reduce.matrix.auth_rules import (
    PowerLevels,
    Refusal,
    StateLookup,
    UnreadableLevels,
    level_words,
    needed_keys,
    refusal_by_state,
)
from tanglescope.engine.reduce.matrix.room_events import (
    CREATION,
    JOIN_RULES,
    JOINING,
    LEVELS,
    MEMBER,
    POWER_LEVELS,
    RoomEvent,
    StateKey,
)
from tanglescope.engine.reduce.matrix.room_rules import RoomRules


class ResolutionStep(StrEnum):
    """The part of a resolution in which an event is tried."""

    POWER = "power"
    MAINLINE = "mainline"
    DEPTH = "depth"
    """State resolution v1, which tries events by depth."""


class DecidedBy(StrEnum):
    """What decides between an event and the one that wins."""

    AUTH = "auth"
    """The event isn't allowed."""
    STOPPED = "stopped"
    """An event before it wasn't allowed, after which v1 tries no more."""
    STEP = "step"
    """Power events are applied first."""
    CHAIN = "auth chain"
    POWER = "power"
    MAINLINE = "mainline"
    TIME = "timestamp"
    DEPTH = "depth"
    ID = "id"


@dataclass(frozen=True, slots=True)
class TriedEvent:
    """An event that a resolution tries, with what its place among them depends on."""

    event: str
    step: ResolutionStep
    level: float = 0
    """The power level of its sender, by its own auth events."""
    position: int = 0
    """The number of power levels in the mainline up to the one that it is authorized by."""
    time: int = 0
    depth: int = 0
    refusal: Refusal | None = None
    untried: DecidedBy | None = None
    """Why v1 doesn't try it, if it doesn't."""


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """An event for an entry of the state, and why it wins or doesn't."""

    event: str
    is_allowed: bool | None
    """None if it wasn't tried."""
    decided_by: DecidedBy | None
    """None for the winner."""
    rule: str | None
    why: str


@dataclass(frozen=True, slots=True)
class StateDecision:
    """What a resolution chose for an entry of the state; None if no event is allowed."""

    winner: str | None
    candidates: tuple[RankedCandidate, ...]
    """The winner is first."""


def decision(trials: Sequence[TriedEvent], winner: str | None) -> StateDecision:
    """Why an event wins among those that were tried, in their order, for one entry."""
    won = next((each for each in trials if each.event == winner), None)
    losers = [_loser(each, won) for each in reversed(trials) if each.event != winner]
    return StateDecision(winner, (*([_winner(won, losers)] if won else ()), *losers))


def _winner(won: TriedEvent, losers: Sequence[RankedCandidate]) -> RankedCandidate:
    if won.refusal is not None:
        why = tr("No event is allowed, and it has the least depth.")
        return RankedCandidate(won.event, False, None, won.refusal.rule, why)
    if all(each.decided_by is DecidedBy.AUTH for each in losers):
        why = tr("It is the only one that is allowed.")
    elif won.step is ResolutionStep.DEPTH:
        why = tr("It is allowed, and decisive by depth and id.")
    else:
        why = tr("It is allowed, and applied last.")
    return RankedCandidate(won.event, True, None, None, why)


def _loser(trial: TriedEvent, won: TriedEvent | None) -> RankedCandidate:
    if trial.refusal is not None:
        rule, why = trial.refusal.rule, trial.refusal.why
        return RankedCandidate(trial.event, False, DecidedBy.AUTH, rule, why)
    if won is None or trial.untried is DecidedBy.STOPPED:
        why = tr("It isn't tried, because an event before it isn't allowed.")
        return RankedCandidate(trial.event, None, DecidedBy.STOPPED, None, why)
    decided_by, why = _between(trial, won)
    return RankedCandidate(trial.event, None if trial.untried else True, decided_by, None, why)


def _between(trial: TriedEvent, won: TriedEvent) -> tuple[DecidedBy, str]:
    """Why an allowed event is replaced by the one that wins."""
    if won.step is ResolutionStep.DEPTH:
        if trial.depth != won.depth:
            values = {"other": won.depth, "own": trial.depth}
            return DecidedBy.DEPTH, tr("The greater depth wins: {other}, not {own}.", **values)
        return DecidedBy.ID, tr("The depths are equal; the lesser SHA-1 of the id wins.")
    if trial.step is not won.step:
        return DecidedBy.STEP, tr("Power events are applied before all others.")
    decided_by, sign = next(each for each in _compare_events(trial, won) if each[1])
    if sign > 0:  # it would be applied later if the other could have been applied before
        decided_by = DecidedBy.CHAIN
    return decided_by, _reasons(decided_by, trial, won)


def _compare_events(one: TriedEvent, other: TriedEvent) -> Iterator[tuple[DecidedBy, int]]:
    """What decides the order, from the most important on; negative where `one` is earlier."""
    if one.step is ResolutionStep.POWER:
        yield DecidedBy.POWER, (one.level < other.level) - (one.level > other.level)
    else:
        yield DecidedBy.MAINLINE, one.position - other.position
    yield DecidedBy.TIME, one.time - other.time
    yield DecidedBy.ID, (one.event > other.event) - (one.event < other.event)


def _reasons(decided_by: DecidedBy, trial: TriedEvent, won: TriedEvent) -> str:
    match decided_by:
        case DecidedBy.POWER:
            return tr(
                "It is applied earlier, because its sender has more power: {own}, not {other}.",
                own=level_words(trial.level),
                other=level_words(won.level),
            )
        case DecidedBy.MAINLINE:
            return tr(
                "It is applied earlier, because the power levels that authorize it are older: "
                "number {own} of the mainline, not {other}.",
                own=trial.position,
                other=won.position,
            )
        case DecidedBy.TIME:
            return tr(
                "It is applied earlier, because of its time: {own}, not {other}.",
                own=trial.time,
                other=won.time,
            )
        case DecidedBy.ID:
            return tr("It is applied earlier: the times are equal, and its id is less.")
        case _:
            return tr("It is applied earlier, because the other waits for its auth chain.")


_BUCKETS = 128  # 10,000 members: 80 entries are copied for an event

_NONE: Mapping[StateKey, str] = {}


class StateMap:
    """The ids of the events of a state, by type and state key."""

    __slots__ = ("_buckets",)

    def __init__(self, buckets: tuple[Mapping[StateKey, str], ...] = (_NONE,) * _BUCKETS) -> None:
        self._buckets = buckets

    def get(self, key: StateKey) -> str | None:
        """The id of the event of an entry; None if there is none."""
        return self._buckets[hash(key) % _BUCKETS].get(key)

    def __iter__(self) -> Iterator[tuple[StateKey, str]]:
        for bucket in self._buckets:
            yield from bucket.items()

    def updated(self, changes: Mapping[StateKey, str | None]) -> "StateMap":
        """The map with other entries; None removes an entry."""
        buckets: dict[int, dict[StateKey, str]] = {}
        for key, value in changes.items():
            if self.get(key) == value:
                continue
            number = hash(key) % _BUCKETS
            bucket = buckets.setdefault(number, dict(self._buckets[number]))
            if value is None:
                bucket.pop(key, None)
            else:
                bucket[key] = value
        if not buckets:
            return self
        return StateMap(
            tuple(buckets.get(number, bucket) for number, bucket in enumerate(self._buckets))
        )


def differences(maps: Sequence[StateMap]) -> dict[StateKey, tuple[str | None, ...]]:
    """The entries that aren't the same in all of the maps, with the event in each."""
    keys: set[StateKey] = set()
    for first, *others in zip(*(each._buckets for each in maps), strict=True):
        for other in others:
            if other is not first and other != first:
                keys.update(key for key, _ in first.items() ^ other.items())
    return {key: tuple(each.get(key) for each in maps) for key in sorted(keys)}


Conflicts: TypeAlias = Mapping[StateKey, tuple[str | None, ...]]


@dataclass(frozen=True, slots=True)
class ResolvedState:
    """The state that several states are resolved to, and how each conflict was decided."""

    state: StateMap
    decisions: Mapping[StateKey, StateDecision]


def resolve(
    maps: Sequence[StateMap], events: Mapping[str, RoomEvent], rules: RoomRules
) -> ResolvedState:
    """Resolve states of a room to one."""
    conflicts = differences(maps)
    if not conflicts:
        return ResolvedState(maps[0], {})
    if rules.resolution == "v1":
        return _resolve_v1(maps[0], conflicts, events, rules)
    return _resolve_v2(maps[0], conflicts, events, rules)


# State resolution v1


def _resolve_v1(
    base: StateMap, conflicts: Conflicts, events: Mapping[str, RoomEvent], rules: RoomRules
) -> ResolvedState:
    """Resolve conflicts type by type; an entry that some states lack isn't in conflict."""
    chosen: dict[StateKey, str] = {}
    contested: dict[StateKey, list[RoomEvent]] = {}
    for key, values in conflicts.items():
        ids = dict.fromkeys(each for each in values if each is not None)
        if len(ids) == 1:
            chosen.update(dict.fromkeys([key], *ids))
        else:
            contested[key] = sorted(map(events.__getitem__, ids), key=_by_depth)
    decisions: dict[StateKey, StateDecision] = {}

    def state(key: StateKey) -> RoomEvent | None:
        if key in contested and key not in chosen:
            return None
        found = chosen.get(key) or base.get(key)
        return events.get(found) if found is not None else None

    for kind in (POWER_LEVELS, JOIN_RULES, MEMBER, None):
        results = {
            key: (_last_allowed if kind else _first_allowed)(candidates, state, rules)
            for key, candidates in contested.items()
            if key not in chosen and (kind is None or key[0] == kind)
            if key[0] != POWER_LEVELS or key == LEVELS or kind is None
        }
        for key, (winner, trials) in results.items():
            chosen[key] = winner
            decisions[key] = decision(trials, winner)
    return ResolvedState(base.updated(chosen), decisions)


def _by_depth(event: RoomEvent) -> tuple[int, str]:
    return -event.depth, sha1(
        event.id.encode("utf-8", "replace"), usedforsecurity=False
    ).hexdigest()


def _last_allowed(
    candidates: Sequence[RoomEvent], state: StateLookup, rules: RoomRules
) -> tuple[str, list[TriedEvent]]:
    """The last event that the ones before it allow, from the least depth on."""
    first, *rest = reversed(candidates)
    trials = [_trial_by_depth(first)]
    current = first
    is_stopped = False
    for event in rest:

        def with_current(key: StateKey, current: RoomEvent = current) -> RoomEvent | None:
            return current if key == current.key else state(key)

        refusal = None if is_stopped else refusal_by_state(event, with_current, rules)
        untried = DecidedBy.STOPPED if is_stopped else None
        trials.append(replace(_trial_by_depth(event), refusal=refusal, untried=untried))
        is_stopped = is_stopped or refusal is not None
        current = current if is_stopped else event
    return current.id, trials


def _first_allowed(
    candidates: Sequence[RoomEvent], state: StateLookup, rules: RoomRules
) -> tuple[str, list[TriedEvent]]:
    """The first event that is allowed, from the greatest depth on; else the last."""
    trials: list[TriedEvent] = []
    winner: str | None = None
    for event in candidates:
        refusal = None if winner else refusal_by_state(event, state, rules)
        untried = DecidedBy.DEPTH if winner else None
        trials.append(replace(_trial_by_depth(event), refusal=refusal, untried=untried))
        if winner is None and refusal is None:
            winner = event.id
    return winner or candidates[-1].id, trials[::-1]


def _trial_by_depth(event: RoomEvent) -> TriedEvent:
    return TriedEvent(event.id, ResolutionStep.DEPTH, depth=event.depth, time=event.time)


# State resolution v2 and v2.1


def _resolve_v2(
    base: StateMap, conflicts: Conflicts, events: Mapping[str, RoomEvent], rules: RoomRules
) -> ResolvedState:
    full = _full_conflicted(base, conflicts, events, rules)
    is_empty_at_first = rules.resolution == "v2.1"
    resolved: dict[StateKey, str] = {}

    def state(key: StateKey) -> RoomEvent | None:
        found = resolved.get(key)
        if found is None and not is_empty_at_first and key not in conflicts:
            found = base.get(key)
        return events[found] if found is not None else None

    trials: dict[StateKey, list[TriedEvent]] = defaultdict(list)

    def apply(ordered: Iterable[TriedEvent]) -> None:
        for trial in ordered:
            event = events[trial.event]
            key = event.key
            if key is None:
                continue
            refusal = refusal_by_state(event, _with_auth_events(event, state, events, rules), rules)
            trials[key].append(replace(trial, refusal=refusal))
            if refusal is None:
                resolved[key] = event.id

    power = _power_order(full, events, rules)
    apply(power)
    rest = full.difference(each.event for each in power)
    apply(_mainline_order(rest, state(LEVELS), events))
    changes: dict[StateKey, str | None] = dict.fromkeys(conflicts)
    changes |= {
        key: winner for key, winner in resolved.items() if key in conflicts or base.get(key) is None
    }
    decisions = {key: decision(trials[key], winner) for key, winner in changes.items()}
    return ResolvedState(base.updated(changes), decisions)


def _with_auth_events(
    event: RoomEvent, state: StateLookup, events: Mapping[str, RoomEvent], rules: RoomRules
) -> StateLookup:
    """A state, with an event's own auth events where it has no entry."""
    own = {events[each].key: events[each] for each in event.auth}
    needed = needed_keys(event, rules)
    return lambda key: (state(key) if key in needed else None) or own.get(key)


def _full_conflicted(
    base: StateMap, conflicts: Conflicts, events: Mapping[str, RoomEvent], rules: RoomRules
) -> set[str]:
    """The events in conflict, the auth difference, and in v2.1 the conflicted subgraph."""
    sides = zip(*conflicts.values(), strict=True)
    chains = [_auth_chain((each for each in side if each), events) for side in sides]
    in_conflict = {each for values in conflicts.values() for each in values if each}
    ancestors: set[str] = set().union(*chains)
    open_ = ancestors.difference(chains[0].intersection(*chains), in_conflict)
    shared = {
        each
        for each in open_
        if (key := events[each].key) is not None and base.get(key) == each and key not in conflicts
    }
    open_ -= shared
    if open_:
        common = (id_ for key, id_ in base if key not in conflicts)
        open_ -= _auth_chain(common, events)
    full = in_conflict | open_
    if rules.resolution == "v2.1":
        # The conflicted subgraph: the paths of auth events between events in conflict.
        citing = effects_of({id_: events[id_].auth for id_ in ancestors})
        full |= reach(in_conflict, lambda id_: citing.get(id_, ()))
    return full


def _auth_chain(ids: Iterable[str], events: Mapping[str, RoomEvent]) -> frozenset[str]:
    """Events, and all that their auth events lead to."""
    return reach(ids, lambda id_: events[id_].auth)


def _is_power_event(event: RoomEvent) -> bool:
    if event.key in (LEVELS, JOINING, CREATION):
        return True
    return event.membership in ("leave", "ban") and event.sender != event.state_key


def _power_order(
    full: set[str], events: Mapping[str, RoomEvent], rules: RoomRules
) -> list[TriedEvent]:
    """The power events and what they are authorized by, each after its auth events.

    Of those that could be next, it is the one whose sender has the most power.
    """
    power = (each for each in full if _is_power_event(events[each]))
    causes = {
        id_: events[id_].auth
        for id_ in reach(power, lambda id_: full.intersection(events[id_].auth))
    }
    trials = {
        id_: TriedEvent(
            id_,
            ResolutionStep.POWER,
            _level_of_sender(events[id_], events, rules),
            time=events[id_].time,
        )
        for id_ in causes
    }
    order = least_order(causes, lambda id_: (-trials[id_].level, trials[id_].time, id_))
    return [trials[id_] for id_ in order]


def _level_of_sender(event: RoomEvent, events: Mapping[str, RoomEvent], rules: RoomRules) -> float:
    """The power level of a sender by the event's own auth events."""
    auth = {events[each].key: events[each] for each in event.auth}
    try:
        return PowerLevels(auth.get, rules).of(event.sender)
    except UnreadableLevels:
        return 0


def _mainline_order(
    ids: Iterable[str], levels: RoomEvent | None, events: Mapping[str, RoomEvent]
) -> list[TriedEvent]:
    """Events by the power levels that they are authorized by, the oldest first."""
    mainline: list[str] = []
    while levels is not None:
        mainline.append(levels.id)
        levels = _own_levels(levels, events)
    positions = {id_: number for number, id_ in enumerate(reversed(mainline), 1)}

    def position(event: RoomEvent | None) -> int:
        passed: list[str] = []
        while event is not None and event.id not in positions:
            passed.append(event.id)
            event = _own_levels(event, events)
        found = positions[event.id] if event is not None else 0
        positions.update(dict.fromkeys(passed, found))
        return found

    trials = [
        TriedEvent(
            id_, ResolutionStep.MAINLINE, position=position(events[id_]), time=events[id_].time
        )
        for id_ in ids
    ]
    return sorted(trials, key=lambda each: (each.position, each.time, each.event))


def _own_levels(event: RoomEvent, events: Mapping[str, RoomEvent]) -> RoomEvent | None:
    """The power levels among the auth events of an event."""
    return next((events[each] for each in event.auth if events[each].key == LEVELS), None)
