from collections.abc import Callable
from pathlib import Path

import pytest

from tools import chart

DOCS = Path(__file__).parents[2] / "docs"

TABLE = f"""
{chart.HEADER} times |
|---|---|---|---|---|---|---|
| 4 | 2.5 | 2.10 (1.77-2.24) | 1.81 | 36.8 | 8.9 | 4.7 |
| 8 | 3.0 | 2.77 | 2.28 (1.92-2.75) | 68.5 | 12.3 | 5.0 |

| 16 | another table |
"""


def test_the_picture_of_the_benchmarks_shows_their_table() -> None:
    picture = (DOCS / "benchmarks-scuttlesort.svg").read_text()
    assert picture == chart.draw((DOCS / "benchmarks.md").read_text())


def test_higher_figures_are_drawn_higher_and_every_row_has_its_place() -> None:
    drawn = chart.draw(TABLE)
    lines = [line.split('"')[1] for line in drawn.splitlines() if line.startswith("<polyline")]
    heights = [[float(point.split(",")[1]) for point in line.split()] for line in lines]
    assert [len(curve) for curve in heights] == [2, 2, 2, 2, 2]
    report, reference, engine, *_ = (curve[0] for curve in heights)
    assert report < reference < engine


def test_the_picture_of_all_heights_shows_their_table() -> None:
    picture = (DOCS / "benchmarks-heights.svg").read_text()
    assert picture == chart.draw_heights((DOCS / "benchmarks.md").read_text())


@pytest.mark.parametrize("draw", [chart.draw, chart.draw_heights])
def test_without_the_table_there_is_no_picture(draw: Callable[[str], str]) -> None:
    with pytest.raises(SystemExit, match="no table"):
        draw("# Benchmarks")
