import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import GivenFacts
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.panels.compare import ComparePanel
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import load
from tests.viewer.panels.disordered_thread import PATIENCE, DisorderedThread, open_panel, settle
from tests.viewer.panels.pictures import shown_alone
from tests.viewer.windows import Open, Talk, notice


def rows(view: RowsView) -> list[str]:
    return list(view.rows)


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
    assert "can't be written" in notice(window)


def test_an_unknown_order_is_reported(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "compare", talk)
    assert isinstance(panel, ComparePanel)
    choose(panel, 1, "by_taste")
    qtbot.waitUntil(lambda: "by_taste" in notice(window), timeout=PATIENCE)
    choose(panel, 1, "scuttlesort")
    choose(panel, 2, "no other")
    settle(qtbot, window)
    assert "Choose at least two different orders" in panel.page.toPlainText()


@pytest.fixture
def talk() -> DisorderedThread:
    return DisorderedThread()


@pytest.fixture
def panel(talk: DisorderedThread, tmp_path: Path, qtbot: QtBot) -> Iterator[ComparePanel]:
    """A panel without a window, which shows every answer at once."""
    made = ComparePanel(load("light"))
    qtbot.addWidget(made)
    with shown_alone(made, tmp_path, talk.said, talk.root.key, (700, 560)):
        yield made


def test_the_current_message_is_marked_in_every_order(
    panel: ComparePanel, talk: DisorderedThread
) -> None:
    accent = panel.theme.color("accent")
    for said in (talk.late, talk.third):
        panel.show_current(said.key)
        for view in panel.view.columns:
            painted = view.viewport().grab().toImage()
            marked = [
                key
                for row, key in enumerate(rows(view))
                if painted.pixelColor(4, view.middle_of(row)) == accent
            ]
            assert marked == [said.key]


def test_the_current_message_is_in_view_when_the_orders_are_known(
    tmp_path: Path, qtbot: QtBot
) -> None:
    long = Talk(answers=60)
    panel = ComparePanel(load("light"))
    qtbot.addWidget(panel)
    with shown_alone(panel, tmp_path, long.said, long.bread.key, (700, 300)):
        assert panel.session
        panel.show_place(panel.session, long.root.key, long.answers[50].key)
        view = panel.view.columns[0]
        row = rows(view).index(long.answers[50].key)
        assert 0 < view.middle_of(row) < view.viewport().height()
        view.verticalScrollBar().setValue(0)
        panel.refresh()
        assert view.verticalScrollBar().value() == 0, "the reader may look elsewhere"


def test_links_take_the_colour_of_another_theme(panel: ComparePanel) -> None:
    light, dark = (load(each).colors["accent"] for each in ("light", "dark"))
    choose(panel, 2, "received")
    assert light in panel.page.toHtml()
    panel.set_theme(load("dark"))
    assert dark in panel.page.toHtml()
    assert light not in panel.page.toHtml()


def test_choices_and_the_button_are_beside_each_other_above_the_orders(
    panel: ComparePanel,
) -> None:
    parts = [*panel.choices, panel.export]
    places = [each.geometry() for each in parts]
    assert not [each for each in combinations(places, 2) if each[0].intersects(each[1])]
    top = panel.view.mapTo(panel, QPoint()).y()
    assert all(place.bottom() < top for place in places)
    assert places[0].left() < 20


def test_the_order_in_which_a_conversation_is_read_is_compared_first(
    panel: ComparePanel, talk: DisorderedThread
) -> None:
    choose(panel, 2, "no other")
    choose(panel, 3, "received")
    assert panel.orders() == ("scuttlesort", "timestamp", "received")
    panel.show_place(panel.session, f"{talk.root.key}?by=timestamp", None)
    assert panel.orders() == ("timestamp", "scuttlesort", "received")
    assert rows(panel.view.columns[1]) == talk.order


def test_orders_by_time_are_offered_only_where_messages_have_times(panel: ComparePanel) -> None:
    def offered() -> list[set[str]]:
        return [
            {choice.itemData(place) for place in range(choice.count())} for choice in panel.choices
        ]

    with_times = offered()
    assert with_times[0] == with_times[2] - {""}
    panel._follow_order(("scuttlesort", GivenFacts(times=False, receipts=False)))
    assert [before - now for before, now in zip(with_times, offered(), strict=True)] == [
        {"timestamp", "newest", "asserted", "received"}
    ] * 4
    assert not {"timestamp", "newest", "asserted", "received"} & {*panel.orders()}
    panel._follow_order(("scuttlesort", GivenFacts(receipts=False)))
    assert [before - now for before, now in zip(with_times, offered(), strict=True)] == [
        {"received"}
    ] * 4
    panel._follow_order(("scuttlesort", GivenFacts()))
    assert offered() == with_times


def test_the_button_asks_for_a_file_and_says_where_the_comparison_is(
    panel: ComparePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    answers = iter((None, tmp_path / "both.svg"))
    monkeypatch.setattr(
        file_dialogs, "where_to_write", lambda *about: asked.append(about) or next(answers)
    )
    panel.export.click()
    assert panel._status.text() == ""
    panel.export.click()
    assert "At the old pier" in (tmp_path / "both.svg").read_text()
    assert panel._status.text() == "Saved in both.svg"
    assert asked[0][1:] == ("Save the comparison", "orders.svg", "Drawing (*.svg)", "Data (*.json)")


def test_tab_leads_from_the_export_to_the_rows_that_were_added_when_the_orders_were_known(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "compare", DisorderedThread())
    assert isinstance(panel, ComparePanel)
    panel.export.setFocus()
    reached = []
    for _ in (*panel.view.columns, panel.page):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert reached == [*panel.view.columns, panel.page]
