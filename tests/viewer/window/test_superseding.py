"""What messages of a set supersede, drawn beside the lanes of the timeline."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.engine.reduce.scenarios import SCENARIOS, entries_of
from tests.engine.store.pzp_archives import write_log
from tests.viewer.windows import Open, opened
from viewer.settings import Settings
from viewer.views.lanes.bows import BOW_WIDTH
from viewer.window.main_window import MainWindow

EXAMPLE = next(each for each in SCENARIOS if each["name"] == "seed-example")


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(write_log(tmp_path / "log", entries_of(EXAMPLE)))
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    window.open_thread(EXAMPLE["moot"])
    opened(qtbot, window, EXAMPLE["moot"])
    return window


def gutter(window: MainWindow) -> QImage:
    view = window.timeline
    lanes = view.lanes.gutter
    return view.viewport().grab().toImage().copy(0, 0, lanes + 40, view.viewport().height())


def test_bows_lead_from_messages_to_what_they_supersede(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    lanes = window.timeline.lanes
    narrow, plain = lanes.gutter, gutter(window)
    assert not lanes.bows
    window.menus.action("supersedes").trigger()
    qtbot.waitUntil(lambda: bool(lanes.bows))
    assert window._session is not None
    superseded = window._session.library.conversation(EXAMPLE["moot"]).supersedes()
    assert lanes.bows == set(superseded)
    assert lanes.gutter == narrow + BOW_WIDTH
    assert gutter(window) != plain
    assert settings.supersedes
    window.menus.action("supersedes").trigger()
    assert not lanes.bows
    assert lanes.gutter == narrow
    assert gutter(window) == plain


def test_another_conversation_has_bows_of_its_own(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.action("supersedes").trigger()
    qtbot.waitUntil(lambda: bool(window.timeline.lanes.bows))
    window.open_thread("everything")
    opened(qtbot, window, "everything")
    assert not window.timeline.lanes.bows
