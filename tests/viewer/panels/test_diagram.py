from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine import words
from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.drawing.extra_edges import SUPERSEDES, TIE_BREAKS
from tanglescope.engine.drawing.svg import Card
from tanglescope.engine.library import Library
from tanglescope.viewer.panels.diagram import DiagramPanel, _cards
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import load
from tests.engine.authors import post
from tests.engine.club import Club, move
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, destroy, wait_for_rows, wait_until_open


@pytest.fixture
def talk() -> Talk:
    """A chain of eight messages, and a reply to the root whose author has seen no other."""
    talk = Talk(answers=7)
    talk.said.append(talk.ann.say(post("I see only bicycles", talk.root)))
    return talk


@pytest.fixture
def panel(talk: Talk, tmp_path: Path, application: QApplication) -> Iterator[DiagramPanel]:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    session = Session(tmp_path / "own.db")
    made = DiagramPanel(load("light"))
    made.resize(700, 500)
    made.show_place(session, talk.root.key, talk.answers[3].key)
    yield made
    session.close()
    destroy(made, session)


def settled(qtbot: QtBot, panel: DiagramPanel) -> None:
    qtbot.waitUntil(panel.is_settled)


def test_a_thread_is_drawn_with_texts_and_highlight(
    panel: DiagramPanel, talk: Talk, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    assert panel.view.plan
    assert len(panel.view.plan.numbers) == 9
    assert panel.view.current == panel.view.plan.numbers[talk.answers[3].key]
    assert panel.status.text() == "9 messages"
    assert not panel.grab().isNull()
    panel.resize(270, 400)
    panel.grab()
    assert panel.minimap.width() == 45
    panel.resize(120, 400)
    panel.grab()
    assert panel.title.text().endswith("…")
    assert panel.title.accessibleName() == "Where are the bicycles?"
    panel.resize(700, 500)
    panel.grab()
    assert panel.title.text() == "Where are the bicycles?"
    alone = panel.view.plan.numbers[talk.said[-1].key]
    assert not panel.view.look().is_lit(alone)
    panel.light.click()
    settled(qtbot, panel)
    assert panel.view.look().is_lit(alone)


def test_missing_messages_are_counted_apart(
    talk: Talk, tmp_path: Path, application: QApplication, qtbot: QtBot
) -> None:
    here = [each for each in talk.said if each.key != talk.root.key]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", here))
    session = Session(tmp_path / "own.db")
    panel = DiagramPanel(load("light"))
    panel.show_place(session, talk.root.key, talk.answers[3].key)
    settled(qtbot, panel)
    assert panel.status.text() == "8 messages · 1 missing"
    panel.steps.setValue(3)
    panel.view.focus_wanted.emit([panel.view.current])
    settled(qtbot, panel)
    assert panel.status.text() == "6 messages · 1 missing · Escape for the whole diagram"
    session.close()
    destroy(panel, session)


def test_a_box_shows_the_text_and_author_of_its_message_or_that_it_is_missing(
    panel: DiagramPanel, talk: Talk, tmp_path: Path
) -> None:
    missing = f"%{'A' * 43}=.sha256"
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        cards = _cards(library, talk.root.key, {talk.root.key: 3, missing: 5})
    assert (cards[3].author, cards[3].text) == ("Ann", "Where are the bicycles?")
    assert cards[3].hue == talk.ann.feed
    assert cards[5] == Card("", "missing", words.short(missing))


def test_without_a_conversation_nothing_is_drawn(application: QApplication) -> None:
    panel = DiagramPanel(load("light"))
    panel.show_place(None, "", None)
    panel.show_place(None, "%thread", None)
    assert (panel.title.text(), panel.title.accessibleName()) == ("", "Nothing is drawn")
    assert panel.status.text() == ""
    assert panel.is_settled()
    destroy(panel)


def test_slack_is_drawn_on_request(panel: DiagramPanel, talk: Talk, qtbot: QtBot) -> None:
    settled(qtbot, panel)
    assert panel.view.plan
    alone = panel.view.plan.numbers[talk.said[-1].key]
    assert panel.view.plan.diagram.slack(alone) == 6
    without = panel.view.grab().toImage()
    panel.slack.click()
    settled(qtbot, panel)
    assert panel.view.grab().toImage() != without
    panel.slack.click()
    settled(qtbot, panel)
    assert panel.view.grab().toImage() == without


def test_a_game_of_chess_has_slack_only_in_its_own_order(
    application: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    club = Club()
    aside = club.bob.say(move("a6", club.game, club.game))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [*club.said, aside]))
    session = Session(tmp_path / "own.db")
    panel = DiagramPanel(load("light"))
    panel.resize(700, 500)
    panel.slack.setChecked(True)
    for address, has_slack in ((club.chess, True), (f"{club.chess}?by=timestamp", False)):
        panel.show_place(session, address, club.game.key)
        qtbot.waitUntil(lambda: panel.view.plan is not None and panel.is_settled())
        assert panel.slack.isVisibleTo(panel) == has_slack
        assert panel.view.look().with_slack == has_slack
        assert panel.view.plan is not None
        assert panel.view.plan.diagram.slack(panel.view.plan.numbers[aside.key]) == 1
    session.close()
    destroy(panel, session)


