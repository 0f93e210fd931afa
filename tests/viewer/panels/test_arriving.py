"""A panel that is open while messages arrive ends up like one opened afterwards."""

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.engine.message.box2 import Scheme
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.session import Session
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said
from tests.engine.club import Club, move
from tests.engine.store.libraries import write
from tests.engine.store.test_following_folders import store_with
from tests.viewer.panels.disordered_thread import DisorderedThread, settle
from tests.viewer.panels.pictures import AnsweringSession
from tests.viewer.test_following_files import FILES, is_known
from tests.viewer.test_following_kinds import conversation, visible_keys
from tests.viewer.window_texts import texts_of
from tests.viewer.windows import Open, destroy, wait_for_messages, wait_for_rows, wait_until_open
from tools import sealing

KINDS = {kind.name: kind for kind in PANELS}
UNLIKE = {
    "search": "it shows what was searched for",
    "moved": "in a game nothing moves, since messages wait; it has a test of its own below",
    "replay": "it stays at the arrival that was looked at",
    "shuffle": "it shuffles only on request",
    "group": "it shows a private group",
    "set": "its messages come with another log",
    "person": "its pictures come from the window",
    "gallery": "its pictures come from the window",
}
"""Panels whose texts depend on more than the current messages, and why."""


def texts(panel: Panel) -> set[str]:
    """Return all texts of a panel and the keys of its rows."""
    views = panel.findChildren(RowsView)
    lines = {line for line in texts_of(panel) if "…" not in line}  # cut texts depend on the width
    return lines | {key for view in views for key in view.rows}


def texts_if_opened_now(window: MainWindow, name: str, library: Library) -> set[str]:
    """Return the texts of a panel that is opened now."""
    seen = window.workbench.panel()
    assert seen is not None
    panel = KINDS[name].make(seen.theme, window)
    panel.show_place(cast(Session, AnsweringSession(library)), seen.address, seen.key)
    found = texts(panel)
    panel.end()
    destroy(panel)
    return found


class Game:
    """A game of chess in a window; its moves arrive one by one, each from a new player."""

    def __init__(self, open_window: Open, folder: Path, qtbot: QtBot) -> None:
        self._club, self._qtbot = Club(), qtbot
        self._arrived, self._tip = list(self._club.said), self._club.third
        self._log = write(folder / "log.ndjson", self._arrived)
        self.window = open_window(self._log)
        wait_for_messages(qtbot, self.window, len(self._arrived))
        self.window.open_thread(self._club.chess)
        wait_until_open(qtbot, self.window, self._club.chess)

    def open(self, name: str) -> Panel:
        panel = self.window.workbench.open_panel(name)
        settle(self._qtbot, self.window)
        return panel

    def play(self) -> None:
        """Let a move arrive whose author's clock is hours ahead."""
        number = len(self._arrived)
        player = Author(f"player {number}", clock=1_500_000_000_000 + 10_000_000 * number)
        played = player.say(move(f"move {number}", self._club.game, self._tip))
        self._tip = played
        self._arrived.append(played)
        write(self._log, self._arrived)
        wait_for_messages(self._qtbot, self.window, number + 1)
        model = self.window.model
        self._qtbot.waitUntil(lambda: model.row_of(played.key) is not None, timeout=10_000)
        settle(self._qtbot, self.window)


def shows(panel: Panel, lines: set[str]) -> Callable[[], bool]:
    return lambda: lines <= texts(panel)


