"""Hiding messages: what remains, and how gaps are shown and announced."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.library import EVERYTHING as ALL
from tanglescope.engine.library import Library
from tanglescope.engine.words import short
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.views.timeline.hiding import HideMenu
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_for_rows, wait_until_open


class Quarrel:
    """Ann asks, Bob and Cyn quarrel, Ann sums up, Bob has the last word."""

    def __init__(self) -> None:
        self.ann, self.bob, self.cyn = Author("ann"), Author("bob"), Author("cyn")
        self.root = self.ann.say(post("Shall we?"))
        self.said: list[Said] = [self.root]
        for who, text in ((self.bob, "no"), (self.cyn, "yes"), (self.bob, "no")):
            self.say(who, text)
        self.sum = self.say(self.ann, "So be it")
        self.last = self.say(self.bob, "never")

    def say(self, who: Author, text: str) -> Said:
        said = who.say(post(text, self.root, self.said[-1]))
        self.said.append(said)
        return said


@pytest.fixture
def quarrel() -> Quarrel:
    return Quarrel()


@pytest.fixture
def archive(quarrel: Quarrel, tmp_path: Path) -> Path:
    return write(tmp_path / "log.ndjson", quarrel.said)


@pytest.fixture
def window(open_window: Open, archive: Path, quarrel: Quarrel, qtbot: QtBot) -> MainWindow:
    opened_window = open_window(archive)
    wait_until_open(qtbot, opened_window, quarrel.root.key)
    wait_for_rows(qtbot, opened_window, 6)
    return opened_window


def texts(window: MainWindow) -> list[str]:
    return [window.model.row(row).text for row in range(window.model.rowCount())]


def hide(window: MainWindow, said: Said) -> None:
    window.timeline.go_to(said.key)
    window.menus.action("hide_author").trigger()


def test_a_line_replaces_the_messages_of_a_hidden_author(
    window: MainWindow, quarrel: Quarrel, qtbot: QtBot
) -> None:
    hide(window, quarrel.last)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    gap = f"1 message of {short(quarrel.bob.feed)} hidden"
    assert texts(window) == ["Shall we?", gap, "yes", gap, "So be it", gap]
    hide(window, quarrel.said[2])
    qtbot.waitUntil(lambda: window.model.rowCount() == 4)
    assert texts(window)[1] == "3 messages of 2 authors hidden"
    assert window.model.row(1).kind is RowKind.HIDDEN
    assert window.model.row(1).spoken_text() == "3 messages of 2 authors hidden"
    assert window.model.gaps.elided == {(quarrel.root.key, quarrel.sum.key): 3}
    assert "4 hidden" in window.reading.heading._size.text()
    assert window.model.messages_here == 6
    window.grab()
    window.menus.action("hide_nothing").trigger()
    qtbot.waitUntil(lambda: window.model.rowCount() == 6)
    assert "hidden" not in window.reading.heading._size.text()


def test_hidden_messages_unfold_by_key_and_by_click(
    window: MainWindow, quarrel: Quarrel, qtbot: QtBot
) -> None:
    hide(window, quarrel.last)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    window.timeline.setFocus()
    window.timeline.go_to(quarrel.said[1].key)
    qtbot.keyClick(window.timeline, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(window)[1] == "no")
    assert window.timeline.current_key() == quarrel.said[1].key
    window.timeline.go_to(quarrel.last.key)
    window.grab()
    row = window.model.row_of(quarrel.last.key)
    assert row is not None
    place = window.timeline.visualRect(window.model.index(row)).center()
    qtbot.mouseClick(window.timeline.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: texts(window)[-1] == "never")
    assert window.model.row(3).kind is RowKind.HIDDEN


def test_messages_that_arrive_while_others_are_hidden_are_shown_or_counted(
    window: MainWindow, quarrel: Quarrel, archive: Path, qtbot: QtBot
) -> None:
    hide(window, quarrel.last)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    window.timeline.go_to(quarrel.sum.key)
    late = [quarrel.say(quarrel.bob, "no, no"), quarrel.say(quarrel.cyn, "well")]
    with archive.open("ab") as file:
        file.write(b"".join(each.line for each in late))
    qtbot.waitUntil(lambda: "well" in texts(window), timeout=10_000)
    assert texts(window)[-2] == f"2 messages of {short(quarrel.bob.feed)} hidden"
    assert window.timeline.current_key() == quarrel.sum.key
    assert window.timeline.unread.new in ([], [late[1].key])


def test_what_arrives_while_an_answer_is_awaited_does_not_replace_its_question(
    window: MainWindow, quarrel: Quarrel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(window, quarrel.last)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    session, hiding = window._require_session(), window.opening.hiding
    asked: list[tuple[Callable[[Library], Any], Callable[[Any], None]]] = []
    monkeypatch.setattr(session, "ask", lambda _, question, then: asked.append((question, then)))
    hiding.follow()
    qtbot.waitUntil(lambda: len(asked) == 1)
    hiding.follow()
    assert not hiding._timer.isActive()
    question, then = asked[0]
    then(question(session.library))
    assert hiding._timer.isActive()
    qtbot.waitUntil(lambda: len(asked) == 2)
    question, then = asked[1]
    then(question(session.library))
    assert not hiding._timer.isActive(), "nothing has arrived since"


def test_hidden_messages_stay_hidden_in_their_thread_and_are_shown_in_others(
    window: MainWindow, quarrel: Quarrel, archive: Path, qtbot: QtBot
) -> None:
    hide(window, quarrel.last)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    other = quarrel.bob.say(post("Another matter"))
    with archive.open("ab") as file:
        file.write(other.line + quarrel.bob.say(post("no", other)).line)
    window.menus.action("everything").trigger()
    wait_until_open(qtbot, window, ALL)
    qtbot.waitUntil(lambda: window.model.rowCount() == 8, timeout=10_000)
    assert window.model.gaps is None
    window.open_thread(quarrel.root.key)
    wait_until_open(qtbot, window, quarrel.root.key)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    assert texts(window)[-1] == f"1 message of {short(quarrel.bob.feed)} hidden"


def test_hits_in_hidden_messages_are_reported(
    window: MainWindow, quarrel: Quarrel, qtbot: QtBot
) -> None:
    hide(window, quarrel.last)
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    window.menus.action("find").trigger()
    qtbot.keyClicks(window.reading.finder.field, "no")
    qtbot.waitUntil(lambda: window.reading.finder.status.text() == "2 hidden")
    window.reading.finder.field.setText("yes")
    qtbot.waitUntil(lambda: window.reading.finder.status.text() == "1 of 1")


@pytest.fixture
def menu(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> HideMenu:
    """The menu without its popup window, which would take the keyboard focus."""
    found = window.opening.hiding._menu
    monkeypatch.setattr(found, "popup", lambda _: None)
    return found


def test_the_menu_offers_the_authors_and_a_way_to_show_everything(
    window: MainWindow, menu: HideMenu, quarrel: Quarrel, qtbot: QtBot
) -> None:
    window.menus.action("hide").trigger()
    qtbot.waitUntil(lambda: len(menu.actions()) > 6)
    offered = [action for action in menu.actions() if action.text().endswith("(3)")]
    assert len(offered) == 1
    offered[0].trigger()
    assert window.opening.hiding.filters == Filters(frozenset({quarrel.bob.feed}))
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    window.menus.action("hide").trigger()
    qtbot.waitUntil(lambda: menu.actions()[1].isEnabled())
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: window.model.gaps is None)


@pytest.mark.parametrize("kept", ['{"r": 3}', '{"r": [1, 2, 3]}', '{"r": [["@a"], [3], "x"]}', "["])
def test_damaged_settings_hide_nothing(kept: str) -> None:
    store = MemoryStore()
    store.setValue("hidden", kept)
    assert Settings(store).within("r").filters == EVERYTHING


def test_settings_store_for_each_thread_what_is_hidden() -> None:
    settings = Settings(MemoryStore())
    filters = Filters(frozenset({"@b", "@a"}), frozenset({"vote"}), folds_runs=True)
    settings.within("r").filters = filters
    assert settings.within("r").filters == filters
    assert settings.within("s").filters == EVERYTHING
    settings.within("r").filters = EVERYTHING
    assert settings.within("r").filters == EVERYTHING


def test_a_graph_can_be_reduced_to_the_nodes_with_a_word(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    nodes = [
        {"id": f"n{number}", "after": [f"n{number - 1}"] if number else [], "label": label}
        for number, label in enumerate(("tea", "oak", "oak", "tea", "oak"))
    ]
    (tmp_path / "tree.ndjson").write_text(json.dumps({"name": "tree", "nodes": nodes}) + "\n")
    window = open_window(tmp_path / "tree.ndjson")
    wait_until_open(qtbot, window, "graph:tree")
    window.menus.action("find").trigger()
    find = window.reading.finder
    find.field.setText("tea")
    qtbot.waitUntil(find.only.isEnabled)
    find.only.click()
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    assert window.model.address == "graph:tree"
    assert [window.model.key(row) for row in range(window.model.rowCount())] == [
        "n0",
        "n1",  # the row "2 messages hidden", for n1 and n2
        "n3",
        "n4",
    ]
    window.menus.action("hide_nothing").trigger()
    qtbot.waitUntil(lambda: window.model.gaps is None)
    assert window.model.rowCount() == 5


def test_hidden_nodes_of_a_graph_stay_hidden_while_it_grows(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "tree.ndjson"
    labels = ("tea", "oak", "tea", "oak")
    with file.open("w") as lines:
        for number, label in enumerate(labels):
            after = [f"n{number - 1}"] if number else []
            lines.write(json.dumps({"id": f"n{number}", "after": after, "label": label}) + "\n")
    window = open_window(file)
    wait_until_open(qtbot, window, "graph:tree")
    wait_for_rows(qtbot, window, 4)
    window.opening.hiding.show_only(["n0", "n2"])
    qtbot.waitUntil(lambda: window.model.gaps is not None)
    with file.open("a") as lines:
        lines.write(json.dumps({"id": "n4", "after": ["n3"], "label": "oak"}) + "\n")
    assert window.model.gaps is not None
    qtbot.waitUntil(lambda: window.model.gaps.gap_of.get("n4") == "n3")
    assert window.model.rowCount() == 4
