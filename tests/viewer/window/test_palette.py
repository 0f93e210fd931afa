from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tanglescope.viewer.window.commands import COMMANDS
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette, entries, fitting
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open

ENTRIES = entries(COMMANDS)


def best(wanted: str) -> str:
    return fitting(ENTRIES, wanted)[0].name


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("file bad", "quarantine"),
        ("bad rec", "quarantine"),
        ("dark", "theme_dark"),
        ("line message", "compact"),
        ("CPY TXT", "copy"),
        ("go end", "end"),
        ("Bad records…", "quarantine"),
        ("bad records...", "quarantine"),
    ],
)
def test_a_command_is_found_by_a_few_letters(wanted: str, name: str) -> None:
    assert best(wanted) == name


def test_all_commands_are_offered_before_anything_is_typed() -> None:
    assert [entry.name for entry in fitting(ENTRIES, "")] == [each.name for each in COMMANDS]


def test_dots_alone_match_like_an_empty_field() -> None:
    assert fitting(ENTRIES, " …") == fitting(ENTRIES, "...") == fitting(ENTRIES, "")


def test_an_unknown_word_finds_no_command() -> None:
    assert fitting(ENTRIES, "zzzq") == []


# The offscreen platform has no size hints for windows and warns about widgets that set them.
def test_a_command_is_run_with_the_keyboard_alone(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    palette = shown(window)
    qtbot.keyClicks(palette.field, "next conversation")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    wait_until_open(qtbot, window, talk.bread.key)


def test_the_arrow_keys_choose_while_the_field_has_the_focus(
    open_window: Open, qtbot: QtBot
) -> None:
    palette = shown(open_window())
    qtbot.keyClicks(palette.field, "theme")
    palette.field.setText("view:")
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == 0


def shown(window: MainWindow) -> CommandPalette:
    window.menus.action("palette").trigger()
    palette = window.findChild(CommandPalette)
    assert isinstance(palette, CommandPalette)
    return palette


def test_the_palette_has_an_edge(open_window: Open) -> None:
    palette = shown(open_window())
    picture = palette.grab().toImage()
    inside = picture.pixelColor(4, picture.height() // 2)
    assert picture.pixelColor(0, picture.height() // 2) != inside
    assert not palette.mask().contains(QPoint(0, 0))
    palette.close()
