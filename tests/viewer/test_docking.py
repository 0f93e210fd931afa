"""Panels beside or below the timeline, and which parts shrink first in a narrow window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.frame import LETTERS_OF_TIMELINE
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.store.libraries import write
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.windows import Open, Talk, destroy, wait_until_open
from tools import walk


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    made.resize(1600, 900)
    return made


def test_panels_can_be_moved_below_and_stay_there(
    window: MainWindow, settings: Settings, tmp_path: Path
) -> None:
    panes = window._frame.panes
    window.workbench.open_panel("why")
    assert not panes.is_below
    window.menus.action("below").trigger()
    assert panes.is_below
    assert window.reading.isVisible()
    window.leave()
    again = MainWindow(TABLE, tmp_path / "own.db", settings, Choice.LIGHT)
    again.resize(1600, 900)
    again.show()
    assert again._frame.panes.is_below
    again.menus.action("below").trigger()
    assert not again._frame.panes.is_below
    again.leave()
    destroy(again)


def test_in_a_narrow_window_the_list_hides_first_unless_the_user_shows_it(
    window: MainWindow,
) -> None:
    window.menus.action("inspector").trigger()
    window.workbench.open_panel("why")
    assert window.threads.isVisible()
    window.resize(880, 700)
    assert not window.threads.isVisible()
    assert not window.menus.action("threads").isChecked()
    window.menus.action("threads").trigger()
    assert window.threads.isVisible()
    assert window._frame.panes.is_below
    window.resize(1600, 900)
    assert window.threads.isVisible()
    assert not window._frame.panes.is_below


@pytest.mark.parametrize("width", [900, 1150, 1250])
def test_a_list_that_was_asked_for_stays(width: int, window: MainWindow) -> None:
    window.menus.action("inspector").trigger()
    window.workbench.open_panel("search")
    window.resize(width, 700)
    if window.threads.isVisible():
        window.menus.action("threads").trigger()
    for command in ("threads", "filter"):
        window.menus.action(command).trigger()
        for _ in range(3):
            window._frame.panes._measure()
        assert window.threads.isVisible()
        if command == "threads":
            window.menus.action("threads").trigger()
            assert window.threads.isHidden()
    assert window.threads.filter.hasFocus()
    window.menus.action("threads").trigger()
    window.menus.action("mentions").trigger()
    assert window.threads.isVisible(), "to choose who is mentioned"


def test_a_panel_covers_the_timeline_if_both_do_not_fit(window: MainWindow) -> None:
    window.workbench.open_panel("why")
    window.resize(480, 320)
    assert not window.reading.isVisible()
    window.workbench.close_panel()
    assert window.reading.isVisible()
    window.resize(1600, 900)
    window.workbench.open_panel("why")
    assert window.reading.isVisible()
    window.workbench.fill(on=True)
    assert not window.reading.isVisible()


def test_other_parts_shrink_before_a_panel_is_cut(window: MainWindow, qtbot: QtBot) -> None:
    """The list and the timeline shrink first; if that isn't enough, the panel goes below."""
    panes = window._frame.panes
    for name in ("moved", "replay", "search", "compare"):
        for width in (800, 900, 1024, 1280):
            window.workbench.open_panel(name)
            settle(qtbot, window)
            walk.settled(window, QSize(width, 700))
            timeline, panel = panes.centre.sizes()
            least = panes._least(window._frame.pages, LETTERS_OF_TIMELINE)
            beside = not panes.is_below
            assert not beside or panel >= window.workbench.width_wanted(), (name, width)
            assert not beside or timeline >= least, (name, width)


def test_the_inspector_shrinks_before_rows_are_cut(window: MainWindow, qtbot: QtBot) -> None:
    panes, pages = window._frame.panes, window._frame.pages
    window.menus.action("threads").trigger()
    window.menus.action("inspector").trigger()
    settle(qtbot, window)
    window.workbench.open_panel("diagram")
    settle(qtbot, window)
    walk.settled(window, QSize(panes._needed(False, False) + 2, 780))
    assert not panes.is_below
    assert panes.centre.sizes()[0] >= panes._least(pages, LETTERS_OF_TIMELINE)


def test_the_list_regains_its_width_when_a_panel_closes(window: MainWindow, qtbot: QtBot) -> None:
    panes = window._frame.panes
    panes.setSizes([500, 1100, 0])
    panes.splitterMoved.emit(500, 1)  # as after a drag
    before = panes.sizes()[0]
    window.workbench.open_panel("why")
    settle(qtbot, window)
    walk.settled(window, QSize(panes._needed(True, False) + 2, 780))
    qtbot.waitUntil(lambda: 0 < panes.sizes()[0] < before)
    walk.settled(window, QSize(1600, 900))
    qtbot.waitUntil(lambda: panes.sizes()[0] == before)


def test_the_list_regains_its_width_after_a_restart_as_well(
    window: MainWindow, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    panes = window._frame.panes
    panes.setSizes([500, 1100, 0])
    panes.splitterMoved.emit(500, 1)  # as after a drag
    before = panes.sizes()[0]
    window.workbench.open_panel("why")
    settle(qtbot, window)
    walk.settled(window, QSize(panes._needed(True, False) + 2, 780))
    qtbot.waitUntil(lambda: 0 < panes.sizes()[0] < before)
    window.leave()
    again = MainWindow(TABLE, tmp_path / "own.db", settings, Choice.LIGHT)
    qtbot.addWidget(again)
    again.show()
    again.open_database(tmp_path / "own.db")
    settle(qtbot, again)
    walk.settled(again, QSize(1600, 900))
    qtbot.waitUntil(lambda: again._frame.panes.sizes()[0] == before)


def test_list_and_inspector_regain_their_widths_in_a_window_that_was_small(
    window: MainWindow, qtbot: QtBot
) -> None:
    panes = window._frame.panes
    window.menus.action("inspector").trigger()
    walk.settled(window, QSize(1600, 900))
    before = panes.sizes()
    walk.settled(window, QSize(680, 600))
    assert panes.sizes()[2] < before[2]
    walk.settled(window, QSize(1600, 900))
    qtbot.waitUntil(lambda: panes.sizes() == before)


def test_a_list_that_was_hidden_and_shown_gives_way_where_there_is_no_room(
    window: MainWindow,
) -> None:
    """It once stayed beside a timeline that was cut."""
    for _ in range(2):
        window.menus.action("threads").trigger()
    assert not window.threads.isHidden()
    walk.settled(window, QSize(480, 600))
    assert window.threads.isHidden()


def test_a_second_timeline_gets_room_beside_a_panel(window: MainWindow, qtbot: QtBot) -> None:
    walk.settled(window, QSize(1024, 700))
    window.workbench.open_panel("set")
    window.menus.action("beside").trigger()
    settle(qtbot, window)
    walk.settled(window, QSize(1024, 700))
    assert walk.faults(window) == []
    letter = window.fontMetrics().averageCharWidth()
    assert window.beside.page.width() >= 55 * letter
