"""Files that are dragged from other programs."""

import os
from pathlib import Path
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

_ENCODED = QUrl.ComponentFormattingOption.FullyEncoded


def accept_files(event: QDropEvent) -> list[Path]:
    """The files of a drag, which is accepted if there are any.

    They are taken as copies: a file manager deletes what it has moved.
    """
    files = _files_in(event.mimeData())
    if not files or not event.possibleActions() & Qt.DropAction.CopyAction:
        return []
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
    return files


def let_files_pass(parent: QWidget) -> None:
    """Let files that are dropped on a text field in `parent` go to the window, which opens them.

    The field would insert their paths, for example into a reply that is published a moment later.
    """
    passed = _PassedFiles(parent)
    for field in parent.findChildren(QLineEdit):
        field.installEventFilter(passed)
    for text in parent.findChildren(QPlainTextEdit):
        text.viewport().installEventFilter(passed)


class _PassedFiles(QObject):
    """Ignores files that are dragged onto a widget; Qt then offers them to its parents."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore dragged files."""
        if not isinstance(event, QDragEnterEvent) or not _files_in(event.mimeData()):
            return super().eventFilter(watched, event)
        event.ignore()
        return True


def _files_in(data: QMimeData) -> list[Path]:
    return [_path_of(each) for each in data.urls() if each.isLocalFile()]


def _path_of(file: QUrl) -> Path:
    """The path of a local file, byte by byte: its name may have no text."""
    path = unquote_to_bytes(file.path(_ENCODED))
    is_here = file.host() in ("", "localhost")
    return Path(os.fsdecode(path)) if is_here else Path(file.toLocalFile())
