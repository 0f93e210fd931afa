"""Open graphs, sets of PZP and panels follow their files as these grow."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log
from tests.viewer.test_following_kinds import concurrent_keys, conversation, visible_keys
from tests.viewer.windows import Open, Talk, wait_for_messages, wait_for_rows, wait_until_open

NODES: dict[str, list[str]] = {
    "a": [],
    "b": ["a"],
    "c": ["a"],
    "d": ["b", "c"],
    "e": ["b"],
    "f": ["d"],
}


def graph(folder: Path, count: int) -> Path:
    """Write a graph file with the first `count` nodes."""
    lines = [json.dumps({"id": name, "after": NODES[name], "writer": name}) for name in NODES]
    (folder / "nodes.ndjson").write_text("".join(f"{line}\n" for line in lines[:count]))
    return folder / "nodes.ndjson"


def pzp_set(folder: Path, count: int) -> Path:
    """Write a log with the first `count` messages of a set."""
    return write_log(folder / "log", entries_of(EXAMPLE)[:count])


FILES: dict[str, tuple[str, Callable[[Path, int], Path], int]] = {
    "graph": ("graph:nodes", graph, len(NODES)),
    "set": (EXAMPLE["moot"], pzp_set, len(entries_of(EXAMPLE))),
}


def is_known(window: MainWindow, address: str) -> bool:
    """Whether the database of the window has a conversation."""
    listed = window._session.library.conversations() if window._session else []
    return address in {each.address for each in listed}


@pytest.mark.parametrize("kind", FILES)
def test_an_open_conversation_follows_its_file(
    kind: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    address, put, count = FILES[kind]
    window = open_window(put(tmp_path, count - 2))
    qtbot.waitUntil(lambda: is_known(window, address), timeout=10_000)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    qtbot.waitUntil(lambda: visible_keys(window) == conversation(window).in_order(), timeout=10_000)
    before = visible_keys(window)
    diagram = window.workbench.open_panel("diagram")
    assert isinstance(diagram, DiagramPanel)
    put(tmp_path, count)
    qtbot.waitUntil(lambda: len(conversation(window).in_order()) > len(before), timeout=10_000)
    qtbot.waitUntil(lambda: visible_keys(window) == conversation(window).in_order(), timeout=10_000)
    came = set(visible_keys(window)) - set(before)
    qtbot.waitUntil(
        lambda: diagram.view.plan is not None and came <= diagram.view.plan.numbers.keys(),
        timeout=10_000,
    )
    lanes = window.timeline.lanes
    for key in visible_keys(window):
        window.timeline.go_to(key)
        qtbot.waitUntil(lambda key=key: lanes.horizon is not None and lanes.horizon.key == key)
        tinted = {each for each in visible_keys(window) if lanes.is_concurrent(each)}
        assert tinted == concurrent_keys(window, key)


def listed(window: MainWindow) -> set[str]:
    """Return the keys of the messages that the open panel lists."""
    panel = window.workbench.panel()
    views = [] if panel is None else panel.findChildren(RowsView)
    return {key for view in views for key in view.rows}


@pytest.mark.parametrize("panel", ["replay", "peers", "compare"])
def test_panels_that_list_messages_list_arriving_ones(
    panel: str, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = Talk(answers=3)
    log = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(log)
    wait_for_messages(qtbot, window, len(talk.said))
    window.open_thread(talk.root.key)
    wait_until_open(qtbot, window, talk.root.key)
    window.workbench.open_panel(panel)
    qtbot.waitUntil(lambda: talk.root.key in listed(window), timeout=10_000)
    late = talk.answer("late")
    write(log, talk.said)
    wait_for_rows(qtbot, window, 5)
    qtbot.waitUntil(lambda: late.key in listed(window), timeout=10_000)


def test_the_reading_position_is_kept_while_another_conversation_is_read(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = Talk(answers=60)
    log = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(log)
    wait_for_messages(qtbot, window, len(talk.said))
    for address in (talk.root.key, "everything", f"feed:{talk.bob.feed}"):
        window.open_thread(address)
        wait_until_open(qtbot, window, address)
        qtbot.waitUntil(
            lambda: visible_keys(window) == conversation(window).in_order(), timeout=10_000
        )
        window.timeline.go_to(talk.answers[30].key)
        read = window.timeline.current_key()
        window.open_thread(talk.bread.key)
        wait_until_open(qtbot, window, talk.bread.key)
        window.open_thread(address)
        wait_until_open(qtbot, window, address)
        visible = {key for key, _ in window.timeline.visible_rows()}
        assert read in visible
