from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ORDERS
from tanglescope.viewer.panels.peers import PeersPanel
from tanglescope.viewer.panels.rows_view import RowsView
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.panels.disordered_thread import DisorderedThread, open_panel, settle
from tests.viewer.windows import Open, notice, wait_until_open


def rows(view: RowsView) -> list[str]:
    return list(view.rows)


def choose(panel: PeersPanel, way: str) -> None:
    panel.cut.setCurrentIndex(panel.cut.findData(way))


def test_two_peers_exchange_step_by_step_until_both_have_one_order(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    _, panel = open_panel(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    first, second = panel.decks
    assert rows(first) != rows(second)
    assert len(rows(first)) + len(rows(second)) == 4
    assert "Nothing has been exchanged" in panel.page.toPlainText()
    qtbot.keyClick(first, Qt.Key.Key_Period)
    assert panel.transport.step == 1
    assert "To the " in panel.page.toPlainText()
    panel.transport.last.click()
    assert rows(first) == rows(second) == talk.order
    assert "Now both have the same order." in panel.page.toPlainText()
    qtbot.keyClick(second, Qt.Key.Key_Comma)
    assert rows(first) != rows(second)


def test_without_a_conversation_nothing_is_exchanged(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", DisorderedThread())
    assert isinstance(panel, PeersPanel)
    panel.show_place(window.session, "", None)
    assert "Open a conversation" in panel._status.text()
    assert rows(panel.decks[0]) == rows(panel.decks[1]) == []


def test_titles_of_a_narrow_panel_are_whole(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "peers", DisorderedThread())
    assert isinstance(panel, PeersPanel)
    panel.setParent(None)
    qtbot.addWidget(panel)
    panel.resize(326, 600)
    panel.grab()  # lays it out
    for title in panel._titles:
        wanted = title.fontMetrics().boundingRect(
            title.contentsRect(), Qt.TextFlag.TextWordWrap, title.text()
        )
        assert wanted.width() <= title.contentsRect().width()
        assert wanted.height() <= title.contentsRect().height()


def test_peers_end_in_the_order_of_the_conversation(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    assert window._session
    library = window._session.library
    orders = {f"{talk.root.key}?by={by}": by for by in ORDERS}
    found = {each: library.conversation(each).in_order() for each in orders}
    address = next(each for each, order in found.items() if order != talk.order)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    settle(qtbot, window)
    panel.transport.last.click()
    assert rows(panel.decks[0]) == rows(panel.decks[1]) == found[address]


def test_the_thread_can_be_split_by_time(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    choose(panel, "time")
    panel.percent.setValue(25)
    settle(qtbot, window)
    assert rows(panel.decks[0]) == [talk.root.key]
    assert len(rows(panel.decks[1])) == 3


def test_the_thread_can_be_split_by_hand(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    before = rows(panel.decks[0])
    panel.transport.forward.click()
    panel.decks[0].chosen.emit(talk.late.key)
    settle(qtbot, window)
    panel.give.click()
    settle(qtbot, window)
    assert panel.transport.step == 0
    assert panel.cut.currentData() == "hand"
    assert set(rows(panel.decks[0])) == set(before) ^ {talk.late.key}
    panel.give_author.click()
    settle(qtbot, window)
    assert panel.cut.currentData() == "author"
    assert rows(panel.decks[0]) == [talk.late.key]


def test_another_archive_can_be_the_second_peer(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    other = write(tmp_path / "other.ndjson", [talk.root, talk.late])
    height = panel.page.maximumHeight()
    panel.compare_with(other)
    settle(qtbot, window)
    assert panel.cut.currentText() == "Against other.ndjson"
    assert len(rows(panel.decks[0])) == 4
    assert set(rows(panel.decks[1])) == {talk.root.key, talk.late.key}
    text = panel.page.toPlainText()
    assert "This collection has 2 messages that the other lacks" in text
    assert "other.ndjson receives 2" in text
    assert panel.page.maximumHeight() > height
    panel.transport.last.click()
    assert rows(panel.decks[0]) == rows(panel.decks[1]) == talk.order
    choose(panel, "author")
    settle(qtbot, window)
    assert panel.page.maximumHeight() == height
    panel.leave_thread()
    assert panel.cut.findData("against") < 0


def test_what_only_the_second_peer_has_is_shown_with_its_text(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", talk)
    assert isinstance(panel, PeersPanel)
    extra = Author("zoe").say(post("only there", talk.root))
    panel.compare_with(write(tmp_path / "other.ndjson", [talk.root, extra]))
    settle(qtbot, window)
    assert extra.key in rows(panel.decks[1])
    assert panel._labels.get(extra.key).text == "only there"


def test_a_file_that_isnt_an_archive_is_refused_by_name(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = open_panel(open_window, qtbot, tmp_path, "peers", DisorderedThread())
    assert isinstance(panel, PeersPanel)
    (tmp_path / "nothing.txt").write_text("hello\n" * 9)
    panel.compare_with(tmp_path / "nothing.txt")
    qtbot.waitUntil(window.banner.isVisible, timeout=20_000)
    assert "nothing.txt" in notice(window)
