"""Graphs with few attributes: the window leaves out what they lack."""

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.engine.drawing.eliding import EVERYTHING
from tanglescope.viewer.command import Circumstances, Prerequisite
from tanglescope.viewer.panels.compare import ComparePanel
from tanglescope.viewer.panels.peers import PeersPanel
from tanglescope.viewer.views.timeline.context import day_above
from tanglescope.viewer.views.timeline.hiding import HideMenu
from tanglescope.viewer.window.commands import COMMANDS
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette
from tanglescope.viewer.workers.child_process import ChildEnd
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open

GRAPHS = (
    {"name": "bare", "nodes": [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}]},
    {
        "name": "full",
        "nodes": [
            {"id": "a", "after": [], "writer": "ann", "asserted": 1e12},
            {"id": "b", "after": ["a"], "writer": "ben", "asserted": 2e12},
        ],
    },
)
OF_BARE = {"panel_quorums", "panel_clocks", "feed_lanes", "copy_feed", "hide_author"}
OF_GRAPHS = {"reply", "copy_link", "feed", "feeds"}
OF_NONE = {
    "similar",
    "unlock",
    "keep_private",
    "adopt",
    "mentions",
    "panel_set",
    "panel_group",
}

UNAVAILABLE = {
    "Shift+T": "“Clocks” needs times; the messages here have none.",
    "Q": "“Quorums” needs authors; no message here names one.",
    "R": "“Reply in this conversation” needs an address; the messages here have none.",
    "Ctrl+U": "“Decrypt private messages” needs SSB messages; this collection has only graphs.",
}
"""Keys of commands that are left out of the bare graph, and the answers to them."""


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    file = tmp_path / "graphs.ndjson"
    file.write_text("".join(f"{json.dumps(graph)}\n" for graph in GRAPHS))
    window = open_window(file)
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    return window


def left_out(window: MainWindow) -> set[str]:
    return {
        name for name in OF_BARE | OF_GRAPHS | OF_NONE if not window.menus.action(name).isVisible()
    }


