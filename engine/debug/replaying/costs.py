"""The costs of arrivals: edits of each, the average so far, and bars for a chart."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from types import MappingProxyType

REPORT: Mapping[int, float] = MappingProxyType(
    {4: 2.5, 8: 3.0, 16: 3.6, 32: 4.7, 64: 7.1, 128: 10.4, 256: 13.1, 512: 16.8, 1024: 21.5}
)
"""Edits an arrival by number of feeds: the ScuttleSort report's table for 32K events."""


def running_average(costs: Iterable[int]) -> Iterator[float]:
    """After every arrival, the edits an arrival so far."""
    total = 0
    for number, cost in enumerate(costs, start=1):
        total += cost
        yield total / number


def report_figure(feeds: int) -> float | None:
    """What the report's model needs with so many feeds; None outside of what it measured.

    Between two figures it grows evenly with every doubling.
    """
    if feeds in REPORT:
        return REPORT[feeds]
    below = max((known for known in REPORT if known < feeds), default=None)
    above = min((known for known in REPORT if known > feeds), default=None)
    if below is None or above is None:
        return None
    share = log2(feeds / below) / log2(above / below)
    return REPORT[below] + share * (REPORT[above] - REPORT[below])


MOST = 1024
"""The most bars that are drawn of a history; with more steps, each bar shows several."""


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
