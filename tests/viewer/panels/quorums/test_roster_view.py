from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.linear.graph import Graph, Node, Writer
from viewer import language
from viewer.panels.quorums.roster import Roster, RosterRole
from viewer.panels.quorums.roster_view import RosterView

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
    told = [[row.toolTip(column) for column in range(view.columnCount())] for row in rows if row]
    return view, told


def test_who_wrote_most_comes_first_with_a_tick_for_each_role(qtbot: QtBot) -> None:
    view, _ = cells(qtbot)
    rows = [view.topLevelItem(row) for row in range(3)]
    assert [[row.text(0), row.text(1)] for row in rows if row] == [
        ["Bob", "2"],
        ["Ann", "1"],
        ["Cem", "0"],
    ]
    ticks = [[row.checkState(column).value > 0 for column in (2, 3, 4)] for row in rows if row]
    assert ticks == [[True, True, False], [True, True, False], [False, True, False]]


def test_rows_say_what_a_role_is_in_the_language_of_the_window(
    spoken: QApplication, qtbot: QtBot
) -> None:
    told = {}
    for code in ("en", "de"):
        language.put_on(spoken, code)
        _, told[code] = cells(qtbot)
    assert [len(set(row)) for row in told["en"]] == [4] * 3
    for english, german in zip(told["en"], told["de"], strict=True):
        assert english[:2] == german[:2] == ["", ""]
        assert not set(english[2:]) & set(german[2:])
        assert all(german[2:])
