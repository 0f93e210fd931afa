"""The search field of the toolbar."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.engine.store.query import Term, read_query
from tanglescope.viewer.models.finding import Finding, FoundGroup, Most, find
from tanglescope.viewer.models.found_model import FoundRole
from tanglescope.viewer.panels.search.advice import Pick, picks
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.panels.search.quick import QuickSearch
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.commandline.graphs import graph_file
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open


@pytest.fixture
def library(talk: Talk, tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "quick.db") as library:
        library.ingest(write(tmp_path / "quick.ndjson", talk.said))
        yield library


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    window.resize(1200, 700)
    window.activateWindow()
    wait_until_open(qtbot, window, talk.root.key)
    return window


def answers(library: Library, text: str) -> list[Finding]:
    return find(library, read_query(text), Most(3, 5, 8, 8))


def found(quick: QuickSearch) -> list[tuple[str, str]]:
    rows = [quick.model.index(row).data(FoundRole) for row in range(quick.model.rowCount())]
    return [("", row) if isinstance(row, str) else (row.group.name, row.text) for row in rows]


def test_people_conversations_and_messages_are_found_together(library: Library, talk: Talk) -> None:
    rows = answers(library, "an")
    assert [(row.group, row.text, row.spans, row.feed) for row in rows[:1]] == [
        (FoundGroup.PERSON, "Ann", ((0, 3),), talk.ann.feed)
    ]
    rows = answers(library, "bicycles")
    assert [(row.group, row.address, row.key) for row in rows] == [
        (FoundGroup.CONVERSATION, talk.root.key, ""),
        (FoundGroup.MESSAGE, talk.root.key, talk.root.key),
    ]
    assert answers(library, "  ") == answers(library, "nowhere") == []


def test_picked_parts_limit_the_search_to_messages(library: Library, talk: Talk) -> None:
    assert answers(library, f"author:{talk.ann.feed}")[0].key == talk.root.key
    assert answers(library, f"bicycles author:{talk.bob.feed}") == []


def test_nodes_of_graphs_are_found_by_words(library: Library, tmp_path: Path) -> None:
    nodes = [{"id": "a", "after": [], "text": "an oak"}, {"id": "b", "after": ["a"]}]
    library.ingest(Path(graph_file(tmp_path / "trees.ndjson", nodes)))
    (row,) = answers(library, "oak")
    assert (row.group, row.address, row.key) == (FoundGroup.NODE, "graph:trees", "a")
    assert (row.text, row.spans, row.place) == ("an oak", ((3, 6),), "Graph trees")
    assert answers(library, "oak type:post") == [], "nodes have no types"


def test_people_and_months_of_the_collection_are_offered(library: Library, talk: Talk) -> None:
    found = picks(library)
    assert {pick.term.value for pick in found.people} == {talk.ann.feed, talk.bob.feed}
    months = [pick for _, year in found.years for pick in year]
    assert months
    assert all(answers(library, str(pick.term)) for pick in (months[0], months[-1]))


def test_a_row_is_chosen_by_keyboard(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    window.menus.action("search").trigger()
    quick = window.quick
    assert quick.field.hasFocus()
    qtbot.keyClicks(quick.field, "bread")
    qtbot.waitUntil(lambda: ("MESSAGE", "Who bakes bread?") in found(quick))
    assert found(quick)[0] == ("", "Conversations")
    assert quick.popup.isVisible()
    qtbot.keyClick(quick.field, Qt.Key.Key_Down)
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    wait_until_open(qtbot, window, talk.bread.key)
    assert quick.popup.isHidden()


def test_return_opens_the_first_row_even_before_it_is_there(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.menus.action("search").trigger()
    qtbot.keyClicks(window.quick.field, "bread")
    qtbot.keyClick(window.quick.field, Qt.Key.Key_Return)
    wait_until_open(qtbot, window, talk.bread.key)


def test_results_are_read_aloud(
    window: MainWindow, talk: Talk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(screen_reader, "say", lambda _, sentence: said.append(sentence))
    window.menus.action("search").trigger()
    said.clear()
    qtbot.keyClicks(window.quick.field, "bread")
    qtbot.waitUntil(lambda: "2 results" in said)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(window.quick.field, key)
    bob = talk.bob.feed[:9]
    assert said[-2] == f"Conversation, Who bakes bread?, {bob}"
    assert said[-1] == f"{bob}, 14 Jul 2017, Who bakes bread?, in Who bakes bread?"
    qtbot.keyClicks(window.quick.field, "bare")
    qtbot.waitUntil(lambda: said[-1] == "Nothing found")


def test_chips_are_added_replaced_and_removed(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    quick = window.quick
    quick.pick(Pick(Term("author", (talk.ann.feed,)), "Ann"))
    quick.pick(Pick(Term("author", (talk.bob.feed,)), "Bob"))
    assert [each.called for each in quick._picked] == ["Bob"]
    qtbot.waitUntil(lambda: quick.model.rowCount() > 0)
    chip = quick.chips.itemAt(0).widget()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert quick._picked == []


def test_escape_forgets_the_search_and_returns_to_the_timeline(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.menus.action("search").trigger()
    qtbot.keyClicks(window.quick.field, "bread")
    qtbot.keyClick(window.quick.field, Qt.Key.Key_Escape)
    assert window.quick.field.text() == ""
    assert window.quick.popup.isHidden()
    assert window.timeline.hasFocus()


def test_all_messages_are_shown_in_the_panel(window: MainWindow, qtbot: QtBot) -> None:
    window.quick.field.setText("answer")
    window.quick._ask()
    qtbot.waitUntil(lambda: ("ALL", "All results for “answer”") in found(window.quick))
    window.quick._choose(window.quick.model.index(window.quick.model.rowCount() - 1))
    panel = window.workbench.panel()
    assert isinstance(panel, SearchPanel)
    assert panel.form.words.text() == "answer"
    qtbot.waitUntil(lambda: panel.model.rowCount() > 10)


def test_a_narrow_window_has_the_panel_instead(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(500, 500)
    qtbot.waitUntil(lambda: not window.quick.isVisible())
    assert "Search" in [each.accessibleName() for each in window.tools.buttons()]
    window.menus.action("search").trigger()
    assert window.workbench.name() == "search"