def test_tie_breaks_are_drawn_on_request(panel: DiagramPanel, talk: Talk, qtbot: QtBot) -> None:
    settled(qtbot, panel)
    without = panel.view.grab().toImage()
    ties = panel.edge_menu.kinds[TIE_BREAKS.name]
    ties.trigger()
    settled(qtbot, panel)
    assert panel.view.grab().toImage() != without
    ties.trigger()
    settled(qtbot, panel)
    assert panel.view.grab().toImage() == without
    assert panel.visible_selection("light").extra == frozenset()


def test_tie_breaks_are_drawn_near_a_message_and_exported(
    panel: DiagramPanel, talk: Talk, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    assert panel.view.plan
    panel.edge_menu.kinds[TIE_BREAKS.name].trigger()
    panel.view.focus_wanted.emit([0, panel.view.plan.numbers[talk.said[-1].key]])
    settled(qtbot, panel)
    wanted = panel.visible_selection("light")
    assert wanted.extra == {TIE_BREAKS.name}
    tied = panel.focus_view.grab().toImage()
    panel.edge_menu.kinds[TIE_BREAKS.name].trigger()
    settled(qtbot, panel)
    assert panel.focus_view.grab().toImage() != tied


def test_only_kinds_of_edges_that_a_thread_can_have_are_offered(
    panel: DiagramPanel, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    panel.edge_menu.kinds[SUPERSEDES.name].setChecked(True)
    settled(qtbot, panel)
    assert panel.edge_menu.wanted_kinds() == frozenset()
    shown = [name for name, each in panel.edge_menu.kinds.items() if each.isVisible()]
    assert shown == [TIE_BREAKS.name]


def test_runs_and_authors_can_be_hidden_and_shown_again(
    panel: DiagramPanel, talk: Talk, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    panel.show_current(None)
    actions = {each.text().partition(" (")[0]: each for each in panel.hide_menu.actions()}
    actions["Fold linear &runs"].trigger()
    settled(qtbot, panel)
    assert panel.filters == Filters(folds_runs=True)
    assert panel.status.text().endswith("hidden")
    actions = {each.text().partition(" (")[0]: each for each in panel.hide_menu.actions()}
    assert actions["Fold linear &runs"].isChecked()
    actions["Ann"].trigger()
    settled(qtbot, panel)
    assert panel.filters.feeds == {talk.ann.feed}
    actions = {each.text(): each for each in panel.hide_menu.actions()}
    actions["Show &everything"].trigger()
    settled(qtbot, panel)
    assert panel.filters == EVERYTHING
    assert panel.status.text() == "9 messages"


def test_the_messages_near_one_can_be_shown_and_left_again(
    panel: DiagramPanel, talk: Talk, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    panel.view.focus_wanted.emit([panel.view.current])
    settled(qtbot, panel)
    focus = panel.focus_view
    assert focus.focus
    assert panel.status.text() == "5 messages · Escape for the whole diagram"
    near = {answer.key for answer in talk.answers[1:6]}
    assert set(focus.focus.layered.boxes) == near
    assert panel.visible_selection("light").keys == near
    assert not focus.grab().isNull()
    chosen: list[str] = []
    panel.key_clicked.connect(chosen.append)
    qtbot.keyClick(focus, Qt.Key.Key_Down)
    qtbot.keyClick(focus, Qt.Key.Key_Up)
    qtbot.keyClick(focus, Qt.Key.Key_Up)
    assert chosen == [talk.answers[number].key for number in (4, 3, 2)]
    qtbot.mouseClick(focus, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert len(chosen) == 3
    panel.show_current(chosen[-1])
    panel.steps.setValue(1)
    settled(qtbot, panel)
    assert len(focus.focus.layered.boxes) == 3
    assert panel.status.text() == "3 messages · Escape for the whole diagram"
    qtbot.keyClick(focus, Qt.Key.Key_Return)
    settled(qtbot, panel)
    assert talk.answers[1].key in focus.focus.layered.boxes
    qtbot.keyClick(focus, Qt.Key.Key_Escape)
    assert panel.visible_selection("light").keys is None
    assert panel.status.text() == "9 messages"


def test_hits_are_marked_as_long_as_the_search_is_open(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 9)
    panel = window.workbench.open_panel("diagram")
    assert isinstance(panel, DiagramPanel)
    qtbot.waitUntil(lambda: panel.view.plan is not None and len(panel.view.plan.numbers) == 9)
    window.menus.action("find").trigger()
    qtbot.keyClicks(window.reading.finder.field, "bicycles")
    qtbot.waitUntil(lambda: len(panel.view.hits) == 2)
    window.reading.finder.close_bar()
    assert panel.view.hits == []


def test_a_click_goes_to_the_row_and_the_current_row_is_marked(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 9)
    panel = window.workbench.open_panel("diagram")
    assert isinstance(panel, DiagramPanel)
    qtbot.waitUntil(lambda: panel.view.plan is not None and len(panel.view.plan.numbers) == 9)
    panel.view.key_clicked.emit(talk.answers[5].key)
    assert window.timeline.current_key() == talk.answers[5].key
    assert panel.view.plan
    assert panel.view.current == panel.view.plan.numbers[talk.answers[5].key]
    window.timeline.step(1)
    assert panel.view.current == panel.view.plan.numbers[talk.answers[6].key]


def test_opening_another_conversation_clears_the_drawing(
    panel: DiagramPanel, talk: Talk, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: panel.view.plan is not None)
    qtbot.waitUntil(lambda: panel.title.text() == "Where are the bicycles?")
    panel.show_place(panel.session, talk.bread.key, None)
    assert panel.view.plan is None
    assert panel.title.text() == ""
    qtbot.waitUntil(lambda: panel.title.text() == "Who bakes bread?")
    made = panel.view.plan
    assert made is not None
    assert list(made.shown.shape.keys) == [talk.bread.key]


def test_the_panel_says_that_a_conversation_is_being_drawn(
    panel: DiagramPanel, talk: Talk, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    panel.show_place(panel.session, talk.bread.key, None)
    assert panel.view.plan is None  # the event loop, which delivers the answer, hasn't run yet
    assert panel.view.accessibleDescription() == "Drawing the graph of this conversation…"
    with_words = panel.view.grab().toImage()
    panel.view.set_notice("")
    assert panel.view.grab().toImage() != with_words
    qtbot.waitUntil(lambda: panel.view.plan is not None)
    assert "Drawing" not in panel.view.accessibleDescription()


def test_nothing_of_a_conversation_remains_when_it_is_closed(
    panel: DiagramPanel, qtbot: QtBot
) -> None:
    settled(qtbot, panel)
    panel.show_current(panel.address)
    panel.view.focus_wanted.emit([0, 1])
    qtbot.waitUntil(lambda: panel.focus_view.focus is not None)
    assert panel.view.accessibleDescription()
    assert panel.focus_view.accessibleDescription()
    panel.end()
    said = [panel.view.accessibleDescription(), panel.focus_view.accessibleDescription()]
    assert (said, panel.title.text(), panel.status.text()) == (["", ""], "", "")
    assert panel.focus_view.focus is None
    blank = panel.view.grab().toImage()
    panel.view.set_notice(" ")
    assert panel.view.grab().toImage() == blank
