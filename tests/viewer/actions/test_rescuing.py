"""Rescue and comparison in the window: the dialogs, their process, and its result."""

from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.message.identity import Identity
from tanglescope.viewer.actions.rescuing import Rescuing
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.rescue_dialog import RescueDialog
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write

ANN = Author("ann")
SAID = [ANN.say(post(str(number))) for number in range(6)]


@pytest.fixture
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return [write(tmp_path / "a.ndjson", SAID[:4]), write(tmp_path / "b.ndjson", SAID[2:])]


@pytest.fixture
def rescuing(archives: list[Path], qtbot: QtBot) -> Rescuing:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return Rescuing(lambda: archives, lambda _: None, window)


def opened(rescuing: Rescuing, *, compares: bool) -> RescueDialog:
    rescuing.show(compares=compares)
    assert rescuing.dialog is not None
    return rescuing.dialog


def test_archives_are_rescued_into_a_new_folder(
    rescuing: Rescuing, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: went.append(url.toLocalFile()))
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_, **__: tmp_path / "out")
    dialog = opened(rescuing, compares=False)
    dialog.formats["ndjson"].setChecked(True)
    dialog.start.click()
    assert rescuing.is_busy()
    assert not dialog.archives.add_button.isEnabled()
    qtbot.waitUntil(lambda: not rescuing.is_busy())
    assert dialog.status.text() == f"6 messages of 1 feed are in {tmp_path / 'out'}."
    assert "only in" not in dialog.report.toPlainText()  # the feed is whole
    assert len(list(open_archive(tmp_path / "out" / "messages.ndjson").records())) == 6
    assert (tmp_path / "out" / "flume" / "log.offset").exists()
    dialog.show_folder.click()
    dialog.open_report.click()
    assert went == [str(tmp_path / "out"), str(tmp_path / "out" / "report.html")]
    assert dialog.save.isHidden()


def test_archives_are_compared_and_the_difference_is_saved(
    rescuing: Rescuing,
    archives: list[Path],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dialog = opened(rescuing, compares=True)
    assert not dialog.start.isEnabled()
    dialog.archives.clear()
    dialog.add(archives[1:])
    dialog.others.add(archives[:1])
    dialog.start.click()
    qtbot.waitUntil(lambda: not rescuing.is_busy())
    assert dialog.status.text() == "2 messages of 1 feed are the difference. Nothing was written."
    assert f"{ANN.feed}: messages 5 - 6" in dialog.report.toPlainText()
    assert dialog.show_folder.isHidden()
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_, **__: tmp_path / "out")
    dialog.save.click()
    qtbot.waitUntil(lambda: not rescuing.is_busy())
    saved = open_archive(tmp_path / "out" / "messages.ndjson").records()
    assert [record.key for record in saved] == [each.key for each in SAID[4:]]
    rescuing.end()
    assert not list(tmp_path.glob("tanglescope-*"))


def test_a_problem_is_shown_and_another_folder_can_be_chosen(
    rescuing: Rescuing, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "precious").touch()
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_, **__: tmp_path / "full")
    dialog = opened(rescuing, compares=False)
    dialog.start.click()
    qtbot.waitUntil(lambda: not rescuing.is_busy())
    assert "Choose a new folder" in dialog.status.text()
    assert dialog.report.isHidden()
    assert dialog.start.isEnabled()


def test_a_rescue_can_be_stopped(
    rescuing: Rescuing, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_, **__: tmp_path / "out")
    dialog = opened(rescuing, compares=False)
    dialog.start.click()
    dialog.cancel.click()
    qtbot.waitUntil(lambda: not rescuing.is_busy())
    assert dialog.status.text() == "Stopped. The same rescue continues from there."
    assert not rescuing.cancel()


def test_a_secret_asks_whether_its_feed_may_be_continued(
    rescuing: Rescuing,
    archives: list[Path],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = tmp_path / "secret"
    secret.write_text(Identity(ANN.feed, ANN._secret).secret_file())
    monkeypatch.setattr(file_dialogs, "for_identity", lambda _: secret)
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_, **__: tmp_path / "out")
    dialog = opened(rescuing, compares=False)
    assert not dialog.latest.isEnabled()
    dialog.secret.click()
    dialog.latest.setCurrentIndex(dialog.latest.findData(archives[1]))
    dialog.start.click()
    qtbot.waitUntil(lambda: not rescuing.is_busy())
    last = dialog.report.toPlainText().splitlines()[-1]
    assert last.startswith(f"{ANN.feed} can be continued after message 6:")
