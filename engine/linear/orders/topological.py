"""The order of the unconfirmed part of an Autobase: causes first, else the least key.

Optimistic entries are the exception: they come as late as possible, directly before the first entry
that refers to them.
"""

from collections.abc import Callable, Collection
from typing import Any

from engine.linear.walk import Causes, T, least_order


def least_order_with_late(
    causes: Causes[T], key: Callable[[T], Any], late: Collection[T]
) -> list[T]:
    """The least order of the other events, with the `late` ones as late as possible.

    From the back to the front, a late event without remaining effects is put before all others, the
    greatest key first.
    """
    punctual = least_order(_without(causes, key, late), key)
    waits = dict.fromkeys(causes, 0)
    for known in causes.values():
        for cause in known:
            if cause in waits:
                waits[cause] += 1
    free = {event for event in late if not waits[event]}
    backwards: list[T] = []
    while free or punctual:
        if free:
            event = max(free, key=key)
            free.remove(event)
        else:
            event = punctual.pop()
        backwards.append(event)
        for cause in causes[event]:
            if cause in waits:
                waits[cause] -= 1
                if not waits[cause] and cause in late:
                    free.add(cause)
    return backwards[::-1]


def _without(causes: Causes[T], key: Callable[[T], Any], absent: Collection[T]) -> dict[T, set[T]]:
    """The graph without some events; their effects get their causes."""
    nearest: dict[T, set[T]] = {}
    for event in least_order(causes, key):
        nearest[event] = set()
        for cause in causes[event]:
            if cause in absent:
                nearest[event] |= nearest[cause]
            else:
                nearest[event].add(cause)
    return {event: known for event, known in nearest.items() if event not in absent}
