"""The common live case: an event comes a little late, and at most one event has to make way for it.

Lemma (one alone). Let x be a new event of rank r with one effect e. If the rank of e is above r,
nothing rises. Otherwise e rises to r + 1; if e is not alone in its level, and all effects of e have
ranks above r + 1, nothing else rises. So the script is one move at most, and none if e passes
nothing.

A cycle would take a cause of x in the future of x. The ranks of causes are below r, and those of
the future, but for e itself, above r.
"""

from collections.abc import Collection

from engine.linear.edits import Edit, Move, new_edit
from engine.linear.scuttlesort.events import EventColumn, Events, each
from engine.linear.scuttlesort.levels import Level, Levels


def rise_alone(
    events: Events, levels: Levels, event: int, rank: int, causes: Collection[int]
) -> list[Edit] | None:
    """Make way for `event` by one move or none; None, and nothing done, if that may not do."""
    effect = events.effects[event]
    if not isinstance(effect, int):
        return None
    level_of: EventColumn[Level] = events.levels  # type: ignore[assignment] # effects have levels
    level = level_of[effect]
    new = rank + 1
    rise = new - levels.rank(level)
    if rise <= 0:
        return []
    if len(level) == 1 or effect in causes:
        return None
    for later in each(events.effects[effect]):
        if levels.rank(level_of[later]) <= new:
            return None
    level_of[effect], source, passed = levels.lift(level, events.names[effect], rise)
    return [new_edit(Move, (source, source + passed))] if passed else []
