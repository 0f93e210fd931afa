"""Candidates: the status of each candidate of a tangle, and its obstacles."""

from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.tangle.growth import Growth


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
