"""The check for cut and overlapping widgets finds all of them, and nothing else."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from tanglescope.viewer.views.layout.scroller import Scroller
from tools.walk import faults

# The offscreen platform ignores the minimum size of a window.

WORDS = "Everything that was said"


@pytest.fixture
def page(qapp: QApplication) -> QWidget:
    made = QWidget()
    made.resize(600, 200)
    made.show()
    return made


def put(part: QWidget, page: QWidget, *place: int) -> None:
    part.setParent(page)
    part.setGeometry(*place)
    part.show()


def test_what_has_room_is_no_fault(page: QWidget) -> None:
    line = QHBoxLayout(page)
    for part in (QLabel(WORDS), QPushButton(WORDS), QComboBox()):
        line.addWidget(part)
    page.grab()
    assert faults(page) == []


@pytest.mark.parametrize("make", [QLabel, QPushButton])
def test_a_text_that_is_cut_is_found(make: type[QWidget], page: QWidget) -> None:
    put(make(WORDS), page, 10, 10, 40, 60)
    [fault] = faults(page)
    assert "is 40x60, needs" in fault


def test_lines_that_are_cut_are_found(page: QWidget) -> None:
    label = QLabel(WORDS * 4)
    label.setWordWrap(True)
    put(label, page, 10, 10, 200, 10)
    assert any("is 10 high" in fault for fault in faults(page))


def test_what_sticks_out_is_found(page: QWidget) -> None:
    put(QLabel("a"), page, 580, 10, 60, 40)
    assert faults(page) == ["QLabel: at 580,10 60x40 sticks out of 600x200"]


def test_what_lies_on_its_neighbour_is_found(page: QWidget) -> None:
    put(QLabel("a"), page, 10, 10, 60, 40)
    put(QPushButton("b"), page, 60, 10, 200, 40)
    assert faults(page) == ["QWidget: QLabel lies on QPushButton"]


def test_a_choice_that_is_cut_is_found(page: QWidget) -> None:
    box = QComboBox()
    box.addItem(WORDS)
    box.setMinimumSize(20, 30)
    put(box, page, 10, 10, 60, 40)
    assert any(WORDS in fault for fault in faults(page))


def test_a_panel_that_scrolls_sideways_is_found_however_wide_it_is(page: QWidget) -> None:
    scroller = Scroller(page)
    part = QWidget(scroller.viewport())
    part.setMinimumWidth(700)
    scroller.hold(part)
    put(scroller, page, 0, 0, 600, 200)
    assert any("is scrolled sideways: 600" in fault for fault in faults(page))


def test_a_number_whose_lower_half_is_cut_is_found(page: QWidget) -> None:
    box = QSpinBox()
    put(box, page, 10, 10, 90, 40)
    page.grab()
    box.lineEdit().setFixedHeight(6)
    assert any("“0” is" in fault for fault in faults(page))
