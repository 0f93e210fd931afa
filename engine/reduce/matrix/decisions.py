"""Which event of several becomes part of a resolved state, and what decided that.

Resolution tries events one after the other; one that is allowed replaces the one before it. So of
two that are allowed, the later wins, and why it is later is why it wins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.reduce.matrix.auth_rules import Refusal
from tanglescope.engine.reduce.matrix.power_levels import level_words
from tanglescope.engine.wording import tr


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
