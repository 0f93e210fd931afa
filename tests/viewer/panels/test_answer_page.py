"""A page of answers: its lines, its links, and where it is scrolled to."""

from collections.abc import Iterable, Iterator
from typing import cast

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.open_graph import mark
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Label, Labels
from tanglescope.viewer.theme import load

LINES = tuple(f"line {number}" for number in range(200))


class Loading(QObject):
    """Labels that arrive when a test says so."""

    came = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.wanted: set[str] = set()
        self.known: dict[str, Label] = {}

    def want(self, keys: Iterable[str]) -> None:
        self.wanted |= set(keys)

    def get(self, key: str) -> Label:
        return self.known.get(key, Label("", "", "%abc…"))

    def arrive(self, key: str, label: Label) -> None:
        self.known[key] = label
        self.came.emit()


@pytest.fixture
def labels() -> Loading:
    return Loading()


@pytest.fixture
def page(labels: Loading, qtbot: QtBot) -> Iterator[AnswerPage]:
    window = QWidget()
    page = AnswerPage("Answer", cast("Labels", labels), load("light"), window)
    page.resize(300, 200)
    qtbot.addWidget(window)
    window.show()
    yield page
    window.close()


def test_a_mark_is_a_link_with_the_label_of_its_message_once_that_is_known(
    page: AnswerPage, labels: Loading
) -> None:
    page.show_section("Rank", (f"It follows {mark('%a')}.",))
    assert labels.wanted == {"%a"}
    assert page.toPlainText() == "Rank\nIt follows %abc…."
    labels.arrive("%a", Label("@m", "Maud", "At the old pier"))
    assert page.toPlainText() == "Rank\nIt follows Maud “At the old pier”."


def test_a_section_is_replaced_in_its_place_and_the_page_stays_where_it_is(
    page: AnswerPage, labels: Loading
) -> None:
    page.show_section("First", LINES)
    page.show_section("Second", ("the end",))
    bar = page.verticalScrollBar()
    bar.setValue(500)
    page.show_section("First", ("begin", *LINES))
    assert bar.value() == 500
    labels.came.emit()
    assert bar.value() == 500
    assert page.toPlainText().startswith("First\nbegin\nline 0\n")
    assert page.toPlainText().endswith("line 199\nSecond\nthe end")


def test_another_answer_is_shown_from_its_beginning(page: AnswerPage) -> None:
    page.show_section("First", LINES)
    page.verticalScrollBar().setValue(500)
    page.show_only("", LINES[::-1])
    assert page.verticalScrollBar().value() == 0
    assert page.toPlainText().startswith("line 199\nline 198\n")


def test_the_margin_is_small_unless_the_page_provides_it_alone(
    page: AnswerPage, labels: Loading
) -> None:
    alone = AnswerPage("Alone", cast(Labels, labels), load("light"), page, margin=12)
    for each, margin in ((page, 4), (alone, 12)):
        each.show_only("", ("one line",))
        assert each.document().documentMargin() == margin


def test_titles_have_the_color_of_the_theme(page: AnswerPage) -> None:
    page.show_only("Rank", ("one line",))
    for name in ("dark", "light"):
        page.set_theme(load(name))
        assert load(name).colors["text"] in page.toHtml()
