"""The two ways to list what comes before a message: everything, or only what is immediate.

The first threads of SSB could have listed all previous messages; listing the tips is enough,
because the rest follows (SIP 9, "Tangle Origin", 2b and 2c). `closure` and `reduction` lead from
either to the other.

Sets of messages are bits of integers: 10,000 messages take 12 MB, and a little time.
"""

from collections.abc import Collection, Mapping
from graphlib import CycleError as CycleFound
from graphlib import TopologicalSorter

from engine.linear.errors import CycleError


def closure(previous: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """All that comes before every message, from lists of any part that implies it.

    Names that are only referred to come after nothing. Raises `CycleError`.
    """
    numbers, pasts = _pasts(previous)
    names = list(numbers)
    return {name: _named(pasts[number], names) for name, number in numbers.items()}


def reduction(previous: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """What comes immediately before every message, from lists of any part that implies it.

    Of the names in a list remain, in their order, those that no other one of them comes after.
    Raises `CycleError`.
    """
    numbers, pasts = _pasts(previous)
    reduced: dict[str, tuple[str, ...]] = {}
    for name in numbers:
        listed = dict.fromkeys(previous.get(name, ()))
        implied = 0
        for cause in listed:
            implied |= pasts[numbers[cause]]
        reduced[name] = tuple(cause for cause in listed if not implied >> numbers[cause] & 1)
    return reduced


def _pasts(previous: Mapping[str, Collection[str]]) -> tuple[dict[str, int], list[int]]:
    """Numbers for the names, causes first, and for every number the bits of its past."""
    try:
        order = list(TopologicalSorter(previous).static_order())
    except CycleFound as found:
        raise CycleError(found.args[1][:-1]) from None
    numbers = {name: number for number, name in enumerate(order)}
    pasts: list[int] = []
    for name in order:
        past = 0
        for cause in previous.get(name, ()):
            past |= pasts[numbers[cause]] | 1 << numbers[cause]
        pasts.append(past)
    return numbers, pasts


def _named(bits: int, names: list[str]) -> set[str]:
    return {names[number] for number, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"}
