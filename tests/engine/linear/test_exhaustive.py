"""Every tangle of a few events, in every order of arrival."""

from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from tanglescope.engine.linear import Timeline, apply
from tests.engine.linear import oracle

NAMES = "abcde"


def tangles(size: int) -> Iterator[dict[str, tuple[str, ...]]]:
    """All labelled acyclic graphs with this many events."""
    names = NAMES[:size]
    choices = [
        [
            causes
            for count in range(size)
            for causes in combinations([other for other in names if other != name], count)
        ]
        for name in names
    ]
    for after in product(*choices):
        events = dict(zip(names, after, strict=True))
        if oracle.ranks(events) is not None:
            yield events


class Orders:
    """The canonical order of every part of one tangle, found once."""

    def __init__(self, events: dict[str, tuple[str, ...]]) -> None:
        self._events = events
        self._orders: dict[frozenset[str], list[str]] = {frozenset(): []}

    def of(self, known: frozenset[str]) -> list[str]:
        if known not in self._orders:
            self._orders[known] = oracle.order({name: self._events[name] for name in known})
        return self._orders[known]


def check(timeline: Timeline, events: dict[str, tuple[str, ...]], orders: Orders) -> None:
    replica: list[str] = []
    known: frozenset[str] = frozenset()
    for name, after in events.items():
        fewest = oracle.fewest_edits(replica, orders.of(known | {name}))
        known |= {name}
        edits = timeline.add(name, after)
        apply(edits, replica)
        assert replica == list(timeline) == orders.of(known)
        assert len(edits) == fewest


def deliveries(size: int) -> Iterator[tuple[dict[str, tuple[str, ...]], Orders]]:
    for events in tangles(size):
        orders = Orders(events)
        for names in permutations(events):
            yield {name: events[name] for name in names}, orders


@pytest.mark.parametrize(
    ("size", "count"),
    [(1, 1), (2, 6), (3, 150), (4, 13_032), pytest.param(5, 3_513_720, marks=pytest.mark.slow)],
)
def test_every_tangle_converges_in_every_delivery(size: int, count: int) -> None:
    tried = 0
    for events, orders in deliveries(size):
        check(Timeline(), events, orders)
        tried += 1
    assert tried == count
