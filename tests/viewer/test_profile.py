"""The profile of the current author, or of a person whose name is clicked."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from pytestqt.qtbot import QtBot

from tanglescope.engine.store.profiles import PersonConversation
from tanglescope.viewer.panels.person import PersonPanel, _conversations
from tanglescope.viewer.theme import load
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.samples import unpack
from tests.engine.store.libraries import write
from tests.engine.store.test_profiles import Village
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.windows import Open, wait_for_messages, wait_until_open


@pytest.fixture(scope="module")
def village() -> Village:
    return Village()


@pytest.fixture
def window(open_window: Open, village: Village, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", village.said))
    wait_until_open(qtbot, made, village.root.key)
    return made


def person(window: MainWindow) -> PersonPanel:
    panel = window.workbench.panel()
    assert isinstance(panel, PersonPanel)
    return panel


def follow(panel: PersonPanel, text: str) -> None:
    """Click the link with this text."""
    html = panel.page.toHtml()
    [address] = re.findall(rf'<a href="([^"]*)"[^>]*>(?:<[^>]*>)*{text}<', html)
    panel.page.anchorClicked.emit(QUrl(address))


def test_a_click_on_a_name_shows_the_profile_and_its_links_work(
    window: MainWindow, village: Village, qtbot: QtBot
) -> None:
    window.timeline._place()
    place = window.timeline._placed[0]
    area = place.bubble._author  # type: ignore[union-attr]
    point = QPoint(round(area.center().x()), round(area.center().y()) + place.y)
    qtbot.mouseClick(window.timeline.viewport(), Qt.MouseButton.LeftButton, pos=point)
    panel = person(window)
    qtbot.waitUntil(lambda: panel.name.text() == "Anna")
    text = panel.page.toPlainText()
    for line in ("Bakes.", "Names over time", "the baker", "Follows (1)", "Blocked by (1)"):
        assert line in text
    follow(panel, "Cem")
    qtbot.waitUntil(lambda: panel.name.text() == "Cem")
    assert "given by" in panel.page.toPlainText()
    panel.back.click()
    qtbot.waitUntil(lambda: panel.name.text() == "Anna")
    panel.all.click()
    wait_until_open(qtbot, window, f"feed:{village.ann.feed}")


def test_the_panel_follows_the_current_message(
    window: MainWindow, village: Village, qtbot: QtBot
) -> None:
    window.menus.action("panel_person").trigger()
    panel = person(window)
    window.timeline.go_to(village.root.key)
    qtbot.waitUntil(lambda: panel.name.text() == "Anna")
    window.timeline.go_to(village.answer.key)
    qtbot.waitUntil(lambda: panel.name.text() not in ("", "Anna"))
    assert panel._feed == village.bob.feed


def test_the_profile_lists_every_feed_of_a_person(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(unpack("tribes2", tmp_path) / "alice")
    wait_for_messages(qtbot, window, 14)
    assert window._session is not None
    library = window._session.library
    feeds = [each.address.removeprefix("feed:") for each in library.conversations(kind="feed")]
    found = max((library.person(feed) for feed in feeds), key=lambda each: len(each.feeds))
    window._show_person(found.main)
    settle(qtbot, window)
    text = person(window).page.toPlainText()
    assert text.count("root metafeed") == 1
    assert text.count("known by this feed") == 1


@pytest.mark.parametrize(
    ("present", "text", "title"),
    [
        (True, "", ">Thread without text<"),
        (False, "", ">Thread whose beginning is missing<"),
        (True, "Bread", ">Bread<"),
        (False, "Bread", ">… Bread<"),
    ],
)
def test_a_conversation_is_named_as_in_the_list(present: bool, text: str, title: str) -> None:
    conversation = PersonConversation("%a", text, 1, 2, None, present)
    assert title in _conversations([conversation], load("light"), 5)
