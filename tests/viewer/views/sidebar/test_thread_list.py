from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ConversationSummary
from tanglescope.viewer.face import Face
from tanglescope.viewer.models.sidebar import SidebarList, Sorting
from tanglescope.viewer.subjects import ConversationSubject
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.sidebar.thread_list import ThreadList


def thread(title: str) -> ConversationSummary:
    return ConversationSummary(
        "%a", "thread", "%a", True, 3, 1, title, ("Ann",), first=0.0, latest=0.0
    )


# The offscreen platform has no size hints for windows and warns about widgets that set them.
@pytest.mark.parametrize(
    ("title", "from_right"), [("איפה המעבורת?", True), ("Where is it?", False)]
)
def test_a_title_starts_on_the_side_of_its_text_direction(
    title: str, from_right: bool, application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show_threads([thread(title)])
    shown.show()
    picture = shown.list.viewport().grab().toImage()
    dark = [
        x
        for x in range(20, picture.width() - 20)
        if any(picture.pixelColor(x, y).lightness() < 90 for y in range(8, 24))
    ]
    middle = sum(dark) / len(dark)
    assert (middle > picture.width() / 2) is from_right


def test_a_long_list_keeps_its_position_when_it_is_reloaded(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show()
    threads = [replace(thread(f"Talk {number}"), root=f"%{number}") for number in range(4000)]
    shown.show_threads(threads)
    place = shown.list.sizeHintForRow(0) * 3000
    bar = shown.list.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > place)
    bar.setValue(place)
    shown.show_threads(threads)
    application.processEvents()
    assert bar.value() == place
    assert shown.list.indexAt(QPoint(20, 4)).row() == 3000


def test_another_list_sorting_or_filter_begins_at_its_top(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show()
    threads = [replace(thread(f"Talk {number}"), root=f"%{number}") for number in range(300)]
    shown.show_threads(threads)
    bar, middle = shown.list.verticalScrollBar(), shown.list.sizeHintForRow(0) * 200
    changes: list[Callable[[], object]] = [
        lambda: shown.turn_to(SidebarList.NEWS),
        lambda: shown.sort_by(Sorting.SIZE),
        lambda: shown.filter.setText("talk"),
    ]
    for change in changes:
        shown.show_threads(threads)
        qtbot.waitUntil(lambda: bar.maximum() > middle)
        bar.setValue(middle)
        shown.show_threads(threads)
        assert bar.value() == middle
        change()
        shown.show_threads(threads)
        application.processEvents()
        assert bar.value() == 0


def test_a_long_list_is_visible_while_it_is_laid_out(
    application: QApplication, qtbot: QtBot
) -> None:
    """Qt would show an empty list until it has laid out the last row."""
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show()
    threads = [replace(thread(f"Talk {number}"), root=f"%{number}") for number in range(8000)]
    shown.show_threads(threads)
    shown.choose("%2")
    last = shown.model.index(len(threads) - 1)
    assert not shown.list.visualRect(last).isValid(), "it isn't laid out yet"
    meanwhile = shown.list.viewport().grab().toImage()
    qtbot.waitUntil(lambda: shown.list.visualRect(last).isValid())
    afterwards = shown.list.viewport().grab().toImage()
    seen = meanwhile.rect() & afterwards.rect()
    assert meanwhile.copy(seen) == afterwards.copy(seen)


def test_a_click_on_any_line_of_a_row_opens_the_conversation(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    talk = replace(thread("Talk"), names=("Ann", "Bob"), feeds=("@a", "@b"))
    shown.show_threads([talk, replace(talk, address="%b")])
    shown.show()
    chosen: list[str] = []
    shown.chosen.connect(chosen.append)
    for row, address in enumerate(("%a", "%b")):
        area = shown.list.visualRect(shown.model.index(row))
        place = QPoint(area.left() + 30, area.bottom() - 14)  # the names are there
        subject = shown.list.subject_at(shown.list.viewport().mapTo(shown.list, place))
        assert subject == ConversationSubject(address, (("@a", "Ann"), ("@b", "Bob")))
        qtbot.mouseClick(shown.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen == ["%a", "%b"]


def test_the_first_list_shows_the_selected_row_and_a_reloaded_one_stays(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show()
    threads = [replace(thread(f"Talk {n}"), address=f"%{n}") for n in range(4000)]
    shown.choose("%3000")
    shown.show_threads(threads)
    application.processEvents()
    area, viewport = shown.list.visualRect(shown.model.index(3000)), shown.list.viewport()
    assert viewport.rect().contains(area)
    shown.list.verticalScrollBar().setValue(0)
    shown.show_threads(threads)
    assert shown.list.verticalScrollBar().value() == 0


def test_escape_empties_the_filter_and_then_leaves_it(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    left: list[bool] = []
    shown.left.connect(lambda: left.append(True))
    shown.filter.setText("maud may 2025")
    qtbot.keyClick(shown.filter, Qt.Key.Key_Escape)
    assert (shown.filter.text(), left) == ("", [])
    qtbot.keyClick(shown.filter, Qt.Key.Key_Escape)
    assert left == [True]


def test_the_words_of_a_filter_are_forgotten_with_its_list(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.filter.setText("may 2025")
    shown.rail.chosen.emit(SidebarList.FEEDS)
    assert (shown.filter.text(), shown.chooser.currentData()) == ("", SidebarList.FEEDS)
    shown.filter.setText("ann")
    shown.chooser.activated.emit(0)
    assert shown.filter.text() == ""


@pytest.mark.parametrize("number", [3, 300])
def test_a_list_in_groups_begins_at_its_first_heading(
    application: QApplication, qtbot: QtBot, number: int
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.set_face(Face.READING)
    shown.show()
    threads = [replace(thread("Talk"), root=f"%{each}") for each in range(number)]
    shown.show_threads(threads)
    application.processEvents()
    heading, first = (shown.list.visualRect(shown.model.index(row)) for row in (0, 1))
    line = shown.list.fontMetrics().height()
    assert heading.bottom() <= 2.5 * line < first.height()
    shown.list.scrollToTop()
    assert shown.list.visualRect(shown.model.index(0)) == heading, "nor is it scrolled into view"
    shown.set_face(Face.DEBUGGING)
    shown.show_threads(threads)
    application.processEvents()
    assert shown.list.visualRect(shown.model.index(0)).top() == 0, "without headings"
