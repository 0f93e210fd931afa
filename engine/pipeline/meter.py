"""The progress of an import: what is done, how fast, and how long the rest will take."""

from collections import Counter
from collections.abc import Callable, Mapping
from time import monotonic
from typing import TypeAlias

from tanglescope.engine.pipeline.files.parts import CheckedSlice
from tanglescope.engine.store.arrivals.reports import Pace, Progress

Weights: TypeAlias = Mapping[str, float]
"""Stages in their order, with the share of each in the total time."""

IN_TURN: Weights = {"checking": 0.25, "loading": 0.75}
"""Share of each stage in the total time if an existing database takes in the checked messages."""

_LOADING = 0.2
"""The share of loading in what checking and loading take together, as measured."""


def in_turn(weights: Weights) -> Weights:
    """The shares where loading, which is counted as checking, comes after it."""
    both = weights["checking"]
    stages = {"checking": both * (1 - _LOADING), "loading": both * _LOADING}
    return {**stages, **{stage: weights[stage] for stage in weights if stage not in stages}}


_BY_BYTES = IN_TURN.keys()
_LEAST = 1.0
"""Seconds of work after which a speed is known."""


class Meter:
    """Reports the progress of an import of so many bytes; each call of `report` is one.

    The time that a later stage will take follows from those before it and the `weights`.
    """

    def __init__(
        self,
        on_progress: Callable[[Progress], None] | None,
        total: int,
        weights: Weights,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._on_progress = on_progress
        self._weights = weights
        self._total = total
        self._stage = "starting"
        self._done = self._records = 0
        self._share = 0.0
        self._rules: Counter[str] = Counter()
        self._now = now
        self._began = now()
        self._pace = Pace(now=now)
        self._since: tuple[float, int] | None = None
        """When the speed of this stage began to count, and what was done by then."""
        self.seconds: dict[str, float] = {}
        """The measured durations of the stages that are over."""

    def stage(self, name: str) -> None:
        """Begin the next stage; `""` is none."""
        now = self._now()
        self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + now - self._began
        self._stage, self._began = name, now
        self._share = 0.0
        if name in _BY_BYTES:
            self._done = self._records = 0
            self._rules.clear()
        self._pace = Pace(0, self._records, self._now)
        self._since = None
        if name:
            self.report()

    def count_slice(self, part: CheckedSlice, *, is_typical: bool = True) -> None:
        """Count a slice that is checked or loaded, as the stage says.

        One that isn't typical, because less was to do, doesn't count for the speed.
        """
        self._done += part.slice.size
        self._records += part.records
        self._rules.update(part.rules)
        if not is_typical:
            self._pace = Pace(self._done, self._records, self._now)
        self.share(self._done / max(self._total, 1))
        if not is_typical:
            self._since = None

    def share(self, share: float) -> None:
        """Report that this share of the stage is done."""
        self._share = max(self._share, share)
        self.report()

    def report(self) -> None:
        """Report the current state."""
        done = round(self._share * self._total)
        self._pace.note(done, self._records)
        if self._since is None and done:
            self._since = self._now(), done
        if self._on_progress is not None:
            rules, rate, left = dict(self._rules), self._pace.per_second, self._seconds_left(done)
            self._on_progress(
                Progress(self._stage, done, self._total, self._records, rules, rate, left)
            )

    def _seconds_left(self, done: int) -> float | None:
        """The estimated time until this stage and those after it end; None while unknown."""
        if self._stage not in self._weights:
            return None
        stages = list(self._weights)
        place, weight = stages.index(self._stage), self._weights[self._stage]
        known = {stage: self._weights[stage] for stage in stages[:place] if stage in self.seconds}
        took = sum(self.seconds[stage] for stage in known)
        if self._stage in _BY_BYTES:
            if (here := self._rest(done)) is None:
                return None
            took += here + self._now() - self._began
            known[self._stage] = weight
            ratio = took / sum(known.values())
        elif known:
            ratio = took / sum(known.values())
            elapsed = self._now() - self._began
            by_time = weight * ratio - elapsed
            by_share = elapsed * (1 - self._share) / max(self._share, 0.01)
            # These stages report few shares, so time tells more at first.
            here = by_time + (by_share - by_time) * min(2 * self._share, 1.0)
            if here < 0:  # it takes longer than usual, and nothing says how much
                return None
        else:
            return None
        left = here + ratio * sum(self._weights[stage] for stage in stages[place + 1 :])
        return left or None

    def _rest(self, done: int) -> float | None:
        """The seconds until all bytes are done; None while unknown.

        By the average speed of the stage: the last seconds say less, where other programs run.
        """
        if self._since is None:
            return None
        began, before = self._since
        seconds = self._now() - began
        if seconds < _LEAST or done == before:
            return None
        return seconds * (self._total - done) / (done - before)
