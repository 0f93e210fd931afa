"""Typed keys open messages and are not stored."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.keys import GroupKeysDialog
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.samples import unpack
from tests.viewer.dialogs.test_confirm import GROUP_POSTS, said_in_groups
from tests.viewer.windows import Open


def open_dialog(window: MainWindow) -> GroupKeysDialog:
    window.menus.action("enter_groups").trigger()
    return window.findChild(GroupKeysDialog)


def test_typed_keys_open_the_messages_of_groups(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = unpack("small", tmp_path)
    window = open_window(folder / "log.ndjson")
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 167, timeout=20_000)
    secrets = json.loads((folder / "secrets.json").read_text())
    dialog = open_dialog(window)
    dialog.field.setText("  ".join(keys_in(secrets)))
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > 167, timeout=20_000)
    assert window.findChild(GroupKeysDialog) is None


def test_an_invalid_key_is_reported_and_the_field_stays(open_window: Open, qtbot: QtBot) -> None:
    dialog = open_dialog(open_window())
    qtbot.keyClicks(dialog.field, "hunter2")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert "32 bytes" in dialog.problem.text()
    assert "hunter2" not in dialog.problem.text()
    qtbot.keyClicks(dialog.field, "x")
    assert dialog.problem.text() == ""
    dialog.reject()


def test_keys_can_be_read_from_a_programs_folder(
    open_window: Open, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = unpack("tribes2", tmp_path) / "alice"
    window = open_window(folder / "db2" / "log.bipf")
    dialog = open_dialog(window)
    monkeypatch.setattr(file_dialogs, "for_keyring", lambda _: folder)
    dialog.folder.click()
    qtbot.waitUntil(lambda: said_in_groups(window) >= GROUP_POSTS, timeout=20_000)
    assert window.findChild(GroupKeysDialog) is None


def test_a_folder_without_keys_is_named_and_the_dialog_stays(
    open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = open_dialog(open_window())
    monkeypatch.setattr(file_dialogs, "for_keyring", lambda _: tmp_path)
    dialog.folder.click()
    assert "keyring" in dialog.problem.text()
    dialog.reject()


def keys_in(item: object) -> list[str]:
    """Return all strings under `key` at any depth of a JSON value."""
    if isinstance(item, dict):
        found = [item["key"]] if isinstance(item.get("key"), str) else []
        return found + [key for inner in item.values() for key in keys_in(inner)]
    return [key for inner in item for key in keys_in(inner)] if isinstance(item, list) else []
