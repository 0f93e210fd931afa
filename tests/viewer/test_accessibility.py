from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, opened
from viewer.commands import COMMANDS


def test_every_command_has_an_action_and_no_key_has_two(open_window: Open) -> None:
    window = open_window()
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    for command in COMMANDS:
        assert window.menus.action(command.name).text() == command.text


# Message boxes are as large as their text, which the offscreen platform can't tell a system.
@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_screen_reader_finds_a_name_on_everything(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    opened(qtbot, window, talk.root.key)
    for command in ("keys", "about", "quarantine", "preferences", "palette", "import"):
        window.menus.action(command).trigger()
    nameless = [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in window.findChildren(QWidget)
        if not named(widget)
    ]
    assert not nameless


def named(widget: QWidget) -> bool:
    """Whether a screen reader has a word for it; parts that Qt makes itself are skipped."""
    if widget.objectName().startswith("qt_") or type(widget) is QWidget:
        return True
    if isinstance(widget, QAbstractButton | QLineEdit) and widget.accessibleName():
        return True
    parts = (
        "QScrollBar",
        "QMenu",
        "QSplitterHandle",
        "QTableCornerButton",
        "QRubberBand",
        "QDialogButtonBox",
        "QLineEditIconButton",
        "QWidgetLineControl",
    )
    kind = widget.metaObject().className()
    return bool(widget.accessibleName() or getattr(widget, "text", str)()) or kind in parts
