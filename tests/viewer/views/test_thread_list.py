from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.library import ConversationSummary
from viewer.models.sidebar import SidebarList, Sorting
from viewer.subjects import AuthorSubject
from viewer.theme import load
from viewer.views.thread_list import ThreadList


def thread(title: str) -> ConversationSummary:
    return ConversationSummary(
        "%a", "thread", "%a", True, 3, 1, title, ("Ann",), first=0.0, latest=0.0
    )


# The offscreen platform has no size hints for windows and warns about widgets that set them.
@pytest.mark.qt_log_ignore("propagateSizeHints")
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


@pytest.mark.qt_log_ignore("propagateSizeHints")
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


@pytest.mark.qt_log_ignore("propagateSizeHints")
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


@pytest.mark.qt_log_ignore("propagateSizeHints")
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


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_click_on_a_name_shows_the_person_and_elsewhere_opens_the_conversation(
    application: QApplication, qtbot: QtBot
) -> None:
    shown = ThreadList(load("light"))
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    talk = replace(thread("Talk"), names=("Ann", "Bob", "Cem" * 30), feeds=("@a", "@b", "@c"))
    shown.show_threads([talk])
    shown.show()
    people: list[str] = []
    chosen: list[str] = []
    shown.person_wanted.connect(people.append)
    shown.chosen.connect(chosen.append)
    row = shown.list.visualRect(shown.model.index(0))
    named = [
        shown.list.person_at(QPoint(x, row.bottom() - 14)) for x in range(row.left(), row.right())
    ]
    assert list(dict.fromkeys(named)) == ["", "@a", "@b", "@c"]
    assert named[-60:] == [""] * 60  # the figures at the end of the line aren't part of a name
    place = QPoint(row.left() + named.index("@b") + 2, row.bottom() - 14)
    assert shown.list.subject_at(shown.list.viewport().mapTo(shown.list, place)) == (
        AuthorSubject("@b")
    )
    qtbot.mouseClick(shown.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (people, chosen) == (["@b"], [])
    qtbot.mouseClick(
        shown.list.viewport(), Qt.MouseButton.LeftButton, pos=row.topLeft() + QPoint(30, 14)
    )
    assert (people, chosen) == (["@b"], ["%a"])
