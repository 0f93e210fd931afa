"""A new kind of conversation appears everywhere in the window without changes to its code."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Hit, ReadMark
from tanglescope.engine.library.typed_address import Resolution
from tanglescope.engine.store.conversations import catalogue
from tanglescope.engine.store.conversations.catalogue import KINDS
from tanglescope.viewer import app
from tanglescope.viewer.app import Screenshot
from tanglescope.viewer.models.finding import FoundGroup
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.panels.search.advice import completions
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.panels.why import WhyPanel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.hints import HINTS
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.conversations.toy import Shouting, Shouts, Toy
from tests.engine.store.libraries import library_of
from tests.viewer.windows import Open, wait_until_open


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
    # The question process, which answers about public conversations, doesn't know the new kind.
    monkeypatch.setattr(Shouts, "is_public", False)
    library_of(tmp_path, *shouting.said).close()
    settings.of(tmp_path / "library.db").read_mark = ReadMark(1)  # so all messages are new
    window = open_window(tmp_path / "library.db")
    qtbot.waitUntil(lambda: window.conversation_lists.is_settled, timeout=10_000)
    return window


def keys(window: MainWindow) -> list[str]:
    return window.model.keys(0, window.model.rowCount())


def test_a_new_kind_is_listed_and_opens_in_the_timeline(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    window.threads.turn_to(SidebarList.TANGLES)
    qtbot.waitUntil(lambda: window.threads.model.row_of("shouts") is not None, timeout=10_000)
    # The open thread has shown them.
    qtbot.waitUntil(lambda: "shouts" not in window.conversation_lists._unread(), timeout=10_000)
    window.threads.tab_wanted.emit("shouts")
    wait_until_open(qtbot, window, "shouts")
    assert keys(window) == shouting.shouts
    row = window.model.row(1)
    assert row.causes == (shouting.shouts[0],)
    assert window.reading.heading.title == "What was shouted"


def test_typed_and_linked_addresses_open_a_new_kind(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    assert window.ways.resolve("shouts") == Resolution("shouts")
    window.ways.go_to_text("shouts:")
    wait_until_open(qtbot, window, "shouts")
    window.parts.ordering.choose("received")
    wait_until_open(qtbot, window, "shouts?by=received")
    assert keys(window) == shouting.shouts[::-1]


def test_a_new_kind_is_filtered_searched_and_completed(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    window.threads.turn_to(SidebarList.TANGLES)
    window.threads.filter.setText("was shout")
    qtbot.waitUntil(lambda: window.threads.model.row_of("shouts") == 0)
    window.workbench.open_panel("search")
    search = window.workbench.panel()
    assert isinstance(search, SearchPanel)
    search.form.words.setText("in:shouts there")
    qtbot.waitUntil(lambda: [hit.key for hit in hits(search)] == shouting.shouts[:1])
    assert read_completions(window, "was shouted") == ["shouts"]
    search.as_timeline.click()
    qtbot.waitUntil(lambda: keys(window) == shouting.shouts[:1])


def hits(search: SearchPanel) -> list[Hit]:
    return [each.hit for each in search.model.fetched_rows(FoundGroup.MESSAGE) if each.hit]


def read_completions(window: MainWindow, begun: str) -> list[str]:
    assert window._session
    return [each.value for each in completions(window._session.library, "in", begun)]


def test_a_message_of_a_new_kind_is_explained_and_drawn(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    window.open_thread("shouts", shouting.shouts[1])
    wait_until_open(qtbot, window, "shouts")
    window.workbench.open_panel("why")
    why = window.workbench.panel()
    assert isinstance(why, WhyPanel)
    qtbot.waitUntil(lambda: "row 2 of 2" in why.page.toPlainText())
    # Its causes are named as soon as their texts are loaded.
    qtbot.waitUntil(lambda: "HELLO THERE" in why.page.toPlainText())
    window.workbench.open_panel("diagram")
    diagram = window.workbench.panel()
    assert isinstance(diagram, DiagramPanel)
    qtbot.waitUntil(lambda: diagram.is_settled() and diagram.status.text() == "2 messages")
    assert diagram.view.plan
    assert diagram.view.plan.numbers.keys() == set(shouting.shouts)
    loud, yes = shouting.shouts
    assert window.model.edges.of([yes])[yes].causes == (loud,), "what lanes draw"


def test_a_new_kind_is_in_pictures_of_the_window(window: MainWindow, tmp_path: Path) -> None:
    del window  # only its database is used
    shot = Screenshot((640, 400), address="shouts")
    app.picture(tmp_path / "library.db", tmp_path / "shouts.png", shot)
    assert QImage(str(tmp_path / "shouts.png")).size() == QSize(640, 400)


def test_hints_are_shown_in_a_new_kind(
    window: MainWindow, shouting: Shouting, qtbot: QtBot
) -> None:
    window.open_thread("shouts")
    wait_until_open(qtbot, window, "shouts")
    window.timeline.unread.came(shouting.shouts[1:])
    window.show_around()
    assert window._frame.hints.text.text() == HINTS["news"]


def test_every_panel_shows_a_new_kind(window: MainWindow, shouting: Shouting, qtbot: QtBot) -> None:
    window.open_thread("shouts", shouting.shouts[1])
    wait_until_open(qtbot, window, "shouts")
    troubles: list[str] = []
    assert window._session
    window._session.failed.connect(troubles.append)
    window._session.unanswered.connect(troubles.append)
    for kind in PANELS:
        window.workbench.open_panel(kind.name)
        panel = window.workbench.panel()
        assert panel is not None
        qtbot.waitUntil(panel.is_settled, timeout=10_000)
        assert panel.address == "shouts"
    assert troubles == []
