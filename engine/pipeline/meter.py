"""The progress of an import: what is done, how fast, and how long the rest will take."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TypeAlias

from engine.pipeline.files.parts import CheckedSlice
from engine.store.arrivals.reports import Pace, Progress

Weights: TypeAlias = Mapping[str, float]
"""Stages in their order, with the share of each in the total time."""

LOADING = 0.2
"""Share of loading in the work of checking, where both are done at once."""

IN_TURN: Weights = {"checking": 0.6, "loading": 0.4}
"""Share of each stage in the total time if an existing database takes in the checked messages."""


_BY_BYTES = ("checking", "loading")
_ENOUGH = 0.5
"""Seconds of a stage after which its speed is known."""


class Meter:
    """Reports the progress of an import of so many bytes; each call of `report` is one."""

    def __init__(
        self,
        on_progress: Callable[[Progress], None] | None,
        total: int,
        weights: Weights,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._on_progress = on_progress
        self._weights = weights
        self._loading = 0.0 if "loading" in weights else LOADING
        self._total = total
        self._stage = "starting"
        self._checked = self._loaded = self._records = self._before = 0
        self._share = 0.0
        self._rules: Counter[str] = Counter()
        self._now = now
        self._pace = Pace(now=now)
        self._began = now()
        self._took: dict[str, float] = {}
        """Estimated durations of whole stages, from what was observed of them."""
        self.seconds: dict[str, float] = {}
        """The measured durations of the stages that are over."""

    def stage(self, name: str) -> None:
        """Begin the next stage; `""` is none."""
        if self._stage in self._weights and (took := self._whole()):
            self._took[self._stage] = took
        now = self._now()
        self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + now - self._began
        self._stage = name
        self._checked = self._loaded = 0
        self._share = 0.0
        self._began = now
        self._pace = Pace(0, self._records, self._now)
        if name:
            self.report()

    def checked(
        self,
        parts: Sequence[CheckedSlice],
        under_way: tuple[int, int] = (0, 0),
        *,
        before: bool = False,
    ) -> None:
        """Count the slices that are checked by now, and so many bytes and records of others.

        `before` says that an earlier import has checked them.
        """
        size, records = under_way
        done = size + sum(part.slice.size for part in parts)
        # A slice that has just been finished may be in neither.
        if done <= self._checked and not before:
            return
        # While workers start, what an earlier import has checked is loaded at once.
        begins = before or 0 < self._before == self._checked
        self._before = done if before else self._before
        self._checked = done
        self._records = max(self._records, records + sum(part.records for part in parts))
        self._rules = sum((Counter(part.rules) for part in parts), Counter())
        if begins:
            self._pace = Pace(self._done, self._records, self._now)
        self.report()

    def loaded(self, size: int) -> None:
        """Count more bytes of archives that are in the database now."""
        self._loaded += size
        self.report()

    def share(self, share: float) -> None:
        """Report that this share of the stage is done, for a stage that doesn't count bytes."""
        self._share = max(self._share, share)
        self.report()

    @property
    def _done(self) -> int:
        """The bytes of this stage that are done."""
        if self._stage == "loading":
            return self._loaded
        if self._stage == "checking":
            return round((1 - self._loading) * self._checked + self._loading * self._loaded)
        return round(self._share * self._total)

    def report(self) -> None:
        """Report the current state."""
        if self._on_progress is None:
            return
        done = min(self._done, self._total)
        self._pace.note(done, self._records)
        rate, rules, left = self._pace.per_second, dict(self._rules), self._left(done)
        self._on_progress(
            Progress(self._stage, done, self._total, self._records, rules, rate, left)
        )

    def _whole(self) -> float | None:
        """The estimated duration of this stage, from its speed."""
        if self._stage in _BY_BYTES:
            return self._pace.left(0, self._total) or None
        elapsed = self._now() - self._began
        return elapsed / self._share if self._share and elapsed >= _ENOUGH else None

    def _left(self, done: int) -> float | None:
        """The estimated time until this stage and those after it end."""
        if self._stage not in self._weights:
            return None
        weight, stages = self._weights[self._stage], list(self._weights)
        if (whole := self._whole()) is None:
            # Nothing is known of this stage yet: estimate it from those that are over.
            known = sum(self._weights[stage] for stage in self._took)
            if not known:
                return None
            whole = sum(self._took.values()) * weight / known
            here = whole - (self._now() - self._began)
        else:
            here = whole * (1 - done / self._total) if self._total else 0.0
        behind = stages[stages.index(self._stage) + 1 :]
        left = here + whole * sum(self._weights[stage] for stage in behind) / weight
        return left if here > 0 or behind else None
