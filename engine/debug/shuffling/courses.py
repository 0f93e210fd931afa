"""The courses of a counterexample: how the order grew while its messages arrived."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.debug.linearizers import Linearizer, LinearizerFailed
from engine.debug.shuffling.shuffle import Counterexample, Laboratory, Names

MOST = 40
"""The messages of a case that a person steps through."""


@dataclass(frozen=True, slots=True)
class Course:
    """A delivery, and the order after none, one, two ... of its messages.

    Where the linearizer fails, the orders end before.
    """

    arrivals: Names
    orders: tuple[Names, ...]


def courses(found: Counterexample, linearize: Linearizer) -> tuple[Course, ...]:
    """The courses of its deliveries; none of a case that is too large to step through."""
    if len(found.graph.nodes) > MOST:
        return ()
    laboratory = Laboratory(found.graph, linearize)
    made = []
    for number, delivery in enumerate(found.deliveries):
        orders = list(_orders(laboratory, delivery))
        if number < len(found.orders):
            # The end is what was found: a linearizer may answer otherwise when asked again.
            orders[len(delivery) :] = [found.orders[number]]
        made.append(Course(delivery, tuple(orders)))
    return tuple(made)


def _orders(laboratory: Laboratory, delivery: Names) -> Iterator[Names]:
    for count in range(len(delivery) + 1):
        try:
            yield laboratory.order(delivery[:count]).names
        except LinearizerFailed:
            return
