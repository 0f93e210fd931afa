import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.panels.replay.panel import LIVE, ReplayPanel
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.theme import load
from tanglescope.viewer.views import typography
from tests.engine.authors import Said, post
from tests.engine.store.libraries import write
from tests.viewer.panels.disordered_thread import PATIENCE, DisorderedThread, open_panel, settle
from tests.viewer.panels.pictures import AnsweringSession, shown_alone
from tests.viewer.windows import Open, wait_for_rows


def rows(view: RowsView) -> list[str]:
    return list(view.rows)


def choose(panel: ReplayPanel, way: str) -> None:
    panel.delivery.setCurrentIndex(panel.delivery.findData(way))


def test_a_thread_is_played_forward_and_back(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    arrived = [talk.root.key, talk.third.key, talk.aside.key, talk.late.key]
    assert rows(panel.arrivals) == arrived
    assert rows(panel.order) == talk.order
    assert "1.25 edits per step" in panel.chart.legend()
    usual = panel.chart._area().top(), panel.chart.sizeHint().height()
    large = QFont(panel.chart.font())
    large.setPointSizeF(30)
    panel.chart.setFont(large)
    grown = panel.chart._area().top() - usual[0]
    assert panel.chart._area().top() > QFontMetrics(typography.small(large)).height()
    assert panel.chart.sizeHint().height() == usual[1] + grown
    qtbot.keyClick(panel.order, Qt.Key.Key_Comma)
    assert panel.transport.step == 3
    assert rows(panel.order) != talk.order[:3]
    assert len(rows(panel.order)) == 3
    qtbot.keyClick(panel.order, Qt.Key.Key_Period)
    assert rows(panel.order) == talk.order
    assert "moves" in panel.page.toPlainText()
    panel.transport.first.click()
    assert rows(panel.order) == []
    assert "Nothing has been delivered" in panel.page.toPlainText()


def test_a_thread_plays_to_its_end(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    panel.transport.set_speed(20)
    qtbot.keyClick(panel.order, Qt.Key.Key_Space)
    assert panel.transport.is_playing()
    qtbot.waitUntil(lambda: not panel.transport.is_playing(), timeout=PATIENCE)
    assert rows(panel.order) == talk.order


def test_a_step_by_hand_stops_playing(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", DisorderedThread())
    assert isinstance(panel, ReplayPanel)
    player = panel.transport
    player.set_speed(1)
    by_hand = (
        player.back.click,
        lambda: qtbot.keyClick(panel.order, Qt.Key.Key_Comma),
        lambda: panel.chart.scrubbed.emit(2),
        lambda: player.slider.setValue(3),
    )
    for step in by_hand:
        player.go(4)
        player.toggle()
        player._tick()
        assert player.is_playing()
        step()
        assert not player.is_playing()


def test_keys_work_in_the_player_after_a_click(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", DisorderedThread())
    assert isinstance(panel, ReplayPanel)
    player = panel.transport
    qtbot.mouseClick(player.back, Qt.MouseButton.LeftButton)
    assert player.step == 3
    focused = panel.window().focusWidget()
    assert focused is player.slider
    qtbot.keyClick(focused, Qt.Key.Key_Comma)
    assert player.step == 2
    qtbot.keyClick(focused, Qt.Key.Key_Space)
    assert player.is_playing()


def test_a_narrow_player_wraps_and_keeps_its_slider_wide(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", DisorderedThread())
    assert isinstance(panel, ReplayPanel)
    panel.setParent(None)
    qtbot.addWidget(panel)
    heights = {}
    for width in (330, 900):
        panel.resize(width, 900)
        panel.grab()  # forces a layout
        player = panel.transport
        assert player.slider.width() >= 120
        assert player.rect().contains(player._speed.geometry())
        heights[width] = player.height()
        assert not player._status.isHidden()
    assert heights[330] > heights[900]
    panel.resize(player.sizeHint().width() - 1, 600)
    panel.grab()
    assert player._status.isHidden()
    assert player.height() == heights[900]


def test_without_a_conversation_it_records_nothing(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", DisorderedThread())
    assert isinstance(panel, ReplayPanel)
    panel.show_place(window.session, "", None)
    assert panel.stop.isHidden()
    assert "Open a conversation" in panel._status.text()
    assert rows(panel.order) == rows(panel.arrivals) == []


def test_dragging_in_the_chart_changes_the_step(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    qtbot.mouseClick(panel.chart, Qt.MouseButton.LeftButton, pos=QPoint(12, 60))
    assert panel.transport.step == 0
    qtbot.keyClick(panel.chart, Qt.Key.Key_Right)
    assert rows(panel.order) == [talk.root.key]
    assert panel.subject_at(None) == MessageSubject(talk.root.key)
    bar = panel.chart.mapTo(panel, QPoint(round(panel.chart._x(2)), 60))
    assert panel.subject_at(bar) == MessageSubject(panel._history.arrivals(1)[0])
    assert panel.subject_at(panel.page.mapTo(panel, QPoint(5, 5))) is None


class LongDisorder(DisorderedThread):
    """The disordered thread, with another message at the end."""

    @property
    def said(self) -> list[Said]:
        return [*super().said, self.ann.say(post("Off we go", self.root), received=5000.0)]


def test_the_player_jumps_to_where_the_chosen_message_moved(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = LongDisorder()
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    assert not panel.earlier.isEnabled()
    panel.order.chosen.emit(talk.third.key)
    assert window.timeline.current_key() == talk.third.key
    settle(qtbot, window)
    panel.transport.go(0)
    panel.later.click()
    assert panel.transport.step == 4
    assert not panel.later.isEnabled()
    assert not panel.earlier.isEnabled()
    panel.transport.go(5)
    panel.earlier.click()
    assert panel.transport.step == 4


def test_a_message_that_never_moved_has_no_moves_to_jump_to(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    panel.order.chosen.emit(talk.root.key)
    settle(qtbot, window)
    assert "never moved" in panel._moves.text()
    for step in (0, 1, panel.transport._steps):
        panel.transport.go(step)
        assert not panel.earlier.isEnabled()
        assert not panel.later.isEnabled()


def test_another_delivery_ends_in_the_same_order(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    choose(panel, "reverse")
    settle(qtbot, window)
    assert rows(panel.arrivals)[-1] == talk.root.key
    assert rows(panel.order) == talk.order
    choose(panel, "shuffled")
    panel.seed.setValue(7)
    settle(qtbot, window)
    assert rows(panel.order) == talk.order


def test_a_dragged_message_arrives_at_another_step(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    view = panel.arrivals
    viewport = view.viewport()

    def at(row: int) -> QPoint:
        # A low panel may have scrolled its list.
        return QPoint(40, row * view.row_height() + 4 - view.verticalScrollBar().value())

    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=at(3))
    qtbot.mouseMove(viewport, pos=at(1))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=at(1))
    settle(qtbot, window)
    assert panel.delivery.currentText() == "Dragged by hand"
    assert rows(view) == [talk.root.key, talk.late.key, talk.third.key, talk.aside.key]
    assert "1.00 edits per step" in panel.chart.legend()
    view.reveal(0)
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    settle(qtbot, window)
    assert rows(view)[:2] == [talk.late.key, talk.root.key]
    assert rows(panel.order) == talk.order


def test_dragged_messages_are_reset_when_another_thread_opens(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    other = talk.ann.say(post("Another question"))
    talk.ann.say(post("and more of it", other))
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    panel.arrivals.dragged.emit(3, 1)
    settle(qtbot, window)
    window.open_path(write(tmp_path / "other.ndjson", [other]))
    qtbot.waitUntil(lambda: other.key in window.session.library.messages([other.key]))
    window.open_thread(other.key)
    settle(qtbot, window)
    assert rows(panel.order) == [other.key]
    assert window.banner.isHidden()


def test_every_part_of_a_change_is_recorded(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    choose(panel, LIVE)
    settle(qtbot, window)
    more = [talk.root]
    for number in range(600):
        more.append(talk.bob.say(post(str(number), talk.root, more[-1])))
    window.open_path(write(tmp_path / "more.ndjson", more[1:]))
    wait_for_rows(qtbot, window, 604)
    qtbot.waitUntil(lambda: len(panel.order.rows) == 604, timeout=PATIENCE)
    assert rows(panel.order) == [window.model.key(row) for row in range(604)]


def test_new_messages_are_recorded_while_the_panel_is_open(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "replay", talk)
    assert isinstance(panel, ReplayPanel)
    choose(panel, LIVE)
    settle(qtbot, window)
    assert panel.transport.step == 0
    assert rows(panel.order) == talk.order
    more = talk.bob.say(post("The tide is low", talk.root, talk.third))
    window.open_path(write(tmp_path / "more.ndjson", [more]))
    wait_for_rows(qtbot, window, 5)
    qtbot.waitUntil(lambda: panel.transport.step == 1, timeout=PATIENCE)
    assert rows(panel.order) == [*talk.order, more.key]
    qtbot.keyClick(panel.order, Qt.Key.Key_Comma)
    assert rows(panel.order) == talk.order


def test_at_the_end_of_a_short_list_no_row_is_cut_at_the_top(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "replay", DisorderedThread())
    assert isinstance(panel, ReplayPanel)
    view, height = panel.arrivals, panel.arrivals.row_height()
    view.setMinimumHeight(0)
    for seen in (height - 3, height * 5 // 2):
        view.resize(view.width(), seen + view.height() - view.viewport().height())
        assert view.viewport().height() == seen
        view.reveal(3)
        assert view.verticalScrollBar().value() % height == 0
        assert 0 <= view.middle_of(3) < seen


@pytest.fixture
def talk() -> DisorderedThread:
    return DisorderedThread()


@pytest.fixture
def panel(talk: DisorderedThread, tmp_path: Path, qtbot: QtBot) -> Iterator[ReplayPanel]:
    """A panel without a window, which shows every answer at once."""
    made = ReplayPanel(load("light"))
    qtbot.addWidget(made)
    with shown_alone(made, tmp_path, talk.said, talk.root.key, (620, 560)):
        yield made


def test_the_current_message_is_marked_on_both_sides(
    panel: ReplayPanel, talk: DisorderedThread
) -> None:
    accent = panel.theme.color("accent")
    for said in (talk.late, talk.aside):
        panel.show_current(said.key)
        for view in (panel.arrivals, panel.order):
            painted = view.viewport().grab().toImage()
            marked = [
                key
                for row, key in enumerate(rows(view))
                if painted.pixelColor(4, view.middle_of(row)) == accent
            ]
            assert marked == [said.key]


def test_a_number_is_chosen_only_for_deliveries_at_random(panel: ReplayPanel) -> None:
    enabled = set()
    for place in range(panel.delivery.count()):
        panel.delivery.setCurrentIndex(place)
        if panel.seed.isEnabled():
            enabled.add(panel.delivery.itemData(place))
    assert not enabled & {"as_received", "in_order", "feed_by_feed", "reverse", LIVE}
    assert "shuffled" in enabled


def test_an_ended_panel_no_longer_plays(panel: ReplayPanel, qtbot: QtBot) -> None:
    panel.transport.first.click()
    qtbot.keyClick(panel.order, Qt.Key.Key_Space)
    assert panel.transport.is_playing()
    panel.end()
    assert not panel.transport.is_playing()


def test_one_arrival_is_counted_in_the_singular(
    panel: ReplayPanel, talk: DisorderedThread, tmp_path: Path
) -> None:
    assert panel._status.text() == "4 steps, 5 edits"
    alone = talk.ann.say(post("Is anyone here?"))
    assert panel.session
    panel.session.library.ingest(write(tmp_path / "alone.ndjson", [alone]))
    panel.show_place(panel.session, alone.key, None)
    assert panel._status.text() == "1 step, 1 edit"


def test_where_nothing_is_recorded_the_first_delivery_is_a_possible_one(
    qtbot: QtBot, tmp_path: Path
) -> None:
    nodes = [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}]
    events = [{"peer": peer, "got": got} for got in "ab" for peer in ("ann", "bob")]
    panel = ReplayPanel(load("light"))
    qtbot.addWidget(panel)
    with Library.open(tmp_path / "graphs.db") as library:
        for name, arrivals in (("silent", []), ("recorded", events)):
            line = {"name": name, "nodes": nodes, "arrivals": arrivals}
            (file := tmp_path / f"{name}.ndjson").write_text(json.dumps(line))
            library.ingest(file)
        session = cast(Session, AnsweringSession(library))
        by_peer = ["As received by ann", "As received by bob"]
        for name, first in (
            ("silent", ["One possible delivery"]),
            ("recorded", by_peer),
            ("silent", ["One possible delivery"]),
        ):
            panel.show_place(session, f"graph:{name}", None)
            assert [panel.delivery.itemText(row) for row in range(2)][: len(first)] == first
            panel.delivery.setCurrentIndex(1)
            assert panel._status.text() == "2 steps, 2 edits"
