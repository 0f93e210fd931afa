"""The choice of an order: timeline and panels use it; settings are shared by all orders."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ORDERS, Library
from tanglescope.viewer.panels.why import WhyPanel
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.club import Club
from tests.quick import mostly_slow
from tests.viewer.windows import Open, wait_until_open


@pytest.fixture
def window(club_window: MainWindow) -> MainWindow:
    return club_window


def keys(window: MainWindow) -> list[str]:
    return window.model.keys(0, window.model.rowCount())


@pytest.mark.parametrize(
    "by", mostly_slow((name for name in ORDERS if name != "scuttlesort"), "depth", "received")
)
def test_a_conversation_is_read_in_another_order_and_in_its_own_again(
    by: str, window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    assert window._session
    library = window._session.library
    window.timeline.go_to(club.third.key)
    before = keys(window)
    window.workbench.open_panel("diagram")
    window.parts.ordering.choose(by)
    wait_until_open(qtbot, window, f"{club.chess}?by={by}")
    assert keys(window) == library.conversation(club.chess, by).in_order()
    assert window.timeline.current_key() == club.third.key
    panel = window.workbench.panel()
    assert panel is not None
    assert panel.address == f"{club.chess}?by={by}"
    assert window.reading.heading._extent[0] == f"in the order “{by}”"
    window.parts.ordering.choose(None)
    wait_until_open(qtbot, window, club.chess)
    assert keys(window) == before
    assert "in the order" not in " ".join(window.reading.heading._extent)


def test_the_current_order_is_ticked(window: MainWindow, club: Club, qtbot: QtBot) -> None:
    def ticked() -> list[str]:
        window.parts.ordering.fill()
        return [each.text() for each in window.parts.ordering.menu.actions() if each.isChecked()]

    assert ticked() == ["scuttlesort (its own)"]
    window.parts.ordering.choose("timestamp")
    wait_until_open(qtbot, window, f"{club.chess}?by=timestamp")
    assert ticked() == ["timestamp"]


def test_an_order_chosen_for_a_closed_conversation_is_ignored(
    window: MainWindow, club: Club, tmp_path: Path
) -> None:
    window.parts.ordering.fill()
    chosen = window.parts.ordering.menu.actions()[-1]
    with Library.open(tmp_path / "other.db"):
        window.open_path(tmp_path / "other.db")
    chosen.trigger()  # as a click does that Qt delivers late
    window.reading.finder.filter_wanted.emit("knight")
    assert window.model.address != club.chess


def test_settings_of_a_conversation_hold_in_every_order(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    assert window._session
    settings, database = window._session.settings, window._session.database
    window.parts.ordering.choose("received")
    wait_until_open(qtbot, window, f"{club.chess}?by=received")
    window.menus.action("pin").trigger()
    assert settings.of(database).pinned == [club.chess]
    assert window.menus.action("pin").isChecked()
    assert settings.of(database).recent_threads[0] == club.chess
    settings.within(f"{club.chess}?by=received").mark = club.first.key, 12
    assert settings.within(club.chess).mark == (club.first.key, 12)
    settings.keep_draft(club.chess, "Bc4")
    assert settings.within(f"{club.chess}?by=received").draft == "Bc4"


def test_back_leads_through_the_orders(window: MainWindow, club: Club, qtbot: QtBot) -> None:
    window.parts.ordering.choose("asserted")
    wait_until_open(qtbot, window, f"{club.chess}?by=asserted")
    window.menus.action("back").trigger()
    wait_until_open(qtbot, window, club.chess)


def test_a_reordered_conversation_follows_what_arrives(
    window: MainWindow, club: Club, tmp_path: Path, qtbot: QtBot
) -> None:
    window.parts.ordering.choose("timestamp")
    wait_until_open(qtbot, window, f"{club.chess}?by=timestamp")
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(club.lost.line)
    qtbot.waitUntil(lambda: {club.lost.key, club.waiting.key} <= set(keys(window)), timeout=10_000)


def test_pins_and_recent_conversations_of_the_first_version_are_found(
    window: MainWindow, club: Club, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    assert window._session
    settings, database = window._session.settings, window._session.database
    window.close()
    settings.of(database).pinned = [club.ann.feed]
    settings.of(database).add_recent_thread(club.ann.feed)
    again = open_window(tmp_path / "own.db")
    qtbot.waitUntil(lambda: again.conversation_lists.is_settled, timeout=10_000)
    assert settings.of(database).pinned == [f"feed:{club.ann.feed}"]
    assert f"feed:{club.ann.feed}" in settings.of(database).recent_threads
    assert club.ann.feed not in settings.of(database).recent_threads


def test_why_here_reports_the_row_that_the_window_shows(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    window.parts.ordering.choose("asserted")
    wait_until_open(qtbot, window, f"{club.chess}?by=asserted")
    panel = window.workbench.open_panel("why")
    assert isinstance(panel, WhyPanel)
    for key in (club.game.key, club.second.key, club.third.key):
        window.timeline.go_to(key)
        row = window.model.row_of(key)
        assert row is not None
        text = f"in row {row + 1} of 4"
        qtbot.waitUntil(lambda text=text: text in panel.page.toPlainText(), timeout=20_000)


def test_an_order_of_ones_own_is_taken_and_offered_again(
    window: MainWindow, club: Club, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def back(graph):\n    return sorted((node.id for node in graph.nodes), reverse=True)\n"
    )
    by = f"{file}:back"
    before = keys(window)
    window.parts.ordering.take(by)
    wait_until_open(qtbot, window, f"{club.chess}?by={by}")
    assert keys(window) == sorted(before, reverse=True)
    window.parts.ordering.fill()
    assert by in [action.text() for action in window.parts.ordering.menu.actions()]


def test_an_order_that_does_not_exist_is_reported(window: MainWindow, qtbot: QtBot) -> None:
    assert window._session
    with qtbot.waitSignal(window._session.failed) as said:
        window.parts.ordering.take("./nothing here")
    assert said.args == ["There is no program ./nothing. Check the command."]
