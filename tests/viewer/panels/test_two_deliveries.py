"""The two deliveries of a counterexample, step by step."""

from typing import cast

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.shuffling.shuffle import DeliveryTrace
from tanglescope.viewer.panels.labels import Label, Labels
from tanglescope.viewer.panels.shuffle import TwoDeliveries
from tanglescope.viewer.theme import load
from tests.viewer.panels.test_answer_page import Loading

FIRST = DeliveryTrace(("a", "b"), ((), ("a",), ("a", "b")))
SECOND = DeliveryTrace(("b", "a"), ((), ("b",), ("b", "a")))


@pytest.fixture
def labels() -> Loading:
    return Loading()


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def two(labels: Loading, window: QWidget) -> TwoDeliveries:
    two = TwoDeliveries(cast(Labels, labels), load("light"), window)
    labels.known = {"a": Label("@m", "Maud", "At the pier"), "b": Label("@z", "Zoe", "x" * 80)}
    return two


def columns(two: TwoDeliveries) -> list[list[str]]:
    """The lines of each column."""
    lines = two.page.toPlainText().strip().split("\n")
    second = lines.index("Second delivery")
    return [lines[:second], lines[second:]]


def bold(two: TwoDeliveries) -> list[str]:
    """The links in bold."""
    found: list[str] = []
    block = two.page.document().begin()
    while block.isValid():
        formats = (each.format for each in block.textFormats())
        bold = (each for each in formats if each.fontWeight() > QFont.Weight.Normal)
        found += [each.anchorHref() for each in bold if each.isAnchor()]
        block = block.next()
    return found


def test_it_begins_at_the_end_where_the_orders_differ(two: TwoDeliveries, labels: Loading) -> None:
    assert two.isHidden()
    two.show_traces([FIRST, SECOND])
    assert not two.isHidden()
    assert labels.wanted == {"a", "b"}
    assert two.transport._status.text() == "2 of 2 messages"
    a, b = "Maud: At the pier", f"Zoe: {'x' * 34}…"
    order = "The order afterwards"
    assert columns(two) == [
        ["First delivery", "Arrivals", f"1. {a}", f"2. {b}", order, f"1. ≠ {a}", f"2. ≠ {b}"],
        ["Second delivery", "Arrivals", f"1. {b}", f"2. {a}", order, f"1. ≠ {b}", f"2. ≠ {a}"],
    ]
    two.show_traces([])
    assert two.isHidden()
    assert two.page.toPlainText() == ""


def test_another_counterexample_stops_the_player(two: TwoDeliveries) -> None:
    two.show_traces([FIRST, SECOND])
    two.transport.toggle()
    two.show_traces([SECOND, FIRST])
    assert not two.transport.is_playing()
    assert two.transport.step == 2


def test_other_keys_are_left_to_the_window(two: TwoDeliveries) -> None:
    taken = {}
    for key in (Qt.Key.Key_Space, Qt.Key.Key_X):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        two.keyPressEvent(event)
        taken[key] = event.isAccepted()
    assert taken == {Qt.Key.Key_Space: True, Qt.Key.Key_X: False}


def test_before_a_message_arrives_its_place_is_empty(two: TwoDeliveries, qtbot: QtBot) -> None:
    two.show_traces([FIRST, SECOND])
    two.transport.go(0)
    empty = ["Arrivals", "1. …", "2. …", "The order afterwards"]
    assert [[line for line in each[1:] if line] for each in columns(two)] == [empty, empty]
    qtbot.keyClick(two, Qt.Key.Key_Period)
    first, second = columns(two)
    assert first[2:] == ["1. Maud: At the pier", "2. …", "The order afterwards", first[2]]
    assert second[2:] == [f"1. Zoe: {'x' * 34}…", "2. …", "The order afterwards", second[2]]


def test_rows_are_compared_only_where_both_orders_have_the_same_messages(
    two: TwoDeliveries,
) -> None:
    third = DeliveryTrace(("b", "a", "c"), ((), ("b",), ("b", "a"), ("b", "c", "a")))
    two.show_traces([FIRST, third])
    two.transport.go(2)
    assert [sum("≠" in line for line in each) for each in columns(two)] == [2, 2]
    two.transport.go(1)
    assert "≠" not in two.page.toPlainText()
    two.transport.go(3)
    first, second = columns(two)
    assert first[-1] == "The linearizer fails here."
    assert [line for line in second if "≠" in line] == [], "there is nothing to compare with"
    same = DeliveryTrace(("a", "b"), ((), ("a",), ("b", "a")))
    two.show_traces([SECOND, same])
    assert "≠" not in two.page.toPlainText()


def test_the_arrival_of_the_step_is_in_bold(two: TwoDeliveries) -> None:
    two.show_traces([FIRST, SECOND])
    assert bold(two) == ["?b", "?a"]
    two.transport.go(1)
    assert bold(two) == ["?a", "?b"]
    two.transport.go(0)
    assert bold(two) == []


def test_links_lead_to_messages_and_labels_that_arrive_are_shown(
    two: TwoDeliveries, labels: Loading
) -> None:
    clicked: list[str] = []
    two.key_clicked.connect(clicked.append)
    labels.known = {}
    two.show_traces([FIRST, SECOND])
    assert "Maud" not in two.page.toPlainText()
    labels.arrive("a", Label("@m", "Maud", "At the pier"))
    assert "Maud: At the pier" in two.page.toPlainText()
    two.page.anchorClicked.emit(QUrl("?a"))
    assert clicked == ["a"]


def test_texts_have_the_colors_of_the_theme(two: TwoDeliveries) -> None:
    two.show_traces([FIRST, SECOND])
    for name in ("dark", "light"):
        two.set_theme(load(name))
        html = two.page.toHtml()
        assert all(load(name).colors[each] in html for each in ("danger", "muted", "accent"))


def test_the_columns_are_of_equal_width_above_the_player(
    two: TwoDeliveries, window: QWidget
) -> None:
    assert two.accessibleName() == two.page.accessibleName() == "The two deliveries, step by step"
    two.show_traces([FIRST, SECOND])
    two.resize(400, 300)
    two.grab()  # forces a layout
    assert two.page.geometry().bottom() < two.transport.geometry().top()
    assert two.transport.geometry().bottom() == two.rect().bottom()
    block, lefts = two.page.document().begin(), []
    while block.isValid():
        if block.text().endswith("delivery"):
            lefts.append(two.page.document().documentLayout().blockBoundingRect(block).left())
        block = block.next()
    middle = two.page.document().size().width() / 2
    assert lefts[0] < 20
    assert abs(lefts[1] - middle) < 20
