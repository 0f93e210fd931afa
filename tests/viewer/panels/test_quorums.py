from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.words.quorums import Roster, RosterRole
from tanglescope.viewer import language
from tanglescope.viewer.panels.quorums import QuorumsPanel, RosterView
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Said
from tests.engine.store.libraries import write
from tests.viewer.panels.stalled_thread import StalledThread, quorums_panel
from tests.viewer.windows import Open, wait_until_open


@pytest.fixture
def quarrel() -> StalledThread:
    return StalledThread()


@pytest.fixture
def window(open_window: Open, quarrel: StalledThread, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(write(tmp_path / "log.ndjson", quarrel.said))
    wait_until_open(qtbot, window, quarrel.root.key)
    return window


def open_quorums(qtbot: QtBot, window: MainWindow, rows: int | None = None) -> QuorumsPanel:
    found = quorums_panel(window)
    qtbot.waitUntil(lambda: found.shown is not None and found.is_settled())
    if rows is not None:
        qtbot.waitUntil(lambda: len(found.list.rows) == rows and found.is_settled())
    return found


def keys(found: QuorumsPanel) -> list[str]:
    return [row.key for row in found.list.rows.all]


def append(path: Path, said: list[Said]) -> None:
    with path.open("ab") as file:
        file.writelines(each.line for each in said)


def test_a_key_opens_the_panel_and_closes_it(window: MainWindow, qtbot: QtBot) -> None:
    action = window.menus.action("panel_quorums")
    assert action.shortcuts() == [QKeySequence("Q")]
    action.trigger()
    assert window.workbench.name() == "quorums"
    action.trigger()
    assert window.workbench.name() == ""


def test_final_messages_are_above_the_line(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window, 4)
    first, *others = found.list.rows.all
    assert first.key == quarrel.root.key
    assert first.below is not None
    assert first.below.label == "Confirmed: 1 · 3 messages can still move"
    assert [row.below for row in others] == [None] * 3
    assert [pill.text for pill in first.pills] == ["✓", "2′"]


def test_while_all_write_concurrently_the_panel_says_why_nothing_is_confirmed(
    window: MainWindow, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    assert found.liveness.isVisibleTo(found)
    assert "all write at once" in found.liveness.text()
    assert found.liveness.accessibleName() == found.liveness.text()


def test_in_a_narrow_panel_nothing_of_its_head_is_cut(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1000, 900)  # wide enough for a panel beside, high enough without a scroll bar
    found = open_quorums(qtbot, window)
    window.workbench.setMinimumWidth(300)
    window.workbench.setFixedWidth(300)
    qtbot.waitUntil(lambda: found.width() == 300)
    parts = [found.peers, found.writers, found.supposition, found.summary, found.liveness]
    qtbot.waitUntil(lambda: found.liveness.height() >= found.liveness.heightForWidth(272))
    places = [QRect(part.mapTo(found, QPoint()), part.size()) for part in parts]
    for part, place in zip(parts, places, strict=True):
        assert place.right() < 300
        assert part.height() >= max(part.heightForWidth(part.width()), part.sizeHint().height() - 1)
    for above, below in pairwise(places[1:]):
        assert above.bottom() < below.top()
    assert found.liveness.text() in found.liveness.toolTip()


def test_the_panel_names_what_a_message_lacks(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    window.timeline.go_to(quarrel.rivals[0].key)
    qtbot.waitUntil(lambda: "Contested" in found.page.toPlainText())
    tooltips = found.page.toPlainText()
    assert "Bob acknowledged it in “I am.”" in tooltips
    assert "Cyn gives no ack: saw “No, I am.” first" in tooltips
    assert "Ann gives no ack: saw “Well?” first" in tooltips
    assert "Concurrent, and not confirmed either (2)" in tooltips
    assert found.list.current_key() == quarrel.rivals[0].key
    assert color_of_headline(found) == found.theme.color("warning").name()


def color_of_headline(found: QuorumsPanel) -> str:
    """The colour of the first word on the panel's page."""
    return found.page.document().begin().begin().fragment().charFormat().foreground().color().name()


def test_a_chosen_row_is_shown_in_the_timeline(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    found.list.setFocus()
    qtbot.keyClick(found.list, Qt.Key.Key_Down)
    qtbot.keyClick(found.list, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: window.timeline.current_key() == keys(found)[-1])
    qtbot.keyClick(found.list, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: window.timeline.current_key() == quarrel.root.key)
    qtbot.waitUntil(lambda: "It keeps its position" in found.page.toPlainText())
    assert color_of_headline(found) == found.theme.color("accent").name()


def test_an_arrival_is_played_back_and_its_rebase_is_reported(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    assert found.scrubber.text().startswith("Step 4 of 4 — Ann: Well?\nundo ")
    assert found.liveness.isVisibleTo(found)
    slider = found.scrubber.slider
    found.grab()  # lays out
    place = slider.mapTo(found, QPoint())
    qtbot.mouseClick(found.scrubber.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(found.list.rows) == 3)
    assert found.scrubber.text().startswith("Step 3 of 4 — Cyn: No, I am.\n")
    qtbot.waitUntil(lambda: not found.liveness.isVisibleTo(found))
    assert found.liveness.accessibleName() == "Messages are being confirmed"
    found.grab()  # lays out
    moved = slider.mapTo(found, QPoint()) - place
    assert moved.manhattanLength() <= 1, "letters of another font may be a pixel higher"
    slider.setValue(0)
    qtbot.waitUntil(lambda: not len(found.list.rows))
    assert found.scrubber.text() == "Before the first entry"
    qtbot.mouseClick(found.scrubber.end, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(found.list.rows) == 4)


def test_a_message_that_refers_to_all_rivals_ends_the_stall(
    window: MainWindow, quarrel: StalledThread, tmp_path: Path, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window, 4)
    append(tmp_path / "log.ndjson", quarrel.settle())
    open_quorums(qtbot, window, 10)
    qtbot.waitUntil(lambda: not found.liveness.isVisibleTo(found))
    final = found.shown.moment.confirmed if found.shown else 0
    assert final > 4
    assert found.scrubber.is_at_end()


def test_a_chosen_peer_shows_what_it_knew(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window, 4)
    found.peers.setCurrentIndex(found.peers.findData(quarrel.bob.feed))
    qtbot.waitUntil(lambda: len(found.list.rows) == 2)
    assert keys(found) == [quarrel.root.key, quarrel.rivals[0].key]
    window.timeline.go_to(quarrel.rivals[1].key)
    qtbot.waitUntil(lambda: "known at the moment" in found.page.toPlainText())
    assert found.page.toPlainText() == "This message isn't known at the moment shown."


def test_a_chosen_peer_stays_chosen_until_the_conversation_is_left(
    window: MainWindow, quarrel: StalledThread, tmp_path: Path, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window, 4)
    found.peers.setCurrentIndex(found.peers.findData(quarrel.cyn.feed))
    qtbot.waitUntil(lambda: keys(found) == [quarrel.root.key, quarrel.rivals[1].key])
    append(tmp_path / "log.ndjson", quarrel.settle())
    open_quorums(qtbot, window, 9)
    assert found.peers.currentData() == quarrel.cyn.feed
    marked: list[object] = []
    found.marked.connect(marked.append)
    found.show_place(window.session, "", None)
    assert found.peers.currentText() == "All writers together"
    assert marked == [None], "nothing of the former conversation is marked"
    assert found.summary.text() == "Open a conversation to see how much of it is confirmed."


def test_without_a_current_message_the_panel_says_what_to_do(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    found.show_current(quarrel.root.key)
    qtbot.waitUntil(lambda: "It keeps its position" in found.page.toPlainText())
    found.show_current(None)
    assert found.page.toPlainText().startswith("Select a message to see who voted for it")


def test_writers_that_do_not_vote_confirm_nothing(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    found.writers.click()
    assert found.roster.isVisibleTo(found)
    tree = found.roster
    for _ in range(3):
        at = next(
            number
            for number in range(tree.topLevelItemCount())
            if tree.topLevelItem(number).checkState(3) is Qt.CheckState.Checked
        )
        tree.topLevelItem(at).setCheckState(3, Qt.CheckState.Unchecked)
        qtbot.waitUntil(found.is_settled)
    assert found.liveness.text() == "No writer votes, so nothing is ever confirmed."
    assert found.writers.text() == "0 of 3 vote"
    assert found.shown is not None
    assert found.shown.moment.confirmed == 0


def test_the_timeline_shows_marks_and_lines_while_the_panel_is_open(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    open_quorums(qtbot, window)
    window.timeline.grab()
    assert borders(window, quarrel.root.key) == ["Autobase: confirmed up to here"]
    assert window.timeline.markings.signs[quarrel.root.key] == "✓"
    window.workbench.close_panel()
    window.timeline.grab()
    assert borders(window, quarrel.root.key) == []
    assert not window.timeline.markings.signs


def borders(window: MainWindow, key: str) -> list[str]:
    return [border.label for border in window.timeline.markings.borders.get(key, ())]


def test_the_settled_line_names_who_holds_it_back(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    assert "Ann replied without naming their own latest message" not in found.summary.text()
    assert "settled in the timeline, limited by Ann, Bob and Cyn" in found.summary.text()


def test_without_a_thread_the_panel_says_so(open_window: Open) -> None:
    found = quorums_panel(open_window())
    assert found.summary.text() == "Open a conversation to see how much of it is confirmed."
    assert not len(found.list.rows)
    assert found.page.maximumHeight() == found.page.minimumHeight(), "the list gets the room"


GRAPH = Graph(
    (Node("x", (), "b"), Node("y", (), "b"), Node("z", (), "a")),
    (Writer("a"), Writer("b"), Writer("c", indexer=False)),
)
NAMES = {"a": "Ann", "b": "Bob", "c": "Cem"}


@pytest.fixture
def spoken(application: QApplication) -> Iterator[QApplication]:
    yield application
    language.put_on(application, "en")


def cells(qtbot: QtBot) -> tuple[RosterView, list[list[str]]]:
    view = RosterView()
    qtbot.addWidget(view)
    view.show_roster(GRAPH, Roster({"c": RosterRole(writes=False, votes=True)}), NAMES)
    rows = [view.topLevelItem(row) for row in range(view.topLevelItemCount())]
    tooltips = [
        [row.toolTip(column) for column in range(view.columnCount())] for row in rows if row
    ]
    return view, tooltips


def test_writers_are_sorted_by_messages_with_a_tick_for_each_role(qtbot: QtBot) -> None:
    view, _ = cells(qtbot)
    rows = [view.topLevelItem(row) for row in range(3)]
    assert [[row.text(0), row.text(1)] for row in rows if row] == [
        ["Bob", "2"],
        ["Ann", "1"],
        ["Cem", "0"],
    ]
    ticks = [[row.checkState(column).value > 0 for column in (2, 3, 4)] for row in rows if row]
    assert ticks == [[True, True, False], [True, True, False], [False, True, False]]
    assert not view.rootIsDecorated()


def test_the_roster_is_at_most_fourteen_lines_high_and_grows_with_the_text(qtbot: QtBot) -> None:
    view, _ = cells(qtbot)
    assert view.maximumHeight() == 14 * view.fontMetrics().lineSpacing()
    before, font = view.maximumHeight(), view.font()
    font.setPointSizeF(2 * font.pointSizeF())
    view.setFont(font)
    assert view.maximumHeight() > 1.5 * before


def test_the_current_cell_stays_current_when_the_roster_changes(qtbot: QtBot) -> None:
    view, _ = cells(qtbot)
    assert view.currentItem() is None
    view.setCurrentItem(view.topLevelItem(1), 3)
    view.show_roster(GRAPH, Roster({}), NAMES)
    assert view.currentItem() is view.topLevelItem(1)
    assert view.currentColumn() == 3


def test_rows_explain_roles_in_the_language_of_the_window(
    spoken: QApplication, qtbot: QtBot
) -> None:
    tooltips = {}
    for code in ("en", "de"):
        language.put_on(spoken, code)
        _, tooltips[code] = cells(qtbot)
    assert [len(set(row)) for row in tooltips["en"]] == [4] * 3
    for english, german in zip(tooltips["en"], tooltips["de"], strict=True):
        assert english[:2] == german[:2] == ["", ""]
        assert not set(english[2:]) & set(german[2:])
        assert all(german[2:])


def test_a_hidden_panel_asks_nothing_of_a_closed_database(
    window: MainWindow, quarrel: StalledThread, tmp_path: Path, qtbot: QtBot
) -> None:
    window.menus.action("panel_quorums").trigger()
    found = open_quorums(qtbot, window)
    found.show_current(quarrel.root.key)
    qtbot.waitUntil(found.is_settled)
    window.workbench.close_panel()
    before = found.session
    assert before is not None
    window.open_database(tmp_path / "other.db")
    qtbot.waitUntil(lambda: not isValid(before))
    assert found.shown
    assert found.key
    window.appearance.set_theme(Choice.DARK)
    assert found.is_settled()
    window.appearance.set_theme(Choice.LIGHT)


def test_what_if_supposes_entries_until_it_is_ended(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    rows = len(found.list.rows)
    what_if = found.what_if
    what_if.menu.aboutToShow.emit()
    what_if.menu.actions()[0].menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: len(found.list.rows) == rows + 1 and found.is_settled())
    assert what_if.note.text().endswith("writes an entry that knows everything.")
    assert what_if.isVisibleTo(found)
    what_if.menu.aboutToShow.emit()
    what_if.menu.actions()[1].menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: len(found.list.rows) <= rows and found.is_settled())
    assert what_if.note.text().endswith("has written nothing.")
    what_if.end.click()
    qtbot.waitUntil(lambda: len(found.list.rows) == rows and found.is_settled())
    assert not what_if.isVisibleTo(found)


def test_what_if_the_selected_message_had_not_arrived(
    window: MainWindow, quarrel: StalledThread, qtbot: QtBot
) -> None:
    found = open_quorums(qtbot, window)
    found.show_current(quarrel.root.key)
    found.what_if.menu.aboutToShow.emit()
    hold = found.what_if.menu.actions()[2]
    assert hold.isEnabled()
    hold.trigger()
    qtbot.waitUntil(lambda: not found.list.rows.all and found.is_settled())
    assert "is held back" in found.what_if.note.text()
