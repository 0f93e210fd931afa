"""Clocks: what an entry knows of the logs that vote.

A log is append-only and every entry knows its predecessor, so the past of an entry is one number
per log: how many of its first entries are known. All questions about before, after and
concurrent are comparisons of such numbers.
"""

import sys
from collections.abc import Iterable, Sequence
from operator import gt, le
from typing import TypeAlias

Clock: TypeAlias = tuple[int, ...]
"""Per column, how many entries of that indexer's log are known; the entry itself included."""

NEVER = sys.maxsize
"""A place in a log that no clock reaches."""


def join(clocks: Iterable[Clock], columns: int) -> Clock:
    """What is known to someone who knows all that these clocks know."""
    together = set(clocks)
    if len(together) > 1:
        return tuple(map(max, *together))
    return together.pop() if together else (0,) * columns


def tick(clock: Clock, column: int, length: int) -> Clock:
    """The clock with `length` known entries in `column`."""
    return (*clock[:column], length, *clock[column + 1 :])


def reached(clock: Clock, places: Sequence[int]) -> int:
    """In how many columns the entry at the given place of the log is known."""
    return sum(map(gt, clock, places))


def within(clock: Clock, places: Sequence[int]) -> bool:
    """Whether in no column the entry at the given place of the log is known."""
    return all(map(le, clock, places))
