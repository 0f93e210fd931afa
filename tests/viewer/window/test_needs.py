"""A command that lacks what it needs says so; no key does nothing without a word."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open
from viewer.window.commands import COMMANDS
from viewer.window.main_window import MainWindow
from viewer.window.needs import _OF_CONVERSATION, _OF_MESSAGE
from viewer.window.switches import QUIET


def said(window: MainWindow, command: str) -> str:
    window.activity.say("")
    window.menus.action(command).trigger()
    return window.activity._state.text()


def test_commands_are_named_as_in_the_table() -> None:
    assert {each.name for each in COMMANDS} >= _OF_MESSAGE | _OF_CONVERSATION | QUIET


def test_a_command_without_its_object_says_what_it_lacks(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    answers = {said(window, name) for name in _OF_CONVERSATION | _OF_MESSAGE}
    assert answers == {"Open a conversation first."}
    window.open_path(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    assert window.timeline.current_key() is None
    assert {said(window, name) for name in _OF_MESSAGE} == {"Choose a message first."}
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


def test_f3_opens_the_bar_when_nothing_was_found_yet(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("find_next").trigger()
    assert window.reading.finder.isVisible()
