"""Imports in the window: an archive that takes a while, and the dialog that reads it."""

from pathlib import Path

from PySide6.QtCore import QProcess, Qt
from pytestqt.qtbot import QtBot

from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from viewer.dialogs.import_dialog import ImportDialog
from viewer.window.main_window import MainWindow

PATIENCE = 120_000


def long_archive_in(folder: Path) -> Path:
    """Some seconds of work: 2,000 messages, each of them six times."""
    alice = Author("alice")
    return write(folder / "log.ndjson", [alice.say(post(str(step))) for step in range(2000)] * 6)


def dialog_of(window: MainWindow) -> ImportDialog:
    (dialog,) = window.findChildren(ImportDialog)
    return dialog


def begun(qtbot: QtBot, window: MainWindow, *archives: Path) -> ImportDialog:
    """Choose archives in the dialog and start."""
    window.menus.action("import").trigger()
    dialog = dialog_of(window)
    dialog.add(list(archives))
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    return dialog


def over(qtbot: QtBot, dialog: ImportDialog) -> str:
    """Wait until the import is over; what came of it."""
    qtbot.waitUntil(dialog.start.isVisible, timeout=PATIENCE)
    return dialog.outcome.text()


def process_of(window: MainWindow) -> int:
    """The process that imports; 0 until there is one."""
    return sum(process.processId() for process in window.findChildren(QProcess))
