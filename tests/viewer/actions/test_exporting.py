from html import unescape
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from tanglescope import resources
from tanglescope.engine import words
from tanglescope.engine.drawing.eliding import Filters
from tanglescope.engine.export.conversations import ExportSelection
from tanglescope.engine.library import ConversationSummary, Library
from tanglescope.engine.system.files import write_whole
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.confirm import ConfirmDialog
from tanglescope.viewer.dialogs.export import FORMS, ExportDialog
from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.workers.child_process import ChildEnd
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, notice, wait_for_rows, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    wait_for_rows(qtbot, made, 41)
    return made


def texts_at_lower_edge(window: MainWindow) -> list[str]:
    """Return the texts at the lower edge."""
    return [label.text() for label in window.activity.findChildren(QLabel)]


@pytest.mark.parametrize("form", [form.name for form in FORMS])
def test_a_thread_is_exported_in_every_format(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot, form: str
) -> None:
    file = tmp_path / f"thread.{form}"
    window.exporting.export(ExportSelection(talk.root.key), form, file)
    qtbot.waitUntil(file.exists)
    qtbot.waitUntil(lambda: f"Exported to {file}." in texts_at_lower_edge(window))
    if form == "png":
        assert QImage(str(file)).width() > 400
    elif form == "ndjson":
        with Library.open(tmp_path / "other.db") as other:
            other.ingest(file)
            assert len(other) == 41


