"""Bars: the cost of very many arrivals in a chart of few pixels, with nothing high left out."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

MOST = 1024
"""Bars that are drawn of a tape; with more steps, one stands for several."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Some steps that follow each other: the highest cost, and the average so far behind them."""

    first: int
    count: int
    highest: int
    average: float


@dataclass(frozen=True, slots=True)
class Bars:
    """The costs of all steps, drawn together."""

    steps: int
    edits: int
    highest: int
    bars: tuple[Bar, ...]

    @property
    def average(self) -> float:
        """Edits a step, over everything."""
        return self.edits / self.steps if self.steps else 0.0


def bars(ends: Sequence[int], most: int = MOST) -> Bars:
    """Bars of steps; `ends[n]` is how many edits the first n steps have together."""
    steps = len(ends) - 1
    width = max(1, -(-steps // most))
    found = []
    for first in range(0, steps, width):
        last = min(first + width, steps)
        sums = array("q", ends[first : last + 1])
        highest = max(sums[n + 1] - sums[n] for n in range(last - first))
        found.append(Bar(first, last - first, highest, ends[last] / last))
    return Bars(steps, ends[-1], max((bar.highest for bar in found), default=0), tuple(found))
