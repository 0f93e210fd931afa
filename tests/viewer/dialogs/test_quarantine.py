import json
from base64 import b64decode
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.dialogs.quarantine import QuarantineDialog
from tests.viewer.windows import Open, notice, wait_until_read

HOSTILE = "\u202e\u2066<img src=x>\x07\x1b[31m".encode() + b"\xff\0.\n"


@pytest.mark.usefixtures("application")
def test_a_bad_record_is_explained_and_shown_unchanged(tmp_path: Path, qtbot: QtBot) -> None:
    log = tmp_path / "log.ndjson"
    long = b'{"key": "' + b"x" * 600_000 + b"\n"
    log.write_bytes(b'{"key": "%a"}\n' + HOSTILE + long)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(log)
        parent = QWidget()
        qtbot.addWidget(parent)
        dialog = QuarantineDialog(library, parent)
        table, story = dialog.table, dialog.story
        assert table.model().index(1, 0).data() == "This isn't JSON, or it was cut off"
        assert table.model().index(1, 1).data() == "log.ndjson"
        assert table.model().index(1, 2).data() == "line 2"
        table.selectRow(1)
        assert "line 2" in story.toPlainText()
        bare = r"\u202e\u2066<img src=x>\u0007\u001b[31m\xff\u0000."
        assert bare in story.toPlainText()
        table.selectRow(2)
        assert len(story.toPlainText()) < 40_000
        assert "bytes more" in story.toPlainText()
        table.setFocus()
        qtbot.keyClick(table, Qt.Key.Key_Tab)
        assert dialog.focusWidget() is story


@pytest.mark.usefixtures("application")
def test_reasons_are_whole_while_there_is_room(tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "log.ndjson").write_bytes(b'{"key": "%a"}\n' + HOSTILE)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(tmp_path / "log.ndjson")
        parent = QWidget()
        qtbot.addWidget(parent)
        parent.resize(700, 400)
        table = QuarantineDialog(library, parent).table
        assert table.columnWidth(0) >= table.sizeHintForColumn(0)


def test_all_bad_records_are_exported_with_file_place_and_reason(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    log, file = tmp_path / "log.ndjson", tmp_path / "bad.ndjson"
    log.write_bytes(b'{"key": "%a"}\n' + HOSTILE)
    window = open_window(log)
    wait_until_read(qtbot, window)
    window.menus.action("quarantine").trigger()
    dialog = window.findChild(QuarantineDialog)
    assert dialog is not None
    assert dialog.export.isEnabled()
    dialog.export_wanted.emit(file)
    report = "2 bad records exported to bad.ndjson"
    qtbot.waitUntil(lambda: window.activity._state.text() == report)
    first, second = map(json.loads, file.read_text().splitlines())
    assert (first["archive"], first["text"]) == (str(log), '{"key": "%a"}')
    assert (second["reason"], second["size"]) == (
        "This isn't JSON, or it was cut off",
        len(HOSTILE) - 1,
    )
    assert b64decode(second["base64"]) == HOSTILE[:-1]
    assert second["place"] != first["place"]
    dialog.export_wanted.emit(tmp_path / "no" / "folder.ndjson")
    qtbot.waitUntil(lambda: "can't be written" in notice(window))
    dialog.close()


def test_escape_leads_back_to_the_dialog_that_was_in_front(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    log = tmp_path / "log.ndjson"
    log.write_bytes(b'{"key": "%a"}\n' + HOSTILE)
    window = open_window(log)
    wait_until_read(qtbot, window)
    window.menus.action("import").trigger()
    [importing] = window.findChildren(ImportDialog)
    importing.activateWindow()
    qtbot.waitUntil(importing.isActiveWindow)
    importing.quarantine_wanted.emit()
    [dialog] = window.findChildren(QuarantineDialog)
    assert dialog.parentWidget() is importing
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert importing.isVisible()
    qtbot.waitUntil(importing.isActiveWindow)
