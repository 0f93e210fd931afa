"""Rank many events at once, by Kahn's algorithm layer by layer.

A layer holds the events whose known causes are all in earlier layers, at least one of them in the
layer directly before. The number of the layer is the rank.
"""

from collections.abc import Collection, Iterable

from engine.collecting import without_collecting
from engine.linear.cycles import cycle_among
from engine.linear.errors import CycleError, DuplicateEvent, TooManyReferences, check_name
from engine.linear.scuttlesort.events import MemoryEvents, each
from engine.linear.scuttlesort.levels import Level, Levels


def load(
    events: Iterable[tuple[str, Iterable[str]]],
    max_references: int | None = None,
    accepted: int = 0,
) -> tuple[MemoryEvents, Levels]:
    """Build the levels of these events, as adding them one by one would.

    The first `accepted` of them may refer to any number of others.
    """
    with without_collecting():
        columns, known = _register(events, max_references, accepted)
        return columns, _layers(columns, known)


def _register(
    events: Iterable[tuple[str, Iterable[str]]], max_references: int | None, accepted: int
) -> tuple[MemoryEvents, list[int]]:
    columns = MemoryEvents()
    get, new = columns.numbers.get, columns.new
    known: dict[int, None] = {}
    for name, after in events:
        number = get(name)
        if number is None:
            check_name(name)
            number = new(name)
        elif number in known:
            raise DuplicateEvent(name)
        known[number] = None
        if isinstance(after, str):
            raise TypeError(f"the causes of {name!r} are a string, not a collection of names")
        causes: dict[int, None] = {}
        for cause in after:
            other = get(cause)
            if other is None:
                check_name(cause)
                other = new(cause)
            if other != number:
                causes[other] = None
        is_new = len(known) > accepted
        if is_new and max_references is not None and len(causes) > max_references:
            raise TooManyReferences(name, len(causes), max_references)
        columns.connect(causes, number)
    columns.ghosts = set(range(len(columns.names))).difference(known)
    columns.tips = {number for number in known if columns.effects[number] is None}
    return columns, list(known)


def _layers(columns: MemoryEvents, known: Collection[int]) -> Levels:
    names, effects_of, level_of = columns.names, columns.effects, columns.levels
    waits = [0] * len(names)
    for number in known:
        for effect in each(effects_of[number]):
            waits[effect] += 1
    levels: list[Level] = []
    layer = [number for number in known if not waits[number]]
    while layer:
        level = Level(sorted([names[number] for number in layer]))
        levels.append(level)
        free = []
        for number in layer:
            level_of[number] = level
            effects = effects_of[number]
            for effect in (effects,) if isinstance(effects, int) else effects or ():
                waits[effect] -= 1
                if not waits[effect]:
                    free.append(effect)
        layer = free
    filled = Levels.of(levels)
    if filled.events < len(known):
        stuck = {number: columns.causes[number] for number in known if level_of[number] is None}
        raise CycleError([names[number] for number in cycle_among(stuck)])
    return filled
