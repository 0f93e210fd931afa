"""Imports of large archives from the window, in a child process, shown in a dialog."""

import os
import signal
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QLabel, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Engine, Library, Progress
from tanglescope.engine.pipeline import disk_space, importing
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.import_lock import importing_alone
from tanglescope.engine.system.files import keep_off
from tanglescope.viewer.actions import imports
from tanglescope.viewer.actions.imports import Notice
from tanglescope.viewer.dialogs.confirm import ConfirmDialog
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.window.conversation_lists import ConversationLists
from tests.engine.store.libraries import write
from tests.viewer.imports import (
    PATIENCE,
    begin_import,
    dialog_of,
    import_process_of,
    long_archive_in,
    outcome_of,
)
from tests.viewer.windows import Open, Talk, notice, wait_for_rows, wait_until_open


@pytest.fixture(scope="module")
def long_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return long_archive_in(tmp_path_factory.mktemp("long"))


@pytest.fixture
def little_space(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_space, "_free", lambda _: 1000)


@pytest.fixture
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LARGE", 1)


def test_archives_that_were_added_are_followed_and_unreadable_ones_are_not(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    (noise := tmp_path / "noise.bin").write_bytes(bytes(range(256)) * 9)
    window = open_window()
    outcome = outcome_of(qtbot, begin_import(qtbot, window, archive, noise))
    assert "43 messages added, 43 in all." in outcome
    assert "noise.bin" in outcome
    wait_until_open(qtbot, window, talk.root.key)
    with archive.open("ab") as file:
        file.write(talk.answer("late").line)
    wait_for_rows(qtbot, window, 42)
    assert window.banner.isHidden(), "the dialog has named the unreadable one"


def test_a_database_is_added_as_if_its_archives_were(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "other.db") as other:
        other.ingest(write(tmp_path / "log.ndjson", talk.said))
    window = open_window()
    outcome = outcome_of(qtbot, begin_import(qtbot, window, tmp_path / "other.db"))
    assert "43 messages added, 43 in all." in outcome
    wait_until_open(qtbot, window, talk.root.key)
    assert window.banner.isHidden()


@pytest.mark.usefixtures("all_are_large")
def test_a_large_archive_that_is_opened_is_imported_and_then_followed(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "large ☃.ndjson", talk.said)
    window = open_window(archive)
    dialog = dialog_of(window)
    assert dialog.isVisible()
    assert outcome_of(qtbot, dialog) == "43 messages added, 43 in all."
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    state = window.activity._state
    qtbot.waitUntil(lambda: state.text() == "43 messages added, 43 in all", timeout=10_000)
    with archive.open("ab") as file:
        file.write(talk.answer("late").line)
    wait_for_rows(qtbot, window, 42)
    qtbot.waitUntil(lambda: state.text() == "44 messages added, 44 in all", timeout=10_000)


@pytest.mark.usefixtures("all_are_large")
def test_the_end_of_an_import_sends_a_notification_while_the_window_is_in_the_background(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    alerted: list[object] = []
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
    monkeypatch.setattr(QApplication, "alert", alerted.append)
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    outcome_of(qtbot, dialog_of(window))
    assert alerted == [window]


@pytest.mark.usefixtures("all_are_large")
def test_an_archive_that_was_read_is_followed_without_an_import(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    assert not window.findChildren(ImportDialog)


def test_several_archives_are_imported_and_bad_records_counted(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    half = len(talk.said) // 2
    one = write(tmp_path / "one.ndjson", talk.said[:half])
    other = write(tmp_path / "other.ndjson", talk.said[half:])
    other.write_bytes(other.read_bytes() + b"{oops\n" * 3)
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    window = open_window()
    dialog = begin_import(qtbot, window, one, other, picture)
    outcome = outcome_of(qtbot, dialog)
    assert outcome.startswith("43 messages added, 43 in all.")
    assert "picture.png" in outcome
    assert [dialog.bad.model().index(0, column).data() for column in (0, 1)] == [
        "This isn't JSON, or it was cut off",
        "3",
    ]
    assert dialog.show_bad.isVisible()
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: window.activity.quarantine.text() == "3 bad records")


def test_a_cancelled_import_keeps_what_it_has_imported_and_can_continue(
    open_window: Open, long_archive: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    dialog = begin_import(qtbot, window, long_archive)
    assert not dialog.start.isVisible()
    with pytest.raises(OSError, match="it is an archive that is open here"):
        keep_off(long_archive)
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert outcome_of(qtbot, dialog).startswith("Cancelled.")
    keep_off(long_archive)
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert "2,000 in all." in outcome_of(qtbot, dialog)
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        assert library.check().ok


def test_a_small_archive_that_is_opened_during_an_import_is_imported_after_it(
    open_window: Open, long_archive: Path, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    small = write(tmp_path / "small.ndjson", talk.said)
    window = open_window()
    dialog = begin_import(qtbot, window, long_archive)
    window._read(small)
    assert window._settings.of(window._home).unfinished == [long_archive, small], "if it is killed"
    assert not window.banner.isVisible()
    assert dialog.archives() == [long_archive, small]
    state = window.activity._state
    qtbot.waitUntil(lambda: state.text() == "43 messages added, 2,043 in all", timeout=PATIENCE)
    assert not window.banner.isVisible()


def test_the_start_page_says_what_is_being_read_in_this_process(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    heading = window._frame.welcome.heading
    seen: list[str] = []
    window._require_session().progressed.connect(lambda _: seen.append(heading.text()))
    window._read(write(tmp_path / "small ☃.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    assert set(seen) == {"Reading small ☃.ndjson…"}
    qtbot.waitUntil(lambda: heading.text() == "Read your archives", timeout=PATIENCE)


def test_an_archive_that_is_opened_during_the_import_of_another_process_waits_for_it(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window()
    with importing_alone(tmp_path / "own.db"):
        window._read(archive)
        state = window.activity._state
        qtbot.waitUntil(lambda: "waiting until another import" in state.text(), timeout=PATIENCE)
        assert not window.banner.isVisible()
    wait_until_open(qtbot, window, talk.root.key)
    followed = window.activity._followed
    qtbot.waitUntil(lambda: followed.text().endswith("log.ndjson"), timeout=PATIENCE)


def test_an_archive_that_waits_for_another_import_can_be_cancelled(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    with importing_alone(tmp_path / "own.db"):
        window._read(write(tmp_path / "log.ndjson", talk.said))
        session = window._require_session()
        with qtbot.waitSignal(session.progressed, timeout=PATIENCE):
            pass
        with qtbot.waitSignal(session.read, timeout=PATIENCE):
            assert session.cancel()
        assert not session.is_reading()


def test_an_import_continues_behind_a_closed_dialog_and_can_be_cancelled_at_the_lower_edge(
    open_window: Open, long_archive: Path, qtbot: QtBot
) -> None:
    window = open_window()
    dialog = begin_import(qtbot, window, long_archive)
    dialog.close_button.click()
    assert not dialog.isVisible()
    window.menus.action("cancel").trigger()
    state = window.activity._state
    qtbot.waitUntil(lambda: state.text().startswith("Cancelled."), timeout=PATIENCE)
    assert not dialog.isVisible()
    assert not window.importing.is_busy()
    assert dialog.archives() == [long_archive]


def test_archives_chosen_for_one_collection_are_not_imported_into_another(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("import").trigger()
    dialog = dialog_of(window)
    dialog.add([archive])
    assert dialog.start.isEnabled()
    window.open_database(tmp_path / "other.db")
    assert not dialog.isVisible()
    assert dialog.archives() == []
    assert not dialog.start.isEnabled()


def test_an_import_cancelled_in_another_collection_does_not_continue_in_this_one(
    open_window: Open, long_archive: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    dialog = begin_import(qtbot, window, long_archive)
    window.open_database(tmp_path / "other.db")
    assert dialog.isVisible()
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert outcome_of(qtbot, dialog).startswith("Cancelled.")
    assert dialog.archives() == []
    assert not dialog.start.isEnabled()


def test_the_dialog_of_an_import_that_ends_in_the_background_stays_closed(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    welcome = window._frame.welcome
    dialog = begin_import(qtbot, window, write(tmp_path / "log ☃.ndjson", talk.said))
    assert welcome.heading.text() == "Reading log ☃.ndjson…"
    dialog.close_button.click()
    wait_until_open(qtbot, window, talk.root.key)
    state = window.activity._state
    qtbot.waitUntil(lambda: state.text() == "43 messages added, 43 in all", timeout=PATIENCE)
    assert not dialog.isVisible()
    assert welcome.heading.text() == "Read your archives"


def test_an_import_that_ends_in_another_collection_is_named_there(
    open_window: Open,
    talk: Talk,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = open_window()
    dialog = begin_import(qtbot, window, write(tmp_path / "boats.ndjson", talk.said))
    dialog.close_button.click()
    window.open_database(tmp_path / "other.db")
    window.open_path(write(tmp_path / "small.ndjson", [talk.root]))
    activity, said = window.activity, list[str]()
    window.importing._process.reported.emit(asdict(Progress("checking", 1, 2, 3, {}, 0)))
    assert activity._state.text().startswith("Reading boats.ndjson: ")
    assert activity.cancel.isVisible()
    # Whether the other archive is read before or after that is left to chance.
    monkeypatch.setattr(activity, "say", lambda text, **_: said.append(text))
    ended = "boats.ndjson: 43 messages added, 43 in all."
    qtbot.waitUntil(lambda: ended in said, timeout=PATIENCE)
    qtbot.waitUntil(activity.cancel.isHidden, timeout=PATIENCE)


def test_a_killed_import_process_is_reported_and_the_window_keeps_working(
    open_window: Open, long_archive: Path, qtbot: QtBot
) -> None:
    window = open_window()
    dialog = begin_import(qtbot, window, long_archive)
    qtbot.waitUntil(lambda: import_process_of(window) > 0)
    os.kill(import_process_of(window), signal.SIGKILL)
    assert "start it again" in outcome_of(qtbot, dialog)
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert "2,000 in all." in outcome_of(qtbot, dialog)


@pytest.mark.usefixtures("little_space")
def test_with_too_little_space_an_import_asks_first(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    dialog = begin_import(qtbot, window, write(tmp_path / "log.ndjson", talk.said))
    question = dialog.findChild(ConfirmDialog, "little-space")
    assert question is not None
    (warning, *_) = (label.text() for label in question.findChildren(QLabel))
    assert "probably has too little space" in warning
    question.reject()
    assert not window.importing.is_busy()
    assert dialog.start.isVisible(), "it can be tried again when there is space"
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    dialog.findChildren(ConfirmDialog)[-1].accept()
    assert "43 messages added" in outcome_of(qtbot, dialog)


@pytest.mark.usefixtures("little_space")
def test_with_too_little_space_a_small_archive_that_is_opened_asks_too(
    open_window: Open, talk: Talk, tmp_path: Path
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    dialog = dialog_of(window)
    assert dialog.findChild(ConfirmDialog, "little-space") is not None
    assert not window.importing.is_busy()


@pytest.mark.usefixtures("little_space")
def test_with_too_little_space_one_question_is_asked_about_all_archives_that_are_opened(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    half = len(talk.said) // 2
    parts = talk.said[:half], talk.said[half:]
    archives = [write(tmp_path / f"{n}.ndjson", part) for n, part in enumerate(parts)]
    window = open_window()
    window.open_paths(archives)
    dialog = dialog_of(window)
    questions = dialog.findChildren(ConfirmDialog, "little-space")
    open_ones = [each for each in questions if each.isVisible()]
    assert len(open_ones) == 1
    open_ones[0].accept()
    assert "43 messages added" in outcome_of(qtbot, dialog)


@pytest.mark.usefixtures("little_space")
def test_a_question_about_one_collection_is_withdrawn_when_another_is_opened(
    open_window: Open, talk: Talk, tmp_path: Path
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    question = dialog_of(window).findChild(ConfirmDialog, "little-space")
    assert question is not None
    assert question.isVisible()
    window.open_database(tmp_path / "other.db")
    assert not question.isVisible()


@pytest.mark.usefixtures("little_space")
@pytest.mark.parametrize("how", ["refused", "left open", "another archive", "another collection"])
def test_nothing_remains_of_a_collection_for_which_there_was_too_little_space(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, how: str
) -> None:
    window = open_window(own_collections=True)
    window.open_path(write(tmp_path / "log.ndjson", talk.said))
    assert window.session is not None
    database = window.session.database
    question = dialog_of(window).findChild(ConfirmDialog, "little-space")
    assert question is not None
    if how == "refused":
        question.reject()
    elif how == "left open":
        QCoreApplication.processEvents()
        assert database.exists()
        window.leave()
    elif how == "another archive":
        window.open_path(write(tmp_path / "other.ndjson", talk.said[:1]))
        dialog_of(window).findChildren(ConfirmDialog, "little-space")[-1].accept()
    else:
        window.open_database(tmp_path / "other.db")
        window.leave()
    qtbot.waitUntil(lambda: not database.exists())
    assert not [each for each in database.parent.iterdir() if database.stem in each.name]
    assert database not in [each.database for each in window.collecting.collections.all()]


def test_all_archives_that_wait_for_another_collection_are_imported_when_it_is_opened_again(
    open_window: Open, long_archive: Path, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window, other = open_window(), tmp_path / "other.db"
    home = window._home
    dialog = begin_import(qtbot, window, long_archive)
    window.open_database(other)
    waiting = [write(tmp_path / f"{n}.ndjson", [said]) for n, said in enumerate(talk.said[:2])]
    for each in waiting:
        window.importing._take(each, other)
    window.open_database(home)
    outcome_of(qtbot, dialog)
    assert window._settings.of(other).unfinished == waiting
    assert window._settings.of(home).unfinished == []


def test_a_database_that_cannot_be_read_is_reported_when_archives_are_added(
    open_window: Open, tmp_path: Path
) -> None:
    window = open_window()
    (tmp_path / "own.db").write_bytes(b"no database" * 999)
    window.menus.action("import").trigger()
    assert dialog_of(window).isVisible()
    assert f"{tmp_path / 'own.db'}" in notice(window)


def test_a_database_that_cannot_be_read_after_an_import_is_reported(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Library, chosen: object) -> list[Path]:
        raise DatabaseError("own.db: it is on a disk that was removed")

    monkeypatch.setattr(imports, "_read_from", fail)
    window = open_window()
    dialog = begin_import(qtbot, window, write(tmp_path / "log.ndjson", talk.said))
    assert "43 messages added" in outcome_of(qtbot, dialog)
    assert "a disk that was removed" in notice(window)
    assert not window.importing.is_busy(tmp_path / "own.db")


def test_a_missing_java_is_reported_with_the_command_that_installs_it(
    open_window: Open,
    talk: Talk,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("JAVA_HOME", "")
    window = open_window()
    window.menus.action("import").trigger()
    dialog = dialog_of(window)
    dialog.engine.setCurrentIndex(dialog.engine.findData(Engine.SPARK))
    dialog.add([write(tmp_path / "log.ndjson", talk.said)])
    dialog.start.click()
    assert "sudo apt install openjdk-17-jre-headless" in outcome_of(qtbot, dialog)
    assert not (tmp_path / "own.db").exists()


def test_the_choice_of_the_engine_is_explained(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.menus.action("import").trigger()
    dialog = dialog_of(window)
    dialog.show_engine(Engine.DIRECT, "Spark needs Java.")
    assert dialog.note.isVisible()
    assert dialog.note.text() == "Engine: Direct. Spark needs Java."
    dialog.show_engine(Engine.SPARK, "")
    assert dialog.note.text() == "Engine: Spark, as chosen."


def test_a_closed_window_leaves_no_process(
    open_window: Open, long_archive: Path, qtbot: QtBot
) -> None:
    window = open_window()
    begin_import(qtbot, window, long_archive)
    qtbot.waitUntil(lambda: import_process_of(window) > 0)
    number = import_process_of(window)
    window.leave()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_an_archive_is_in_the_list_once_and_can_be_removed(
    open_window: Open, tmp_path: Path
) -> None:
    window = open_window()
    window.menus.action("import").trigger()
    dialog = dialog_of(window)
    assert not dialog.start.isEnabled()
    dialog.add([tmp_path / "a", tmp_path / "b", tmp_path / "a"])
    assert dialog.archives() == [tmp_path / "a", tmp_path / "b"]
    dialog.chosen.list.setCurrentRow(0)
    dialog.chosen.remove.click()
    assert dialog.archives() == [tmp_path / "b"]
    assert dialog.start.isEnabled()


def test_a_window_that_starts_with_an_import_loads_its_lists_once(
    open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught_up: list[ConversationLists] = []
    monkeypatch.setattr(ConversationLists, "catch_up", lambda places: caught_up.append(places))
    window = open_window()
    window.importing.finished.emit(tmp_path / "own.db", [], 3)
    assert not caught_up, "its first question is younger than the import"
    window.importing.finished.emit(tmp_path / "own.db", [], 3)
    assert caught_up == [window.conversation_lists]


Notifications = list[tuple[str, ...]]


@pytest.fixture
def notifications(monkeypatch: pytest.MonkeyPatch) -> Notifications:
    """The notifications that the desktop receives."""
    sent: Notifications = []
    monkeypatch.setattr(QApplication, "alert", lambda *_: sent.append(("alert",)))

    def show(_tray: QSystemTrayIcon, title: str, sentence: str, *_: Any) -> None:
        sent.append((title, sentence))

    monkeypatch.setattr(QSystemTrayIcon, "showMessage", show)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)  # offscreen has no tray
    return sent


@pytest.fixture
def notify(
    application: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Report the end of an import, with the window in front or not, with a tray or without."""
    window = QWidget()
    qtbot.addWidget(window)

    def act(*, in_front: bool, tray: bool) -> None:
        monkeypatch.setattr(QApplication, "activeWindow", lambda: window if in_front else None)
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: tray)
        monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: tray)
        notice = Notice(window)
        notice.notify("It has ended", "Nothing new.")
        notice.end()

    return act


def test_no_notification_is_sent_while_the_window_is_in_front(
    notify: Callable[..., None], notifications: Notifications
) -> None:
    notify(in_front=True, tray=True)
    assert notifications == []


def test_in_the_background_the_window_and_the_tray_notify(
    notify: Callable[..., None], notifications: Notifications
) -> None:
    notify(in_front=False, tray=True)
    assert notifications == [("alert",), ("It has ended", "Nothing new.")]


def test_without_a_tray_only_the_window_notifies(
    notify: Callable[..., None], notifications: Notifications
) -> None:
    notify(in_front=False, tray=False)
    assert notifications == [("alert",)]
