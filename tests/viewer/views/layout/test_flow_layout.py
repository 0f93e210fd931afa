"""The flow layout fills lines with its parts, without cutting or overlapping them."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.layout.flow_layout import FlowLayout


@pytest.fixture
def box(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def buttons(box: QWidget, *texts: str) -> list[QPushButton]:
    return [QPushButton(text, box) for text in texts]


def laid_out(flow: FlowLayout, width: int) -> None:
    flow.setGeometry(QRect(0, 0, width, flow.heightForWidth(width)))


@pytest.mark.parametrize("width", [90, 160, 240, 400, 900])
def test_no_part_is_cut_or_covers_another(box: QWidget, width: int) -> None:
    flow = FlowLayout((12, 10, 12, 6))
    parts = buttons(box, "one", "a longer one", "3", "the fourth", "five")
    flow.add_stretching(*parts[:2])
    flow.add(*parts[2:])
    box.setLayout(flow)
    laid_out(flow, width)
    high = flow.heightForWidth(width)
    for part in parts:
        assert part.width() >= min(part.sizeHint().width(), width - 24)
        assert part.geometry().left() >= 12
        assert part.geometry().bottom() < high
    for one, other in combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry())


def test_a_narrower_layout_needs_more_height(box: QWidget) -> None:
    flow = FlowLayout()
    flow.add(*buttons(box, *"abcdef"))
    heights = [flow.heightForWidth(width) for width in (900, 300, 150, 60)]
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]
    assert flow.sizeHint().height() == heights[0]


def test_stretching_parts_push_the_others_to_the_right(box: QWidget) -> None:
    flow = FlowLayout()
    parts = buttons(box, "one", "two", "three")
    flow.add_stretching(parts[0])
    flow.add(parts[1])
    flow.add_space()
    flow.add(parts[2])
    box.setLayout(flow)
    laid_out(flow, 600)
    assert parts[2].geometry().right() in range(597, 600)
    assert parts[0].width() > parts[0].sizeHint().width()
    assert parts[1].width() == parts[1].sizeHint().width()


def test_hidden_parts_take_no_space(box: QWidget) -> None:
    flow = FlowLayout()
    parts = buttons(box, "one", "two")
    flow.add(*parts)
    box.setLayout(flow)
    parts[0].hide()
    laid_out(flow, 300)
    assert parts[1].geometry().left() == 0


def test_parts_can_be_removed(box: QWidget) -> None:
    flow = FlowLayout()
    flow.add(*buttons(box, "one", "two"))
    assert flow.count() == 2
    taken = flow.takeAt(0)
    assert taken is not None
    assert flow.count() == 1
    assert flow.itemAt(5) is None
    assert flow.takeAt(5) is None
