"""The open conversation and its current message are shown alike by every part of the window."""

import random
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.library import EVERYTHING
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, all_read, opened
from viewer.panels.diagram import DiagramPanel
from viewer.window.light import told
from viewer.window.main_window import MainWindow

STEPS = 60
PATIENCE = 20_000


@dataclass(frozen=True)
class Expected:
    """A model of the window: what is open, and what is current of it."""

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
    opened(qtbot, made, talk.root.key)
    all_read(qtbot, made, 5)
    made.menus.action("inspector").trigger()
    return made


def shown(window: MainWindow) -> dict[str, object]:
    """What each part of the window shows of the selection."""
    horizon = window.timeline.lanes.horizon
    inspected = window.inspector._shown
    panel = window.workbench.panel()
    parts = {
        "open": window.model.address,
        "current": window.timeline.current_key(),
        "chosen": window.timeline.chosen.keys,
        "tint": horizon and horizon.key,
        "heading": window.reading.heading.told(),
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


def wanted(window: MainWindow, model: Expected) -> dict[str, object]:
    """What they should show, asked of the library."""
    assert window._session is not None
    conversation = window._session.library.conversation(model.address)
    key = model.key
    panel = window.workbench.panel()
    parts: dict[str, object] = {
        "open": model.address,
        "current": key,
        "chosen": model.chosen,
        "tint": key,
        "heading": told(conversation.horizon(key)) if key else "",
        "inspector": key,
        "panel": panel and (model.address, key),
    }
    if isinstance(panel, DiagramPanel):
        parts |= {"drawn": frozenset(conversation.shape().keys), "boxed": key}
    return parts


def settle(window: MainWindow, model: Expected, qtbot: QtBot) -> None:
    expected = wanted(window, model)

    def agrees() -> None:
        assert shown(window) == expected

    qtbot.waitUntil(agrees, timeout=PATIENCE)


def test_another_conversation_shows_nothing_of_the_former_selection(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.timeline.go_to(talk.answers[1].key)
    settle(window, Expected(talk.root.key, talk.answers[1].key), qtbot)
    window.open_thread(talk.bread.key)
    settle(window, Expected(talk.bread.key), qtbot)


def test_messages_chosen_in_a_thread_are_not_chosen_in_the_feed_that_has_them_too(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.timeline.choose_all()
    feed = f"feed:{talk.ann.feed}"
    window.open_thread(feed)
    opened(qtbot, window, feed)
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


def test_another_database_lets_the_held_message_go(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.timeline.go_to(talk.root.key)
    settle(window, Expected(talk.root.key, talk.root.key), qtbot)
    window.inspector.hold.click()
    assert window.inspector.held_key == talk.root.key
    window.open_database(tmp_path / "other.db")
    assert window.inspector.held_key is None


class Walk:
    """A reader who goes wherever it may go, and a model of where that leads."""

    def __init__(self, window: MainWindow, talk: Talk, qtbot: QtBot, seed: int) -> None:
        self.window, self.qtbot = window, qtbot
        self.random = random.Random(seed)
        self.places = (talk.root.key, talk.bread.key, talk.ann.feed, talk.bob.feed, EVERYTHING)
        self.model = Expected(talk.root.key)

    def step(self) -> None:
        self.random.choice(
            (self.open, self.open_at, self.down, self.up, self.escape, self.choose)
        )()

    def keys(self, address: str) -> list[str]:
        assert self.window._session is not None
        return list(self.window._session.library.conversation(address).snapshot().keys)

    def open(self) -> None:
        address = self.random.choice(self.places)
        self.window.ways.open(address)
        self._arrive(address, None)

    def open_at(self) -> None:
        address = self.random.choice(self.places)
        key = self.random.choice(self.keys(address))
        self.window.ways.open(address, key)
        self._arrive(address, key)

    def _arrive(self, address: str, key: str | None) -> None:
        opened(self.qtbot, self.window, self._canonical(address))
        self.qtbot.waitUntil(lambda: not self.window.opening.is_awaited, timeout=PATIENCE)
        if self._canonical(address) != self.model.address:
            self.model = Expected(self._canonical(address), key)
        elif key is not None:
            self.model = replace(self.model, key=key)

    def _canonical(self, address: str) -> str:
        assert self.window._session is not None
        return self.window._session.library.canonical(address)

    def down(self) -> None:
        self._walk(1)

    def up(self) -> None:
        self._walk(-1)

    def _walk(self, rows: int) -> None:
        keys = self.keys(self.model.address)
        if self.model.key is None:
            return  # where that leads depends on what is on the screen
        row = max(0, min(len(keys) - 1, keys.index(self.model.key) + rows))
        self.window.timeline.step(rows)
        self.model = Expected(self.model.address, keys[row])

    def escape(self) -> None:
        self.qtbot.keyClick(self.window.timeline, Qt.Key.Key_Escape)
        kept = self.model.key if self.model.chosen else None
        self.model = Expected(self.model.address, kept)

    def choose(self) -> None:
        self.window.timeline.choose_all()
        self.model = replace(self.model, chosen=frozenset(self.keys(self.model.address)))


@pytest.fixture(params=(23, 24))
def walk(request: pytest.FixtureRequest, window: MainWindow, talk: Talk, qtbot: QtBot) -> Walk:
    window.menus.action("panel_diagram").trigger()
    return Walk(window, talk, qtbot, request.param)


def test_wherever_a_reader_goes_all_parts_show_one_selection(walk: Walk) -> None:
    for number in range(STEPS):
        walk.step()
        if number % 3 == 0:
            settle(walk.window, walk.model, walk.qtbot)
    settle(walk.window, walk.model, walk.qtbot)
