"""Extra edges: relations that a picture can show besides causes, such as tie-breaks.

Each kind says which messages it joins and how its edges look. Pictures on the screen, exported
ones, `show` and the menus take the kinds from `EXTRA_KINDS`; to add one, add it there.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import atan2, degrees

from tanglescope.engine.drawing.diagram import LONGEST, Diagram, Window
from tanglescope.engine.drawing.edge_paths import Point
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.linear.scuttlesort.timeline import Timeline

TieBreak = tuple[str, str]
"""Two concurrent neighbours, the earlier one first."""


def tie_breaks(order: Sequence[str], causes: Mapping[str, Collection[str]]) -> Iterator[TieBreak]:
    """Adjacent messages of an order that are concurrent, from top to bottom.

    `causes` that are not in the order are ignored.
    """
    positions = {key: position for position, key in enumerate(order)}
    known = {
        key: [cause for cause in causes.get(key, ()) if cause in positions and cause != key]
        for key in order
    }
    timeline = None if _is_topological(positions, known) else _timeline(known)
    for above, below in pairwise(order):
        if timeline is not None:
            is_tie = timeline.is_concurrent(above, below)
        else:
            # A message on a path between the two would be between them in the order.
            is_tie = above not in known[below]
        if is_tie:
            yield above, below


def _is_topological(positions: Mapping[str, int], causes: Mapping[str, Collection[str]]) -> bool:
    return all(
        positions[cause] < positions[key] for key, named in causes.items() for cause in named
    )


def _timeline(causes: Mapping[str, Collection[str]]) -> Timeline:
    timeline = Timeline()
    for key, named in causes.items():
        timeline.add(key, named)
    return timeline


Pair = tuple[str, str]
"""Two messages; the edge points to the second one."""

_BLOCK = LONGEST + 1  # rows; an edge that isn't long touches two blocks at most


class EdgeLine(StrEnum):
    """How the edges of a kind look."""

    DOTTED = "dotted"
    """A dotted line that sags below messages of one row."""
    BOW = "bow"
    """A thin bow, to the right of its ends."""


Relations = Mapping[str, Callable[[], Sequence[Pair]]]
"""The relations of a conversation by the names of their kinds, each found when it is wanted."""


@dataclass(frozen=True, slots=True)
class ExtraKind:
    """A kind of extra edge.

    `name` is its option of `show`, `title` and `help` what a reader chooses it by, `color` a color
    of the theme, `word` what is written on its edges in Mermaid and DOT.
    """

    name: str
    title: str
    help: str
    line: EdgeLine
    color: str
    word: str


@dataclass(frozen=True, slots=True)
class ExtraEdges:
    """The extra edges of a kind in a picture."""

    kind: ExtraKind
    pairs: Sequence[Pair]


def extra_edges(
    order: Callable[[], Sequence[str]],
    relations: Relations,
    shape: Shape,
    wanted: Collection[str],
    *,
    points_back: bool = False,
) -> tuple[ExtraEdges, ...]:
    """The extra edges of the wanted kinds, by name, among the messages of a shape.

    `order` returns the order of the conversation, in which concurrent neighbours are tie-breaks,
    which lead to the later message unless the picture `points_back`.
    """
    keys = frozenset(shape.keys)
    found: list[ExtraEdges] = []
    for kind in EXTRA_KINDS:
        if kind.name not in wanted:
            continue
        if kind is TIE_BREAKS:
            pairs = _tie_breaks(order(), shape)
            pairs = (pair[::-1] for pair in pairs) if points_back else pairs
        elif kind is ALL_PREVIOUS:
            pairs = _all_previous(shape)
        else:
            related = relations[kind.name]() if kind.name in relations else ()
            pairs = (pair for pair in related if keys.issuperset(pair))
        found.append(ExtraEdges(kind, tuple(pairs)))
    return tuple(found)


def kinds_of_extras(relations: Relations) -> tuple[str, ...]:
    """The names of the kinds of which a conversation has any; exports also have `ALL_PREVIOUS`."""
    there = {name for name, find in relations.items() if find()}
    return tuple(each.name for each in EXTRA_KINDS if each is TIE_BREAKS or each.name in there)


def _tie_breaks(whole: Sequence[str], shape: Shape) -> Iterator[Pair]:
    numbers = {key: number for number, key in enumerate(shape.keys[: shape.present])}
    order = [key for key in whole if key in numbers]
    causes = {
        key: [shape.keys[cause] for cause in shape.causes.of(number)]
        for key, number in numbers.items()
    }
    return tie_breaks(order, causes)


_MOST_WITH_ALL = 200
"""The most messages with links to all previous ones, of which there are quadratically many."""


def _all_previous(shape: Shape) -> Iterator[Pair]:
    if shape.present > _MOST_WITH_ALL:
        raise TanglescopeError(
            tr(
                "{messages:,} messages have too many links to all previous messages for a picture;"
                " the limit is {most:,} messages.",
                messages=shape.present,
                most=_MOST_WITH_ALL,
            )
        )
    for number in range(shape.present):
        near = set(shape.causes.of(number))
        for earlier in sorted(closure(number, shape.causes.of) - near - {number}):
            yield shape.keys[number], shape.keys[earlier]


TIE_BREAKS = ExtraKind(
    name="tie-breaks",
    title=later("&Tie-breaks"),
    help=later(
        "Draw a dotted line between concurrent messages that follow one another in the order."
    ),
    line=EdgeLine.DOTTED,
    color="muted",
    word="",
)

SUPERSEDES = ExtraKind(
    name="supersedes",
    title=later("&Supersedes"),
    help=later("Draw which messages a message of a PZP set supersedes."),
    line=EdgeLine.BOW,
    color="accent",
    word="supersedes",
)

LIPMAA = ExtraKind(
    name="lipmaa",
    title=later("&Lipmaa links"),
    help=later("Draw PZP's links that skip back over other messages."),
    line=EdgeLine.BOW,
    color="muted",
    word="lipmaa",
)

REFERENCES = ExtraKind(
    name="references",
    title=later("&References"),
    help=later("Draw the references of nodes, such as the auth events of Matrix."),
    line=EdgeLine.BOW,
    color="accent",
    word="references",
)

ALL_PREVIOUS = ExtraKind(
    name="all-previous",
    title=later("&All previous"),
    help=later("Draw links to all messages before each, not only to those directly before it."),
    line=EdgeLine.BOW,
    color="muted",
    word="",
)

EXTRA_KINDS = (TIE_BREAKS, SUPERSEDES, LIPMAA, REFERENCES, ALL_PREVIOUS)
"""All kinds of extra edges."""


# Curves


@dataclass(frozen=True, slots=True)
class ExtraCurve:
    """A curve: two control points, and the position and direction of the arrowhead halfway."""

    one: Point
    other: Point
    tip: Point
    turn: float


def extra_curve(line: EdgeLine, begin: Point, end: Point, across: float, down: float) -> ExtraCurve:
    """The curve of an edge; a bow reaches `across` to the side, a dotted line sags by `down`."""
    (x, y), (other, bottom) = begin, end
    if line is EdgeLine.BOW:
        right = max(x, other) + across
        first, second = (right, y), (right, bottom)
    else:
        low = y + 1.25 * down if y == bottom else (y + bottom) / 2
        pull = (x + other) / 2, low
        first, second = _toward(pull, begin), _toward(pull, end)
    tip = (
        (x + 3 * first[0] + 3 * second[0] + other) / 8,
        (y + 3 * first[1] + 3 * second[1] + bottom) / 8,
    )
    return ExtraCurve(first, second, tip, degrees(atan2(bottom - y, other - x)))


def _toward(pull: Point, end: Point) -> Point:
    """The control point near one end of a curve that a single point attracts."""
    return end[0] + 2 / 3 * (pull[0] - end[0]), end[1] + 2 / 3 * (pull[1] - end[1])


# Positions in a diagram


@dataclass(frozen=True, slots=True)
class DrawnExtra:
    """An extra edge by numbers; one that `is_long` is drawn as a stub at each end."""

    kind: ExtraKind
    begin: int
    end: int
    is_long: bool


@dataclass(frozen=True, slots=True, eq=False)
class ExtraInDiagram:
    """The extra edges of a diagram, found by the rows that they pass."""

    blocks: Mapping[int, Sequence[DrawnExtra]]

    def within(self, window: Window) -> Iterator[DrawnExtra]:
        """Every extra edge that may be seen in the rows of a window, once."""
        blocks = range(window.top // _BLOCK, window.bottom // _BLOCK + 1)
        found = (each for block in blocks for each in self.blocks.get(block, ()))
        return iter(dict.fromkeys(found))


def in_diagram(
    diagram: Diagram, numbers: Mapping[str, int], extra: Iterable[ExtraEdges]
) -> ExtraInDiagram:
    """The extra edges of a diagram in which messages have these numbers."""
    blocks: dict[int, list[DrawnExtra]] = {}
    for edges in extra:
        for begin, end in edges.pairs:
            if begin not in numbers or end not in numbers:
                continue
            ends = numbers[begin], numbers[end]
            rows = [diagram.row_of[number] for number in ends]
            drawn = DrawnExtra(edges.kind, *ends, is_long=max(rows) - min(rows) > LONGEST)
            for block in {row // _BLOCK for row in rows}:
                blocks.setdefault(block, []).append(drawn)
    return ExtraInDiagram(blocks)
