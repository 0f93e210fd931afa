"""The tangles panel, used to find out why a message isn't shown."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope import resources
from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.viewer.panels.tangles import LinesView, TanglesPanel
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.facts import key_in
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of
from tests.engine.tangle.strategies import ROOT_DATA
from tests.viewer.panels.pictures import shown_alone
from tests.viewer.test_accessibility import is_named
from tests.viewer.windows import Open


def cells(view: LinesView) -> list[tuple[str, ...]]:
    model = view.model()
    columns = range(model.columnCount())
    return [
        tuple(str(model.index(row, column).data()) for column in columns)
        for row in range(model.rowCount())
    ]


def panel_of(qtbot: QtBot, window: MainWindow) -> TanglesPanel:
    qtbot.waitUntil(lambda: bool(window.model.address))
    window.menus.action("panel_tangles").trigger()
    panel = window.workbench.panel()
    assert isinstance(panel, TanglesPanel)
    qtbot.waitUntil(lambda: panel.is_settled() and panel._shown is not None, timeout=10_000)
    return panel


def choose(qtbot: QtBot, panel: TanglesPanel, name: str, root: str) -> None:
    assert panel._studies is not None
    row = [(each.tangle_name, each.root) for each in panel._studies.tangles].index((name, root))
    panel.tangles.turn_to(row)
    qtbot.waitUntil(lambda: panel._shown is not None and panel._shown.root == root)
    qtbot.waitUntil(lambda: panel._shown is not None and panel._shown.name == name)


class Game:
    """A game of chess with a move whose cause is missing, and a thread beside it."""

    def __init__(self) -> None:
        self.ann = Author("ann")
        self.talk = self.ann.say(post("Who plays?"))
        self.answer = self.ann.say(post("me", self.talk))
        self.first = self.ann.say({"type": "chess", "text": "1", "tangles": {"chess": ROOT_DATA}})
        self.second = self.move("2", self.first.key)
        self.nowhere = "%" + "x" * 42 + "A=.sha256"
        self.lost = self.move("4", self.nowhere)
        self.after = self.move("5", self.lost.key)
        self.said = (self.talk, self.answer, self.first, self.second, self.lost, self.after)

    def move(self, text: str, *previous: str) -> Said:
        data = {"root": self.first.key, "previous": list(previous)}
        return self.ann.say({"type": "chess", "text": text, "tangles": {"chess": data}})


@pytest.fixture
def game() -> Game:
    return Game()


@pytest.fixture
def window(open_window: Open, game: Game, tmp_path: Path) -> MainWindow:
    library_of(tmp_path, *game.said).close()
    return open_window(tmp_path / "library.db")


def test_every_tangle_is_listed_with_its_counts(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    short = game.first.key[:9]
    assert cells(panel.tangles) == [
        ("chess", short, "1", "4", "2"),
        ("thread", game.talk.key[:9], "Who plays?", "2", ""),
        ("feed", game.ann.feed[:9], game.ann.feed[:9], "6", ""),
    ]


def test_the_tangle_of_the_open_thread_is_shown_first(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    assert panel.extent.text() == "thread · 2 connected · 1 tip"
    assert [line[2] for line in cells(panel.messages)] == ["Who plays?", "me"]


def test_messages_set_aside_are_shown_with_what_they_wait_for(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    choose(qtbot, panel, "chess", game.first.key)
    assert panel.extent.text() == "chess · 2 connected · 1 tip · 2 set aside"
    stands = {line[2]: (line[0], line[3]) for line in cells(panel.messages)}
    assert [stand for stand in stands.values() if stand[0] == "1"] == [("1", "connected")]
    assert stands["2"] == ("2", "tip")
    assert stands["4"] == ("–", f"set aside: waits for {game.nowhere[:9]} (missing)")
    assert stands["5"] == ("–", f"set aside: waits for {game.lost.key[:9]} (set aside)")
    panel.messages.turn_to(2)
    assert "missing, so it waits" in panel.page.toPlainText()


def test_a_missing_message_can_arrive(
    window: MainWindow, game: Game, tmp_path: Path, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    choose(qtbot, panel, "chess", game.first.key)
    third = game.move("3", game.second.key)
    assert window._session
    window._session.read_archive(library_log(tmp_path, third))
    qtbot.waitUntil(lambda: "3 connected" in panel.extent.text(), timeout=10_000)


def library_log(folder: Path, said: Said) -> Path:
    log = folder / "more.ndjson"
    log.write_bytes(said.line)
    return log


def test_a_link_leads_to_the_row_and_return_to_its_conversation(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    choose(qtbot, panel, "chess", game.first.key)
    panel.messages.turn_to(1)
    gone_to: list[str] = []
    panel.key_clicked.connect(gone_to.append)
    panel.page.key_clicked.emit(game.first.key)
    assert panel.messages.current_line == 0
    assert gone_to == []
    qtbot.keyClick(panel.messages, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.timeline.current_key() == game.first.key)
    window.menus.action("back").trigger()
    qtbot.waitUntil(lambda: window.model.address == game.talk.key)


def test_a_message_of_another_thread_is_opened_in_that_thread(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    window.open_thread(game.ann.feed)
    window.open_thread(game.talk.key)
    window.ways.go_to(game.second.key)
    qtbot.waitUntil(lambda: window.timeline.current_key() == game.second.key)
    window.ways.go_to(game.answer.key)
    qtbot.waitUntil(lambda: window.timeline.current_key() == game.answer.key)


def test_tangles_are_filtered_and_sorted(window: MainWindow, game: Game, qtbot: QtBot) -> None:
    panel = panel_of(qtbot, window)
    qtbot.keyClicks(panel.filter, "CHESS")
    qtbot.waitUntil(lambda: panel.tangles.lines.rowCount() == 1)
    panel.filter.clear()
    qtbot.waitUntil(lambda: panel.tangles.lines.rowCount() == 3)
    panel.tangles.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert [line[0] for line in cells(panel.tangles)] == ["feed", "chess", "thread"]


def test_all_example_tangles_of_the_texts_are_listed(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "texts.db"
    with resources.sample_archive("texts") as archive, Library.open(database) as library:
        library.ingest(archive)
    panel = panel_of(qtbot, open_window(database))
    names = [line[0] for line in cells(panel.tangles)]
    assert {"group", "epoch", "members", "chess", "thread", "feed"} == set(names)
    assert "secret" not in str(cells(panel.tangles))


def test_the_chosen_tangle_is_shown_although_another_thread_was_opened_meanwhile(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    assert panel._studies is not None
    roots = [each.root for each in panel._studies.tangles]
    panel.tangles.turn_to(roots.index(game.first.key))
    panel.show_place(window._session, game.first.key, None)
    qtbot.waitUntil(lambda: panel._shown is not None and panel._shown.name == "chess")


def test_every_widget_has_a_name_for_screen_readers(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    assert not [type(each).__name__ for each in panel.findChildren(QWidget) if not is_named(each)]


def test_a_digit_sorts_by_the_column_of_that_number(
    window: MainWindow, game: Game, qtbot: QtBot
) -> None:
    panel = panel_of(qtbot, window)
    qtbot.waitUntil(lambda: panel.tangles.lines.rowCount() == 3)
    qtbot.keyClicks(panel.tangles, "4")
    assert [line[0] for line in cells(panel.tangles)] == ["thread", "chess", "feed"]
    qtbot.keyClicks(panel.tangles, "4")
    assert [line[0] for line in cells(panel.tangles)] == ["feed", "chess", "thread"]


def test_a_cause_in_another_thread_is_no_missing_message(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    ann = Author("ann")
    other, root = ann.say(post("Something else")), ann.say(post("Who comes?"))
    reply = ann.say(post("I do", root, other))
    library_of(tmp_path, other, root, reply).close()
    window = open_window(tmp_path / "library.db")
    panel = panel_of(qtbot, window)
    choose(qtbot, panel, "thread", root.key)
    assert panel.extent.text() == "thread · 1 connected · 1 tip · 1 set aside"
    row = panel.messages.lines.number_of(reply.key)
    assert row is not None
    panel.messages.turn_to(row)
    assert "after " in panel.page.toPlainText()
    assert "Something else" in panel.page.toPlainText()


@pytest.fixture
def panel(game: Game, tmp_path: Path, qtbot: QtBot) -> Iterator[TanglesPanel]:
    """A panel without a window, which shows every answer at once."""
    made = TanglesPanel(load("light"))
    qtbot.addWidget(made)
    with shown_alone(made, tmp_path, game.said, EVERYTHING, (600, 560)):
        yield made


def test_where_no_tangle_is_open_the_first_one_is_shown_with_its_root(
    panel: TanglesPanel, game: Game
) -> None:
    assert panel.tangles.current_line == 0
    assert panel.extent.text() == "chess · 2 connected · 1 tip · 2 set aside"
    assert panel.messages.current_line == 0
    assert links_of(panel)[0] == game.first.key


def links_of(panel: TanglesPanel) -> list[str]:
    """The messages to which the links of the page lead, from its beginning."""
    cursor, found = QTextCursor(panel.page.document()), list[str]()
    while not cursor.atEnd():
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        key = key_in(QUrl(cursor.charFormat().anchorHref()))
        if key and key not in found:
            found.append(key)
    return found


def test_a_link_to_the_shown_message_leads_to_the_timeline(panel: TanglesPanel, game: Game) -> None:
    gone_to: list[str] = []
    panel.key_clicked.connect(gone_to.append)
    panel.messages.turn_to(1)
    assert links_of(panel) == [game.second.key, game.first.key]
    panel.page.key_clicked.emit(game.second.key)
    panel.page.key_clicked.emit(game.talk.key)
    assert gone_to == [game.second.key, game.talk.key]
    assert panel.messages.current_line == 1


def test_the_message_is_painted_in_another_theme(panel: TanglesPanel) -> None:
    panel.messages.turn_to(2)
    text = panel.page.toPlainText()
    for name, other in (("dark", "light"), ("light", "dark")):
        panel.set_theme(load(name))
        html, colors = panel.page.toHtml(), load(name).colors
        assert colors["muted"] in html
        assert colors["accent"] in html
        assert load(other).colors["accent"] not in html
    assert panel.page.toPlainText() == text


def test_lists_and_page_are_below_each_other_and_fill_the_panel(panel: TanglesPanel) -> None:
    parts = [panel.filter, panel.tangles, panel.extent, panel.messages, panel.page]
    edges = [
        (part.mapTo(panel, QPoint()).y(), part.mapTo(panel, part.rect().bottomLeft()).y())
        for part in parts
    ]
    for (_, bottom), (top, _) in pairwise(edges):
        assert bottom < top
    assert edges[-1][1] > panel.height() - 20
    assert panel.tangles.width() > panel.width() - 30
