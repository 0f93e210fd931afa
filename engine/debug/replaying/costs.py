"""What arrivals cost: edits one by one, on average so far, and what the report measured."""

from collections.abc import Iterable, Iterator, Mapping
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
