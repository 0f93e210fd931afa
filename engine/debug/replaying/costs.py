"""The cost of arrivals: edits of each, the running average, and bars for a chart."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from types import MappingProxyType

REPORT: Mapping[int, float] = MappingProxyType(
    {4: 2.5, 8: 3.0, 16: 3.6, 32: 4.7, 64: 7.1, 128: 10.4, 256: 13.1, 512: 16.8, 1024: 21.5}
)
"""Edits per arrival by number of feeds, from the ScuttleSort report's table for 32K events."""


def running_average(costs: Iterable[int]) -> Iterator[float]:
    """The average number of edits per arrival, after every arrival."""
    total = 0
    for number, cost in enumerate(costs, start=1):
        total += cost
        yield total / number


def report_figure(feeds: int) -> float | None:
    """The edits per arrival in the report's model for so many feeds; None outside its table.

    Interpolated linearly over the logarithm of the number of feeds.
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
"""The greatest number of bars; in a longer history, each bar covers several steps."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Consecutive steps: their highest cost, and the running average at the end."""

    first: int
    count: int
    highest: int
    average: float


@dataclass(frozen=True, slots=True)
class Bars:
    """The costs of all steps."""

    steps: int
    edits: int
    highest: int
    bars: tuple[Bar, ...]

    @property
    def average(self) -> float:
        """Edits per step, over the whole history."""
        return self.edits / self.steps if self.steps else 0.0


def bars(ends: Sequence[int], most: int = MOST) -> Bars:
    """The bars of a history; `ends[n]` is the number of edits in the first n steps."""
    steps = len(ends) - 1
    width = max(1, -(-steps // most))
    found = []
    for first in range(0, steps, width):
        last = min(first + width, steps)
        sums = array("q", ends[first : last + 1])
        highest = max(sums[n + 1] - sums[n] for n in range(last - first))
        found.append(Bar(first, last - first, highest, ends[last] / last))
    return Bars(steps, ends[-1], max((bar.highest for bar in found), default=0), tuple(found))
