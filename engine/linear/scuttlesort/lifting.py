"""Move rising events to their new levels, with the fewest moves.

A few events are lifted one by one, beginning with the last one in the old order.

Lemma (right to left). Exceptions only move to the right, so the ones that were lifted before were,
and are, to the right of the next one. So the next one is still at its old position; that position
and the number of names that it passes define its move.

The moves are the fewest if each event that moves can be given an *other* (not an exception) that it
passes, each a different one: the lemma of `engine.linear.edit_script`. Here, each is given the last
one that it passes and that is to the left of all given before. If an event has none, a longest
increasing subsequence decides.

Many events are all removed, then all inserted, so that each block is summed up only once.
"""

from bisect import bisect_left
from operator import lt

from tanglescope.engine.linear.edit_script import fewest_moves, solve
from tanglescope.engine.linear.edits import Edit, Move, new_edit
from tanglescope.engine.linear.scuttlesort.events import Events
from tanglescope.engine.linear.scuttlesort.levels import Level, Levels
from tanglescope.engine.linear.scuttlesort.sweep import Exceptions

FEW = 32
"""So many are lifted one by one; some hundred would cost the same either way."""


def lift(events: Events, levels: Levels, exceptions: Exceptions) -> list[Edit]:
    """Move one or more exceptions to the levels of their new ranks; return the fewest moves."""
    if len(exceptions) <= FEW:
        return _one_by_one(events, levels, exceptions)
    return _all_at_once(events, levels, exceptions)


def _one_by_one(events: Events, levels: Levels, exceptions: Exceptions) -> list[Edit]:
    names = events.names
    level_of: list[Level] = events.levels  # type: ignore[assignment] # exceptions have levels
    moves: list[Edit] = []
    sources: list[int] = []
    # In the new order: rank, name, index in the old order, and how many others are before it.
    lifted: list[tuple[int, str, int, int]] = []
    given = levels.events
    fewest = True
    origin = len(exceptions)
    for member, rank, rise in reversed(exceptions):
        origin -= 1
        name = names[member]
        level_of[member], source, passed = levels.lift(level_of[member], name, rise)
        exchanged = bisect_left(lifted, (rank, name)) if lifted else 0
        start = source - origin
        goal = start + passed - exchanged
        lifted.insert(exchanged, (rank, name, origin, goal))
        sources.append(source)
        if passed:
            moves.append(new_edit(Move, (source, source + passed)))
            if goal < given:
                given = goal
            given -= 1
            if given < start:
                fewest = False
    if fewest:
        return moves
    after = [goal + index for index, (_, _, _, goal) in enumerate(lifted)]
    return solve(sources[::-1], after, [origin for _, _, origin, _ in lifted])


def _all_at_once(events: Events, levels: Levels, exceptions: Exceptions) -> list[Edit]:
    names = events.names
    level_of: list[Level] = events.levels  # type: ignore[assignment] # exceptions have levels
    before = levels.take_all([(level_of[member], names[member]) for member, _, _ in exceptions])
    new = [(rank, names[member]) for member, rank, _ in exceptions]
    origins = None
    if not all(map(lt, new, new[1:])):
        origins = sorted(range(len(new)), key=new.__getitem__)
        new = [new[origin] for origin in origins]
        exceptions = [exceptions[origin] for origin in origins]
    new_levels, after = levels.put_all(new)
    for (member, _, _), level in zip(exceptions, new_levels, strict=True):
        level_of[member] = level
    return fewest_moves(before, after, origins)
