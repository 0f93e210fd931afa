"""Orders of one graph side by side: how far apart they are, and which break causality.

`Crossings` has them in compact arrays that can be painted at any length: messages are indices into
`names`; a column holds its order as indices, and the row of every index.
"""

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from itertools import combinations
from typing import Any

from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph, mark
from tanglescope.engine.language.readable import without_controls
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.linear.edit_script import first_difference, inversions
from tanglescope.engine.linear.graph import Graph, require_times
from tanglescope.engine.linear.orders.named import BY_TIME, CAVEATS, order_name, order_of


@dataclass(frozen=True, slots=True)
class Pair:
    """A comparison of two named orders.

    Of the `pairs` of messages that both hold, `discordant` are in opposite order; that is
    Kendall's distance. `first_difference` is the first position at which the two differ, and
    `there` what the two have there.
    """

    one: str
    other: str
    pairs: int
    discordant: int
    first_difference: int | None
    there: tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Violation:
    """An effect that is above its direct cause, and the positions of both."""

    effect: str
    cause: str
    positions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """The position of a message in each order; None where the order omits it."""

    name: str
    positions: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several orders of a graph, by name."""

    orders: Mapping[str, Sequence[str]]
    pairs: tuple[Pair, ...]
    violations: Mapping[str, tuple[Violation, ...]]

    def lines(self) -> Iterator[ComparedRow]:
        """A line across the orders for every message, in the sequence of the first order."""
        places = [_places(order) for order in self.orders.values()]
        for name in dict.fromkeys(name for order in self.orders.values() for name in order):
            yield ComparedRow(name, tuple(place.get(name) for place in places))


def compare_orders(graph: Graph, orders: Mapping[str, Sequence[str]]) -> Comparison:
    """Compare every pair of orders, and each order with the causes in the graph."""
    return Comparison(
        orders,
        tuple(
            _pair(one, other, orders[one], orders[other]) for one, other in combinations(orders, 2)
        ),
        {by: tuple(violations(graph, order)) for by, order in orders.items()},
    )


def violations(graph: Graph, order: Sequence[str]) -> Iterator[Violation]:
    """The direct causes and effects in the wrong order, the topmost effect first."""
    place = _places(order)
    causes = graph.causes
    for name in order:
        for cause in causes[name]:
            if cause in place and place[cause] > place[name]:
                yield Violation(name, cause, (place[name], place[cause]))


def discordant(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of pairs of common elements in opposite order, in O(n log n)."""
    place = _places(other)
    return inversions([place[name] for name in one if name in place])


