"""A thread whose messages arrived out of order, and a window that shows it."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_until_open

PATIENCE = 20_000  # in milliseconds: a process has to start


class DisorderedThread:
    """Four messages; the second one arrives last and moves those that follow it."""

    def __init__(self) -> None:
        self.ann, self.bob, self.dan = Author("ann"), Author("bob"), Author("dan")
        self.root = self.ann.say(post("Where does the ferry land?"), received=1000.0)
        self.late = self.bob.say(post("At the old pier", self.root), received=4000.0)
        self.third = self.ann.say(post("Thanks, I see it", self.root, self.late), received=2000.0)
        self.aside = self.dan.say(post("Bring a coat", self.root), received=3000.0)

    @property
    def said(self) -> list[Said]:
        return [self.root, self.late, self.third, self.aside]

    @property
    def order(self) -> list[str]:
        second = sorted([self.late.key, self.aside.key])
        return [self.root.key, *second, self.third.key]


def open_panel(
    open_window: Open, qtbot: QtBot, folder: Path, name: str, talk: DisorderedThread
) -> tuple[MainWindow, Panel]:
    """Open a thread and a panel in a window, and wait for all answers of the panel."""
    window = open_window(write(folder / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: window.model.rowCount() == len(talk.said), timeout=PATIENCE)
    window.menus.action(f"panel_{name}").trigger()
    panel = window.workbench.panel()
    assert panel is not None
    settle(qtbot, window)
    return window, panel


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
