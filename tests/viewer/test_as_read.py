"""Edits and deletions that arrive while a window is open: rows of their own only for debugging."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.viewer.face import Face
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import post
from tests.engine.store.conversations.test_source import edit, tombstone
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_messages, wait_until_open

THREAD, EVERYTHING = "thread", "everything"


def answers(window: MainWindow, key: str) -> str:
    """The message that a row quotes as answered."""
    row = window.model.row_of(key)
    assert row is not None
    return window.model.row(row).causes[-1]


@pytest.mark.parametrize(("place", "signed"), [(THREAD, 1), (EVERYTHING, 2)])
def test_an_edit_changes_a_row_and_is_one_only_in_the_face_for_debugging(
    place: str, signed: int, open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_for_messages(qtbot, window, len(talk.said))
    window.facing.turn(Face.READING)
    address = talk.root.key if place == THREAD else EVERYTHING
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    rows, last = window.model.rowCount(), talk.answers[-1]
    window.timeline.go_to(last.key)
    text = window.model.row(window.model.row_of(last.key) or 0).text
    arrived = [
        talk.bob.say({**edit(last, "the latest text"), "root": talk.root.key}),
        talk.bob.say(tombstone(talk.answers[1])),
    ]
    write(archive, [*talk.said, *arrived])
    wait_for_messages(qtbot, window, len(talk.said) + 2)

    def texts() -> set[str]:
        return {window.model.row(row).text for row in range(window.model.rowCount())}

    qtbot.waitUntil(lambda: "the latest text" in texts(), timeout=10_000)
    assert text not in texts()
    assert window.model.rowCount() == rows
    assert not {each.key for each in arrived} & set(window.timeline.unread.new)
    row = window.model.row_of(last.key)
    qtbot.waitUntil(lambda: window.model.row_of(arrived[0].key) == row, timeout=10_000)
    assert window.model.rowCount() == rows
    window.facing.turn(Face.DEBUGGING)
    qtbot.waitUntil(lambda: window.model.rowCount() == rows + signed, timeout=10_000)
    window.facing.turn(Face.READING)
    qtbot.waitUntil(lambda: window.model.rowCount() == rows, timeout=10_000)
    later = talk.ann.say(post("And now?", talk.root, arrived[0]))
    write(archive, [*talk.said, *arrived, later])
    qtbot.waitUntil(lambda: window.model.rowCount() == rows + 1, timeout=10_000)
    for face, answered in (
        (Face.READING, last),
        (Face.DEBUGGING, arrived[0]),
        (Face.READING, last),
    ):
        window.facing.turn(face)
        qtbot.waitUntil(lambda key=answered.key: answers(window, later.key) == key, timeout=10_000)  # type: ignore[misc] # the lambda has a default


def test_hiding_an_author_brings_no_edit_back(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    last = talk.answers[-1]
    changed = talk.bob.say({**edit(last, "the latest text"), "root": talk.root.key})
    archive = write(tmp_path / "log.ndjson", [*talk.said, changed])
    window = open_window(archive)
    wait_for_messages(qtbot, window, len(talk.said) + 1)
    window.facing.turn(Face.READING)
    window.open_thread(talk.root.key)
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: window.model.rowCount() == len(talk.answers), timeout=10_000)
    window.timeline.go_to(talk.root.key)
    window.menus.action("hide_author").trigger()
    qtbot.waitUntil(lambda: window.model.gaps is not None, timeout=10_000)
    assert changed.key not in {window.model.key(row) for row in range(window.model.rowCount())}
    assert window.model.messages_here == len(talk.answers)
