"""Corestores in the window: opened, dropped, followed, and unlocked with a key."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.keys import BaseKeyDialog
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.corestore import store, truth
from tests.engine.archive.corestore.test_copies import without_its_key
from tests.engine.archive.corestore.writers import base_of, message, write
from tests.viewer.windows import (
    Open,
    notice,
    wait_for_messages,
    wait_for_rows,
    wait_until_open,
)

pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")


def drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    nothing = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    drop = QDropEvent(QPointF(1, 1), Qt.DropAction.CopyAction, data, *nothing)
    window.drops.eventFilter(window, drop)


def test_a_dropped_store_is_shown_and_followed(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    blocks = [message(b'{"text":"entry %d"}' % number) for number in range(4)]
    core = base_of(blocks[:3])
    folder = write(tmp_path / "store", core.records(1))
    window = open_window()
    drop(window, folder)
    wait_for_messages(qtbot, window, 3)
    wait_until_open(qtbot, window, f"autobase:{core.key.hex()}")
    wait_for_rows(qtbot, window, 3)
    write(folder, base_of(blocks).records(1))
    wait_for_rows(qtbot, window, 4)
    followed = window.activity.findChild(QLabel, "followed")
    assert followed.text().startswith("Following")


@pytest.mark.parametrize("inside", ["", "CORESTORE"])
def test_a_store_is_opened_by_its_folder_or_a_file_in_it(
    open_window: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    window = open_window()
    way, command = ("for_archive", "open") if inside else ("for_folder", "open_folder")
    monkeypatch.setattr(file_dialogs, way, lambda _: store("plain") / inside)
    window.menus.action(command).trigger()
    wait_for_messages(qtbot, window, len(truth("plain")["nodes"]))


@pytest.mark.parametrize("own_collections", [False, True])
def test_the_window_asks_for_the_key_of_an_encrypted_store_until_it_opens(
    open_window: Open,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    own_collections: bool,
) -> None:
    folder = shutil.copytree(store("encrypted"), tmp_path / "store")
    without_its_key(folder)
    window = open_window(folder, own_collections=own_collections)

    def asked(problem: str) -> BaseKeyDialog:
        def dialogs() -> list[BaseKeyDialog]:
            return [each for each in window.findChildren(BaseKeyDialog) if each.isVisible()]

        qtbot.waitUntil(lambda: len(dialogs()) == 1, timeout=20_000)
        assert dialogs()[0].problem.text() == problem
        return dialogs()[0]

    dialog = asked("")
    QCoreApplication.processEvents()
    assert window.session is not None, "its collection stays while the key is awaited"
    dialog.field.setText("hunter2")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert "32 bytes" in dialog.problem.text()
    dialog.field.setText("00" * 32)
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    dialog = asked("The key doesn't decrypt it.")
    assert notice(window) == (
        f"{folder} is encrypted. Open it again to enter the key of its Autobase."
    )
    (tmp_path / "key").write_text(truth("encrypted")["secret"])
    monkeypatch.setattr(file_dialogs, "for_base_key", lambda _: tmp_path / "key")
    dialog.file.click()
    wait_for_messages(qtbot, window, len(truth("encrypted")["nodes"]))
    assert not window.banner.isVisible()


def test_the_timeline_shows_what_is_final(open_window: Open, qtbot: QtBot) -> None:
    window = open_window(store("encrypted"))
    view = window.timeline
    qtbot.waitUntil(lambda: len(view._placer.borders) == 2, timeout=20_000)
    view.set_markings(None)
    assert len(view._placer.borders) == 2