def test_the_window_leaves_out_attributes_that_a_graph_lacks(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.open_thread("graph:full")
    wait_until_open(qtbot, window, "graph:full")
    window.timeline.step(1)
    window.workbench.open_panel("quorums")
    qtbot.waitUntil(lambda: left_out(window) == OF_GRAPHS | OF_NONE)
    assert [window.model.row(row).clock != "" for row in range(2)] == [True, True]
    assert window.model.row(0).profile == ""

    window.open_thread("graph:bare")
    wait_until_open(qtbot, window, "graph:bare")
    window.timeline.step(1)
    qtbot.waitUntil(lambda: left_out(window) == OF_BARE | OF_GRAPHS | OF_NONE)
    assert window.workbench.name() == ""
    assert set(window.workbench.offered_panels()).isdisjoint({"quorums", "clocks", "set", "group"})
    rows = [window.model.row(row) for row in range(2)]
    assert [(row.author, row.clock, row.moment) for row in rows] == [("", "", "")] * 2
    assert [day_above(row, None) for row in rows] == [None, None]
    assert rows[1].spoken_text() == "b, 1 cause"
    assert window.model.hues(["a", "b"]) == {"a": 1, "b": 1}, "a colour for each component"
    hiding = HideMenu(window)
    hiding.offer(window.session.library.conversation("graph:bare").shape(), {}, EVERYTHING)
    assert "Hide authors" not in [action.text() for action in hiding.actions()]
    palette = CommandPalette(window.menus, window.ways, window)
    offered = {entry.name for entry in palette._entries}
    palette.close()
    assert offered.isdisjoint(OF_BARE | OF_GRAPHS | OF_NONE)
    qtbot.waitUntil(lambda: window.reading.heading.about == "1 after")

    compare = window.workbench.open_panel("compare")
    assert isinstance(compare, ComparePanel)
    qtbot.waitUntil(lambda: compare.orders() == ("scuttlesort", "git", "backward"))
    peers = window.workbench.open_panel("peers")
    assert isinstance(peers, PeersPanel)
    ways = [peers.cut.itemText(number) for number in range(peers.cut.count())]
    assert ways == ["Every other message", "Split by hand"]
    assert peers.give_author.isHidden()

    window.workbench.open_panel("statistics")
    window.open_thread("graph:full")
    qtbot.waitUntil(lambda: left_out(window) == OF_GRAPHS | OF_NONE)
    assert peers.cut.itemText(1) == "Split by time"
    assert not peers.give_author.isHidden()


def test_a_check_of_graphs_speaks_of_what_was_read(window: MainWindow, qtbot: QtBot) -> None:
    window.verifying.process.ended.emit(ChildEnd({"problems": [], "unproven": []}))
    said = window.activity._state
    qtbot.waitUntil(lambda: said.text().startswith("Checked: everything"), timeout=10_000)
    assert "signed" not in said.text()


def test_a_hidden_panel_comes_back_with_a_graph_that_it_can_show(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.open_thread("graph:full")
    wait_until_open(qtbot, window, "graph:full")
    window.workbench.open_panel("clocks")
    window.open_thread("graph:bare")
    qtbot.waitUntil(lambda: window.workbench.name() == "")
    for key, why in UNAVAILABLE.items():
        QTest.keySequence(window, QKeySequence(key))
        assert window.activity._state.text() == why, "no key does nothing without a word"
    window.open_thread("graph:full")
    qtbot.waitUntil(lambda: window.workbench.name() == "clocks")
    QTest.keySequence(window, QKeySequence("Shift+T"))
    assert window.workbench.name() == "", "the key closes the panel again"


def test_all_commands_are_offered_if_messages_have_all_attributes() -> None:
    assert not [each.name for each in COMMANDS if each.why_absent(Circumstances())]


def said(window: MainWindow, command: str) -> str:
    window.activity.say("")
    window.menus.action(command).trigger()
    return window.activity._state.text()


def needing(need: Prerequisite) -> set[str]:
    """The names of the commands that need something."""
    return {each.name for each in COMMANDS if each.needs is need}


def test_a_command_without_its_object_says_what_it_lacks(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    answers = {
        said(window, name)
        for name in needing(Prerequisite.CONVERSATION) | needing(Prerequisite.MESSAGE)
    }
    assert answers == {"Open a conversation first."}
    window.open_path(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    assert window.timeline.current_key() is None
    assert {said(window, name) for name in needing(Prerequisite.MESSAGE)} == {
        "Select a message first."
    }
    window.timeline.step(1)
    assert said(window, "copy") == "Text copied"
    assert {name: said(window, name) for name in LACKING} == LACKING
    assert said(window, "light") == "Highlight past and future: off"
    assert said(window, "light") == "Highlight past and future: on"


LACKING = {
    "next_new": "No message here is new.",
    "next_moved": "No message here has moved.",
    "hide_nothing": "Nothing is hidden here.",
    "next_tab": "There is only one tab.",
    "previous_tab": "There is only one tab.",
    "other_side": "There is only one timeline. View > Second timeline opens another.",
    "change_sides": "There is only one timeline. View > Second timeline opens another.",
    "mark_read": "Nothing is unread.",
}


def test_menus_disable_what_lacks_something_and_keys_still_say_what(open_window: Open) -> None:
    window = open_window()
    for action in window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
    usable = {each.name for each in COMMANDS if window.menus.action(each.name).isEnabled()}
    assert {"open", "open_sample", "import", "preferences", "quit", "palette", "face"} <= usable
    useless = {"reply", "copy", "cause", "find", "export", "print", "panel_why", "back_up", "pin"}
    assert not usable & (useless | {"everything", "next_thread", "similar", "feed", "inspector"})
    for action in window.menuBar().actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        menu.aboutToHide.emit()
    assert said(window, "find") == "Open a conversation first."


def test_f3_opens_the_bar_when_nothing_was_found_yet(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("find_next").trigger()
    assert window.reading.finder.isVisible()


def test_menus_that_dont_fit_are_behind_a_visible_sign(
    open_window: Open, application: QApplication
) -> None:
    window = open_window()
    bar = window.menuBar()
    bar.setFixedWidth(300)
    application.processEvents()
    button = bar.findChild(QToolButton, "qt_menubar_ext_button")
    picture = button.grab().toImage()
    ground = picture.pixel(0, 0)
    inked = {
        x
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixel(x, y) != ground
    }
    assert len(inked) >= 5
