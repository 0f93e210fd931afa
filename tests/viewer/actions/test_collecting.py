"""Collections in the window: opening, naming, backing up, removing and switching them."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tanglescope.engine.library import Library
from tanglescope.engine.message.canonical import LONGEST
from tanglescope.engine.pipeline import importing
from tanglescope.engine.store.files.collections import Collections, default_database
from tanglescope.engine.store.files.import_lock import importing_alone
from tanglescope.engine.system import child_processes
from tanglescope.viewer.app import Windows
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.confirm import ConfirmDialog, RenameDialog
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.models.sidebar import SidebarFilter, SidebarList
from tanglescope.viewer.panels.group import GroupPanel
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.commands import COLLECTION
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette
from tanglescope.viewer.workers.child_process import ChildProcess
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.imports import begin_import
from tests.viewer.windows import Open, Talk, notice, wait_for_messages, wait_until_read


@pytest.fixture
def bicycles(tmp_path: Path, talk: Talk) -> Path:
    return write(tmp_path / "bicycles.ndjson", talk.said)


@pytest.fixture
def boats(tmp_path: Path) -> Path:
    zoe = Author("zoe")
    return write(tmp_path / "boats.ndjson", [zoe.say(post(f"Boat {each}")) for each in range(5)])


def test_archives_with_unusable_paths_are_not_offered(
    open_window: Open, bicycles: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "gift.db") as library:
        library.ingest(bicycles)
    with closing(sqlite3.connect(tmp_path / "gift.db")) as gift, gift:
        gift.execute("UPDATE archives SET path = ?", ("/x" * 5000,))
    window = open_window(tmp_path / "gift.db")
    assert window.collecting.archives() == []
    window.open_path(Path("/x" * 5000))
    assert "File name too long" in notice(window)


class StyleChanges(QObject):
    """Counts style changes of widgets; each takes seconds in a window with thousands of widgets."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self._widgets = widgets
        self.times = [0 for _ in widgets]
        for each in widgets:
            each.installEventFilter(self)

    def eventFilter(self, widget: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        for number, each in enumerate(self._widgets):
            self.times[number] += each is widget and event.type() == QEvent.Type.StyleChange
        return False


def listed(window: MainWindow) -> list[tuple[str, bool]]:
    """Return the names of the collections in the menu, and whether each is ticked."""
    window.menus.menu(COLLECTION).aboutToShow.emit()
    return [(each.text(), each.isChecked()) for each in window.menus._listed[1:]]


def choose(window: MainWindow, name: str) -> None:
    window.menus.menu(COLLECTION).aboutToShow.emit()
    next(each for each in window.menus._listed if each.text() == name).trigger()


def confirmation(window: MainWindow) -> ConfirmDialog:
    (found,) = window.findChildren(ConfirmDialog)
    return found


def test_each_archive_is_opened_in_a_collection_of_its_own(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(own_collections=True)
    assert window.windowTitle() == "Tanglescope"
    window.open_path(bicycles)
    wait_for_messages(qtbot, window, 43)
    assert window.windowTitle() == "bicycles"
    window.open_path(boats)
    wait_for_messages(qtbot, window, 5)
    assert window.windowTitle() == "boats"
    assert listed(window) == [("bicycles", False), ("boats", True)]
    window.open_path(bicycles)
    wait_for_messages(qtbot, window, 43)
    assert listed(window) == [("bicycles", True), ("boats", False)]


# The offscreen platform has no size hints for windows nor masks, and warns about them.
def test_the_menu_and_the_palette_switch(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(own_collections=True)
    for archive, messages in ((bicycles, 43), (boats, 5)):
        window.open_path(archive)
        wait_for_messages(qtbot, window, messages)
    choose(window, "bicycles")
    wait_for_messages(qtbot, window, 43)
    window.menus.action("palette").trigger()
    (palette,) = window.findChildren(CommandPalette)
    qtbot.keyClicks(palette.field, "collection boats")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    wait_for_messages(qtbot, window, 5)
    assert window.windowTitle() == "boats"


def test_archives_dropped_together_share_a_collection(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(own_collections=True)
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(each)) for each in (bicycles, boats)])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    window.drops.eventFilter(window, QDropEvent(QPointF(9, 9), action, files, button, none))
    wait_for_messages(qtbot, window, 48)
    assert window.windowTitle() == "bicycles"


def test_dropped_files_are_never_moved(open_window: Open, boats: Path, qtbot: QtBot) -> None:
    window = open_window(own_collections=True)
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(boats))])
    copy, move = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    only_moves = QDragEnterEvent(QPoint(9, 9), move, files, *held)
    only_moves.ignore()
    QApplication.sendEvent(window, only_moves)
    assert not only_moves.isAccepted()
    enter = QDragEnterEvent(QPoint(9, 9), copy | move, files, *held)
    drop = QDropEvent(QPointF(9, 9), copy | move, files, *held)
    for event in (enter, drop):
        event.setDropAction(move)
    QApplication.sendEvent(window, enter)
    QApplication.sendEvent(window, drop)
    assert (enter.dropAction(), drop.dropAction()) == (copy, copy)
    assert enter.isAccepted()
    assert drop.isAccepted()
    wait_for_messages(qtbot, window, 5)


