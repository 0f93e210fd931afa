"""Progress: one stream of reports over all stages of an import, with a guess of what is left."""

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from engine.pipeline.parts import Part
from engine.store.reports import Progress

AT_ONCE = {"checking": 0.8, "publishing": 0.2}
"""Shares of the whole time where loading goes on beside checking, as measured."""

IN_TURN = {"checking": 0.6, "loading": 0.4}
"""The same where a database takes in what is checked."""


class Meter:
    """Tells how far an import of so many bytes is; every call of `tell` is one report."""

    def __init__(
        self, tell: Callable[[Progress], None] | None, total: int, weights: dict[str, float]
    ) -> None:
        self._tell = tell
        self._weights = weights
        self._total = total
        self._stage = "starting"
        self._done = self._records = self._begun_with = 0
        self._rules: Counter[str] = Counter()
        self._rate = 0.0
        self._started: float | None = None

    def stage(self, name: str) -> None:
        """The next stage begins."""
        if name == "checking" or self._started is None:
            self._started = monotonic()
        self._stage = name
        self._done = 0
        self.report()

    def checked(self, parts: Iterable[Part], *, before: bool = False) -> None:
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
            self._begun_with = self._records
        self._rate = (self._records - self._begun_with) / max(self._elapsed(), 1e-3)
        self.report()

    def loaded(self, size: int) -> None:
        """So many bytes of archives more are in the database."""
        self._done += size
        self.report()

    def report(self) -> None:
        """Tell how things stand."""
        if self._tell is not None:
            done = min(self._done, self._total)
            left = self._left(done / self._total if self._total else 1.0)
            rules = dict(self._rules)
            self._tell(
                Progress(self._stage, done, self._total, self._records, rules, self._rate, left)
            )

    def _elapsed(self) -> float:
        return 0.0 if self._started is None else monotonic() - self._started

    def _left(self, done: float) -> float | None:
        passed = 0.0
        for stage, weight in self._weights.items():
            if stage == self._stage:
                passed += weight * done
                break
            passed += weight
        else:
            return None
        return self._elapsed() * (1 - passed) / passed if passed > 0.02 else None
