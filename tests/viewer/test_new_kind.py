"""A new kind of conversations is in every part of the window, which knows nothing of it."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.store.conversations import catalogue
from engine.store.conversations.catalogue import KINDS
from tests.engine.store.conversations.toy import Shouting, Shouts, Toy
from tests.engine.store.libraries import library_of
from tests.viewer.windows import Open, opened
from viewer.models.shelves import Shelf
from viewer.panels.table import PANELS
from viewer.settings import Settings
from viewer.views.hints import HINTS
from viewer.window.main_window import MainWindow


@pytest.fixture
def shouting() -> Shouting:
    return Shouting()


@pytest.fixture
def window(
    open_window: Open,
    settings: Settings,
    shouting: Shouting,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> MainWindow:
    monkeypatch.setattr(catalogue, "KINDS", (*KINDS, Toy()))
    # The other process, which has answers for panels about public ones, has only the usual kinds.
    monkeypatch.setattr(Shouts, "is_public", False)
    library_of(tmp_path, *shouting.said).close()
    settings.set_visited(tmp_path / "library.db", 1)  # before any of it was shouted
    window = open_window(tmp_path / "library.db")
    qtbot.waitUntil(lambda: window.places.is_settled, timeout=10_000)
    return window


def keys(window: MainWindow) -> list[str]:
    return window.model.keys(0, window.model.rowCount())


def test_it_is_listed_and_opens_in_the_timeline(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    window.threads.turn_to(Shelf.TANGLES)
    qtbot.waitUntil(lambda: window.threads.model.row_of("shouts") is not None, timeout=10_000)
    qtbot.waitUntil(lambda: window.places._unread().get("shouts") == 2, timeout=10_000)
    window.threads.tab_wanted.emit("shouts")
    opened(qtbot, window, "shouts")
    assert keys(window) == shouting.shouts
    row = window.model.row(1)
    assert row.causes == (shouting.shouts[0],)
    assert window.reading.heading._text == "What was shouted"


def test_an_address_that_is_typed_or_linked_leads_there(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    assert window.ways.leads_to("shouts")
    window.ways.go_to_text("shouts:")
    opened(qtbot, window, "shouts")
    window.ordering.choose("received")
    opened(qtbot, window, "shouts?by=received")
    assert keys(window) == shouting.shouts[::-1]


def test_hints_are_given_in_it(window: MainWindow, shouting: Shouting, qtbot: QtBot) -> None:
    window.open_thread("shouts")
    opened(qtbot, window, "shouts")
    window.timeline.unread.came(shouting.shouts[1:])
    window.show_around()
    assert window._frame.hints.text.text() == HINTS["news"]


def test_every_panel_shows_it(window: MainWindow, shouting: Shouting, qtbot: QtBot) -> None:
    window.open_thread("shouts", shouting.shouts[1])
    opened(qtbot, window, "shouts")
    troubles: list[str] = []
    assert window._session
    window._session.failed.connect(troubles.append)
    for kind in PANELS:
        window.workbench.open_panel(kind.name)
        panel = window.workbench.panel()
        assert panel is not None
        qtbot.waitUntil(panel.is_settled, timeout=10_000)
        assert panel.address == "shouts"
    assert troubles == []