def test_a_refused_file_neither_closes_nor_becomes_a_collection(
    open_window: Open, bicycles: Path, boats: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann,")
    (tmp_path / "photos").mkdir()
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    for refused in (letter, tmp_path / "photos"):
        window.open_path(refused)
        assert refused.name in notice(window)
        assert listed(window) == [("bicycles", True)]
    window.open_paths([letter, boats])
    wait_for_messages(qtbot, window, 5)
    assert listed(window) == [("bicycles", False), ("boats", True)], "boats mixes with nothing"


def test_a_window_on_a_database_reads_archives_into_that(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles)
    window.open_path(boats)
    wait_for_messages(qtbot, window, 48)
    assert window.windowTitle() == "own"


def test_adding_puts_an_archive_into_the_open_collection(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    window.menus.action("import").trigger()
    (dialog,) = window.findChildren(ImportDialog)
    dialog.add([boats])
    dialog.start.click()
    wait_for_messages(qtbot, window, 48)
    assert window.windowTitle() == "bicycles"


def test_the_sample_opens_in_a_collection_of_its_own(
    open_window: Open, bicycles: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    window.menus.action("open_sample").trigger()
    assert window.windowTitle() == "Sample"
    qtbot.waitUntil(lambda: len(window._require_session().library) > 0)
    choose(window, "bicycles")
    wait_for_messages(qtbot, window, 43)


def test_the_sample_stays_out_of_a_database_that_takes_all_archives(
    open_window: Open, bicycles: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles)
    wait_for_messages(qtbot, window, 43)
    own = window._require_session().database
    window.menus.action("open_sample").trigger()
    assert window.windowTitle() == "Sample"
    with Library.open(own, read_only=True) as library:
        assert len(library) == 43


def test_an_archive_that_grew_while_another_collection_was_open_is_read_to_its_end(
    open_window: Open, talk: Talk, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    window.open_path(boats)
    wait_for_messages(qtbot, window, 5)
    with bicycles.open("ab") as file:
        file.write(talk.answer("late").line)
    choose(window, "bicycles")
    wait_for_messages(qtbot, window, 44)
    with bicycles.open("ab") as file:
        file.write(talk.answer("later").line)
    wait_for_messages(qtbot, window, 45)


def test_a_collection_is_renamed(open_window: Open, bicycles: Path, qtbot: QtBot) -> None:
    window = open_window(bicycles, own_collections=True)
    window.menus.action("rename_collection").trigger()
    (dialog,) = window.findChildren(RenameDialog)
    assert dialog.field.text() == "bicycles"
    # Qt appends the name of the program, and the window manager adds its buttons.
    title = dialog.fontMetrics().horizontalAdvance("Rename collection — Tanglescope")
    assert dialog.minimumWidth() > title + 100
    dialog.field.setText("Two wheels")
    dialog.accept()
    assert window.windowTitle() == "Two wheels"
    assert listed(window) == [("Two wheels", True)]


def test_removing_asks_deletes_the_database_and_leaves_the_archive(
    open_window: Open, bicycles: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    database = window._require_session().database
    with importing_alone(database):  # as another window or a command would
        window.menus.action("remove_collection").trigger()
        assert not window.findChildren(ConfirmDialog)
        assert "is importing into this collection" in notice(window)
    window.menus.action("remove_collection").trigger()
    with importing_alone(database):
        confirmation(window).agree.click()
        assert window.windowTitle() == "bicycles"
    qtbot.waitUntil(lambda: not window.findChildren(ConfirmDialog))
    window.menus.action("remove_collection").trigger()
    said = " ".join(label.text() for label in confirmation(window).findChildren(QLabel))
    assert "your own feed keeps what you published" in said
    confirmation(window).reject()
    assert database.exists()
    qtbot.waitUntil(lambda: not window.findChildren(ConfirmDialog))
    window.menus.action("remove_collection").trigger()
    confirmation(window).agree.click()
    assert not database.exists()
    assert bicycles.exists()
    assert window.windowTitle() == "Tanglescope"
    assert listed(window) == []
    assert window._frame.welcome.isVisible()


def name_on(button: QPushButton) -> str:
    """The name on a button that opens a collection, without its size and day."""
    described = button.text().replace(" (import interrupted)", "")
    return button.text().replace(described, described.partition(" · ")[0])


def offered(window: MainWindow) -> set[str]:
    """The collections on the welcome page."""
    buttons = window._frame.welcome.findChildren(QPushButton)
    return {name_on(each) for each in buttons if each.accessibleName().startswith("Open the coll")}


def test_nothing_of_a_removed_collection_stays_in_the_window(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(own_collections=True)
    for archive, messages in ((boats, 5), (bicycles, 43)):
        window.open_path(archive)
        wait_for_messages(qtbot, window, messages)
    window.menus.action("panel_search").trigger()
    search = window.workbench.panel()
    assert isinstance(search, SearchPanel)
    search.ask_for("bicycles")
    qtbot.waitUntil(lambda: search.status.text() == "1 message", timeout=10_000)
    window.say("Something is wrong with the bicycles.")
    window.activity.show_quarantine(3)
    window._frame.hints.say("Bicycles have two wheels.")
    window.menus.action("remove_collection").trigger()
    confirmation(window).agree.click()
    qtbot.waitUntil(lambda: offered(window) == {"boats"}, timeout=10_000)
    assert not window.banner.isVisible()
    assert not window.activity.quarantine.isVisible()
    assert not window._frame.hints.isVisible()
    assert search.status.text() == "Words, an author, a type or a time"


def test_all_windows_show_what_a_collection_is_called_now(
    settings: Settings, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    windows = Windows(settings)
    try:
        one, another, empty = (windows.open() for _ in range(3))
        for window in (one, another):
            window.open_path(bicycles)
            wait_for_messages(qtbot, window, 43)
        assert offered(empty) == {"bicycles"}
        one.collecting._rename(one._home, "Wheels")
        titles = [each.windowTitle() for each in (one, another, empty)]
        assert titles == ["Wheels", "Wheels", "Tanglescope"]
        qtbot.waitUntil(lambda: offered(empty) == {"Wheels"})
        one.open_path(boats)
        wait_for_messages(qtbot, one, 5)
        qtbot.waitUntil(lambda: offered(empty) == {"Wheels", "boats"})
        assert settings.collection == one._home, "the one that was opened last"
    finally:
        windows.leave()


def test_a_collection_whose_file_is_gone_is_reported_unless_it_was_removed(
    open_window: Open, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(boats, own_collections=True)
    wait_for_messages(qtbot, window, 5)
    lost = window._home
    window.close_collection(lost)
    assert window.collecting.expects(lost)
    lost.unlink()
    assert window.collecting.expects(lost), "it is in the list"
    window.open_collection(lost)
    assert notice(window) == (
        f"The collection “boats” is gone: {lost} doesn't exist. Restore a backup of it, or open"
        " its archive again."
    )
    window.collecting.collections.remove(lost)
    assert not window.collecting.expects(lost)
    assert not window.collecting.expects(None)


def test_a_collection_that_was_removed_elsewhere_is_not_created_again(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    for archive, messages in ((bicycles, 43), (boats, 5)):
        window = open_window(archive, own_collections=True)
        wait_for_messages(qtbot, window, messages)
    database = window._require_session().database
    other = open_window(own_collections=True)
    assert offered(other) == {"bicycles", "boats"}
    window.menus.action("remove_collection").trigger()
    confirmation(window).agree.click()
    buttons = other._frame.welcome.findChildren(QPushButton)
    next(each for each in buttons if name_on(each) == "boats").click()
    assert f"{database} doesn't exist" in notice(other)
    assert not database.exists()
    qtbot.waitUntil(lambda: offered(other) == {"bicycles"}, timeout=10_000)


def test_a_backup_is_restored_as_a_new_collection(
    open_window: Open,
    bicycles: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "saved-2026-11-23.db"
    monkeypatch.setattr(file_dialogs, "where_to_back_up", lambda *_: file)
    monkeypatch.setattr(file_dialogs, "for_backup", lambda _: file)
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    file.touch()
    window.menus.action("back_up").trigger()
    qtbot.waitUntil(window.banner.isVisible, timeout=30_000)
    assert "a backup overwrites nothing" in notice(window)
    file.unlink()
    window.menus.action("back_up").trigger()
    assert not window.banner.isVisible(), "the notice was about the last attempt"
    qtbot.waitUntil(file.exists, timeout=30_000)
    qtbot.waitUntil(lambda: not window.collecting._copying.is_running(), timeout=30_000)
    window.menus.action("restore").trigger()
    (dialog,) = window.findChildren(RenameDialog)
    assert dialog.field.text() == "saved"
    dialog.field.setText("Old bicycles")
    dialog.accept()
    qtbot.waitUntil(lambda: window.windowTitle() == "Old bicycles", timeout=60_000)
    wait_for_messages(qtbot, window, 43)
    window.menus.action("restore").trigger()
    assert "was restored before" in notice(window)


def test_a_file_that_isnt_a_backup_is_refused_and_leaves_no_collection(
    open_window: Open, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saved.db"
    file.write_bytes(b"SQLite format 3\x00 and no more")
    monkeypatch.setattr(file_dialogs, "for_backup", lambda _: file)
    window = open_window(own_collections=True)
    window.menus.action("restore").trigger()
    window.findChildren(RenameDialog)[0].accept()
    qtbot.waitUntil(window.banner.isVisible, timeout=60_000)
    assert str(file) in notice(window)
    assert listed(window) == []
    assert window.collecting.collections._table.read() == {}


def test_a_running_backup_or_restore_is_stopped_and_leaves_no_collection(
    open_window: Open,
    bicycles: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(file_dialogs, "where_to_back_up", lambda *_: tmp_path / "new.db")
    monkeypatch.setattr(file_dialogs, "for_backup", lambda _: tmp_path / "saved.db")
    monkeypatch.setattr(
        child_processes,
        "python",
        lambda *_: [sys.executable, "-c", "input(); raise SystemExit(1)"],  # until it is ended
    )
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    qtbot.waitUntil(lambda: not window._require_session().is_reading())  # it is stopped first
    table, state = window.collecting.collections._table, window.activity._state
    before = table.read()
    window.menus.action("back_up").trigger()
    window.menus.action("cancel").trigger()
    qtbot.waitUntil(lambda: state.text() == "Stopped. No backup was written.", timeout=10_000)
    said = []
    for stop in (window.menus.action("cancel").trigger, window.leave):
        window.menus.action("restore").trigger()
        window.findChildren(RenameDialog)[-1].accept()
        assert len(table.read()) == len(before) + 1
        stop()
        qtbot.waitUntil(lambda: not window.collecting.is_busy(), timeout=10_000)
        assert table.read() == before
        said.append(state.text())
    assert said[0] == "Stopped. Nothing was restored."


def test_a_collection_whose_database_is_gone_is_not_backed_up(
    open_window: Open, bicycles: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    database = window._require_session().database
    database.unlink()
    window.menus.action("back_up").trigger()
    assert f"nothing to back up: {database}" in notice(window)


def test_closing_asks_while_an_import_runs_and_the_next_start_continues_it(
    open_window: Open, bicycles: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LARGE", 1)
    window = open_window(bicycles, own_collections=True)
    database = window._home
    assert window.importing.is_busy(database)
    window.close()
    assert window.isVisible()
    confirmation(window).agree.click()
    assert not window.isVisible()

    again = open_window(own_collections=True)
    again.open_collection(database)
    confirmation(again).agree.click()
    wait_for_messages(qtbot, again, 43)
    qtbot.waitUntil(lambda: not again.importing.is_busy(), timeout=30_000)
    assert again._settings.of(database).unfinished == []


def test_an_interrupted_import_is_offered_again(
    open_window: Open, bicycles: Path, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    database = Collections(tmp_path / "data" / "tanglescope.db").for_archive(bicycles).database
    database.parent.mkdir(parents=True)
    Library.open(database).close()
    settings.of(database).unfinished = [bicycles, tmp_path / "gone.ndjson"]
    window = open_window(own_collections=True)
    window.open_collection(database)
    offer = confirmation(window)
    said = [label.text() for label in offer.findChildren(QLabel)]
    assert "It continues without the archives that are gone: gone.ndjson." in said
    offer.agree.click()
    wait_for_messages(qtbot, window, 43)
    qtbot.waitUntil(lambda: settings.of(database).unfinished == [], timeout=30_000)


def interrupted(archive: Path, settings: Settings) -> Path:
    """The database of a collection whose import was interrupted."""
    database = Collections(default_database()).for_archive(archive).database
    database.parent.mkdir(parents=True, exist_ok=True)
    Library.open(database).close()
    settings.of(database).unfinished = [archive]
    return database


def test_an_interrupted_import_into_another_collection_is_offered_at_the_start(
    open_window: Open, bicycles: Path, settings: Settings, qtbot: QtBot
) -> None:
    database = interrupted(bicycles, settings)
    window = open_window(own_collections=True)
    assert offered(window) == {"bicycles (import interrupted)"}
    window.importing.offer_others(window.collecting.others())
    offer = confirmation(window)
    said = [label.text() for label in offer.findChildren(QLabel)]
    text = "The import of bicycles.ndjson into the collection “bicycles” was interrupted."
    assert said[0] == text
    offer.agree.click()
    assert window._home == database
    wait_for_messages(qtbot, window, 43)
    qtbot.waitUntil(lambda: settings.of(database).unfinished == [], timeout=30_000)


def test_each_interrupted_import_is_offered_once_the_one_before_is_declined(
    open_window: Open, bicycles: Path, boats: Path, tmp_path: Path, settings: Settings, qtbot: QtBot
) -> None:
    trains = write(tmp_path / "trains.ndjson", [Author("tom").say(post("Steam"))])
    databases = [interrupted(each, settings) for each in (boats, trains, bicycles)]
    window = open_window(own_collections=True)
    window.open_collection(databases[0])
    window.importing.offer_others(window.collecting.others())
    for name in ("boats", "bicycles"):
        offer = confirmation(window)
        assert f"The import of {name}" in offer.findChildren(QLabel)[0].text()
        offer.reject()
        qtbot.waitUntil(lambda offer=offer: not isValid(offer))
    confirmation(window).agree.click()
    assert window._home == databases[1]
    wait_for_messages(qtbot, window, 1)
    left = [bool(settings.of(each).unfinished) for each in databases]
    qtbot.waitUntil(lambda: settings.of(databases[1]).unfinished == [], timeout=30_000)
    assert left[0]
    assert left[2]
    assert window.findChildren(ConfirmDialog) == []


def test_an_interrupted_import_is_offered_when_the_one_before_it_has_ended(
    open_window: Open,
    bicycles: Path,
    boats: Path,
    settings: Settings,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = interrupted(boats, settings)
    monkeypatch.setattr(importing, "LARGE", 1)
    window = open_window(bicycles, own_collections=True)
    window.open_collection(database)
    assert window.importing.is_busy()
    assert window.findChildren(ConfirmDialog) == [], "one import at a time"
    qtbot.waitUntil(lambda: bool(window.findChildren(ConfirmDialog)), timeout=30_000)
    confirmation(window).agree.click()
    wait_for_messages(qtbot, window, 5)


def test_another_import_into_the_collection_keeps_one_that_was_interrupted(
    open_window: Open, bicycles: Path, boats: Path, settings: Settings, qtbot: QtBot
) -> None:
    database = interrupted(boats, settings)
    window = open_window(own_collections=True)
    window.open_collection(database)
    confirmation(window).reject()
    begin_import(qtbot, window, bicycles)
    wait_for_messages(qtbot, window, 43)
    qtbot.waitUntil(lambda: not window.importing.is_busy(), timeout=30_000)
    assert settings.of(database).unfinished == [boats]


def test_an_import_that_runs_in_another_process_is_not_offered(
    open_window: Open, bicycles: Path, settings: Settings
) -> None:
    database = interrupted(bicycles, settings)
    window = open_window(own_collections=True)
    with importing_alone(database):
        window.importing.offer_others(window.collecting.others())
        window.open_collection(database)
        assert window.findChildren(ConfirmDialog) == []


def test_a_first_import_that_was_killed_is_offered_before_there_is_a_database(
    open_window: Open, bicycles: Path, settings: Settings, qtbot: QtBot
) -> None:
    window = open_window()
    assert not window._home.exists()
    settings.of(window._home).unfinished = [bicycles]
    window.open_if_there()
    confirmation(window).agree.click()
    wait_for_messages(qtbot, window, 43)


def test_the_welcome_page_offers_the_existing_collections(
    open_window: Open, bicycles: Path, qtbot: QtBot
) -> None:
    first = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, first, 43)
    window = open_window(own_collections=True)
    buttons = window._frame.welcome.findChildren(QPushButton)
    next(each for each in buttons if name_on(each) == "bicycles").click()
    wait_for_messages(qtbot, window, 43)


def test_an_empty_collection_offers_the_others(
    open_window: Open, bicycles: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    window.open_path(write(tmp_path / "nothing.ndjson", []))
    qtbot.waitUntil(lambda: offered(window) == {"bicycles"}, timeout=10_000)
    qtbot.waitUntil(window._frame.welcome.isVisible)


def test_windows_with_different_collections_share_a_theme(
    application: object, settings: Settings, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    windows = Windows(settings)
    first = windows.open()
    try:
        first.open_path(bicycles)
        first.menus.action("new_window").trigger()
        _, second = windows._windows
        second.open_path(boats)
        wait_for_messages(qtbot, first, 43)
        wait_for_messages(qtbot, second, 5)
        changes = StyleChanges(first.statusBar(), second.statusBar())
        first.menus.action("theme_dark").trigger()
        assert second.appearance.theme.name == first.appearance.theme.name == "dark"
        assert changes.times == [2, 2]  # the old style sheet is removed, the new one set
        second.close()
        assert windows._windows == [first]
        qtbot.waitUntil(lambda: not isValid(second))  # a theme would style it again
    finally:
        windows.leave()


def test_closing_asks_while_a_backup_or_web_pages_are_written(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(own_collections=True)
    running: set[ChildProcess] = set()
    monkeypatch.setattr(ChildProcess, "is_running", lambda self: self in running)
    for work, stops in (
        (window.collecting._copying, "nothing of it is kept"),
        (window.exporting.pages._writing, "continues with the rest"),
    ):
        running.add(work)
        assert not window.close()
        question = window.findChildren(ConfirmDialog)[-1]
        assert stops in question.findChildren(QLabel)[-1].text()
        question.reject()
        assert window.isVisible()
    running.clear()
    assert window.close()


def test_a_collection_that_one_window_removes_is_closed_in_all(
    application: object, settings: Settings, bicycles: Path, qtbot: QtBot
) -> None:
    windows = Windows(settings)
    first = windows.open()
    try:
        first.show()
        first.open_path(bicycles)
        wait_until_read(qtbot, first)  # what is being read isn't removed
        wait_for_messages(qtbot, first, 43)
        first.menus.action("new_window").trigger()
        _, second = windows._windows
        second.menus.action("remove_collection").trigger()
        assert "No collection is open" in notice(second)
        second.open_collection(first._home)
        assert not second.banner.isVisible(), "one is open now"
        wait_until_read(qtbot, second)
        wait_for_messages(qtbot, second, 43)
        second.menus.action("remove_collection").trigger()
        confirmation(second).agree.click()
        for window in (first, second):
            assert window.windowTitle() == "Tanglescope"
            assert window._frame.welcome.isVisible()
            qtbot.waitUntil(lambda window=window: not offered(window), timeout=10_000)
            assert not window.banner.isVisible()
    finally:
        windows.leave()


def test_the_sample_of_a_group_opens_with_its_keys(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.menus.action("open_group_sample").trigger()
    panel = window.workbench.panel()
    assert isinstance(panel, GroupPanel)
    qtbot.waitUntil(lambda: "Epoch 2" in panel.page.toPlainText(), timeout=20_000)
    assert panel.choice.count() == 1


def test_opening_another_archive_clears_the_filter_and_opens_a_conversation(
    open_window: Open, bicycles: Path, boats: Path, qtbot: QtBot
) -> None:
    window = open_window(own_collections=True)
    window.open_path(bicycles)
    wait_for_messages(qtbot, window, 43)
    window.threads.turn_to(SidebarList.NEWS)  # this list is empty
    window.threads.filter.setText("bicycles")
    window.open_path(boats)
    qtbot.waitUntil(lambda: window.reading.heading.title.startswith("Boat"), timeout=10_000)
    assert window.threads.sidebar_filter() == SidebarFilter(SidebarList.THREADS, "")


@pytest.mark.parametrize(
    "text",
    [
        *("", '{"a":1}', "[]", "[1, 2, 3]", '{"a":1}\n{"b":2}\n'),
        pytest.param(f'{{"a":["{"x" * LONGEST}", {{"b":1}}]}}', id="longer than a message"),
    ],
)
def test_a_file_without_messages_leaves_no_collection(
    open_window: Open, bicycles: Path, tmp_path: Path, qtbot: QtBot, text: str
) -> None:
    (tmp_path / "wrong.json").write_text(text)
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    window.open_path(tmp_path / "wrong.json")
    qtbot.waitUntil(lambda: listed(window) == [("bicycles", True)], timeout=10_000)
    qtbot.waitUntil(window.banner.isVisible)
    why = ("contains no messages.", "is JSON that is neither messages") if text else ("is empty.",)
    assert any(f"wrong.json {each}" in notice(window) for each in why)
    wait_for_messages(qtbot, window, 43)


def test_a_file_that_an_import_process_cannot_read_leaves_no_collection(
    open_window: Open,
    bicycles: Path,
    tmp_path: Path,
    settings: Settings,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cut = tmp_path / "trace.json"
    cut.write_text('{"endContent": "", "startContent": "", "txns": [' + "[], " * 500)
    window = open_window(bicycles, own_collections=True)
    wait_for_messages(qtbot, window, 43)
    monkeypatch.setattr(importing, "LARGE", 1)
    window.open_path(cut)
    qtbot.waitUntil(lambda: listed(window) == [("bicycles", True)], timeout=30_000)
    qtbot.waitUntil(window.banner.isVisible)
    assert "trace.json can't be read as" in notice(window)
    assert not window.findChild(ImportDialog).isVisible()
    assert settings.recent == [bicycles]


def test_files_without_messages_stay_with_those_that_have_some(
    open_window: Open, boats: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "wrong.json").write_text('{"a":1}')
    window = open_window(own_collections=True)
    window.open_paths([tmp_path / "wrong.json", boats])
    wait_for_messages(qtbot, window, 5)
    assert listed(window) == [("boats", True)]


def test_the_welcome_page_leads_to_all_collections(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(own_collections=True)
    for number in range(9):
        database = tmp_path / f"{number}.db"
        Library.open(database).close()
        window.collecting.collections.add(database)
    window.offers.offer()
    assert len(offered(window)) == 6
    buttons = window._frame.welcome.findChildren(QPushButton)
    next(each for each in buttons if each.text() == "Show all 9 collections").click()
    qtbot.waitUntil(lambda: offered(window) == set("012345678"))
