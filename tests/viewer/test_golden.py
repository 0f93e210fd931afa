"""Golden pictures of every kind of row.

    python -m tests.viewer.test_golden

paints new ones; look at them before you commit.
"""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QImage
from PySide6.QtWidgets import QApplication, QFrame

from tanglescope.engine.library import Horizon
from tanglescope.viewer.panels.group import GroupMap
from tanglescope.viewer.theme import load, put_on
from tanglescope.viewer.views.timeline.reading import UnreadPills
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer import gallery, groups, tangles
from tests.viewer.fake_library import ROOT

FOLDER = Path(__file__).parent / "golden"
SIZES = {"wide": (900, 1020), "narrow": (420, 1160), "compact": (640, 460)}
SHAPE = (560, 430)
WARNINGS = (620, 520)
HIDDEN = (620, 640)
GROUPS = {"text": (240, 500), "parted": (860, 1400), "moment": (860, 600)}
CASES = [(theme, size) for theme in ("light", "dark") for size in SIZES]
# Machines smooth letters differently, so compare pictures at a coarse scale.
COARSE = 6
FAR = 26
# The system's font of code is another one on each machine.
CODE = "DejaVu Sans Mono"


@patch.object(QFontDatabase, "systemFont", lambda _kind: QFont(CODE, 9))
def paint(theme: str, size: str) -> QImage:
    look = load(theme)
    put_on(look)
    view = TimelineView(look)
    view.setFont(QFont("DejaVu Sans", 9))
    pills = UnreadPills(view)
    view.setModel(gallery.model())
    view.resize(*SIZES[size])
    view.set_compact(compact=size == "compact")
    view.grab()
    view.unread.came(["%new1", "%new2"])
    view.unread.note_moved(["%c1"])
    view.go_to("%c1")
    pills.refresh()
    image = view.grab().toImage()
    view.deleteLater()
    return image


def paint_shape(theme: str, shape: str) -> QImage:
    look = load(theme)
    put_on(look)
    view = TimelineView(look)
    view.setFont(QFont("DejaVu Sans", 9))
    view.setModel(tangles.model(tangles.SHAPES[shape]))
    view.resize(*SHAPE)
    view.grab()
    view.go_to_end()
    if shape == tangles.LIT:
        view.go_to("%d")
        view.set_horizon(Horizon("%d", {ROOT, "%b"}, {"%f", "%g"}, 0, 2))
    image = view.grab().toImage()
    view.deleteLater()
    return image


def paint_group(theme: str, moment: str) -> QImage:
    """Paint the map of section 4.10.4 of the group exclusion spec, or of a split group."""
    look = load(theme)
    put_on(look)
    study = groups.group_of_spec() if moment == "text" else groups.split_group()
    panel = QFrame()
    view = GroupMap(look, panel)
    view.setFont(QFont("DejaVu Sans", 9))
    view.resize(*GROUPS[moment])
    view.show_group(study)
    if moment == "moment":
        view.grab()
        key = study.story.events[6].key
        view.show_moment(key, study.group.group.past(key) | {key})
    image = view.grab().toImage()
    panel.deleteLater()
    return image


def paint_hidden(theme: str) -> QImage:
    """Paint rows and the lines that replace hidden messages; one of the rows is current."""
    look = load(theme)
    put_on(look)
    view = TimelineView(look)
    view.setFont(QFont("DejaVu Sans", 9))
    view.setModel(gallery.hidden())
    view.resize(*HIDDEN)
    view.grab()
    view.go_to("%b3")
    image = view.grab().toImage()
    view.deleteLater()
    return image


def paint_warnings(theme: str) -> QImage:
    look = load(theme)
    put_on(look)
    view = TimelineView(look)
    view.setFont(QFont("DejaVu Sans", 9))
    view.setModel(gallery.warnings())
    view.resize(*WARNINGS)
    view.grab()
    view.go_to("%w1")
    view.chosen.put(["%w1", "%w2"])
    image = view.grab().toImage()
    view.deleteLater()
    return image


def coarse_pixels(image: QImage) -> Iterator[tuple[int, int, int]]:
    small = image.scaled(
        image.width() // COARSE,
        image.height() // COARSE,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    for y in range(small.height()):
        for x in range(small.width()):
            color = small.pixelColor(x, y)
            yield color.red(), color.green(), color.blue()


def difference_of(one: QImage, other: QImage) -> float:
    """Return the share of the picture that looks different."""
    pairs = zip(coarse_pixels(one), coarse_pixels(other), strict=True)
    different = [any(abs(a - b) > FAR for a, b in zip(*pair, strict=True)) for pair in pairs]
    return sum(different) / len(different)


@pytest.fixture(autouse=True)
def with_the_font(qapp: QApplication) -> None:
    if QFontInfo(QFont("DejaVu Sans", 9)).family() != "DejaVu Sans":
        pytest.skip("the pictures are set in DejaVu Sans, which is not installed")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shape", tangles.SHAPES)
def test_lanes_look_as_they_were_approved(qapp: QApplication, theme: str, shape: str) -> None:
    golden = QImage(str(FOLDER / f"{shape}-{theme}.png"))
    painted = paint_shape(theme, shape)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.005


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moment", GROUPS)
def test_groups_look_as_they_were_approved(qapp: QApplication, theme: str, moment: str) -> None:
    golden = QImage(str(FOLDER / f"group-{moment}-{theme}.png"))
    painted = paint_group(theme, moment)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.005


@pytest.mark.parametrize(("theme", "size"), CASES)
def test_rows_look_as_they_were_approved(qapp: QApplication, theme: str, size: str) -> None:
    golden = QImage(str(FOLDER / f"{theme}-{size}.png"))
    painted = paint(theme, size)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.01


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_warnings_and_chosen_rows_look_as_they_were_approved(
    qapp: QApplication, theme: str
) -> None:
    golden = QImage(str(FOLDER / f"warnings-{theme}.png"))
    painted = paint_warnings(theme)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.005


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_that_replace_hidden_messages_look_as_they_were_approved(
    qapp: QApplication, theme: str
) -> None:
    golden = QImage(str(FOLDER / f"hidden-{theme}.png"))
    painted = paint_hidden(theme)
    assert painted.size() == golden.size()
    assert difference_of(painted, golden) < 0.005


def test_a_shift_of_some_pixels_is_a_difference(qapp: QApplication) -> None:
    golden = QImage(str(FOLDER / "light-narrow.png"))
    shifted = golden.copy(0, 4, golden.width(), golden.height())
    assert difference_of(golden, shifted) > 0.01


if __name__ == "__main__":
    application = QApplication([])
    for each in CASES:
        paint(*each).save(str(FOLDER / f"{'-'.join(each)}.png"))
    for shape in tangles.SHAPES:
        for theme in ("light", "dark"):
            paint_shape(theme, shape).save(str(FOLDER / f"{shape}-{theme}.png"))
    for moment in GROUPS:
        for theme in ("light", "dark"):
            paint_group(theme, moment).save(str(FOLDER / f"group-{moment}-{theme}.png"))
    for theme in ("light", "dark"):
        paint_warnings(theme).save(str(FOLDER / f"warnings-{theme}.png"))
        paint_hidden(theme).save(str(FOLDER / f"hidden-{theme}.png"))
