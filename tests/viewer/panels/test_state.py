"""The panel State: what messages add up to at a row, and where two sides part."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.state import StatePanel
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.commandline.graphs import graph_file, room_file
from tests.engine.commandline.test_state import FUNCTION, NODES
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.windows import Open, wait_for_messages, wait_until_open


@pytest.fixture
def opened(open_window: Open, tmp_path: Path, qtbot: QtBot) -> tuple[MainWindow, StatePanel]:
    (tmp_path / "sum.py").write_text(FUNCTION)
    window = open_window(Path(graph_file(tmp_path / "sum.ndjson", NODES)))
    wait_for_messages(qtbot, window, len(NODES))
    window.open_thread("graph:sum")
    wait_until_open(qtbot, window, "graph:sum")
    panel = window.workbench.open_panel("state")
    assert isinstance(panel, StatePanel)
    settle(qtbot, window)
    return window, panel


def text_after(qtbot: QtBot, window: MainWindow, panel: StatePanel, named: str) -> str:
    panel.reducer.choose(named)
    panel.refresh()
    settle(qtbot, window)
    return panel.page.toPlainText()


def test_without_a_reducer_that_fits_it_says_what_to_enter(
    opened: tuple[MainWindow, StatePanel],
) -> None:
    assert "No reducer of this program fits these messages" in opened[1].page.toPlainText()


def test_the_state_at_the_selected_row_and_what_the_row_changes(
    opened: tuple[MainWindow, StatePanel], tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = opened
    window.timeline.go_to("b")
    text = text_after(qtbot, window, panel, f"{tmp_path / 'sum.py'}:calculate")
    assert "is in row 2 of 3" in text
    assert "/total - 1 → + 3" in text
    assert '"total": 3' in text
    window.timeline.go_to("c")
    settle(qtbot, window)
    assert '"total": 8' in panel.page.toPlainText()


def test_the_first_row_where_two_orders_part(
    opened: tuple[MainWindow, StatePanel], tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = opened
    panel.other.choose("received")
    text = text_after(qtbot, window, panel, f"{tmp_path / 'sum.py'}:calculate")
    assert "The states differ first after row 2." in text
    assert "At the end, the states are different." in text


def test_the_first_row_where_a_peer_parts(
    opened: tuple[MainWindow, StatePanel], tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = opened
    panel.reducer.choose(f"{tmp_path / 'sum.py'}:calculate")
    panel.compare_with(Path(graph_file(tmp_path / "other.ndjson", [NODES[0], NODES[2]])))
    settle(qtbot, window)
    assert "The states differ first after row 2." in panel.page.toPlainText()


RECIPE = [
    {"id": "a", "after": [], "text": "Soup", "title": "Soup", "guests": {"ann": 1}},
    {"id": "b", "after": ["a"], "text": "Stew", "title": "Stew"},
    {"id": "c", "after": ["a"], "text": "Broth", "title": "Broth", "guests": {"bob": 1}},
    {"id": "d", "after": ["b", "c"], "text": "joins", "guests": {"cyn": 1}},
]
"""A record whose title is changed twice, by people who don't know of each other."""


@pytest.fixture
def recipe(open_window: Open, tmp_path: Path, qtbot: QtBot) -> tuple[MainWindow, StatePanel]:
    window = open_window(Path(graph_file(tmp_path / "recipe.ndjson", RECIPE)))
    wait_for_messages(qtbot, window, len(RECIPE))
    window.open_thread("graph:recipe")
    wait_until_open(qtbot, window, "graph:recipe")
    panel = window.workbench.open_panel("state")
    assert isinstance(panel, StatePanel)
    settle(qtbot, window)
    return window, panel


def test_a_record_shows_both_values_where_it_forks(
    recipe: tuple[MainWindow, StatePanel], qtbot: QtBot
) -> None:
    window, panel = recipe
    window.timeline.go_to("c")
    text = text_after(qtbot, window, panel, "title=overwrite,guests=set")
    assert "In conflict" in text
    assert "title has several values; none replaces another:" in text
    assert '"Stew"' in text
    assert '"Broth"' in text
    window.timeline.go_to("d")
    settle(qtbot, window)
    assert "joins different values of title without deciding" in panel.page.toPlainText()
    window.timeline.go_to("b")
    settle(qtbot, window)
    assert "In conflict" not in panel.page.toPlainText()


def test_a_record_of_any_fields_is_offered_with_strategies_to_change(
    recipe: tuple[MainWindow, StatePanel], qtbot: QtBot
) -> None:
    window, panel = recipe
    names = [panel.reducer.itemText(place) for place in range(panel.reducer.count())]
    assert "record" in names
    text = text_after(qtbot, window, panel, "record")
    assert "title=text,guests=set" in text
    assert "In conflict" in text


def test_typed_strategies_are_offered_from_then_on(
    recipe: tuple[MainWindow, StatePanel], qtbot: QtBot
) -> None:
    window, panel = recipe
    for typed in ("guests=set", "no=strategy", "guests=set", "nobody"):
        text_after(qtbot, window, panel, typed)
        assert panel.reducer.currentText() == typed
    assert panel.reducer.findData("guests=set") >= 0
    assert panel.reducer.findData("nobody") < 0


def test_a_schema_file_is_offered_by_its_name(
    recipe: tuple[MainWindow, StatePanel], tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = recipe
    schema = tmp_path / "recipe.json"
    schema.write_text('{"guests": "set"}')
    for _ in range(2):
        panel.reduce_by(schema)
        settle(qtbot, window)
    assert panel.reducer.currentText() == "recipe.json"
    assert [panel.reducer.itemText(n) for n in range(panel.reducer.count())].count(
        "recipe.json"
    ) == 1
    text = panel.page.toPlainText()
    assert "In conflict" not in text
    assert '"cyn"' in text
    schema.write_text('{"guests": "all"}')
    panel.refresh()
    settle(qtbot, window)
    assert "all of the field guests is no strategy" in panel.page.toPlainText()


def test_a_reducer_that_fails_is_a_sentence(
    opened: tuple[MainWindow, StatePanel], tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = opened
    text = text_after(qtbot, window, panel, f"{tmp_path / 'sum.py'}:raising")
    assert "fails at the message b: it ended with status 1" in text
    assert "nobody is neither a command" in text_after(qtbot, window, panel, "nobody")


def test_an_event_of_a_room_says_which_fork_wins_and_what_is_rejected(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(Path(room_file(tmp_path / "room.ndjson")))
    wait_for_messages(qtbot, window, 7)
    window.open_thread("graph:room")
    wait_until_open(qtbot, window, "graph:room")
    window.timeline.go_to("$6")
    panel = window.workbench.open_panel("state")
    assert isinstance(panel, StatePanel)
    settle(qtbot, window)
    text = panel.page.toPlainText()
    assert "The reducer that fits: room" in text
    assert 'Decisions about m.room.topic "" up to here' in text
    assert "It is applied earlier, because of its time: 4, not 5." in text
    assert "Rejected by rule 7" in text
    assert "It needs level 50; its sender has 0." in text


def test_a_hidden_panel_ends_its_fold(opened: tuple[MainWindow, StatePanel]) -> None:
    panel = opened[1]
    panel.refresh()
    assert panel._asked is not None
    assert not panel._asked.ended.is_set()
    panel.hide()
    assert panel._asked.ended.is_set()
