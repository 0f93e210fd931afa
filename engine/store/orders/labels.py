"""Labels with gaps: an order in the database to which members can be added in between.

A new member gets a label halfway between its neighbours', so the rows of the others stay as
they are. When a gap is used up, the whole (small) order is labelled anew.
"""

from collections.abc import Sequence

STEP = 1 << 32
"""The gap at the ends: room for 32 halvings, and for 2**31 steps within SQLite's integers."""


def fill_gaps(labels: Sequence[int | None]) -> list[int]:
    """Ascending labels: those that are there if possible, and new ones for None."""
    filled: list[int] = []
    index = 0
    while index < len(labels):
        label = labels[index]
        if label is not None:
            filled.append(label)
            index += 1
            continue
        end = index
        while end < len(labels) and labels[end] is None:
            end += 1
        count = end - index
        following = labels[end] if end < len(labels) else None
        if following is None:
            low, step = (filled[-1] if filled else 0), STEP
        elif not filled:
            low, step = following - STEP * (count + 1), STEP
        else:
            low, step = filled[-1], (following - filled[-1]) // (count + 1)
        if step == 0:
            return [STEP * place for place in range(len(labels))]
        filled += [low + step * (place + 1) for place in range(count)]
        index = end
    return filled
