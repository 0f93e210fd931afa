"""Every part of the window shows the same open conversation and current message."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING
from tanglescope.viewer.models.thread_model import title
from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.page_parts import horizon_text
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open

SETTLED = 40
"""After this many steps, the walk also compares what the window has to ask for."""
PATIENCE = 5_000


@dataclass(frozen=True)
class Expected:
    """A model of the window: what is open, current and chosen."""

    address: str
    key: str | None = None
    chosen: frozenset[str] = frozenset()


@pytest.fixture
def talk() -> Talk:
    made = Talk(answers=3)
    made.said.append(made.ann.say({"type": "vote", "vote": {"link": made.root.key, "value": 1}}))
    fork = made.ann.say({"type": "post", "text": "or here", "root": made.root.key})
    made.said.append(fork)
    return made


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    wait_for_rows(qtbot, made, 5)
    made.menus.action("inspector").trigger()
    made.resize(1600, 1200)  # every message fits into the timeline above a panel, so a step moves
    return made


def parts_of(window: MainWindow) -> dict[str, object]:
    """Return what each part of the window shows of the selection."""
    horizon = window.timeline.lanes.horizon
    inspected = window.inspector._shown
    panel = window.workbench.panel()
    parts = {
        "open": window.model.address,
        "current": window.timeline.current_key(),
        "chosen": window.timeline.chosen_keys(),
        "tint": horizon and horizon.key,
        "heading": window.reading.heading.about,
        "inspector": inspected and inspected.key,
        "panel": panel and (panel.address, panel.key),
    }
    if isinstance(panel, DiagramPanel):
        drawn = panel.view.plan
        number = panel.view.current
        keys = drawn.shown.shape.keys if drawn else ()
        parts["drawn"] = frozenset(keys)
        parts["boxed"] = keys[number] if number is not None else None
    return parts


def expected_parts(window: MainWindow, model: Expected) -> dict[str, object]:
    """Return what the parts should show, according to the library."""
    assert window._session is not None
    conversation = window._session.library.conversation(model.address)
    key = model.key
    panel = window.workbench.panel()
    parts: dict[str, object] = {
        "open": model.address,
        "current": key,
        "chosen": model.chosen,
        "tint": key,
        "heading": horizon_text(conversation.horizon(key)) if key else "",
        "inspector": key,
        "panel": panel and (model.address, key),
    }
    if isinstance(panel, DiagramPanel):
        parts |= {"drawn": frozenset(conversation.shape().keys), "boxed": key}
    return parts


def settle(window: MainWindow, model: Expected, qtbot: QtBot) -> None:
    expected = expected_parts(window, model)
    process_events_until(lambda: parts_of(window) == expected)
    assert parts_of(window) == expected


def test_opening_another_conversation_clears_the_selection(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.timeline.go_to(talk.answers[1].key)
    settle(window, Expected(talk.root.key, talk.answers[1].key), qtbot)
    window.open_thread(talk.bread.key)
    settle(window, Expected(talk.bread.key), qtbot)


def test_messages_chosen_in_a_thread_are_not_chosen_in_a_feed(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.timeline.choose_all()
    feed = f"feed:{talk.ann.feed}"
    window.open_thread(feed)
    wait_until_open(qtbot, window, feed)
    settle(window, Expected(feed), qtbot)


def test_escape_deselects_the_chosen_messages_and_then_the_current_one(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.timeline.go_to(talk.root.key)
    qtbot.keyClick(window.timeline, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    current = window.timeline.current_key()
    qtbot.keyClick(window.timeline, Qt.Key.Key_Escape)
    settle(window, Expected(talk.root.key, current), qtbot)
    qtbot.keyClick(window.timeline, Qt.Key.Key_Escape)
    settle(window, Expected(talk.root.key), qtbot)


def test_opening_another_database_releases_the_pinned_message(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.timeline.go_to(talk.root.key)
    settle(window, Expected(talk.root.key, talk.root.key), qtbot)
    window.inspector.hold.click()
    assert window.inspector.held_key == talk.root.key
    window.open_database(tmp_path / "other.db")
    assert window.inspector.held_key is None


def process_events_until(agrees: Callable[[], bool]) -> bool:
    """Process events until the condition holds, and check it after each of them."""
    if agrees():
        return True
    ends, wakes = QDeadlineTimer(PATIENCE), QTimer()
    wakes.start(50)  # wakes the event loop if there are no events
    while not agrees() and not ends.hasExpired():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    return agrees()


@dataclass(frozen=True)
class VisitedPlace:
    """A place that Back or Forward returns to."""

    address: str
    key: str | None
    panel: str


class Walk:
    """A random walk of a reader, and a model of the state after each step."""

    def __init__(self, window: MainWindow, talk: Talk, qtbot: QtBot, seed: int) -> None:
        self.window, self.qtbot = window, qtbot
        self.random = random.Random(seed)
        threads = (talk.root.key, talk.bread.key)
        views = (f"feed:{talk.ann.feed}", f"feed:{talk.bob.feed}", EVERYTHING)
        self.places = (*threads, *threads, *views)
        assert window.session is not None
        library = window.session.library
        self.keys = {each: list(library.conversation(each).snapshot().keys) for each in self.places}
        self.titles = {each: title(library.conversation(each).summary()) for each in self.places}
        self.model = Expected(talk.root.key)
        self.panel = ""
        self.back: list[VisitedPlace] = []
        self.forward: list[VisitedPlace] = []
        self.tabs = [talk.root.key]
        self.tab = 0
        self.acts: list[str] = []

    def step(self) -> None:
        """Act at random, and check the parts that respond without a question."""
        act = self.random.choice(
            (
                *(
                    self.open,
                    self.open_at,
                    self.choose_in_list,
                    self.paste,
                    self.new_tab,
                    self.turn_tab,
                ),
                *(self.down, self.up, self.click, self.escape, self.choose),
                *(self.turn_panel, self.go_back, self.go_back, self.go_forward),
            )
        )
        self.acts.append(act.__name__)
        act()
        process_events_until(lambda: self.parts_shown() == self.expected())
        parts, expected = self.parts_shown(), self.expected()
        wrong = {part: (parts[part], expected[part]) for part in parts}
        wrong = {part: pair for part, pair in wrong.items() if pair[0] != pair[1]}
        assert not wrong, f"after {self.acts[-8:]}"

    def parts_shown(self) -> dict[str, object]:
        """Return what the parts show that respond without a question."""
        window = self.window
        listed = window.threads.list.currentIndex()
        marked = window.threads.list.selectionModel().isSelected(listed)
        return {
            "open": "" if window.opening.is_awaited else window.model.address,
            "current": window.timeline.current_key(),
            "chosen": window.timeline.chosen_keys(),
            "title": window.reading.heading.title,
            "panel": window.workbench.name(),
            "tab": window.tabbing.tabs.address,
            "listed": window.threads.model.thread_at(listed.row()).address if marked else "",
        }

    def expected(self) -> dict[str, object]:
        address = self.model.address
        in_list = self.window.threads.model.row_of(address) is not None
        return {
            "open": address,
            "current": self.model.key,
            "chosen": self.model.chosen,
            "title": self.titles[address],
            "panel": self.panel,
            "tab": self.tabs[self.tab],
            "listed": address if in_list else "",
        }

    # The acts of a reader

    def open(self) -> None:
        self._open(self.random.choice(self.places), None)

    def open_at(self) -> None:
        address = self.random.choice(self.places)
        self._open(address, self.random.choice(self.keys[address]))

    def _open(self, address: str, key: str | None) -> None:
        self.window.ways.open(address, key)
        self._leave()
        self._arrive(address, key)

    def choose_in_list(self) -> None:
        """Choose a conversation in the list at the left."""
        process_events_until(lambda: self.window.threads.model.rowCount() > 0)
        row = self.random.randrange(self.window.threads.model.rowCount())
        address = self.window.threads.model.thread_at(row).address
        if address != self.model.address:
            self.window.threads.list.setCurrentIndex(self.window.threads.model.index(row))
            self._leave()
            self._arrive(address, None)

    def paste(self) -> None:
        """Paste the id of a message of the open conversation."""
        key = self.random.choice(self.keys[self.model.address])
        QGuiApplication.clipboard().setText(key)
        self.window.menus.action("paste").trigger()
        self._leave()
        self.model = replace(self.model, key=key)

    def new_tab(self) -> None:
        if len(self.tabs) < 4:
            self.window.menus.action("new_tab").trigger()
            self.tab += 1
            self.tabs.insert(self.tab, self.model.address)

    def turn_tab(self) -> None:
        self.window.menus.action("next_tab").trigger()
        self.tab = (self.tab + 1) % len(self.tabs)
        if self.tabs[self.tab] != self.model.address:
            self._arrive(self.tabs[self.tab], None)

    def down(self) -> None:
        self._walk(1)

    def up(self) -> None:
        self._walk(-1)

    def _walk(self, rows: int) -> None:
        keys = self.keys[self.model.address]
        if self.model.key is None:
            return  # the result depends on the rows on the screen
        row = max(0, min(len(keys) - 1, keys.index(self.model.key) + rows))
        self.window.timeline.step(rows)
        self.model = Expected(self.model.address, keys[row])

    def click(self) -> None:
        view = self.window.timeline
        key, y = self.random.choice(view.visible_rows())
        place = QPoint(view.viewport().width() - 30, max(2, y + 3))
        if view.timeline.key(view.indexAt(place).row()) != key:
            return  # the row's upper edge is above the screen
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        if key != self.model.key and self.model.key is not None:
            self._leave()
        self.model = Expected(self.model.address, key)

    def escape(self) -> None:
        self.qtbot.keyClick(self.window.timeline, Qt.Key.Key_Escape)
        kept = self.model.key if self.model.chosen else None
        self.model = Expected(self.model.address, kept)

    def choose(self) -> None:
        self.window.timeline.choose_all()
        self.model = replace(self.model, chosen=frozenset(self.keys[self.model.address]))

    def turn_panel(self) -> None:
        name = self.random.choice(("diagram", "diagram", "search", ""))
        if name:
            self.window.workbench.open_panel(name)
        else:
            self.window.workbench.close_panel()
        if name != self.panel:
            self._leave()
        self.panel = name

    def go_back(self) -> None:
        self.window.menus.action("back").trigger()
        self._retrace(self.back, self.forward)

    def go_forward(self) -> None:
        self.window.menus.action("forward").trigger()
        self._retrace(self.forward, self.back)

    def _retrace(self, path: list[VisitedPlace], other: list[VisitedPlace]) -> None:
        if path:
            place = path.pop()
            other.append(self._here())
            self.panel = place.panel
            chosen = self.model.chosen if place.address == self.model.address else frozenset()
            self.model = Expected(place.address, place.key, chosen if place.key else frozenset())
            self.tabs[self.tab] = place.address

    def _here(self) -> VisitedPlace:
        return VisitedPlace(self.model.address, self.model.key, self.panel)

    def _leave(self) -> None:
        here = self._here()
        if not self.back or self.back[-1] != here:
            self.back.append(here)
            self.forward.clear()

    def _arrive(self, address: str, key: str | None) -> None:
        if address != self.model.address:
            self.model = Expected(address, key)
        elif key is not None:
            self.model = replace(self.model, key=key)
        self.tabs[self.tab] = address


@pytest.mark.parametrize(
    ("seed", "steps"), [(23, 1_000), pytest.param(29, 20_000, marks=pytest.mark.slow)]
)
def test_on_random_walks_all_parts_show_the_same_selection(
    window: MainWindow, talk: Talk, qtbot: QtBot, seed: int, steps: int
) -> None:
    walk = Walk(window, talk, qtbot, seed)
    for number in range(steps):
        walk.step()
        if number % SETTLED == 0:
            settle(window, walk.model, qtbot)
    settle(window, walk.model, qtbot)
