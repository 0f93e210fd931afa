"""Golden pictures of the diagram and of feed lanes.

    python -m tests.viewer.test_golden_diagram

paints new ones; look at them before you commit.
"""

from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontInfo, QImage
from PySide6.QtWidgets import QApplication

from tanglescope.engine.drawing.eliding import Filters
from tanglescope.engine.drawing.plan import lit, plan
from tanglescope.engine.drawing.svg import Card
from tanglescope.viewer.theme import load, put_on
from tanglescope.viewer.views.diagram.diagram_view import DiagramView
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.engine.drawing.shapes import shaped
from tests.viewer import tangles
from tests.viewer.test_golden import difference_of

FOLDER = Path(__file__).parent / "golden" / "diagram"
SIZE = (420, 380)
FOLDED = "long-edges-folded"
CLOSE = "fork-and-merge-close"
DIAGRAMS = [*(name for name in tangles.SHAPES if name != tangles.LIT), tangles.LIT, FOLDED, CLOSE]
MANY = "64-feeds"
BY_FEED = ["fork-and-merge", "wide-merge", "ghosts", MANY]
THEMES = ["light", "dark"]


def paint_diagram(theme: str, name: str) -> QImage:
    look = load(theme)
    put_on(look)
    causes = tangles.SHAPES[name.removesuffix("-folded").removesuffix("-close")]
    authors = tangles.MANY if causes is tangles.FEEDS_64 else tangles.AUTHORS
    feeds = {key: authors[number % len(authors)] for number, key in enumerate(causes)}
    names = {feed: feed[1:].partition(".")[0].title() for feed in authors}
    made = plan(shaped(causes, feeds), names, Filters(folds_runs=name == FOLDED))
    view = DiagramView(look)
    view.setFont(QFont("DejaVu Sans", 9))
    view.resize(*SIZE)
    view.set_plan(made, afresh=True)
    if name == tangles.LIT:
        view.set_current(made.numbers["%d"])
        view.set_lit(lit(made.shown.shape, made.numbers["%d"]))
        view.set_hits([made.numbers["%e"]])
    if name == CLOSE:
        view.set_cards({n: Card("@a", key, "Some words") for key, n in made.numbers.items()})
        view.zoom(2)
    image = view.grab().toImage()
    view.deleteLater()
    return image


def paint_by_feed(theme: str, name: str) -> QImage:
    look = load(theme)
    put_on(look)
    view = TimelineView(look)
    view.setFont(QFont("DejaVu Sans", 9))
    view.setModel(tangles.model(tangles.SHAPES[name]))
    view.resize(1000 if name == MANY else 560, 430)
    view.show_feed_lanes(on=True)
    view.grab()
    view.go_to_end()
    image = view.grab().toImage()
    view.deleteLater()
    return image


@pytest.fixture(autouse=True)
def with_the_font(qapp: QApplication) -> None:
    if QFontInfo(QFont("DejaVu Sans", 9)).family() != "DejaVu Sans":
        pytest.skip("the pictures are set in DejaVu Sans, which is not installed")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_look_as_they_were_approved(qapp: QApplication, theme: str, name: str) -> None:
    golden = QImage(str(FOLDER / f"{name}-{theme}.png"))
    painted = paint_diagram(theme, name)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.005


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", BY_FEED)
def test_feed_lanes_look_as_they_were_approved(qapp: QApplication, theme: str, name: str) -> None:
    golden = QImage(str(FOLDER / f"by-feed-{name}-{theme}.png"))
    painted = paint_by_feed(theme, name)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.005


if __name__ == "__main__":
    application = QApplication([])
    FOLDER.mkdir(exist_ok=True)
    for look in THEMES:
        for each in DIAGRAMS:
            paint_diagram(look, each).save(str(FOLDER / f"{each}-{look}.png"))
        for each in BY_FEED:
            paint_by_feed(look, each).save(str(FOLDER / f"by-feed-{each}-{look}.png"))