def _pair(by_one: str, by_other: str, one: Sequence[str], other: Sequence[str]) -> Pair:
    common = len(set(one).intersection(other))
    first = first_difference(one, other)
    there = (None, None) if first is None else (_at(one, first), _at(other, first))
    return Pair(by_one, by_other, common * (common - 1) // 2, discordant(one, other), first, there)


def _at(order: Sequence[str], position: int) -> str | None:
    return order[position] if position < len(order) else None


def _places(order: Sequence[str]) -> dict[str, int]:
    return {name: position for position, name in enumerate(order)}


LEFT_OUT = -1


@dataclass(frozen=True, slots=True)
class OrderColumn:
    """One order: `rows` are numbers, `places` the row of every number or `LEFT_OUT`.

    `broken` holds the rows of effects above a direct cause, each with the row of its lowest cause.
    """

    by: str
    rows: "array[int]"
    places: "array[int]"
    broken: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Crossings:
    """Several orders of the same messages."""

    names: Sequence[str]
    columns: tuple[OrderColumn, ...]
    pairs: tuple[Pair, ...]

    def row(self, column: int, name: str) -> int | None:
        """The row of a message in a column."""
        if name not in self.names:
            return None
        place = self.columns[column].places[self.names.index(name)]
        return None if place == LEFT_OUT else place

    def across(self, column: int, row: int) -> int | None:
        """The row in the next column of the message in this row."""
        place = self.columns[column + 1].places[self.columns[column].rows[row]]
        return None if place == LEFT_OUT else place


def orders_of(opened: OpenGraph, on_progress: OnProgress, by: Sequence[str]) -> Comparison:
    """The orders of these linearizers, compared; that of the conversation is used as stored.

    Raises:
        UnknownOrder: one of them doesn't exist.
        OrderFailed: one of them can't order the graph.
        NoTimes: one of them is by time, and no message has one.
    """
    orders: dict[str, tuple[str, ...]] = {}
    for name in by:
        on_progress(name)
        if name == opened.ordering.by:
            orders[name] = opened.ordering.order
            continue
        if name in BY_TIME:
            require_times(opened.graph, of_receipt=name == "received")
        orders[name] = tuple(order_of(opened.graph, name))
    return compare_orders(opened.graph, orders)


def crossings(found: Comparison) -> Crossings:
    """A comparison as columns."""
    names = tuple(dict.fromkeys(name for order in found.orders.values() for name in order))
    numbers = {name: number for number, name in enumerate(names)}
    columns = []
    for by, order in found.orders.items():
        rows = array("i", (numbers[name] for name in order))
        places = array("i", [LEFT_OUT]) * len(names)
        for row, number in enumerate(rows):
            places[number] = row
        broken: dict[int, int] = {}
        for each in found.violations[by]:
            effect, cause = each.positions
            broken[effect] = max(cause, broken.get(effect, cause))
        columns.append(OrderColumn(by, rows, places, broken))
    return Crossings(names, tuple(columns), found.pairs)


LISTED = 10
"""Violations of causality that are listed individually."""

MOST_DRAWN = 2_000
"""Rows of a drawing; the others are counted."""

_ROW, _TOP, _COLUMN, _GAP = 20, 44, 300, 90  # pixels
_LETTER = 8  # pixels, of the widest usual letters
_LONGEST = 44


def comparison_answer(found: Comparison, messages: int) -> dict[str, Any]:
    """A comparison as JSON."""
    return {
        "messages": messages,
        "orders": {by: list(order) for by, order in found.orders.items()},
        "pairs": [asdict(pair) for pair in found.pairs],
        "violations": {
            by: [asdict(each) for each in some] for by, some in found.violations.items()
        },
        "caveats": {by: CAVEATS[by] for by in found.orders if by in CAVEATS},
        "lines": [asdict(line) for line in found.lines()],
    }


def comparison_in_words(found: Comparison, label: Labeller) -> Iterator[str]:
    """How far the orders are apart, and which of them break causality, line by line."""
    if found.orders and not any(found.orders.values()):
        yield tr("There are no messages to compare.")
        return
    for pair in found.pairs:
        yield from _pair_in_words(pair, label)
    for by, broken in found.violations.items():
        yield from _violations_in_words(order_name(by), broken, label)
    yield from (tr(CAVEATS[by]) for by in found.orders if by in CAVEATS)


def _pair_in_words(pair: Pair, label: Labeller) -> Iterator[str]:
    one, other = order_name(pair.one), order_name(pair.other)
    if pair.first_difference is None:
        yield tr("{one} and {other} are equal.", one=one, other=other)
        return
    share = 100 * pair.discordant / max(pair.pairs, 1)
    yield (
        plural(
            "{one} and {other}: {n:,} of {pairs:,} pairs ({share:.1f}%) are in opposite "
            "order. The first difference is in row {row:,}:",
            "{one} and {other}: {n:,} of {pairs:,} pairs ({share:.1f}%) is in opposite "
            "order. The first difference is in row {row:,}:",
            pair.discordant,
            one=one,
            other=other,
            pairs=pair.pairs,
            share=share,
            row=pair.first_difference + 1,
        )
    )
    for by, name in zip((one, other), pair.there, strict=True):
        there = tr("nothing") if name is None else label(name)
        yield f"  {by}: {there}"


def _violations_in_words(by: str, broken: tuple[Violation, ...], label: Labeller) -> Iterator[str]:
    if not broken:
        yield tr("{by} puts no reply above what it follows.", by=by)
        return
    yield plural(
        "{by} puts {n:,} replies above what it follows:",
        "{by} puts {n:,} reply above what it follows:",
        len(broken),
        by=by,
    )
    for each in broken[:LISTED]:
        rows = [position + 1 for position in each.positions]
        yield tr("  row {row:,}: {name}", row=rows[0], name=label(each.effect))
        yield tr("    follows row {row:,}: {name}", row=rows[1], name=label(each.cause))
    if len(broken) > LISTED:
        yield tr("  and {more:,} more", more=len(broken) - LISTED)


def drawing(found: Crossings, label: Labeller) -> str:
    """The columns with their crossing lines, as a self-contained SVG."""
    rows = max((len(column.rows) for column in found.columns), default=0)
    shown = min(rows, MOST_DRAWN)
    columns = [list(_texts(found, number, shown, label)) for number in range(len(found.columns))]
    # Short names need no wide columns, which would make the letters small where it is shown.
    longest = max((len(text) for texts in columns for text in texts), default=0)
    step = min(_COLUMN, longest * _LETTER) + _GAP
    width = len(found.columns) * step - _GAP + 40
    height = _TOP + (shown + 2) * _ROW
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number in range(len(found.columns) - 1):
        parts += _lines(found, number, shown, 20 + (number + 1) * step - _GAP)
    for number, texts in enumerate(columns):
        parts += _column(found, number, texts, 20 + number * step)
    if rows > shown:
        y = height - _ROW // 2
        more = plural("and {n:,} more rows", "and {n:,} more row", rows - shown)
        parts.append(f'<text x="20" y="{y}" fill="#5c6672">{more}</text>')
    return "\n".join([*parts, "</svg>", ""])


def drawn_names(found: Crossings) -> list[str]:
    """The messages in a drawing."""
    rows = (number for column in found.columns for number in column.rows[:MOST_DRAWN])
    return [found.names[number] for number in dict.fromkeys(rows)]


def _texts(found: Crossings, number: int, shown: int, label: Labeller) -> Iterator[str]:
    column = found.columns[number]
    yield column.by
    for row, name in enumerate(column.rows[:shown]):
        text = label(found.names[name])
        text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        said = without_controls(text, "\ufffd")
        yield f"{row + 1} {said}"


def _column(found: Crossings, number: int, texts: Sequence[str], left: int) -> Iterator[str]:
    column = found.columns[number]
    yield f'<text x="{left}" y="26" font-weight="bold">{escape(texts[0])}</text>'
    for row, text in enumerate(texts[1:]):
        color = "#a8201a" if row in column.broken else "#1a1d21"
        yield f'<text x="{left}" y="{_y(row) + 4}" fill="{color}">{escape(text)}</text>'


def _lines(found: Crossings, number: int, shown: int, start: int) -> Iterator[str]:
    column, other = found.columns[number : number + 2]
    for row in range(min(shown, len(column.rows))):
        place = found.across(number, row)
        if place is None or place >= shown:
            continue
        is_broken = row in column.broken or place in other.broken
        color = "#a8201a" if is_broken else "#98a3b1" if row == place else "#2257c9"
        middle, end = start + _GAP // 2, start + _GAP - 8
        yield (
            f'<path d="M{start} {_y(row)}C{middle} {_y(row)} {middle} {_y(place)} {end}'
            f' {_y(place)}" fill="none" stroke="{color}"/>'
        )


def _y(row: int) -> int:
    return _TOP + row * _ROW + _ROW // 2


@dataclass(frozen=True, slots=True)
class ComparedOrders:
    """Orders side by side, and their comparison in lines with marks."""

    crossings: Crossings
    lines: tuple[str, ...]


_COMPARED = ("scuttlesort", "timestamp", "asserted")
_WITHOUT_TIMES = ("scuttlesort", "git", "backward")


def usual_orders(own: str, *, times: bool = True) -> tuple[str, ...]:
    """The orders that are compared by default, that of the conversation first.

    Without `times`, only orders that don't use times.
    """
    others = _COMPARED if times else _WITHOUT_TIMES
    return tuple(dict.fromkeys((own, *others)))[: len(others)]


def compare_by(opened: OpenGraph, on_progress: OnProgress, by: Sequence[str]) -> ComparedOrders:
    """The orders of these linearizers. Raises as `orders_of` does."""
    found = orders_of(opened, on_progress, by)
    return ComparedOrders(crossings(found), tuple(comparison_in_words(found, mark)))


def comparison_json(opened: OpenGraph, on_progress: OnProgress, by: Sequence[str]) -> str:
    """The same as JSON, what `tanglescope compare --json` answers. Raises as `orders_of` does."""
    found = orders_of(opened, on_progress, by)
    return json.dumps(comparison_answer(found, len(opened.graph.nodes)), separators=(",", ":"))