def test_open_panels_show_arriving_messages(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    game = Game(open_window, tmp_path, qtbot)
    assert game.window._session
    with Library.open(game.window._session.library.path, read_only=True) as library:
        for name in (name for name in KINDS if name not in UNLIKE):
            panel = game.open(name)
            before = texts(panel)
            game.play()
            now = texts_if_opened_now(game.window, name, library)
            qtbot.waitUntil(shows(panel, now), timeout=10_000)
            assert now != before or name in ("why", "quorums", "clocks"), name
    panel = game.open("search")
    assert isinstance(panel, SearchPanel)
    panel.form.words.setText("move")
    settle(qtbot, game.window)
    before = texts(panel)
    game.play()
    qtbot.waitUntil(lambda: not texts(panel) <= before, timeout=10_000)
    panel = game.open("shuffle")
    before = texts(panel)
    game.play()
    assert texts(panel) == before, "a test of an order isn't disturbed"


@pytest.mark.parametrize("address", ["", "everything"])
def test_the_open_moved_panel_shows_what_a_late_message_moves(
    address: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    log = write(tmp_path / "log.ndjson", [talk.root, talk.third, talk.aside])
    window = open_window(log)
    wait_for_messages(qtbot, window, 3)
    window.open_thread(address or talk.root.key)
    wait_until_open(qtbot, window, address or talk.root.key)
    panel = window.workbench.open_panel("moved")
    qtbot.waitUntil(lambda: "No message is new" in " ".join(texts(panel)), timeout=10_000)
    write(log, [talk.root, talk.third, talk.aside, talk.late])
    wait_for_messages(qtbot, window, 4)
    is_updated = shows(panel, {"1 message is new since then, and 1 of the 3 earlier ones moved:"})
    qtbot.waitUntil(is_updated, timeout=10_000)


@pytest.mark.parametrize(("kind", "name"), [("set", "set"), ("graph", "quorums")])
def test_an_open_panel_of_one_kind_shows_arriving_messages(
    kind: str, name: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    address, put, count = FILES[kind]
    window = open_window(put(tmp_path, count - 2))
    qtbot.waitUntil(lambda: is_known(window, address), timeout=10_000)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    panel = window.workbench.open_panel(name)
    settle(qtbot, window)
    before, rows = texts(panel), window.model.rowCount()
    put(tmp_path, count)
    assert window._session
    with Library.open(window._session.library.path, read_only=True) as library:
        qtbot.waitUntil(lambda: window.model.rowCount() > rows, timeout=10_000)
        settle(qtbot, window)
        now = texts_if_opened_now(window, name, library)
        qtbot.waitUntil(lambda: now <= texts(panel), timeout=10_000)
    assert now != before


GROUP = b"\5" * 32


def sealed(count: int) -> list[Said]:
    """A chain of messages of a private group."""
    author, found = Author("ann"), list[Said]()
    for number in range(count):
        root, previous = (found[0].key, [found[-1].key]) if found else (None, None)
        kind = {"type": "post", "text": f"{number}"} if found else {"type": "group/init"}
        content = {**kind, "tangles": {"group": {"root": root, "previous": previous}}}
        text = json.dumps(content).encode()
        recipients = [(GROUP, Scheme.GROUP.value)]
        found.append(author.say(sealing.box2(text, author.feed, author.previous, recipients)))
    return found


def test_a_private_group_and_its_panel_follow_what_arrives(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    said = sealed(5)
    log = write(tmp_path / "log.ndjson", said[:3])
    (tmp_path / "keys").write_text(b64encode(GROUP).decode())
    window = open_window(log)
    wait_for_messages(qtbot, window, 3)
    window.unlocking.unlock(tmp_path / "keys", groups=True)
    address = f"group:{said[0].key}"
    qtbot.waitUntil(lambda: is_known(window, address), timeout=10_000)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    panel = window.workbench.open_panel("group")
    settle(qtbot, window)
    assert "3 messages" in " ".join(texts(panel))
    write(log, said)
    wait_for_rows(qtbot, window, 5)
    assert visible_keys(window) == [each.key for each in said]
    qtbot.waitUntil(lambda: "5 messages" in " ".join(texts(panel)), timeout=10_000)


def test_an_autobase_and_its_quorums_follow_what_arrives(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    window = open_window(store_with(tmp_path, 2))
    wait_for_messages(qtbot, window, 2)
    assert window._session
    [summary] = window._session.library.conversations(kind="autobase")
    window.open_thread(summary.address)
    wait_until_open(qtbot, window, summary.address)
    wait_for_rows(qtbot, window, 2)
    panel = window.workbench.open_panel("quorums")
    settle(qtbot, window)
    before = texts(panel)
    store_with(tmp_path, 4)
    wait_for_rows(qtbot, window, 4)
    assert visible_keys(window) == conversation(window).in_order()
    qtbot.waitUntil(lambda: panel.is_settled() and texts(panel) != before, timeout=10_000)
