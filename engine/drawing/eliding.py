"""Eliding: hide messages of a graph without losing who came before whom.

A filter that drops messages with their edges misleads: two messages that a hidden one connected
look concurrent. Here, messages connected through hidden ones get an edge with the number of hidden
messages. As there could be too many such edges, a hidden message that connects too many others
stays visible as a *joint*.

In a timeline without hidden messages, consecutive hidden ones become one row, a *gap*, with their
number. The shown part of a shape is a shape of its own, so that everything can draw it.
"""

from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from tanglescope.engine.drawing.shape import Shape, links
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.linear.horizon import Edges

MOST_MET = 32
"""The most shown messages that may be connected through one hidden message before it becomes a
joint.
"""


@dataclass(frozen=True, slots=True)
class ShownEdge:
    """An edge between shown messages.

    `elided` is the number of hidden ones on the shortest path.
    """

    cause: int
    effect: int
    elided: int


@dataclass(frozen=True, slots=True)
class ElidedShape:
    """The shown messages of a shape, ascending; `joints` are hidden ones that had to stay."""

    shown: tuple[int, ...]
    joints: frozenset[int]
    edges: tuple[ShownEdge, ...]


def elide(
    shape: Shape, is_hidden: Callable[[int], bool], among: Container[int] | None = None
) -> ElidedShape:
    """A shape without hidden messages; paths between shown messages are kept.

    `among` may restrict the search to the messages between shown ones.
    """
    met: dict[int, dict[int, int]] = {}
    shown: list[int] = []
    joints: set[int] = set()
    edges: list[ShownEdge] = []
    for number in _causes_first(shape, among):
        known = shape.causes.of(number)
        causes = _nearest(known if among is None else (c for c in known if c in among), met)
        if is_hidden(number):
            if len(causes) <= MOST_MET:
                met[number] = causes
                continue
            joints.add(number)
        shown.append(number)
        edges += [ShownEdge(cause, number, steps) for cause, steps in sorted(causes.items())]
    return ElidedShape(tuple(sorted(shown)), frozenset(joints), tuple(edges))


def run_interiors(shape: Shape, kept: Set[int] = frozenset()) -> frozenset[int]:
    """The messages of linear runs that may be folded: all but the ends and the `kept` ones.

    In a run, every message and its neighbours on both sides have one cause and one effect.
    """
    inside = [
        shape.causes.count(number) == 1 == shape.effects.count(number)
        for number in range(len(shape))
    ]
    return frozenset(
        number
        for number in range(shape.present)
        if inside[number]
        and number not in kept
        and inside[shape.causes.of(number)[0]]
        and inside[shape.effects.of(number)[0]]
    )


def by_filters(
    shape: Shape, feeds: Set[str], types: Set[str], folded: Set[int]
) -> Callable[[int], bool]:
    """Whether a message is by one of `feeds`, of one of `types`, or `folded` away."""
    authors = {number for number, feed in enumerate(shape.feeds) if feed in feeds}
    kinds = {number for number, name in enumerate(shape.types) if name in types}

    def is_hidden(number: int) -> bool:
        return shape.authors[number] in authors or shape.kinds[number] in kinds or number in folded

    return is_hidden


def _causes_first(shape: Shape, among: Container[int] | None) -> Iterator[int]:
    """The numbers in causal order; missing messages have no causes."""
    for number in chain(range(shape.present, len(shape)), range(shape.present)):
        if among is None or number in among:
            yield number


def _nearest(causes: Iterable[int], met: dict[int, dict[int, int]]) -> dict[int, int]:
    """The nearest shown causes, and the number of hidden messages on the shortest path to each."""
    nearest: dict[int, int] = {}
    for cause in causes:
        through = met.get(cause)
        if through is None:
            nearest[cause] = 0
            continue
        for other, steps in through.items():
            if steps + 1 < nearest.get(other, len(met) + 2):
                nearest[other] = steps + 1
    return nearest


@dataclass(frozen=True, slots=True)
class Filters:
    """What a reader hides: authors, types, the middles of linear runs."""

    feeds: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    folds_runs: bool = False

    def __bool__(self) -> bool:
        return bool(self.feeds or self.types or self.folds_runs)


EVERYTHING = Filters()
"""Nothing is hidden."""


class LeftOut(NamedTuple):
    """The arrows and missing messages beyond the limits of a picture."""

    arrows: int = 0
    missing: int = 0

    def __str__(self) -> str:
        """A note in a picture; empty if nothing is left out."""
        counts = ((self.arrows, "arrow"), (self.missing, "missing message"))
        parts = [count_noun(count, name) for count, name in counts if count]
        return f"Left out: {' and '.join(parts)}" if parts else ""


NOTHING = LeftOut()


@dataclass(frozen=True, slots=True)
class ShownShape:
    """A shape without its hidden messages.

    `elided` holds for an edge (a cause and an effect) the number of messages it replaces; `joints`
    are the numbers of hidden messages that had to stay.
    """

    shape: Shape
    elided: Mapping[tuple[int, int], int]
    joints: Set[int]
    hidden: int
    left_out: LeftOut = NOTHING


