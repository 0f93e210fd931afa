"""Progress: one stream of reports over all stages of an import, with a guess of what is left."""

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from engine.pipeline.files.parts import CheckedSlice
from engine.store.arrivals.pace import Pace
from engine.store.arrivals.reports import Progress

AT_ONCE = {"checking": 0.8, "publishing": 0.2}
"""Shares of the whole time where loading goes on beside checking, as measured."""

IN_TURN = {"checking": 0.6, "loading": 0.4}
"""The same where a database takes in what is checked."""


class Meter:
    """Says how far an import of so many bytes is; every call of `tell` is one report."""

    def __init__(
        self,
        tell: Callable[[Progress], None] | None,
        total: int,
        weights: dict[str, float],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._tell = tell
        self._weights = weights
        self._total = total
        self._stage = "starting"
        self._done = self._records = 0
        self._rules: Counter[str] = Counter()
        self._now = now
        self._pace = Pace(now=now)
        self._began = now()
        self._took: dict[str, float] = {}
        """How long stages take as a whole, by what was seen of them."""

    def stage(self, name: str) -> None:
        """The next stage begins."""
        if (took := self._whole()) is not None:
            self._took[self._stage] = took
        self._stage = name
        self._done = 0
        self._began = self._now()
        self._pace = Pace(0, self._records, self._now)
        self.report()

    def checked(self, parts: Iterable[CheckedSlice], *, before: bool = False) -> None:
        """These slices are checked by now; `before` this run they were if so."""
        parts = list(parts)
        done = sum(part.slice.size for part in parts)
        if done == self._done and not before:
            return
        self._done = done
        self._records = sum(part.records for part in parts)
        self._rules = Counter()
        for part in parts:
            self._rules.update(part.rules)
        if before:
            self._pace = Pace(self._done, self._records, self._now)
        self.report()

    def loaded(self, size: int) -> None:
        """So many bytes of archives more are in the database."""
        self._done += size
        self.report()

    def report(self) -> None:
        """Tell how things stand."""
        if self._tell is not None:
            done = min(self._done, self._total)
            self._pace.note(done, self._records)
            rate, rules = self._pace.per_second, dict(self._rules)
            self._tell(
                Progress(
                    self._stage, done, self._total, self._records, rules, rate, self._left(done)
                )
            )

    def _whole(self) -> float | None:
        """How long this stage takes from its beginning to its end, at its present speed."""
        return self._pace.left(0, self._total) or None

    def _left(self, done: int) -> float | None:
        """How long it takes to the end of this stage, and of those behind it."""
        if self._stage not in self._weights:
            return None
        weight, stages = self._weights[self._stage], list(self._weights)
        whole, here = self._whole(), self._pace.left(done, self._total)
        if whole is None or here is None:
            # Nothing of this stage is seen yet: it is in proportion to one that is over.
            known = next((stage for stage in stages if stage in self._took), None)
            if known is None:
                return None
            whole = self._took[known] * weight / self._weights[known]
            here = whole - (self._now() - self._began)
        behind = stages[stages.index(self._stage) + 1 :]
        left = here + whole * sum(self._weights[stage] for stage in behind) / weight
        return left if here > 0 or behind else None
