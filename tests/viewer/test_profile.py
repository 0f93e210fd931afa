"""The profile of an author: all feeds of one person, each a way to its messages."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.engine.archive.samples import unpack
from tests.viewer.windows import Open, all_taken_in, opened
from viewer.window.main_window import MainWindow


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(unpack("tribes2", tmp_path) / "alice")
    all_taken_in(qtbot, window, 14)
    return window


def test_the_profile_lists_every_feed_of_a_person_and_leads_there(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert window._session is not None
    library = window._session.library
    window.open_thread("everything")
    opened(qtbot, window, "everything")
    row = next(
        row
        for row in range(window.model.rowCount())
        if len(library.person(window.model.row(row).feed).feeds) > 1
    )
    author = window.model.row(row).feed
    person = library.person(author)
    menu = window.ways.profile_of(person, author)
    head, _, *feeds = menu.actions()
    assert head.text() == f"{window.model.name_of(person.main)}: {len(person.feeds)} feeds"
    assert not head.isEnabled()
    assert len(feeds) == len(person.feeds) > 5
    assert [each.text().count("root metafeed") for each in feeds].count(1) == 1
    assert [each.text().count("this message") for each in feeds].count(1) == 1
    with_messages = [feed.id for feed in person.feeds if feed.id == author]
    feeds[[feed.id for feed in person.feeds].index(with_messages[0])].trigger()
    qtbot.waitUntil(lambda: window.model.address.endswith(author))
    menu.deleteLater()


def test_the_command_opens_the_profile_of_the_current_author(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    monkeypatch.setattr(
        window.ways, "profile_of", lambda *asked: shown.append(asked) or window.ways.menu_of([])
    )
    window.open_thread("everything")
    opened(qtbot, window, "everything")
    window.timeline.go_to(window.model.key(0))
    window.menus.action("feeds").trigger()
    qtbot.waitUntil(lambda: bool(shown))
    assert shown[0][1] == window.model.row(0).feed