def apply_filters(shape: Shape, filters: Filters, kept: str = "") -> ShownShape:
    """A shape with the reader's filters; the message `kept` is never folded away."""
    if not filters:
        return ShownShape(shape, {}, frozenset(), 0)
    folded: Set[int] = frozenset()
    if filters.folds_runs:
        folded = run_interiors(shape, set(shape.numbers([kept]).values()))
    return as_shape(shape, elide(shape, by_filters(shape, filters.feeds, filters.types, folded)))


_MOST_EDGES, _EDGES_EACH = 4_000, 3
_MOST_GHOSTS = 2_000


def bound_shape(shown: ShownShape) -> ShownShape:
    """A shape with as many edges and missing messages as a picture can have.

    Of missing messages the first remain; of the edges, the first ones of every message.
    """
    shape = shown.shape
    count = min(len(shape), 2 * shape.present + _MOST_GHOSTS)
    most = _MOST_EDGES + _EDGES_EACH * shape.present
    each = total = len(shape.causes.ends)
    if total <= most and count == len(shape):
        return shown
    numbers = range(shape.present)
    while sum(min(shape.causes.count(number), each) for number in numbers) > most:
        each //= 2
    kept = [
        (cause, effect)
        for effect in numbers
        for cause in shape.causes.of(effect)[:each]
        if cause < count
    ]
    causes, effects = array("i", (each[0] for each in kept)), array("i", (each[1] for each in kept))
    made = replace(
        shape,
        keys=shape.keys[:count],
        causes=links(count, effects, causes),
        effects=links(count, causes, effects),
        **{
            name: getattr(shape, name)[:count]
            for name in ("authors", "kinds", "asserted", "received", "components")
        },
    )
    left_out = LeftOut(total - len(kept), len(shape) - count)
    ends = set(kept)
    elided = {edge: steps for edge, steps in shown.elided.items() if edge in ends}
    return replace(shown, shape=made, elided=elided, left_out=left_out)


def part(shape: Shape, numbers: Set[int]) -> ShownShape:
    """Some messages of a shape, connected as in the whole."""
    here = [number for number in numbers if number < shape.present]
    # Numbers ascend along every path, so only numbers between the first and the last can connect
    # them.
    between = range(min(here, default=0), max(here, default=-1) + 1)
    among = {*between, *numbers}
    return as_shape(shape, elide(shape, lambda number: number not in numbers, among))


def as_shape(shape: Shape, elided: ElidedShape) -> ShownShape:
    """The result of `elide` as a shape, with numbers of its own."""
    new = {number: place for place, number in enumerate(elided.shown)}
    causes = array("i", (new[edge.cause] for edge in elided.edges))
    effects = array("i", (new[edge.effect] for edge in elided.edges))
    made = Shape(
        keys=[shape.keys[number] for number in elided.shown],
        present=sum(number < shape.present for number in elided.shown),
        feeds=shape.feeds,
        authors=_select(shape.authors, elided.shown),
        types=shape.types,
        kinds=_select(shape.kinds, elided.shown),
        asserted=array("d", (shape.asserted[number] for number in elided.shown)),
        received=array("d", (shape.received[number] for number in elided.shown)),
        causes=links(len(new), effects, causes),
        effects=links(len(new), causes, effects),
        components=_select(shape.components, elided.shown if shape.components else ()),
    )
    steps = {(new[edge.cause], new[edge.effect]): edge.elided for edge in elided.edges}
    return ShownShape(
        shape=made,
        elided={ends: count for ends, count in steps.items() if count},
        joints={new[number] for number in elided.joints},
        hidden=len(shape) - len(new),
    )


def around(shape: Shape, middle: Sequence[int], steps: int, most: int) -> frozenset[int]:
    """Messages and everything within so many steps in either direction, up to a limit.

    Nearer messages take precedence.
    """
    found = dict.fromkeys(middle[:most])
    ring = list(found)
    for _ in range(steps):
        further: dict[int, None] = {}
        for number in ring:
            further.update(dict.fromkeys(shape.causes.of(number)))
            further.update(dict.fromkeys(shape.effects.of(number)))
        ring = [number for number in further if number not in found][: most - len(found)]
        found.update(dict.fromkeys(ring))
    return frozenset(found)


def _select(values: "array[int]", numbers: Sequence[int]) -> "array[int]":
    return array("i", (values[number] for number in numbers))


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


def leave_gaps(
    shape: Shape, filters: Filters, opened: Sequence[str] = (), only: Set[str] = frozenset()
) -> GappedRows:
    """A timeline as the reader wants to see it; gaps in `opened` are shown nevertheless.

    With `only` some keys, all other messages are hidden, too.
    """
    kept = set(shape.numbers(opened).values())
    folded = run_interiors(shape, kept) if filters.folds_runs else frozenset()
    hides = by_filters(shape, filters.feeds, filters.types, folded)
    wanted = set(shape.numbers(only).values())

    def is_unwanted(number: int) -> bool:
        return number not in kept and (hides(number) or bool(only and number not in wanted))

    found = elide(shape, is_unwanted)
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
