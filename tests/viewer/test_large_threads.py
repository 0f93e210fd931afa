"""Threads whose order is stored as one block behave like other threads."""

from pathlib import Path
from threading import Thread, current_thread, main_thread

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Conversation, ConversationSummary, Library
from tanglescope.engine.store.orders import order_cache
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.window import opening
from tests.engine.store.libraries import write
from tests.viewer.test_following_files import FILES, is_known
from tests.viewer.windows import (
    Open,
    Talk,
    kind_of_row,
    wait_for_messages,
    wait_for_rows,
    wait_until_open,
    wait_until_read,
)


def test_a_large_thread_is_read_and_followed_like_any_other(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_cache, "LARGE", 10)
    late = talk.said.pop()
    talk.answer("after the missing one")
    archive = write(tmp_path / "log.ndjson", talk.said)
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        assert isinstance(
            library.conversation(talk.root.key).snapshot().keys, order_cache.StoredKeys
        )
        order = library.conversation(talk.root.key).in_order()
    window = open_window(archive)
    wait_until_read(qtbot, window)  # what arrives during the first reading isn't new
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 42)
    assert kind_of_row(window, late.key) is RowKind.GHOST
    assert [key for key in window.model.keys(0, 99) if key != late.key] == order
    window.timeline.go_to(talk.answers[15].key)
    window.grab()
    before = window.timeline.place()
    with archive.open("ab") as file:
        file.write(late.line)
        for number in range(5):
            file.write(talk.answer(f"late {number}").line)
    wait_for_rows(qtbot, window, 47)
    qtbot.waitUntil(lambda: kind_of_row(window, late.key) is RowKind.WRITING)
    window.grab()
    assert window.timeline.place() == before
    assert window.model.keys(0, 99) == [each.key for each in talk.answers]
    assert set(window.timeline.unread.new) >= {each.key for each in talk.answers[-5:]}


def test_a_large_view_opens_before_its_authors_and_times_are_counted(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "LARGE", 10)
    feed = talk.root.value["author"]
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_messages(qtbot, window, len(talk.said))
    window.open_thread(feed)
    qtbot.waitUntil(lambda: window.model.address.endswith(feed))
    said = [each.key for each in talk.said if each.value["author"] == feed]
    qtbot.waitUntil(lambda: window.model.keys(0, 99) == said)
    qtbot.waitUntil(lambda: "1 author" in window.reading.heading._extent)


@pytest.mark.parametrize("kind", FILES)
def test_a_large_graph_opens_before_its_writers_are_counted(
    kind: str,
    open_window: Open,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, put, count = FILES[kind]
    window = open_window(put(tmp_path, count))
    qtbot.waitUntil(lambda: is_known(window, address), timeout=10_000)
    monkeypatch.setattr(opening, "LARGE", 3)
    threads: list[Thread] = []

    def record(conversation: Conversation) -> ConversationSummary:
        threads.append(current_thread())
        return summarize(conversation)

    assert window._session
    there = type(window._session.library.conversation(address))
    summarize = there.summary
    monkeypatch.setattr(there, "summary", record)
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    qtbot.waitUntil(lambda: bool(threads), timeout=10_000)
    assert main_thread() not in threads
