"""What is open becomes web pages, written by a process beside the window."""

from html import unescape
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

import resources
from engine.library import ConversationSummary, Library
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, all_read, opened
from viewer import words
from viewer.dialogs.confirm import ConfirmDialog
from viewer.window.main_window import MainWindow


# Dialogs are as large as their text, which the offscreen platform can't tell a system.
@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_conversation_and_a_collection_are_written_as_pages(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window: MainWindow = open_window(write(tmp_path / "log.ndjson", talk.said))
    said: list[str] = []
    monkeypatch.setattr(window.exporting.pages, "_tell", said.append)
    window.menus.action("export_page").trigger()
    assert said.pop() == "Open a conversation to export it."
    opened(qtbot, window, talk.root.key)
    all_read(qtbot, window, 41)

    page, folder = tmp_path / "page.html", tmp_path / "pages"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "page"), ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.menus.action("export_page").trigger()
    assert window.exporting.pages.progress is not None
    qtbot.waitUntil(lambda: said == [f"Exported to {page}."], timeout=30_000)
    assert talk.root.key in page.read_text()
    assert window.exporting.pages.progress is None

    steps: list[tuple[int, int]] = []
    window.exporting.pages._writing.progressed.connect(lambda *step: steps.append(step))
    window.menus.action("export_site").trigger()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=30_000)
    assert said[1] == f"Exported to {folder}."
    assert steps[-1][0] == steps[-1][1] > 0
    assert (folder / "index.html").is_file()

    window.menus.action("export_page").trigger()
    assert window.exporting.pages.progress is not None
    window.exporting.pages.progress.canceled.emit()
    assert window.exporting.pages.progress is None
    assert said[2].startswith("Stopped.")
    window.exporting.pages._writing.ended.emit("The disk is full.")
    assert said[3] == "The disk is full."


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_private_conversation_is_written_only_after_a_warning(
    open_window: Open, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with resources.sample_archive("group") as archive, Library.open(tmp_path / "g.db") as library:
        library.ingest(archive)
    window: MainWindow = open_window(tmp_path / "g.db")
    with resources.sample_keys() as keys:
        window.unlock(keys, groups=True)
    assert window._session is not None
    shown = window._session.library
    private: list[ConversationSummary] = []

    def is_unlocked() -> bool:
        private[:] = [each for each in shown.conversations() if each.private]
        return bool(private)

    qtbot.waitUntil(is_unlocked, timeout=10_000)
    talk = max(private, key=lambda each: each.messages)
    conversation = shown.conversation(talk.address)
    found = conversation.messages(conversation.in_order()).values()
    texts = [text for each in found if (text := words.text_of(each.content))]
    assert texts
    window.ways.open(talk.address)
    opened(qtbot, window, talk.address)
    said: list[str] = []
    monkeypatch.setattr(window.exporting.pages, "_tell", said.append)
    page = tmp_path / "page.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(page), ""))
    for agrees in (False, True):
        window.menus.action("export_page").trigger()
        dialog = window.findChild(ConfirmDialog, "private_page")
        assert isinstance(dialog, ConfirmDialog)
        assert (page.exists(), said) == (False, [])
        if agrees:
            dialog.agree.click()
        else:
            dialog.reject()
        qtbot.waitUntil(lambda: window.findChild(ConfirmDialog, "private_page") is None)
    qtbot.waitUntil(lambda: said == [f"Exported to {page}."], timeout=10_000)
    assert all(text in unescape(page.read_text("utf-8")) for text in texts)
