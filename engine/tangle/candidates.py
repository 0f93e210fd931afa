"""Candidates: where each of a tangle is in it, and what keeps it out."""

from dataclasses import dataclass
from enum import StrEnum

from engine.tangle.growth import Growth


class Status(StrEnum):
    """Where a candidate is."""

    CONNECTED = "connected"
    SET_ASIDE = "set aside"
    EXCLUDED = "excluded"
    """A rule says that it is not part of the tangle, though it carries data of it."""


class Obstacle(StrEnum):
    """What is wrong with a cause that keeps a candidate out."""

    MISSING = "missing"
    """It isn't here, or it is no candidate of this tangle."""
    SET_ASIDE = "set aside"
    """It waits itself."""
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate, or what is excluded; `waits_for` names what keeps it out, and why that does.

    `why` is the sentence that says why it is excluded.
    """

    key: str
    status: Status
    causes: tuple[str, ...]
    rank: int | None = None
    is_tip: bool = False
    waits_for: tuple[tuple[str, Obstacle], ...] = ()
    why: str = ""


def candidates_in(growth: Growth) -> list[Candidate]:
    """First what is connected, by (rank, key), then what is set aside, then what is excluded."""
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
