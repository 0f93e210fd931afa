"""Helpers for imports in the window: an archive that takes seconds, and the dialog."""

from pathlib import Path

from PySide6.QtCore import QProcess, Qt
from pytestqt.qtbot import QtBot

from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write

PATIENCE = 120_000


def long_archive_in(folder: Path) -> Path:
    """Write an archive that takes seconds to import: 2,000 messages, each six times."""
    alice = Author("alice")
    return write(folder / "log.ndjson", [alice.say(post(str(step))) for step in range(2000)] * 6)


def dialog_of(window: MainWindow) -> ImportDialog:
    (dialog,) = window.findChildren(ImportDialog)
    return dialog


def begin_import(qtbot: QtBot, window: MainWindow, *archives: Path) -> ImportDialog:
    """Choose archives in the import dialog and start it."""
    window.menus.action("import").trigger()
    dialog = dialog_of(window)
    dialog.add(list(archives))
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    return dialog


def outcome_of(qtbot: QtBot, dialog: ImportDialog) -> str:
    """Wait until the import has ended and return its outcome."""
    qtbot.waitUntil(dialog.start.isVisible, timeout=PATIENCE)
    return dialog.outcome.text()


def import_process_of(window: MainWindow) -> int:
    """Return the id of the import process, or 0 if none has started."""
    return sum(process.processId() for process in window.findChildren(QProcess))
