"""Draw the charts in docs/benchmarks.md: the table of the ScuttleSort report, with our results.

    python -m tools.chart [docs/benchmarks.md [PICTURE PICTURE]]

They are drawn from the tables in the document, so they always agree.
"""

import math
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HEADER = "| feeds | report | reference | engine | reference, µs | engine, µs |"

GREY, ORANGE, BLUE = "#888", "#c60", "#06c"
BLUES = ("#9cf", "#39f", "#06c", "#048", "#024")
"""From few events to many."""


class Spread(NamedTuple):
    """A median, and the 10th and 90th percentile."""

    median: float
    low: float
    high: float


class Curve(NamedTuple):
    """A line of a chart, with a figure for each number of feeds."""

    name: str
    colour: str
    figures: Sequence[Spread]


def main(document: str, picture: str, heights: str) -> None:
    """Draw the charts of a document."""
    text = Path(document).read_text()
    Path(picture).write_text(draw(text))
    Path(heights).write_text(draw_heights(text))


def draw_heights(document: str) -> str:
    """The whole table of the report in a document as SVG: a line for each number of events."""
    columns = re.findall(r"^\| figure \| events \|(.*) \|$", document, re.MULTILINE)
    pattern = r"^\| (report|engine), (edits|µs) \| ([\d,]+) \|(.*) \|$"
    rows = sorted(re.findall(pattern, document, re.MULTILINE), key=lambda row: row[0])
    if not columns or not rows:
        sys.exit("the document has no table of all heights")
    curves: dict[str, list[Curve]] = {"edits": [], "µs": []}
    for who, figure, events, cells in rows:
        spreads = [
            _figure(cell.replace(",", "")) for cell in cells.split("|") if cell.strip() != "-"
        ]
        drawn = sum(each.colour != GREY for each in curves[figure])
        colour = GREY if who == "report" else BLUES[drawn]
        # The lines of the report look alike, so only the first of them is named.
        is_named = who == "engine" or not any(each.name == who for each in curves[figure])
        name = f"{who}, {events}" if who == "engine" else who if is_named else ""
        curves[figure].append(Curve(name, colour, spreads))
    names = [column.strip() for column in columns[0].split("|")]
    return _picture(
        _chart(50, "edits per event", names, curves["edits"]),
        _chart(430, "µs per event: the engine", names, curves["µs"]),
    )


def draw(document: str) -> str:
    """The table of the report in a document as SVG: edits and time per event over the feeds."""
    rows = list(_rows(document))
    feeds, report, edits, fewest, theirs, ours = zip(*rows, strict=True)
    columns = [f"{figure.median:.0f}" for figure in feeds]
    counted = [
        Curve("report", GREY, report),
        Curve("reference", ORANGE, edits),
        Curve("engine", BLUE, fewest),
    ]
    timed = [Curve("reference", ORANGE, theirs), Curve("engine", BLUE, ours)]
    return _picture(
        _chart(50, "edits per event, with the 10th to 90th percentile", columns, counted),
        _chart(430, "µs per event", columns, timed),
    )


def _picture(*charts: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="300"'
        ' font-family="sans-serif" font-size="12">\n'
        '<rect width="760" height="300" fill="#fff"/>\n' + "".join(charts) + "</svg>\n"
    )


def _rows(document: str) -> Iterator[list[Spread]]:
    lines = iter(document.splitlines())
    for line in lines:
        if line.startswith(HEADER):
            next(lines)
            break
    else:
        sys.exit(f"the document has no table that begins with {HEADER!r}")
    for line in lines:
        if not line.startswith("|"):
            return
        yield [_figure(cell) for cell in line.split("|")[1:7]]


def _figure(cell: str) -> Spread:
    """Parse a cell: `2.60` or `2.60 (2.41-2.93)`."""
    median, *spread = (float(number) for number in re.findall(r"[\d.]+", cell.replace(",", "")))
    return Spread(median, *spread) if spread else Spread(median, median, median)


def _chart(left: int, title: str, columns: Sequence[str], curves: Sequence[Curve]) -> str:
    """Curves over columns, with bars from percentile to percentile; the axis is logarithmic."""
    values = [value for curve in curves for figure in curve.figures for value in figure]
    bottom, top = math.log10(min(values) / 1.3), math.log10(max(values) * 1.3)

    def x(index: int) -> float:
        return left + 12 + 268 * index / max(len(columns) - 1, 1)

    def y(value: float) -> float:
        return 250 - 200 * (math.log10(value) - bottom) / (top - bottom)

    parts = [f'<text x="{left}" y="24" font-weight="bold">{title}</text>']
    for mark in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000):
        if bottom <= math.log10(mark) <= top:
            height = y(mark)
            parts += [
                f'<path d="M{left} {height:.1f}h290" stroke="#eee"/>',
                f'<text x="{left - 8}" y="{height + 4:.1f}" text-anchor="end">{mark}</text>',
            ]
    for index, column in enumerate(columns):
        parts.append(f'<text x="{x(index):.1f}" y="268" text-anchor="middle">{column}</text>')
    parts.append(f'<text x="{left + 146}" y="290" text-anchor="middle">feeds</text>')
    for number, curve in enumerate(curves):
        points = [(x(index), figure) for index, figure in enumerate(curve.figures)]
        line = " ".join(f"{place:.1f},{y(figure.median):.1f}" for place, figure in points)
        bars = "".join(
            f"M{place:.1f} {y(figure.low):.1f}V{y(figure.high):.1f}" for place, figure in points
        )
        stroke = f'fill="none" stroke="{curve.colour}"'
        label = f'x="{left + 12}" y="{50 + 16 * number}" fill="{curve.colour}"'
        parts += [
            f'<path d="{bars}" {stroke} stroke-width="6" stroke-opacity="0.35"/>',
            f'<polyline points="{line}" {stroke} stroke-width="2"/>',
            f"<text {label}>{curve.name}</text>",
        ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    defaults = [
        "docs/benchmarks.md",
        "docs/benchmarks-scuttlesort.svg",
        "docs/benchmarks-heights.svg",
    ]
    main(*(sys.argv[1:] + defaults[len(sys.argv) - 1 :]))
