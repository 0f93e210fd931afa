"""Oracles: the expected order and the minimal number of edits, computed naively."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

Events = Mapping[str, Sequence[str]]


def ranks(events: Events) -> dict[str, int] | None:
    """The longest-path rank of every event; None if there is a cycle."""
    known = {
        name: {cause for cause in after if cause in events and cause != name}
        for name, after in events.items()
    }
    rank: dict[str, int] = {}
    while len(rank) < len(known):
        free = {name for name in known if name not in rank and known[name] <= rank.keys()}
        if not free:
            return None
        for name in free:
            rank[name] = 1 + max((rank[cause] for cause in known[name]), default=-1)
    return rank


def order(events: Events) -> list[str]:
    rank = ranks(events)
    assert rank is not None
    return sorted(events, key=lambda name: (rank[name], name))


def fewest_edits(before: Sequence[str], after: Sequence[str]) -> int:
    """One insertion for every new name, one move for every name outside a longest ascent."""
    place = {name: index for index, name in enumerate(after)}
    ends: list[int] = []
    for name in before:
        end = bisect_left(ends, place[name])
        ends[end : end + 1] = [place[name]]
    return len(after) - len(ends)
