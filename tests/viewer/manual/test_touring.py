"""The tour of the window: when it is shown, and what it leaves behind."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer.face import Face
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.main_window import MainWindow
from tests.viewer.windows import Open


@pytest.fixture
def window(open_window: Open, settings: Settings) -> MainWindow:
    settings.usual_face = None
    made = open_window(own_collections=True)
    made.resize(1280, 800)
    return made


def open_sample(window: MainWindow) -> None:
    """Press the button of the start page."""
    buttons = window._frame.welcome.findChildren(QPushButton)
    next(each for each in buttons if each.text() == "Open the sample").click()


def wait_for_tour(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(window.touring.tour.is_shown, timeout=20_000)


def test_the_sample_of_the_start_page_begins_with_the_tour_once(
    window: MainWindow, qtbot: QtBot
) -> None:
    open_sample(window)
    wait_for_tour(window, qtbot)
    window.touring.tour.leave()
    assert window.session is not None
    window.close_collection(window.session.database)
    open_sample(window)
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=20_000)
    qtbot.waitUntil(lambda: window.conversation_lists.is_settled)
    assert not window.touring.tour.is_shown()


def test_the_sample_of_the_menu_begins_without_the_tour(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    window.menus.action("open_sample").trigger()
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=20_000)
    qtbot.waitUntil(lambda: window.conversation_lists.is_settled)
    assert not window.touring.tour.is_shown()
    assert not settings.toured


def test_the_menu_offers_it_again_and_opens_the_sample_if_nothing_is_open(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    settings.toured = True
    window.menus.action("tour").trigger()
    wait_for_tour(window, qtbot)
    window.touring.tour.leave()
    window.menus.action("tour").trigger()
    assert window.touring.tour.is_shown()


def test_each_step_points_at_a_part_and_the_last_shows_a_panel_until_it_is_left(
    window: MainWindow, qtbot: QtBot
) -> None:
    open_sample(window)
    wait_for_tour(window, qtbot)
    tour = window.touring.tour
    seen = []
    for _ in range(5):
        qtbot.waitUntil(lambda: not tour.light._hole.isEmpty())
        seen.append(tour.card.title.text())
        assert window.focusWidget() is tour.card.next
        shown = window.facing.face, window.workbench.name()
        qtbot.keyClick(tour.card.next, Qt.Key.Key_Return)
    assert seen == [
        "Conversations",
        "The open conversation",
        "One search field",
        "Two faces",
        "A panel for debugging",
    ]
    assert shown == (Face.DEBUGGING, "why")
    assert not tour.is_shown()
    assert (window.facing.face, window.workbench.name()) == (Face.READING, "")
    assert window.focusWidget() is window.timeline


def test_in_a_narrow_window_each_step_still_points_at_something(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(520, 480)
    open_sample(window)
    wait_for_tour(window, qtbot)
    tour = window.touring.tour
    assert not window.threads.isVisible()
    assert not window.quick.isVisible()
    for step in range(5):
        tour.turn_to(step)
        qtbot.waitUntil(lambda: not tour.light._hole.isEmpty())
        assert window.rect().contains(tour.card.geometry())


def test_escape_at_the_panel_restores_what_was_open(window: MainWindow, qtbot: QtBot) -> None:
    open_sample(window)
    wait_for_tour(window, qtbot)
    window.workbench.open_panel("person")
    window.touring.tour.turn_to(4)
    assert window.workbench.name() == "why"
    qtbot.keyClick(window.touring.tour.card.next, Qt.Key.Key_Escape)
    assert (window.facing.face, window.workbench.name()) == (Face.READING, "person")


def test_hints_wait_until_the_tour_is_over_and_do_not_repeat_it(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    window.show_around()
    open_sample(window)
    wait_for_tour(window, qtbot)
    assert window._frame.hints.isHidden()
    assert not window.hinting._is_on
    window.touring.tour.leave()
    assert window.hinting._is_on
    assert "lanes" in settings.hinted


def test_the_tour_ends_with_its_collection(window: MainWindow, qtbot: QtBot) -> None:
    open_sample(window)
    wait_for_tour(window, qtbot)
    assert window.session is not None
    window.close_collection(window.session.database)
    assert not window.touring.tour.is_shown()
    assert window._frame.welcome.isVisible()
