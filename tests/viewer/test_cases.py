"""The window reads each file of `tests.cases` as the commands do."""

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.viewer.window.main_window import MainWindow
from tests.cases import CASES, REFUSED, RIGHT
from tests.viewer.test_following_kinds import conversation, visible_keys
from tests.viewer.windows import Open, wait_until_open


def graphs_in(window: MainWindow) -> set[str]:
    """The names of the graphs in the open collection."""
    listed = window._session.library.conversations(kind="graph") if window._session else []
    return {each.address.removeprefix("graph:") for each in listed}


def shown(window: MainWindow) -> dict[str, str]:
    """The text of each row."""
    rows = [window.model.row(number) for number in range(window.model.rowCount())]
    return {row.key: row.text for row in rows}


@pytest.mark.parametrize("name", RIGHT)
def test_a_file_is_shown_with_its_right_value(name: str, open_window: Open, qtbot: QtBot) -> None:
    right = RIGHT[name]
    window = open_window(CASES / name)
    qtbot.waitUntil(lambda: graphs_in(window) == set(right.graphs), timeout=10_000)
    for graph, nodes in right.graphs.items():
        window.open_thread(f"graph:{graph}")
        wait_until_open(qtbot, window, f"graph:{graph}")
        qtbot.waitUntil(
            lambda: visible_keys(window) == conversation(window).in_order(), timeout=10_000
        )
        assert set(visible_keys(window)) == nodes.keys()
        texts = shown(window)
        assert {key: texts[key] for key in nodes.keys() & right.labels.keys()} == right.labels
        for key, causes in nodes.items():
            window.timeline.go_to(key)
            qtbot.waitUntil(lambda key=key: window.timeline.current_key() == key)
            assert list(conversation(window).edges([key])[key].causes) == sorted(causes)
    bad = window.activity.quarantine
    qtbot.waitUntil(lambda: bad.isVisible() == bool(right.refused), timeout=10_000)
    if right.refused:
        assert bad.text() == ("1 bad record", f"{right.refused} bad records")[right.refused > 1]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_ordered_is_refused_with_its_name(
    name: str, open_window: Open, qtbot: QtBot
) -> None:
    window = open_window(CASES / name)
    qtbot.waitUntil(lambda: REFUSED[name] in window.banner.text.text(), timeout=10_000)
