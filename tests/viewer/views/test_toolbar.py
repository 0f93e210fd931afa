"""The tool bar holds the most used commands, with the same actions as the menus."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open
from tools import walk

NAMES = (
    *("Show conversations", "Back", "Forward", "Collection: log"),
    *("Graph", "Order", "Peers", "State", "Details", "Debugging face", "Find a command"),
)


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    made.collecting.named.emit("log")
    return made


def test_the_most_used_commands_are_on_the_tool_bar_by_name(window: MainWindow) -> None:
    assert tuple(button.accessibleName() for button in window.tools.buttons()) == NAMES
    assert _button(window, "Back").toolTip() == "Back (Alt+Left)"
    assert _button(window, "Graph").text() == " Graph"


def test_back_and_forward_are_enabled_while_they_lead_somewhere(
    window: MainWindow, talk: Talk
) -> None:
    back, forward = (_button(window, name) for name in ("Back", "Forward"))
    assert (back.isEnabled(), forward.isEnabled()) == (False, False)
    window.ways.open(talk.bread.key)
    assert (back.isEnabled(), forward.isEnabled()) == (True, False)
    back.click()
    assert window.opening.address == talk.root.key
    assert (back.isEnabled(), forward.isEnabled()) == (False, True)
    window.menus.action("beside").trigger()
    window.beside.page.timeline.setFocus()  # nothing was visited before
    window._show_ways()
    assert (back.isEnabled(), forward.isEnabled()) == (False, not window.beside.is_read())


def test_labels_that_would_not_fit_are_hidden(window: MainWindow) -> None:
    for size, has_words in (("1180x780", True), ("480x320", False), ("1180x780", True)):
        walk.settled(window, walk.extent(size))
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        assert (_button(window, "Graph").toolButtonStyle() == beside) == has_words
        assert len(window.tools.buttons()) == len(NAMES)


def test_arrow_keys_go_from_button_to_button_and_skip_disabled_ones(
    window: MainWindow, qtbot: QtBot
) -> None:
    usable = [button for button in window.tools.buttons() if button.isEnabled()]
    assert usable[0].focusPolicy() & Qt.FocusPolicy.TabFocus
    assert _walked(qtbot, usable, Qt.Key.Key_Right) == [*usable[1:], usable[0]]
    assert _walked(qtbot, usable, Qt.Key.Key_Left) == [usable[-1], *usable[:-1]]


def test_a_click_on_the_tool_bar_leaves_the_focus_in_the_timeline(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.timeline.setFocus()
    before = window.focusWidget()
    qtbot.mouseClick(_button(window, "Details"), Qt.MouseButton.LeftButton)
    assert window.inspector.isVisible()
    assert window.focusWidget() is before


def test_the_tool_bar_can_be_hidden_and_is_drawn_in_every_theme(window: MainWindow) -> None:
    window.menus.action("toolbar").trigger()
    assert window.tools.isHidden()
    window.menus.action("toolbar").trigger()
    assert window.tools.isVisible()
    pictures = set()
    for choice in (Choice.LIGHT, Choice.DARK):
        window.appearance.set_theme(choice)
        pixmap = _button(window, "Graph").icon().pixmap(24, 24)
        pictures.add(pixmap.toImage().pixelColor(12, 6).name())
    assert len(pictures) == 2


def test_a_long_name_of_a_collection_is_cut_and_shown_as_plain_text(window: MainWindow) -> None:
    name = "Rock & Roll " + "very " * 20
    window.collecting.named.emit(name)
    button = _button(window, f"Collection: {name}")
    assert button.text().startswith(" Rock && Roll")
    assert button.text().endswith("…")
    assert len(button.text()) < 40


def _button(window: MainWindow, name: str) -> QToolButton:
    return next(each for each in window.tools.buttons() if each.accessibleName() == name)


def _walked(qtbot: QtBot, buttons: Sequence[QToolButton], key: Qt.Key) -> list[QToolButton]:
    """Press a key repeatedly and return the buttons it leads to."""
    reached = []
    for button in buttons:
        button.setFocus()
        qtbot.keyClick(button, key)
        focus = button.window().focusWidget()
        assert isinstance(focus, QToolButton)
        reached.append(focus)
    return reached
