from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.viewer.panels.windows import Disorder, settle, shown
from tests.viewer.windows import Open
from viewer.panels.peers import PeersPanel
from viewer.panels.rows_view import RowsView


def rows(view: RowsView) -> list[str]:
    return [view.key(row) for row in range(view.count())]


def choose(panel: PeersPanel, way: str) -> None:
    panel.cut.setCurrentIndex(panel.cut.findData(way))


def test_two_peers_exchange_step_by_step_until_both_have_one_order(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = Disorder()
    _, panel = shown(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    first, second = panel.decks
    assert rows(first) != rows(second)
    assert len(rows(first)) + len(rows(second)) == 4
    assert "Nothing has gone over" in panel.told.toPlainText()
    qtbot.keyClick(first, Qt.Key.Key_Period)
    assert panel.transport.step == 1
    assert "To the " in panel.told.toPlainText()
    panel.transport.last.click()
    assert rows(first) == rows(second) == talk.order
    assert "Now both have the same order." in panel.told.toPlainText()
    qtbot.keyClick(second, Qt.Key.Key_Comma)
    assert rows(first) != rows(second)


def test_the_thread_is_cut_by_time(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = Disorder()
    window, panel = shown(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    choose(panel, "time")
    panel.percent.setValue(25)
    settle(qtbot, window)
    assert rows(panel.decks[0]) == [talk.root.key]
    assert len(rows(panel.decks[1])) == 3


def test_the_thread_is_cut_by_hand(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = Disorder()
    window, panel = shown(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    before = rows(panel.decks[0])
    panel.decks[0].chosen.emit(talk.late.key)
    settle(qtbot, window)
    panel.give.click()
    settle(qtbot, window)
    assert panel.cut.currentData() == "hand"
    assert set(rows(panel.decks[0])) == set(before) ^ {talk.late.key}
    panel.give_author.click()
    settle(qtbot, window)
    assert panel.cut.currentData() == "author"
    of_bob = {talk.late.key, talk.aside.key}
    assert set(rows(panel.decks[0])) == of_bob
