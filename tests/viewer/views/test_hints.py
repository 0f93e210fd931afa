from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, opened
from viewer.settings import Settings
from viewer.views.hints import HINTS
from viewer.window.main_window import MainWindow


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    opened(qtbot, made, talk.root.key)
    return made


def test_a_newcomer_is_led_from_hint_to_hint_once(window: MainWindow, settings: Settings) -> None:
    window.show_around()
    bar = window._frame.hints
    read = []
    while bar.isVisible():
        read.append(bar.text.text())
        bar.next.click()
    assert tuple(read) == HINTS
    assert not settings.hints
    window.show_around()
    assert not bar.isVisible()


def test_whoever_wants_no_hints_gets_none(window: MainWindow, settings: Settings) -> None:
    window.show_around()
    window._frame.hints.off.click()
    assert not settings.hints
    assert not window._frame.hints.isVisible()
    window.menus.action("hints").trigger()
    window.show_around()
    assert window._frame.hints.text.text() == HINTS[0]


def test_hints_about_messages_wait_until_there_are_some(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    window.show_around()
    assert not window._frame.hints.isVisible()
    window.open_path(write(tmp_path / "log.ndjson", talk.said))
    opened(qtbot, window, talk.root.key)
    qtbot.waitUntil(window._frame.hints.isVisible)