# The offscreen platform has no size hints for windows and warns about dialogs that set them.
def test_the_dialog_asks_for_a_part_a_format_and_a_file(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []

    def answer(*arguments: object) -> Path:
        asked.append(tuple(map(str, arguments[1:])))
        return tmp_path / "mine.dot"

    monkeypatch.setattr(file_dialogs, "where_to_write", answer)
    window.menus.action("export").trigger()
    dialog = window.findChild(ExportDialog)
    assert [dialog.scope.itemText(n) for n in range(dialog.scope.count())] == [
        "The whole conversation"
    ]
    assert not dialog.backlinks.isHidden()
    dialog.form.setCurrentText("NDJSON, an archive")
    assert dialog.backlinks.isHidden(), "only pictures are drawn"
    assert "signed" not in dialog.status.text(), "the nodes of a graph aren't"
    dialog.form.setCurrentText("Graphviz DOT")
    dialog.backlinks.setChecked(True)
    assert "dot and similar programs" in dialog.status.text()
    [go] = [
        button
        for button in dialog.findChild(QDialogButtonBox).buttons()
        if button.text().startswith("Export")
    ]
    qtbot.mouseClick(go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil((tmp_path / "mine.dot").exists)
    assert "rankdir=RL;" in (tmp_path / "mine.dot").read_text()
    assert asked == [("Export", "where-are-the-bicycles.dot", "Graphviz DOT (*.dot)")]


def test_the_messages_in_the_diagram_can_be_exported(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    panel = window.workbench.open_panel("diagram")
    assert isinstance(panel, DiagramPanel)
    qtbot.waitUntil(panel.is_settled)
    assert len(window.exporting.scopes(talk.root.key)) == 1
    panel.set_filters(Filters(folds_runs=True))
    scopes = window.exporting.scopes(talk.root.key)
    assert scopes[0].wanted.filters == Filters(folds_runs=True)
    qtbot.waitUntil(panel.is_settled)


def test_chosen_messages_can_be_exported(window: MainWindow, talk: Talk) -> None:
    keys = {answer.key for answer in talk.answers[2:5]}
    window.timeline.chosen.put(keys)
    chosen = window.exporting.scopes(talk.root.key)[0]
    assert chosen.title == "The selected messages (3)"
    assert chosen.wanted.keys == keys


def test_a_file_that_cannot_be_written_is_reported(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.exporting.export(ExportSelection(talk.root.key), "dot", tmp_path / "nowhere" / "a.dot")
    qtbot.waitUntil(window.banner.isVisible)


def test_an_archive_that_is_open_is_not_overwritten(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = tmp_path / "log.ndjson"
    before = archive.read_bytes()
    window.exporting.export(ExportSelection(talk.root.key), "dot", archive)
    said = f"{archive} can't be written: it is an archive that is open here."
    qtbot.waitUntil(lambda: notice(window).startswith(said), timeout=10_000)
    assert "choose another name" in notice(window)
    window.exporting.pages.write(archive, "--", talk.root.key, str(archive))
    assert not window.exporting.pages.is_busy()
    assert any(text.startswith(said) for text in texts_at_lower_edge(window))
    assert archive.read_bytes() == before
    window.leave()
    write_whole(archive, [b"now it may be"])


def test_without_a_thread_there_is_nothing_to_export(open_window: Open) -> None:
    window = open_window()
    window.menus.action("export").trigger()
    assert window.findChild(ExportDialog) is None
    assert "Open a conversation to export it." in texts_at_lower_edge(window)
    window.activity.say("")
    window.menus.action("export_page").trigger()
    assert "Open a conversation to export it." in texts_at_lower_edge(window)
    # Keys that move in the timeline do nothing either.
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Space):
        QTest.keyClick(window.timeline, key)


def agree_to_pages(window: MainWindow, qtbot: QtBot, *, leave_out: bool = False) -> list[str]:
    """Agree to who is shown on pages; return what was said."""

    def dialog() -> ConfirmDialog | None:
        found = window.findChild(ConfirmDialog, "who_is_shown")
        return found if isinstance(found, ConfirmDialog) else None

    qtbot.waitUntil(lambda: dialog() is not None)
    shown = dialog()
    assert shown is not None
    said = [label.text() for label in shown.findChildren(PlainLabel)]
    shown.choice.setChecked(leave_out)
    shown.agree.click()
    qtbot.waitUntil(lambda: dialog() is None)
    return said


# The offscreen platform has no size hints for windows and warns about dialogs that set them.
def test_a_conversation_and_a_collection_are_exported_as_web_pages(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window: MainWindow = open_window(write(tmp_path / "log.ndjson", talk.said))
    sentences: list[str] = []
    monkeypatch.setattr(window.exporting.pages, "_report", sentences.append)
    monkeypatch.setattr(
        window.exporting.pages, "_say_written", lambda said, _: sentences.append(said)
    )
    window.menus.action("export_page").trigger()
    assert sentences.pop() == "Open a conversation to export it."
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)

    page, folder = tmp_path / "page.html", tmp_path / "pages"
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_: tmp_path / "page")
    monkeypatch.setattr(QFileDialog, "exec", lambda _: 1)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [str(folder)])
    window.menus.action("export_page").trigger()
    assert agree_to_pages(window, qtbot)[0].startswith("2 people published nothing about it.")
    assert window.exporting.pages.progress is not None
    qtbot.waitUntil(lambda: sentences == [f"Exported to {page}."], timeout=30_000)
    assert talk.root.key in page.read_text()
    assert window.exporting.pages.progress is None

    steps: list[dict[str, int]] = []
    window.exporting.pages._writing.reported.connect(steps.append)
    window.menus.action("export_site").trigger()
    agree_to_pages(window, qtbot)
    qtbot.waitUntil(lambda: len(sentences) == 2, timeout=30_000)
    assert sentences[1] == f"Exported to {folder}."
    assert steps[-1]["done"] == steps[-1]["of"] > 0
    assert (folder / "index.html").is_file()

    window.menus.action("export_page").trigger()
    agree_to_pages(window, qtbot, leave_out=True)
    assert window.exporting.pages.progress is not None
    window.exporting.pages.progress.canceled.emit()
    assert window.exporting.pages.progress is None
    assert sentences[2].startswith("Stopped.")
    window.exporting.pages._writing.ended.emit(ChildEnd(error="The disk is full."))
    assert sentences[3] == "The disk is full."


def test_a_private_conversation_is_exported_only_after_a_warning(
    open_window: Open, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with resources.sample_archive("group") as archive, Library.open(tmp_path / "g.db") as library:
        library.ingest(archive)
    window: MainWindow = open_window(tmp_path / "g.db")
    with resources.sample_keys() as keys:
        window.unlocking.unlock(keys, groups=True)
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
    wait_until_open(qtbot, window, talk.address)
    sentences: list[str] = []
    monkeypatch.setattr(window.exporting.pages, "_report", sentences.append)
    monkeypatch.setattr(
        window.exporting.pages, "_say_written", lambda said, _: sentences.append(said)
    )
    page = tmp_path / "page.html"
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_: page)
    for agrees in (False, True):
        window.menus.action("export_page").trigger()
        dialog = window.findChild(ConfirmDialog, "private_page")
        assert isinstance(dialog, ConfirmDialog)
        assert (page.exists(), sentences) == (False, [])
        if agrees:
            dialog.agree.click()
        else:
            dialog.reject()
        qtbot.waitUntil(lambda: window.findChild(ConfirmDialog, "private_page") is None)
    qtbot.waitUntil(lambda: sentences == [f"Exported to {page}."], timeout=10_000)
    assert all(text in unescape(page.read_text("utf-8")) for text in texts)
    notes = tmp_path / "notes"
    window.exporting.export(ExportSelection(talk.address), "markdown", notes)
    dialog = window.findChild(ConfirmDialog, "private_takeout")
    assert isinstance(dialog, ConfirmDialog)
    assert not notes.exists()
    dialog.agree.click()
    qtbot.waitUntil(lambda: (notes / "tanglescope-site.json").exists(), timeout=10_000)
    [note] = [file.read_text("utf-8") for file in notes.glob("*.md")]
    heads = [line for line in note.splitlines() if line.startswith("## ")]
    assert len(heads) == len(found)
    assert all(head.endswith(" · private") for head in heads)
