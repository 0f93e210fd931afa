import json
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.viewer.panels.disordered_thread import PATIENCE, DisorderedThread, open_panel, settle
from tests.viewer.windows import Open
from viewer.panels.compare.panel import ComparePanel
from viewer.panels.rows_view import RowsView


def rows(view: RowsView) -> list[str]:
    return [view.key(row) for row in range(view.count())]


def choose(panel: ComparePanel, number: int, by: str) -> None:
    panel.choices[number].setCurrentText(by)
    panel.choices[number].lineEdit().returnPressed.emit()


def test_orders_are_side_by_side_with_the_rules_they_break(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "compare", talk)
    assert isinstance(panel, ComparePanel)
    assert panel.orders() == ("scuttlesort", "timestamp", "asserted")
    assert rows(panel.view.columns[0]) == talk.order
    choose(panel, 2, "received")
    settle(qtbot, window)
    received = [talk.root.key, talk.third.key, talk.aside.key, talk.late.key]
    assert rows(panel.view.columns[2]) == received
    assert "received puts 1 reply above what it follows" in panel.page.toPlainText()
    assert "in opposite order" in panel.page.toPlainText()
    choose(panel, 3, "autobase")
    settle(qtbot, window)
    assert len(panel.view.columns) == 4
    choose(panel, 3, "no other")
    choose(panel, 2, "no other")
    settle(qtbot, window)
    assert len(panel.view.columns) == 2


def test_columns_are_equally_wide_beside_a_scroll_bar(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = open_panel(open_window, qtbot, tmp_path, "compare", DisorderedThread())
    assert isinstance(panel, ComparePanel)
    columns = panel.view.columns
    columns[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    window.resize(800, 600)
    qtbot.waitUntil(lambda: panel.view.width() < 450)

    def widths() -> list[int]:
        return sorted(view.viewport().width() for view in columns)

    qtbot.waitUntil(lambda: widths()[-1] - widths()[0] <= 2)
    assert 3 * widths()[0] > 0.75 * panel.view.width(), "lines leave the names their room"


def test_a_row_leads_to_its_message_and_is_marked_in_every_order(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "compare", talk)
    assert isinstance(panel, ComparePanel)
    view = panel.view.columns[1]
    row = rows(view).index(talk.late.key)
    place = QPoint(50, row * view.row_height() + 5)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.timeline.current_key() == talk.late.key
    panel.page.key_clicked.emit(talk.third.key)
    assert window.timeline.current_key() == talk.third.key


def test_a_comparison_is_exported_as_a_drawing_and_as_data(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "compare", talk)
    assert isinstance(panel, ComparePanel)
    panel.write(tmp_path / "orders.svg")
    settle(qtbot, window)
    assert "At the old pier" in (tmp_path / "orders.svg").read_text()
    panel.write(tmp_path / "orders.json")
    settle(qtbot, window)
    answer = json.loads((tmp_path / "orders.json").read_text())
    assert answer["orders"]["scuttlesort"] == talk.order
    panel.write(tmp_path / "nowhere" / "orders.svg")
    settle(qtbot, window)
    assert "can't be written" in window.banner.text.text()


def test_an_unknown_order_is_reported(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "compare", talk)
    assert isinstance(panel, ComparePanel)
    choose(panel, 1, "by_taste")
    qtbot.waitUntil(lambda: "by_taste" in window.banner.text.text(), timeout=PATIENCE)
    choose(panel, 1, "scuttlesort")
    choose(panel, 2, "no other")
    settle(qtbot, window)
    assert "Choose at least two different orders" in panel.page.toPlainText()
