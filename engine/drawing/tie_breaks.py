"""Tie-breaks: the edges that a linear order adds to a tangle.

Neighbours of an order that are concurrent follow one another by a tie-break alone. SIP 10,
"Threads" (4.1), draws an edge between them, beside those of the tangle: together they make a line.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from engine.linear.scuttlesort.timeline import Timeline

TieBreak = tuple[str, str]
"""Two concurrent neighbours, the earlier one first."""


def tie_breaks(order: Sequence[str], causes: Mapping[str, Collection[str]]) -> Iterator[TieBreak]:
    """The neighbours in an order of which neither leads to the other, from top to bottom.

    `causes` that are not in the order count for nothing.
    """
    positions = {key: position for position, key in enumerate(order)}
    known = {
        key: [cause for cause in causes.get(key, ()) if cause in positions and cause != key]
        for key in order
    }
    timeline = None if _is_topological(positions, known) else _timeline(known)
    for earlier, later in pairwise(order):
        if timeline is not None:
            is_tie = timeline.is_concurrent(earlier, later)
        else:
            # Whatever leads from one to the other would have its place between them.
            is_tie = earlier not in known[later]
        if is_tie:
            yield earlier, later


def _is_topological(positions: Mapping[str, int], causes: Mapping[str, Collection[str]]) -> bool:
    return all(
        positions[cause] < positions[key] for key, named in causes.items() for cause in named
    )


def _timeline(causes: Mapping[str, Collection[str]]) -> Timeline:
    timeline = Timeline()
    for key, named in causes.items():
        timeline.add(key, named)
    return timeline
