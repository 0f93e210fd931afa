"""The list below the timeline: messages that aren't part of the conversation, and why."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.engine.club import Club
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_for_messages, wait_until_open


def test_the_list_unfolds_says_why_and_follows_what_arrives(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    club = Club()
    window = open_window(write(tmp_path / "log.ndjson", club.said))
    wait_for_messages(qtbot, window, len(club.said))
    window.open_thread(club.chess)
    wait_until_open(qtbot, window, club.chess)
    listed = window.reading.excluded
    assert listed.isVisible()
    assert not listed.page.isVisible()
    listed.head.click()
    qtbot.waitUntil(lambda: "(2)" in listed.head.text(), timeout=10_000)
    text = listed.page.toPlainText()
    assert "Set aside: it waits for 1 message." in text
    assert "Excluded (root-shape): `root` is a number" in text
    listed.page.key_clicked.emit(club.waiting.key)
    wait_until_open(qtbot, window, club.waiting.key)
    assert not listed.page.isVisible()
    window.menus.action("back").trigger()
    wait_until_open(qtbot, window, club.chess)
    listed.head.click()
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(club.lost.line)
    qtbot.waitUntil(lambda: "(1)" in listed.head.text(), timeout=10_000)
    assert "Set aside" not in listed.page.toPlainText()


def test_a_conversation_whose_root_arrives_is_no_longer_called_empty(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    club = Club()
    said = [each for each in club.said if each is not club.game]
    window = open_window(write(tmp_path / "log.ndjson", said))
    wait_for_messages(qtbot, window, len(said))
    window.open_thread(club.chess)
    wait_until_open(qtbot, window, club.chess)
    assert window.reading.emptiness.isVisible()
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(club.game.line)
    qtbot.waitUntil(lambda: window.model.messages_here > 0, timeout=10_000)
    qtbot.waitUntil(window.reading.emptiness.isHidden, timeout=10_000)


def test_the_list_says_that_nothing_is_excluded(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    club = Club()
    window = open_window(write(tmp_path / "log.ndjson", club.said))
    wait_for_messages(qtbot, window, len(club.said))
    window.open_thread(club.root.key)
    wait_until_open(qtbot, window, club.root.key)
    listed = window.reading.excluded
    listed.head.click()
    qtbot.waitUntil(lambda: "(0)" in listed.head.text(), timeout=10_000)
    assert "Every message that names this conversation is in it." in listed.page.toPlainText()
    window.open_thread("everything")
    wait_until_open(qtbot, window, "everything")
    assert not listed.isVisible()


def test_refused_messages_of_a_feed_are_listed(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    club = Club()
    archive = write(tmp_path / "log.ndjson", club.said)
    altered = club.answer.line.replace(b"pier", b"peer")
    archive.write_bytes(archive.read_bytes() + altered)
    window = open_window(archive)
    wait_for_messages(qtbot, window, len(club.said))
    window.open_thread(f"feed:{club.bob.feed}")
    wait_until_open(qtbot, window, f"feed:{club.bob.feed}")
    listed = window.reading.excluded
    listed.head.click()
    qtbot.waitUntil(lambda: "(1)" in listed.head.text(), timeout=10_000)
    text = listed.page.toPlainText()
    assert text.startswith("log.ndjson, line 12\nExcluded (id): Its key isn't the hash")
