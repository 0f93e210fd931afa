"""Which events rise when an event arrives after its effects.

The rank of an event is the length of the longest path to it, so a late cause can raise all levels
after it. The sweep visits the affected levels upwards, and separates the rise of all later levels
from the further rise of single events.

Lemma (tails rise as one). If all events of a level rise by d or more, so do all events of all later
levels. Proof: by the definition of the longest path, each has a cause in the level directly below
it, and must stay above that.

So once all members of a level are found to rise, the least of their rises becomes the *base*:
levels are inserted before that level, so that everything from there on rises by the base without
being examined. Only *exceptions*, events that rise by more than the base, are followed further. The
base only grows with the level, so all events that aren't exceptions keep their relative order.

Lemma (cycles show). Only the future of the new event rises, so a cause that would have to rise is
in a cycle. If there is one, the sweep reaches it, because all events on the path to it are below
the new event and must rise above it; unless a whole level below the new event rises, and with it
the cause directly below the new event. Nothing is changed until the sweep is over.
"""

from collections.abc import Collection
from heapq import heappop, heappush
from typing import TypeAlias

from tanglescope.engine.linear.scuttlesort.events import Events, each
from tanglescope.engine.linear.scuttlesort.levels import Level, Levels


class CycleFound(Exception):
    """A cause of the new event would have to rise above it."""


Shifts: TypeAlias = list[tuple[Level, int]]
"""By how many levels the tail from a level on rises, beyond the shifts before."""

Exceptions: TypeAlias = list[tuple[int, int, int]]
"""Events that rise by more than the tail they are in, in the old order: their numbers, new ranks,
and by how much more they rise."""


def sweep(  # noqa: C901 - one loop that all the time goes into
    events: Events, levels: Levels, event: int, rank: int, causes: Collection[int]
) -> tuple[Shifts, Exceptions]:
    """Find the events that rise when `event`, which has effects, gets `rank`; change nothing."""
    level_of: list[Level] = events.levels  # type: ignore[assignment] # effects have levels
    effects_of, names, rank_of = events.effects, events.names, levels.rank
    shifts: Shifts = []
    exceptions: Exceptions = []
    base = 0
    # Tentative new ranks, and the events that get them, in the old order.
    raised: dict[int, int] = {}
    queue: list[tuple[int, str, int]] = []
    settled = [(event, rank, 0)]
    while True:
        for member, new, _ in settled:
            effects = effects_of[member]
            for effect in (effects,) if isinstance(effects, int) else effects or ():
                if effect not in raised:
                    old = rank_of(level_of[effect])
                    if new >= old + base:
                        raised[effect] = new + 1
                        heappush(queue, (old, names[effect], effect))
                elif raised[effect] <= new:
                    raised[effect] = new + 1
        if not queue:
            break
        old = queue[0][0]
        floor = old + base
        settled = []
        while queue and queue[0][0] == old:
            member = heappop(queue)[2]
            new = raised[member]
            if new > floor:
                settled.append((member, new, new - floor))
        if settled:
            level = level_of[settled[0][0]]
            if len(settled) == len(level):
                if old < rank:
                    raise CycleFound
                least = min([new for _, new, _ in settled])
                shifts.append((level, least - floor))
                base = least - old
                settled = [(member, new, new - least) for member, new, _ in settled if new > least]
            exceptions += settled
    if not raised.keys().isdisjoint(causes):
        raise CycleFound
    return shifts, exceptions


def find_cycle(events: Events, event: int, causes: Collection[int]) -> list[int]:
    """The events of the cycle that `event` would close with these causes."""
    came_from = {event: event}
    open_ends = [event]
    for current in open_ends:
        if current in causes:
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
