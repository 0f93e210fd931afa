"""What has to rise when an event comes after its effects.

The rank of an event is the length of the longest path to it, so a late cause can raise a whole
tail. The sweep goes through the affected levels upward and keeps apart what the tail does as a
whole from what single events do.

Lemma (tails rise as one). If all events of a level rise by d or more, so do all events of all
later levels. For each has a cause in the level right below it, by definition of the longest
path, and must stay above it.

So once all members of a level are found to rise, the least of their rises becomes the *base*:
everything from there on rises by it without being looked at, by levels put in before that
level. Only *exceptions*, events that rise by more than the base, are followed further. The base
only grows with the level, so all that is no exception keeps its relative order.

Lemma (cycles show). A cause of the new event can rise only if it is an effect of it too. Such a
cause is met as an exception, or else the tail that rises begins below the new event's rank; a
tail that begins there holds the cause right below the new event. Until then nothing was changed.
"""

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engine.linear.events import Events, each
from engine.linear.levels import Level, Levels


class CycleFound(Exception):
    """A cause of the new event would have to rise above it."""


class Sweep(NamedTuple):
    """What rises: tails by `shifts`, and single events to new ranks, by ascending old rank."""

    shifts: list[tuple[Level, int]]
    exceptions: list[tuple[int, int]]


def sweep(events: Events, levels: Levels, event: int, rank: int, causes: list[int]) -> Sweep:  # noqa: C901 - one loop, every call of it counts
    """Find what rises when `event` with known effects gets `rank`; change nothing."""
    level_of = events.levels
    effects_of = events.effects
    raised: dict[int, int] = {}
    waiting: list[tuple[int, int]] = []
    for effect in each(effects_of[event]):
        level = level_of[effect]
        assert level is not None
        old = levels.rank(level)
        if old <= rank:
            raised[effect] = rank + 1
            waiting.append((old, effect))
    heapify(waiting)
    known = set(causes)
    shifts: list[tuple[Level, int]] = []
    exceptions: list[tuple[int, int]] = []
    base = 0
    while waiting:
        old, first = heappop(waiting)
        group = [first]
        while waiting and waiting[0][0] == old:
            group.append(heappop(waiting)[1])
        group = [member for member in group if raised[member] > old + base]
        if not group:
            continue
        level = level_of[group[0]]
        assert level is not None
        if len(group) == len(level):
            if old < rank:
                raise CycleFound
            least = min([raised[member] for member in group])
            shifts.append((level, least - old - base))
            base = least - old
            group = [member for member in group if raised[member] > least]
        for member in group:
            if member in known:
                raise CycleFound
            exceptions.append((member, raised[member]))
            above = raised[member] + 1
            for effect in each(effects_of[member]):
                tentative = raised.get(effect)
                if tentative is None:
                    level = level_of[effect]
                    assert level is not None
                    old = levels.rank(level)
                    if above > old + base:
                        raised[effect] = above
                        heappush(waiting, (old, effect))
                elif tentative < above:
                    raised[effect] = above
    return Sweep(shifts, exceptions)


def find_cycle(events: Events, event: int, causes: list[int]) -> list[int]:
    """The events of a cycle that `event` with these causes would close."""
    wanted = set(causes)
    came_from = {event: event}
    open_ends = [event]
    for current in open_ends:
        if current in wanted:
            cycle = [current]
            while current != event:
                current = came_from[current]
                cycle.append(current)
            return cycle[::-1]
        for effect in each(events.effects[current]):
            if effect not in came_from:
                came_from[effect] = current
                open_ends.append(effect)
    raise AssertionError("no cause is among the effects")
