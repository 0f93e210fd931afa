from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.views.welcome import Welcome
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_messages


@pytest.fixture
def collection(tmp_path: Path, talk: Talk) -> Path:
    """A database with messages."""
    database = tmp_path / "own.db"
    with Library.open(database) as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    return database


def page(window: MainWindow) -> object:
    return window._frame.pages.currentWidget()


def test_grey_rows_are_shown_while_a_collection_is_loaded(
    open_window: Open, collection: Path, talk: Talk, qtbot: QtBot
) -> None:
    window = open_window()
    window.open_database(collection)
    skeleton = window._frame.skeleton
    assert page(window) is skeleton
    assert skeleton.is_loading
    assert skeleton.accessibleName() == "Loading…"
    assert window.threads.isVisible()
    assert window.threads.list.is_loading
    window.grab()
    wait_for_messages(qtbot, window, len(talk.said))
    assert window.reading.isVisible()
    assert not window.threads.list.is_loading


def test_rows_of_another_collection_are_gone_at_once(
    open_window: Open, collection: Path, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "other.db") as library:
        library.ingest(write(tmp_path / "other.ndjson", talk.said))
    window = open_window(tmp_path / "other.db")
    wait_for_messages(qtbot, window, len(talk.said))
    window.open_database(collection)
    assert not window.reading.isVisible()
    assert window.threads.model.rowCount() == 0


def test_what_was_open_last_replaces_the_grey_rows(
    open_window: Open, collection: Path, talk: Talk, qtbot: QtBot
) -> None:
    first = open_window()
    first.open_database(collection)
    wait_for_messages(qtbot, first, len(talk.said))
    first.leave()
    again = open_window()
    again.open_database(collection)
    assert again.model.address == talk.root.key
    assert again.reading.isVisible()
    wait_for_messages(qtbot, again, len(talk.said))
    assert page(again) is not again._frame.skeleton


def test_an_empty_collection_has_the_start_page(open_window: Open, tmp_path: Path) -> None:
    window = open_window()
    window.open_database(tmp_path / "empty.db")
    assert window.findChild(Welcome).isVisible()  # type: ignore[union-attr]
    assert not window.threads.isVisible()


def test_a_reader_who_chooses_a_list_meanwhile_is_asked_to_choose_a_conversation(
    open_window: Open, collection: Path, qtbot: QtBot
) -> None:
    window = open_window()
    window.open_database(collection)
    window.threads.turn_to(SidebarList.FEEDS)
    skeleton = window._frame.skeleton
    qtbot.waitUntil(lambda: not skeleton.is_loading or window.reading.isVisible())
    assert page(window) is skeleton
    assert skeleton.accessibleName() == "Choose a conversation in the list."
    window.grab()
