"""Files dragged from other programs, dropped on every part of a window."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.dropped_files import accept_files
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open

_HELD = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
_COPY = Qt.DropAction.CopyAction


def test_files_dragged_onto_a_field_go_to_the_window(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    for panel in ("search", "diagram"):
        window.workbench.open_panel(panel)
    fields: list[QWidget] = [each for each in window.findChildren(QLineEdit) if each.acceptDrops()]
    texts = window.findChildren(QPlainTextEdit)
    fields += [each.viewport() for each in texts if not each.isReadOnly()]
    assert window.reading.composer.field.viewport() in fields
    offered: list[str] = []
    monkeypatch.setattr(window.drops, "_begin", lambda _: offered.append("to open or to add"))
    files = _dragged(QUrl.fromLocalFile(str(tmp_path / "log.ndjson")).toEncoded().data())
    files.setText("log.ndjson")  # as file managers do
    words = QMimeData()
    words.setText("7")
    for field in fields:
        for data in (files, words):
            QApplication.sendEvent(field, QDragEnterEvent(QPoint(2, 2), _COPY, data, *_HELD))
        assert offered == ["to open or to add"], field.objectName()
        offered.clear()


def test_a_dropped_file_may_have_a_name_that_isnt_text() -> None:
    named = (b"/srv/bad\xff\xfe.ndjson", "/srv/مرفأ 🚢.ndjson".encode(), b"/srv/a\nb %20?#.ndjson")
    lines = [b"file://" + _quoted(name) for name in named]
    files = _dragged(*lines, b"file://localhost/srv/here", b"https://example.org/x.ndjson")
    event = QDropEvent(QPointF(9, 9), _COPY, files, *_HELD)
    assert [os.fsencode(each) for each in accept_files(event)] == [*named, b"/srv/here"]


def test_a_file_of_another_machine_is_not_one_of_this() -> None:
    files = _dragged(b"file://harbour/etc/passwd")
    event = QDropEvent(QPointF(9, 9), _COPY, files, *_HELD)
    assert accept_files(event) == [Path("//harbour/etc/passwd")]


def _quoted(name: bytes) -> bytes:
    return b"".join(b"%" + f"{byte:02X}".encode() for byte in name).replace(b"%2F", b"/")


def _dragged(*lines: bytes) -> QMimeData:
    data = QMimeData()
    data.setData("text/uri-list", b"\r\n".join(lines))
    return data
