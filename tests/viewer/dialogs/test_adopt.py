"""Adopting another program's feed: the warning, and the confirmation it requires."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from engine.library import Library, OwnFeed
from engine.store.own_feed import UNDERSTOOD
from tests.engine.authors import post
from tests.viewer.windows import Open
from viewer.dialogs.adopt import AdoptDialog
from viewer.settings import Settings
from viewer.window.main_window import MainWindow

# The offscreen platform has no size hints for windows and warns about dialogs that set them.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def other_feed(tmp_path: Path) -> OwnFeed:
    """The feed of another program, with two messages."""
    own = OwnFeed.open(tmp_path / "client")
    with Library.open(tmp_path / "client.db") as library:
        publisher = library.publisher(own)
        for text in ("one", "two"):
            publisher.publish(publisher.preview(post(text)))
        library.export(own.feed, tmp_path / "client.ndjson")
    return own


def open_dialog(window: MainWindow, secret: Path, settings: Settings) -> AdoptDialog:
    session = window._require_session()
    dialog = AdoptDialog(session, settings, secret, lambda: None, window)
    dialog.show()
    return dialog


def can_adopt(dialog: AdoptDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_adopting_requires_the_sentence_and_continues_the_feed(
    open_window: Open, other_feed: OwnFeed, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(tmp_path / "client.db")
    dialog = open_dialog(window, tmp_path / "client" / "secret", settings)
    assert "stop reading" in dialog.reason.text()
    assert not can_adopt(dialog)
    qtbot.waitUntil(dialog.sentence.isVisible)
    assert "2 messages" in dialog.known.text()
    qtbot.keyClicks(dialog.sentence, "yes, yes")
    assert not can_adopt(dialog)
    dialog.sentence.clear()
    qtbot.keyClicks(dialog.sentence, UNDERSTOOD.lower())
    assert can_adopt(dialog)
    dialog.accept()
    assert OwnFeed.open(settings.feed_folder).feed == other_feed.feed
    assert settings.feed_folder != settings.usual_feed_folder
    window.menus.action("publish_as_usual").trigger()
    assert settings.feed_folder == settings.usual_feed_folder


def test_a_feed_without_known_messages_is_refused(
    open_window: Open, other_feed: OwnFeed, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    dialog = open_dialog(window, tmp_path / "client" / "secret", settings)
    qtbot.waitUntil(lambda: "First import" in dialog.known.text())
    assert not dialog.sentence.isVisible()
    assert not can_adopt(dialog)
    dialog.reject()
    assert settings.feed_folder == settings.usual_feed_folder


def test_a_file_that_isnt_a_secret_is_reported(
    open_window: Open, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "secret").write_text("hunter2")
    dialog = open_dialog(open_window(), tmp_path / "secret", settings)
    assert "secret" in dialog.reason.text()
    assert "hunter2" not in dialog.reason.text()
    assert not can_adopt(dialog)
    dialog.reject()
