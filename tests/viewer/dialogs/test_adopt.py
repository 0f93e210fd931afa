"""Adopting another program's feed: the warning, and the confirmation it requires."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library, OwnFeed
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.store.own_feed import UNDERSTOOD
from tanglescope.viewer.dialogs.adopt import AdoptDialog
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of
from tests.viewer.windows import Open

# The offscreen platform has no size hints for windows and warns about dialogs that set them.


@dataclass(frozen=True, slots=True)
class Client:
    """Another program: its secret, its feed with two messages, and a database with them."""

    secret: Path
    feed: str
    database: Path


@pytest.fixture
def client(tmp_path: Path) -> Client:
    author = Author("client")
    secret = tmp_path / "client" / "secret"
    secret.parent.mkdir()
    secret.write_text(Identity(author.feed, author._secret).secret_file())
    with library_of(tmp_path, author.say(post("one")), author.say(post("two"))) as library:
        return Client(secret, author.feed, library.path)


def open_dialog(window: MainWindow, secret: Path, settings: Settings) -> AdoptDialog:
    session = window._require_session()
    dialog = AdoptDialog(session, settings, secret, lambda: None, window)
    dialog.show()
    return dialog


def can_adopt(dialog: AdoptDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_adopting_requires_the_sentence_and_continues_the_feed(
    open_window: Open, client: Client, settings: Settings, qtbot: QtBot
) -> None:
    window = open_window(client.database)
    dialog = open_dialog(window, client.secret, settings)
    assert not can_adopt(dialog)
    qtbot.waitUntil(dialog.sentence.isVisible)
    assert "stop reading" in dialog.reason.text()
    assert "2 messages" in dialog.known.text()
    qtbot.keyClicks(dialog.sentence, "yes, yes")
    assert not can_adopt(dialog)
    dialog.sentence.clear()
    qtbot.keyClicks(dialog.sentence, UNDERSTOOD.lower())
    assert can_adopt(dialog)
    dialog.accept()
    qtbot.waitUntil(lambda: settings.feed_folder != settings.usual_feed_folder)
    own = OwnFeed.open(settings.feed_folder)
    assert (own.feed, own.end().sequence) == (client.feed, 2)
    window.menus.action("publish_as_usual").trigger()
    assert settings.feed_folder == settings.usual_feed_folder


def test_what_was_adopted_needs_no_sentence(
    open_window: Open, client: Client, settings: Settings, qtbot: QtBot
) -> None:
    window = open_window(client.database)
    for _ in range(2):
        dialog = open_dialog(window, client.secret, settings)
        qtbot.waitUntil(lambda dialog=dialog: can_adopt(dialog) or dialog.sentence.isVisible())
        qtbot.keyClicks(dialog.sentence, UNDERSTOOD)
        dialog.accept()
        qtbot.waitUntil(lambda: settings.feed_folder != settings.usual_feed_folder)
        window.menus.action("publish_as_usual").trigger()
    assert "before" in dialog.known.text()


def test_a_feed_without_known_messages_is_refused(
    open_window: Open, client: Client, settings: Settings, qtbot: QtBot
) -> None:
    dialog = open_dialog(open_window(), client.secret, settings)
    qtbot.waitUntil(lambda: "First import" in dialog.reason.text())
    assert not dialog.sentence.isVisible()
    assert not can_adopt(dialog)
    dialog.reject()
    assert settings.feed_folder == settings.usual_feed_folder


def test_the_own_feed_is_refused(open_window: Open, settings: Settings, qtbot: QtBot) -> None:
    window = open_window()
    own = OwnFeed.open(settings.usual_feed_folder)
    dialog = open_dialog(window, settings.usual_feed_folder / "secret", settings)
    qtbot.waitUntil(lambda: "has the feed" in dialog.reason.text())
    assert own.feed in dialog.reason.text()
    assert not can_adopt(dialog)
    dialog.reject()


def test_a_feed_that_goes_on_meanwhile_is_refused_with_the_reason(
    open_window: Open, client: Client, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(client.database)
    dialog = open_dialog(window, client.secret, settings)
    qtbot.waitUntil(dialog.sentence.isVisible)
    with Library.open(client.database) as library:
        library.adopt(tmp_path / "elsewhere", client.secret, UNDERSTOOD)
    qtbot.keyClicks(dialog.sentence, UNDERSTOOD)
    dialog.accept()
    qtbot.waitUntil(lambda: "elsewhere has the feed" in dialog.reason.text())
    assert not can_adopt(dialog)
    dialog.reject()


def test_a_file_that_isnt_a_secret_is_reported(
    open_window: Open, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "secret").write_text("hunter2")
    dialog = open_dialog(open_window(), tmp_path / "secret", settings)
    assert "secret" in dialog.reason.text()
    assert "hunter2" not in dialog.reason.text()
    assert not can_adopt(dialog)
    dialog.reject()
