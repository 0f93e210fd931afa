"""The order of the unconfirmed part of an Autobase: causes first, else the least key.

Optimistic entries are the exception: they come as late as possible, directly before the first entry
that refers to them.
"""

from collections.abc import Callable, Collection
from typing import Any

from tanglescope.engine.linear.walk import Causes, T, WaitingEvents, effects_of, least_order


def least_order_with_late(
    causes: Causes[T], key: Callable[[T], Any], late: Collection[T]
) -> list[T]:
    """The least order of the other events, with the `late` ones as late as possible.

    From the back to the front, a late event without remaining effects is put before all others, the
    greatest key first.
    """
    punctual = least_order(_without(causes, key, late), key)
    effects = effects_of(causes)
    waiting = WaitingEvents({event: effects.get(event, ()) for event in causes})
    free = {event for event in waiting.ready if event in late}
    backwards: list[T] = []
    while free or punctual:
        if free:
            event = max(free, key=key)
            free.remove(event)
        else:
            event = punctual.pop()
        backwards.append(event)
        free.update(cause for cause in waiting.visit(event) if cause in late)
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
