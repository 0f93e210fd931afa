"""Gaps: a timeline without hidden messages that shows what is left out.

Consecutive hidden messages become one row, a *gap*, with their number. Messages connected through
hidden ones are connected by an elided edge.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from tanglescope.engine.drawing.eliding import by_filters, elide, run_interiors
from tanglescope.engine.drawing.filtering import Filters
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.linear.horizon import Edges


@dataclass(frozen=True, slots=True)
class Gap:
    """A row of hidden messages, identified by the key of the first; `feeds` are their authors."""

    keys: tuple[str, ...]
    feeds: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of the row."""
        return self.keys[0]


@dataclass(frozen=True, slots=True)
class GappedRows:
    """The rows of a timeline with gaps, and the edges between shown messages.

    `rows` are keys of messages and of `gaps`; `gap_of` says in which gap a hidden message is.
    `elided` holds for an edge (a cause and an effect) the number of messages it replaces. `waiting`
    are the missing messages that a message is shown below. `messages` is the number of all present
    messages, hidden or not.
    """

    rows: tuple[str, ...]
    gaps: Mapping[str, Gap]
    gap_of: Mapping[str, str]
    edges: Mapping[str, Edges]
    elided: Mapping[tuple[str, str], int]
    waiting: Mapping[str, tuple[str, ...]]
    messages: int

    def new_since(self, before: "GappedRows | None") -> list[str]:
        """The shown messages that weren't present before, hidden or not.

        Empty without an earlier state.
        """
        if before is None:
            return []
        known = set(before.rows) | before.gap_of.keys()
        return [key for key in self.rows if key not in known and key not in self.gap_of]


def gapped(
    shape: Shape, filters: Filters, opened: Sequence[str] = (), only: Set[str] = frozenset()
) -> GappedRows:
    """A timeline as the reader wants to see it; gaps in `opened` are shown nevertheless.

    With `only` some keys, all other messages are hidden, too.
    """
    kept = set(shape.numbers(opened).values())
    folded = run_interiors(shape, kept) if filters.folds_runs else frozenset()
    hides = by_filters(shape, filters.feeds, filters.types, folded)
    wanted = set(shape.numbers(only).values())

    def unwanted(number: int) -> bool:
        return number not in kept and (hides(number) or bool(only and number not in wanted))

    found = elide(shape, unwanted)
    shown = bytearray(len(shape))
    for number in found.shown:
        shown[number] = 1
    runs = [_gap(shape, run) for run in _runs(shown, shape.present)]
    keys = shape.keys
    causes: dict[str, list[str]] = {keys[number]: [] for number in found.shown}
    effects: dict[str, list[str]] = {keys[number]: [] for number in found.shown}
    for edge in found.edges:
        causes[keys[edge.effect]].append(keys[edge.cause])
        effects[keys[edge.cause]].append(keys[edge.effect])
    ghosts = set(keys[shape.present :])
    waiting = {key: tuple(c for c in named if c in ghosts) for key, named in causes.items()}
    return GappedRows(
        rows=_rows(shape, shown, runs),
        gaps={gap.key: gap for gap in runs},
        gap_of={key: gap.key for gap in runs for key in gap.keys},
        edges={key: Edges(tuple(causes[key]), tuple(effects[key])) for key in causes},
        elided={(keys[e.cause], keys[e.effect]): e.elided for e in found.edges if e.elided},
        waiting={key: named for key, named in waiting.items() if named},
        messages=shape.present,
    )


def _runs(shown: bytearray, present: int) -> list[range]:
    """The runs of rows that are not shown."""
    runs = []
    first = shown.find(0, 0, present)
    while first >= 0:
        end = shown.find(1, first, present)
        end = present if end < 0 else end
        runs.append(range(first, end))
        first = shown.find(0, end, present)
    return runs


def _gap(shape: Shape, run: range) -> Gap:
    feeds = dict.fromkeys(shape.feed(number) for number in run)
    return Gap(tuple(shape.keys[run.start : run.stop]), tuple(feeds))


def _rows(shape: Shape, shown: bytearray, runs: Sequence[Gap]) -> tuple[str, ...]:
    firsts = {gap.key for gap in runs}
    return tuple(
        key
        for number, key in enumerate(shape.keys[: shape.present])
        if shown[number] or key in firsts
    )
