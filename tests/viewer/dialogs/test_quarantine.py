from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.library import Library
from viewer.dialogs.quarantine import QuarantineDialog

HOSTILE = "\u202e\u2066<img src=x>\x07\x1b[31m".encode() + b"\xff\0.\n"


@pytest.mark.usefixtures("application")
def test_a_bad_record_is_told_in_words_and_shown_as_it_is(tmp_path: Path, qtbot: QtBot) -> None:
    log = tmp_path / "log.ndjson"
    long = b'{"key": "' + b"x" * 600_000 + b"\n"
    log.write_bytes(b'{"key": "%a"}\n' + HOSTILE + long)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(log)
        parent = QWidget()
        qtbot.addWidget(parent)
        dialog = QuarantineDialog(library, parent)
        table, story = dialog.table, dialog.story
        assert table.model().index(1, 0).data() == "This is not JSON, or it was cut off"
        table.selectRow(1)
        assert "line 2" in story.toPlainText()
        bare = r"\u202e\u2066<img src=x>\u0007\u001b[31m\xff\u0000."
        assert bare in story.toPlainText()
        table.selectRow(2)
        assert len(story.toPlainText()) < 40_000
        assert "bytes more" in story.toPlainText()
