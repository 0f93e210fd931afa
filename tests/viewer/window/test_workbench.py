from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QTabBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.table import PanelKind
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme, load
from tanglescope.viewer.window.workbench import Workbench
from tests.engine.store.libraries import write
from tests.viewer.windows import Talk


class Counting(Panel):
    """Counts the messages of the open thread, and fails when there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.counted: list[int] = []
        self.seen: list[str | None] = []

    def refresh(self) -> None:
        if self.address:
            self.ask(self._count, self.counted.append)

    def show_key(self) -> None:
        self.seen.append(self.key)

    def _count(self, library: Library) -> int:
        return len(library.conversation(self.address).snapshot().keys)


class Idle(Panel):
    def refresh(self) -> None:
        pass


KINDS = (
    PanelKind(
        "counting",
        "Counting",
        ("Ctrl+1",),
        "graph",
        f"{__name__}:Counting",
        "It counts.",
        "index.md",
    ),
    PanelKind("idle", "Idle", (), "graph", f"{__name__}:Idle", "It idles.", "index.md"),
)


@pytest.fixture
def workbench(application: QApplication) -> Iterator[Workbench]:
    window = QFrame()  # never shown: the tests only check whether its parts are hidden
    yield Workbench(KINDS, load("light"), window)
    window.deleteLater()


@pytest.fixture
def session(talk: Talk, tmp_path: Path, application: QApplication) -> Iterator[Session]:
    database = tmp_path / "own.db"
    with Library.open(database) as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    owner = QObject()  # else the collector may delete it on another thread
    session = Session(database, owner)
    yield session
    session.close()


def counting(bench: Workbench) -> Counting:
    panel = bench.open_panel("counting")
    assert isinstance(panel, Counting)
    return panel


def test_a_panel_is_notified_of_what_is_open_when_it_is_first_seen(
    workbench: Workbench, session: Session, talk: Talk, qtbot: QtBot
) -> None:
    workbench.watch(session)
    workbench.show_thread(talk.root.key, None)
    panel = counting(workbench)
    qtbot.waitUntil(lambda: panel.counted == [41])
    assert panel.is_settled()


def test_a_hidden_panel_asks_nothing(
    workbench: Workbench, session: Session, talk: Talk, qtbot: QtBot
) -> None:
    panel = counting(workbench)
    workbench.open_panel("idle")
    workbench.watch(session)
    workbench.show_thread(talk.root.key, None)
    assert panel.is_settled()
    assert not panel.address
    workbench.open_panel("counting")
    qtbot.waitUntil(lambda: panel.counted == [41])


def test_a_panel_follows_what_another_process_writes(
    workbench: Workbench, session: Session, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    workbench.watch(session)
    workbench.show_thread(talk.root.key, None)
    panel = counting(workbench)
    qtbot.waitUntil(lambda: panel.counted == [41])
    with Library.open(tmp_path / "own.db") as other:
        other.ingest(write(tmp_path / "more.ndjson", [talk.answer("late")]))
    session.database_watch.look()
    qtbot.waitUntil(lambda: panel.counted[-1] == 42)


def test_an_answer_about_a_thread_that_was_left_is_not_shown(
    workbench: Workbench, session: Session, talk: Talk, qtbot: QtBot
) -> None:
    workbench.watch(session)
    panel = counting(workbench)
    workbench.show_thread(talk.root.key, None)
    workbench.show_thread(talk.bread.key, None)
    qtbot.waitUntil(panel.is_settled)
    assert panel.counted == [1]


def test_a_failed_question_is_reported_and_the_next_is_answered(
    workbench: Workbench, session: Session, talk: Talk, qtbot: QtBot
) -> None:
    workbench.watch(session)
    panel = counting(workbench)
    with qtbot.waitSignal(session.unanswered) as said:
        workbench.show_thread("%nowhere", None)
    assert "%nowhere" in said.args[0]
    qtbot.waitUntil(panel.is_settled)
    workbench.show_thread(talk.root.key, None)
    qtbot.waitUntil(lambda: panel.counted == [41])


def test_the_visible_panel_is_notified_of_the_current_message(workbench: Workbench) -> None:
    panel = counting(workbench)
    workbench.show_key("", "%one")
    workbench.show_key("", "%one")
    workbench.close_panel()
    workbench.show_key("", "%two")
    assert panel.seen == ["%one"]


def test_a_tab_opens_its_panel_and_a_command_closes_it_again(
    workbench: Workbench, qtbot: QtBot
) -> None:
    turns: list[str] = []
    workbench.turned.connect(turns.append)
    workbench.toggle("counting")
    workbench.findChild(QTabBar).setCurrentIndex(1)
    assert workbench.name() == "idle"
    workbench.toggle("idle")
    assert workbench.name() == ""
    assert turns == ["counting", "idle", ""]


def test_a_panel_fills_the_window_until_it_is_closed(workbench: Workbench) -> None:
    fills: list[bool] = []
    workbench.filled.connect(fills.append)
    workbench.open_panel("idle")
    buttons = workbench.findChildren(QToolButton)
    next(each for each in buttons if each.accessibleName().startswith("Fill")).click()
    assert fills == [True]
    workbench.close_panel()
    assert fills == [True, False]


def test_panels_change_their_colours_with_the_window(workbench: Workbench) -> None:
    panel = counting(workbench)
    workbench.set_theme(load("dark"))
    assert panel.theme.name == "dark"


def test_panels_are_imported_before_they_are_opened(
    workbench: Workbench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    load = PanelKind.load
    monkeypatch.setattr(PanelKind, "load", lambda kind: (loaded.append(kind.name), load(kind))[1])
    workbench.warm_up()
    qtbot.waitUntil(lambda: loaded == ["counting", "idle"])
    assert workbench.panel() is None


def test_a_menu_opens_the_panels_whose_tabs_do_not_fit(workbench: Workbench) -> None:
    counting(workbench)
    menu = next(menu for menu in workbench.findChildren(QMenu) if menu.actions())
    assert [action.text() for action in menu.actions()] == ["Counting", "Idle"]
    menu.actions()[1].trigger()
    assert workbench.name() == "idle"
