"""A tour: its card, its light, and the keys."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.manual.touring import Tour, TourStep, beside
from tests.viewer.windows import destroy


class Toured(QWidget):
    """A window with two parts, one of which can be hidden."""

    def __init__(self) -> None:
        super().__init__()
        self.resize(900, 600)
        self.first, self.second = QWidget(self), QWidget(self)
        self.first.setGeometry(0, 0, 200, 600)
        self.second.setGeometry(700, 10, 60, 30)
        self.log: list[str] = []
        self.tour = Tour(
            self,
            (
                TourStep("One", "The first part.", lambda: self.first),
                TourStep(
                    *("Two", "The second part.", lambda: self.second),
                    begin=lambda: self.log.append("begun"),
                    end=lambda: self.log.append("ended"),
                ),
            ),
        )
        self.tour.ended.connect(lambda: self.log.append("over"))


@pytest.fixture
def window(application: object) -> Iterator[Toured]:
    window = Toured()
    window.show()
    yield window
    destroy(window)


def test_next_and_back_go_through_the_steps_and_done_ends_the_tour(window: Toured) -> None:
    tour, card = window.tour, window.tour.card
    tour.begin()
    assert (card.title.text(), card.number.text()) == ("One", "1 of 2")
    assert not card.back.isEnabled()
    card.next.click()
    assert (card.title.text(), card.next.text(), window.log) == ("Two", "Done", ["begun"])
    card.back.click()
    assert (card.title.text(), card.next.text()) == ("One", "Next")
    card.next.click()
    card.next.click()
    assert not tour.is_shown()
    assert tour.light.isHidden()
    assert window.log == ["begun", "ended", "begun", "ended", "over"]


def test_it_can_be_left_by_button_and_key_at_any_step(window: Toured, qtbot: QtBot) -> None:
    tour, card = window.tour, window.tour.card
    for step in range(2):
        tour.begin()
        tour.turn_to(step)
        qtbot.keyClick(card.next, Qt.Key.Key_Escape)
        assert not tour.is_shown()
    tour.begin()
    card.leave.click()
    assert not tour.is_shown()
    window.log.clear()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.log == []


def test_a_screen_reader_hears_each_step(window: Toured) -> None:
    window.tour.begin()
    assert window.tour.card.accessibleName() == "Tour, 1 of 2: One. The first part."
    window.tour.card.next.click()
    assert window.tour.card.accessibleName() == "Tour, 2 of 2: Two. The second part."


def test_the_light_is_on_the_part_and_the_card_beside_it(window: Toured, qtbot: QtBot) -> None:
    tour = window.tour
    tour.begin()
    for part in (window.first, window.second):
        assert tour.light._hole == part.geometry()
        assert not tour.card.geometry().intersects(part.geometry())
        assert not tour.light.grab().isNull()
        tour.card.next.click()
    tour.begin()
    window.first.setGeometry(0, 0, 300, 600)
    qtbot.waitUntil(lambda: tour.light._hole.width() == 300)


def test_a_part_without_room_has_no_light(window: Toured, qtbot: QtBot) -> None:
    window.tour.begin()
    window.first.hide()
    qtbot.waitUntil(lambda: window.tour.light._hole.isEmpty())
    assert window.rect().contains(window.tour.card.geometry())


SIZES = st.builds(QSize, st.integers(200, 500), st.integers(80, 250))
PARTS = st.builds(
    QRect, st.integers(0, 800), st.integers(0, 500), st.integers(0, 900), st.integers(0, 600)
)


@given(PARTS, SIZES, st.builds(QSize, st.integers(540, 1400), st.integers(300, 900)))
def test_the_card_is_always_inside_the_window(part: QRect, card: QSize, window: QSize) -> None:
    room = QRect(QPoint(0, 0), window)
    assert room.contains(QRect(beside(part.intersected(room), card, room), card))
