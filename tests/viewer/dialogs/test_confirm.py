"""Opening a program's folder reads its log and offers to use the keys in it."""

import shutil
from pathlib import Path

from pytestqt.qtbot import QtBot

from tanglescope.viewer.dialogs.confirm import OfferKeysDialog
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.samples import unpack
from tests.house.repository import ROOT
from tests.viewer.windows import Open

GROUP_POSTS = {"welcome to the group", "second message", "in the new epoch"}
"""The posts of the group in the sample folder of ssb-tribes2."""


def said_in_groups(window: MainWindow) -> set[str]:
    """Return the texts of all posts in groups that the window can read."""
    assert window._session
    library = window._session.library
    groups = map(library.conversation, (g.address for g in library.conversations(kind="group")))
    shown = [message for each in groups for message in each.messages(each.in_order()).values()]
    return {each.content["text"] for each in shown if each.type == "post"}  # type: ignore[index] # it is opened


def test_the_keys_in_a_folder_open_its_private_messages_if_the_user_agrees(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(unpack("tribes2", tmp_path) / "alice")
    offer = window.findChild(OfferKeysDialog)
    assert not said_in_groups(window) & GROUP_POSTS
    offer.agree.click()
    qtbot.waitUntil(lambda: said_in_groups(window) >= GROUP_POSTS, timeout=20_000)


def test_keys_are_not_used_without_consent(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    window = open_window(unpack("tribes2", tmp_path) / "alice")
    window.findChild(OfferKeysDialog).reject()
    qtbot.waitUntil(lambda: window.findChild(OfferKeysDialog) is None)
    qtbot.waitUntil(window.is_settled, timeout=20_000)
    assert not said_in_groups(window) & GROUP_POSTS


def test_a_folder_without_keys_makes_no_offer(open_window: Open, tmp_path: Path) -> None:
    folder = unpack("tribes2", tmp_path) / "alice"
    assert open_window(folder / "db2").findChild(OfferKeysDialog) is None


def test_the_secret_in_the_folder_of_a_program_opens_the_private_messages_of_its_user(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    home = unpack("tribes2", tmp_path) / "alice"
    shutil.rmtree(home / "keyring")
    shutil.copy(ROOT / "resources" / "samples" / "harbour-secret", home / "secret")
    window = open_window(home)
    offer = window.findChild(OfferKeysDialog)
    assert window._require_session().own_feed is None
    offer.agree.click()
    assert window._require_session().own_feed is not None
