from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from engine.library import Library
from tests.engine.store.libraries import write
from tests.viewer.windows import Talk, bury
from viewer.panels.statistics import StatisticsPanel
from viewer.session import Session
from viewer.theme import load


@pytest.fixture
def panel(talk: Talk, tmp_path: Path, application: QApplication) -> Iterator[StatisticsPanel]:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    session = Session(tmp_path / "own.db")
    made = StatisticsPanel(load("light"))
    made.resize(700, 500)
    made.show_place(session, talk.root.key, None)
    yield made
    session.close()
    bury(made, session)


def test_a_thread_is_told_in_numbers(panel: StatisticsPanel, talk: Talk, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    told = panel.charts.accessibleDescription()
    assert "messages: 41" in told
    assert "ranks deep: 41" in told
    assert "forks: 0" in told
    assert "at most 1 open end at once" in told
    assert "Ann 1" in told
    panel.set_theme(load("dark"))
    assert not panel.grab().isNull()


def test_charts_stand_below_each_other_where_it_is_narrow(
    panel: StatisticsPanel, qtbot: QtBot
) -> None:
    qtbot.waitUntil(panel.is_settled)
    assert panel.charts.heightForWidth(320) > panel.charts.heightForWidth(900)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_there_is_a_scroll_bar_only_where_not_all_fits(
    panel: StatisticsPanel, qtbot: QtBot
) -> None:
    qtbot.waitUntil(panel.is_settled)
    [area] = panel.findChildren(QScrollArea)
    panel.resize(400, 400)
    panel.show()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    panel.resize(1000, 800)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)


def test_the_slowest_message_can_be_gone_to(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    assert not panel.slowest.isHidden()
    with qtbot.waitSignal(panel.key_clicked):
        panel.slowest.click()


def test_without_a_thread_there_are_no_numbers(panel: StatisticsPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(panel.is_settled)
    panel.show_place(panel.session, "", None)
    assert panel.charts.accessibleDescription() == ""
    assert panel.slowest.isHidden()
    assert not panel.grab().isNull()
