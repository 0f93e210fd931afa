import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from tanglescope.viewer import crash
from tanglescope.viewer.dialogs.crash_report import CrashReport, CrashReports
from tests.viewer.windows import Open

# The offscreen platform has no size hints for windows and warns about dialogs that set them.


def test_a_report_names_the_versions_and_can_be_read_copied_and_saved(
    open_window: Open, tmp_path: Path
) -> None:
    dialog = CrashReport("ValueError: seven", open_window())
    text = dialog.text.toPlainText()
    assert text.startswith("tanglescope ")
    assert "ValueError: seven" in text
    buttons = dialog.findChild(QDialogButtonBox).buttons()
    next(button for button in buttons if button.text().replace("&", "") == "Copy").click()
    assert QGuiApplication.clipboard().text() == text
    dialog.save_to(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text("utf-8") == text
    dialog.save_to(tmp_path / "nowhere" / "report.txt")
    assert "can't be written" in dialog.text.toPlainText()


def test_an_error_that_happens_twice_makes_one_report(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    reports = CrashReports(window)
    reports.happened.emit("first trace")
    reports.happened.emit("second trace")
    qtbot.waitUntil(lambda: len(window.findChildren(CrashReport)) == 1)
    [dialog] = window.findChildren(CrashReport)
    qtbot.waitUntil(lambda: "second trace" in dialog.text.toPlainText())
    dialog.reject()
    qtbot.waitUntil(lambda: not window.findChildren(CrashReport))
    reports.happened.emit("third trace")
    qtbot.waitUntil(lambda: len(window.findChildren(CrashReport)) == 1)


def test_unexpected_errors_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(crash, "file", lambda: tmp_path / "crash.txt")
    notices: list[str] = []
    monkeypatch.setattr(crash, "_notify", notices.append)
    try:
        raise ValueError("seven is no colour")
    except ValueError as error:
        crash._hook(ValueError, error, error.__traceback__)
    assert "seven is no colour" in notices[0]
    assert "seven is no colour" in capsys.readouterr().err
    assert sys.excepthook is not crash._hook
