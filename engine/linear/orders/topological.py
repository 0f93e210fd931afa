"""The least topological order: causes first, and of the ready nodes the one with the least key.

The unconfirmed part of an Autobase is in this order. Optimistic entries are the exception: they
come as late as possible, directly before the first entry that refers to them.
"""

from collections.abc import Callable, Collection, Hashable, Mapping
from heapq import heapify, heappop, heappush
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)
Causes = Mapping[T, Collection[T]]
"""The events to order, each with its causes without duplicates; causes outside are ignored."""


def least_order(causes: Causes[T], key: Callable[[T], Any]) -> list[T]:
    """The events with causes first, else by key; keys are distinct, and cycles are left out."""
    effects, waits = _turned(causes)
    ready = [(key(event), event) for event, count in waits.items() if not count]
    heapify(ready)
    order: list[T] = []
    while ready:
        _, event = heappop(ready)
        order.append(event)
        for effect in effects[event]:
            waits[effect] -= 1
            if not waits[effect]:
                heappush(ready, (key(effect), effect))
    return order


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


def _turned(causes: Causes[T]) -> tuple[dict[T, list[T]], dict[T, int]]:
    """The effects of every event, and the number of its causes."""
    effects: dict[T, list[T]] = {event: [] for event in causes}
    waits: dict[T, int] = {}
    for event, known in causes.items():
        waits[event] = 0
        for cause in known:
            if cause in effects:
                effects[cause].append(event)
                waits[event] += 1
    return effects, waits


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
