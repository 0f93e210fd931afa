"""Writing a reply: typing, preview, undo, publishing."""

import json
import stat
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.archive.checking import check, follow_chains
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.library import Library, OwnFeed
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.own_feed import CannotWrite
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.face import Face
from tanglescope.viewer.models.composing import WritingRefused
from tanglescope.viewer.panels.tangles import TanglesPanel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.views.composer.view import Composer, State
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.authors import Author, post
from tests.engine.club import Club
from tests.engine.store.libraries import library_of, write
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.test_accessibility import is_named
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open, wait_until_read
from tools.sealing import box2

KEY = b"\5" * 32


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_read(qtbot, made)
    wait_until_open(qtbot, made, talk.root.key)
    wait_for_rows(qtbot, made, 41)
    return made


def type_reply(qtbot: QtBot, window: MainWindow, text: str) -> Composer:
    """Type a reply and wait until its tips are known."""
    window.menus.action("reply").trigger()
    composer = window.writing.composer
    qtbot.keyClicks(composer.field, text)
    window.writing._find_place()  # the window has no focus in some test environments
    qtbot.waitUntil(lambda: composer.place is not None)
    composer.field.textChanged.emit()
    return composer


def publish_reply(qtbot: QtBot, window: MainWindow, text: str) -> str:
    """Type a reply, publish and sign it at once, and return its key."""
    composer = type_reply(qtbot, window, text)
    said = composer.field.toPlainText()
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    composer.now.click()
    qtbot.waitUntil(lambda: composer.state is State.DRAFT, timeout=10_000)

    def key() -> str | None:
        # Rows may be reloaded meanwhile, so compare the text, not the number of rows.
        current = window.timeline.current_key()
        is_it = current is not None and content_of(window, current).get("text") == said
        return current if is_it else None

    qtbot.waitUntil(lambda: key() is not None)
    view, rows = window.timeline, window.model
    qtbot.waitUntil(lambda: view.currentIndex().row() == rows.rowCount() - 1)
    return key() or ""


def content_of(window: MainWindow, key: str) -> dict[str, Any]:
    return dict(window.model.row(window.model.row_of(key) or 0).content)


def test_a_signed_reply_is_shown_after_the_tips_at_once(
    window: MainWindow, talk: Talk, settings: Settings, qtbot: QtBot
) -> None:
    key = publish_reply(qtbot, window, "at the station")
    content = content_of(window, key)
    assert content["text"] == "at the station"
    assert content["root"] == talk.root.key
    assert content["branch"] == [talk.answers[-1].key]
    thread = {"root": talk.root.key, "previous": [talk.answers[-1].key]}
    assert content["tangles"] == {"thread": thread}
    assert window.writing.composer.text() == ""
    assert settings.within(talk.root.key).draft == ""


def test_the_field_of_a_signed_reply_is_put_away_when_reading(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.facing.turn(Face.READING)
    publish_reply(qtbot, window, "at the station")
    assert window.writing.composer.isHidden()


def test_the_tangles_panel_shows_the_reply_that_was_just_published(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = window.workbench.open_panel("tangles")
    assert isinstance(panel, TanglesPanel)
    settle(qtbot, window)
    key = publish_reply(qtbot, window, "at the station")
    qtbot.waitUntil(lambda: panel.messages.lines.number_of(key) is not None, timeout=10_000)
    settle(qtbot, window)
    assert window.timeline.current_key() == key
    assert panel.messages.current_line == panel.messages.lines.number_of(key)


def test_a_move_names_exactly_the_tips_it_shows(
    club_window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, club_window, "Nc6")
    assert composer.place is not None
    shown = {name: [tip.key for tip in tips] for name, tips in composer.place.tangles}
    assert sorted(shown["chess"]) == sorted([club.second.key, club.third.key])
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    composer.now.click()
    qtbot.waitUntil(lambda: composer.state is State.DRAFT, timeout=10_000)
    qtbot.waitUntil(lambda: content_at_end(club_window).get("text") == "Nc6")
    tangles = content_at_end(club_window)["tangles"]
    assert {name: data["previous"] for name, data in tangles.items()} == shown


def content_at_end(window: MainWindow) -> dict[str, Any]:
    return dict(window.model.row(window.model.rowCount() - 1).content or {})


def test_a_preview_creates_no_identity_and_calls_its_id_unknown(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "hello")
    composer.preview_button.click()
    qtbot.waitUntil(lambda: composer.prepared is not None)
    assert "A new identity" in composer.preview.bubble.accessibleDescription()
    shown = json.loads(composer.preview.text.toPlainText())
    assert shown["author"] == "(the id of the new identity)"
    assert not settings.feed_folder.exists()


def test_what_exactly_is_signed_is_one_click_away(window: MainWindow, qtbot: QtBot) -> None:
    composer = type_reply(qtbot, window, "hello")
    assert not composer.source_button.isVisible()
    composer.preview_button.click()
    qtbot.waitUntil(lambda: composer.prepared is not None)
    assert composer.preview.bubble.isVisible()
    assert not composer.preview.text.isVisible()
    composer.source_button.click()
    assert composer.preview.text.isVisible()
    assert '"text": "hello"' in composer.preview.text.toPlainText()
    composer.preview_button.click()
    assert not composer.source_button.isVisible()


def test_the_identity_is_created_when_a_reply_is_signed_and_only_the_user_can_read_it(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "hello")
    secret = settings.feed_folder / "secret"
    assert not secret.exists()
    assert "new identity" in composer.identity.text()
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    composer.undo.click()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert str(secret) in window.activity._state.text()
    feed = OwnFeed.open(settings.feed_folder).feed
    qtbot.waitUntil(lambda: feed[:9] in composer.identity.text())


def test_the_preview_shows_the_exact_message_that_is_signed(
    window: MainWindow, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "look at me")
    composer.preview_button.click()
    qtbot.waitUntil(lambda: "look at me" in composer.preview.text.toPlainText())
    assert "look at me" in composer.preview.bubble.accessibleDescription()
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    shown = composer.preview.text.toPlainText()
    composer.now.click()
    qtbot.waitUntil(lambda: window.timeline.currentIndex().row() == 41, timeout=10_000)
    assert window._session is not None
    text = window._session.library.value(window.timeline.current_key() or "")
    assert text is not None
    assert text.startswith(shown.removesuffix("\n}"))


def test_the_preview_follows_what_is_typed(window: MainWindow, qtbot: QtBot) -> None:
    composer = type_reply(qtbot, window, "one")
    composer.preview_button.click()
    qtbot.waitUntil(lambda: '"one"' in composer.preview.text.toPlainText())
    qtbot.keyClicks(composer.field, " two")
    qtbot.waitUntil(lambda: '"one two"' in composer.preview.text.toPlainText())


def test_a_message_that_arrives_during_typing_becomes_a_tip(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "hm")
    assert [tip.key for tip in composer.tips.tips()] == [talk.answers[-1].key]
    rival = talk.ann.say(post("me first", talk.root))
    with (tmp_path / "log.ndjson").open("ab") as log:
        log.write(rival.line)
    both = {talk.answers[-1].key, rival.key}
    qtbot.waitUntil(lambda: {tip.key for tip in composer.tips.tips()} == both, timeout=10_000)
    assert set(content_of(window, publish_reply(qtbot, window, "!"))["branch"]) == both


def test_a_chip_leads_to_its_tip(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    composer = type_reply(qtbot, window, "hm")
    chip = composer.tips.findChild(QPushButton)
    chip.click()
    assert window.timeline.current_key() == talk.answers[-1].key


def test_a_reply_is_not_signed_while_it_can_be_undone(
    window: MainWindow, settings: Settings, talk: Talk, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "too hasty")
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    assert composer.field.isReadOnly()
    window.reading.setFixedWidth(330)
    settle(qtbot, window)
    assert all(each.width() >= each.sizeHint().width() for each in (composer.undo, composer.now))
    composer.undo.click()
    assert composer.state is State.DRAFT
    assert composer.text() == "too hasty"
    assert OwnFeed.open(settings.feed_folder).path.read_bytes() == b""
    assert settings.within(talk.root.key).draft == "too hasty"
    assert window.model.rowCount() == 41
    feed = OwnFeed.open(settings.feed_folder).feed
    qtbot.waitUntil(lambda: composer.place is not None and composer.place.feed == feed)
    assert "new identity" not in composer.identity.text()


def test_a_reply_is_signed_when_the_time_to_undo_is_over(window: MainWindow, qtbot: QtBot) -> None:
    composer = type_reply(qtbot, window, "no regrets")
    composer.undo_seconds = 1
    composer.publish.click()
    qtbot.waitUntil(lambda: window.model.rowCount() == 42, timeout=10_000)


def test_leaving_the_thread_signs_nothing_and_keeps_the_draft(
    window: MainWindow, talk: Talk, settings: Settings, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "wait")
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    window.open_thread(talk.bread.key)
    assert composer.text() == ""
    assert "Nothing was signed" in window.activity._state.text()
    window.open_thread(talk.root.key)
    assert composer.text() == "wait"
    assert composer.state is State.DRAFT


def test_drafts_are_there_after_the_next_start(
    window: MainWindow, talk: Talk, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    type_reply(qtbot, window, "not yet")
    window.close()
    again = MainWindow(TABLE, tmp_path / "own.db", settings, Choice.LIGHT)
    again.open_if_there()
    again.open_thread(talk.root.key)
    assert again.writing.composer.text() == "not yet"
    again.close()


def test_a_reply_that_is_too_long_cannot_be_published(window: MainWindow, qtbot: QtBot) -> None:
    composer = type_reply(qtbot, window, "x")
    assert composer.publish.isEnabled()
    assert composer.size_label.text() == "", "it is far from too long"
    composer.field.setPlainText("x" * 8000)
    assert not composer.publish.isEnabled()
    assert "of 8,192" in composer.size_label.text()
    qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert composer._notice.text().startswith("The reply is too long")
    composer.field.selectAll()
    composer.field.insertPlainText("x" * 20_001)  # it is undone
    assert "far too long" in composer._notice.text()
    composer.field.insertPlainText("y")
    assert composer._notice.text() == "", "it was about another text"
    composer.field.setPlainText("   ")
    assert not composer.publish.isEnabled()
    qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert composer._notice.text() == "Write something first."


def test_a_reply_can_be_written_by_keyboard_alone(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "keys")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    qtbot.keyClick(composer.field, Qt.Key.Key_Escape)
    assert composer.state is State.DRAFT
    assert composer.text() == "keys"


def test_two_windows_extend_one_feed_without_a_fork_and_the_slower_one_asks_again(
    window: MainWindow, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "slow")
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    with Library.open(tmp_path / "other.db") as other:
        publisher = other.publisher(OwnFeed.open(settings.feed_folder))
        publisher.publish(publisher.preview(post("quick")))
    composer.now.click()
    qtbot.waitUntil(lambda: composer.state is State.DRAFT, timeout=10_000)
    assert composer.text() == "slow"
    assert composer._notice.isVisibleTo(composer)
    publish_reply(qtbot, window, "er")
    records = list(open_archive(OwnFeed.open(settings.feed_folder).path).records())
    checked = list(follow_chains(check(records), FeedChains()))
    assert [each.verdict.status for each in checked] == [ValidationStatus.VALID] * 2


def test_an_archive_that_is_open_is_never_written(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = tmp_path / "log.ndjson"
    archive.chmod(0o400)
    before = (archive.read_bytes(), archive.stat().st_mtime_ns)
    publish_reply(qtbot, window, "elsewhere")
    assert (archive.read_bytes(), archive.stat().st_mtime_ns) == before


def test_a_feed_that_would_fork_is_reported_and_the_draft_stays(
    window: MainWindow, settings: Settings, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "stuck")
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    OwnFeed.open(settings.feed_folder).path.unlink()
    composer.now.click()
    qtbot.waitUntil(lambda: composer.state is State.DRAFT, timeout=10_000)
    assert "fork" in composer._notice.text()
    assert composer.text() == "stuck"


def test_a_reply_that_is_published_but_not_shown_is_no_draft(
    window: MainWindow,
    settings: Settings,
    talk: Talk,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    composer = type_reply(qtbot, window, "once")
    composer.publish.click()
    qtbot.waitUntil(lambda: composer.state is State.WAITING)
    own = OwnFeed.open(settings.feed_folder)
    append = OwnFeed.append

    def append_then_fail(feed: OwnFeed, records: Iterable[dict[str, Any]]) -> None:
        append(feed, records)
        raise CannotWrite("The disk doesn't answer.")

    with monkeypatch.context() as damaged:
        damaged.setattr(OwnFeed, "append", append_then_fail)
        composer.now.click()
        qtbot.waitUntil(lambda: composer.state is State.DRAFT, timeout=10_000)
    assert "Published; it will be shown once" in window.activity._state.text()
    assert composer.text() == settings.within(talk.root.key).draft == ""
    key = own.end().key
    qtbot.waitUntil(lambda: window.timeline.current_key() == key)


@pytest.mark.parametrize("asks", ["place", "preview"])
def test_a_draft_that_was_signed_before_a_crash_is_no_draft(
    window: MainWindow, settings: Settings, talk: Talk, qtbot: QtBot, asks: str
) -> None:
    """Killed after the message was in the log, before database and settings were written."""
    composer = type_reply(qtbot, window, "once")
    session = window._require_session()
    own = OwnFeed.open(settings.feed_folder)
    unsigned = session.library.publisher(own).preview(composer.place.saying("once"))
    settings.within(talk.root.key).signing = unsigned.fingerprint
    with Library.open(settings.feed_folder / "other.db") as other:
        other.publisher(own).publish(unsigned)
    if asks == "preview":
        composer.place = replace(composer.place, signing=unsigned.fingerprint)
        composer.publish.click()
    else:
        window.writing._find_place()
    qtbot.waitUntil(lambda: composer.text() == "", timeout=10_000)
    assert "published before" in window.activity._state.text()
    assert settings.within(talk.root.key).draft == settings.within(talk.root.key).signing == ""
    qtbot.waitUntil(lambda: window.timeline.current_key() == own.end().key)
    assert own.end().sequence == 1


def test_a_late_answer_with_earlier_tips_is_ignored(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """A second reply, typed at once, once came beside the first instead of after it."""
    composer = type_reply(qtbot, window, "one")
    shown, answers = composer.place, []
    monkeypatch.setattr(window.session, "ask", lambda *asked: answers.append(asked[-1]))
    window.writing._find_place()
    window.writing._find_place()
    earlier, latest = answers
    earlier(WritingRefused("an earlier answer"))
    assert composer.place is shown
    latest(WritingRefused("the latest answer"))
    assert composer.place is None


def test_the_users_feed_is_exported_as_ndjson(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    keys = [publish_reply(qtbot, window, text) for text in ("one", "two")]
    file = tmp_path / "mine.ndjson"
    monkeypatch.setattr(file_dialogs, "where_to_write", lambda *_: file)
    window.menus.action("export_feed").trigger()
    qtbot.waitUntil(lambda: "2 messages" in window.activity._state.text())
    assert [json.loads(line)["key"] for line in file.read_text().splitlines()] == keys


def test_a_private_conversation_offers_no_public_reply(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    ann = Author("ann")
    text = json.dumps(post("psst")).encode()
    sealed = ann.say(box2(text, ann.feed, None, [(KEY, Scheme.GROUP.value)]))
    with library_of(tmp_path, sealed):
        (tmp_path / "keys").write_text(b64encode(KEY).decode())
    window = open_window(tmp_path / "library.db")
    window.unlocking.unlock(tmp_path / "keys", groups=True)
    wait_until_open(qtbot, window, f"private:{sealed.key}")
    assert window.facing.face is Face.DEBUGGING  # where the field is always shown
    window.menus.action("reply").trigger()
    assert "public threads" in window.activity._state.text()
    assert window.writing.composer.isHidden()


def test_drafts_are_kept_by_thread(tmp_path: Path) -> None:
    file = str(tmp_path / "settings.ini")
    before = Settings(QSettings(file, QSettings.Format.IniFormat))
    before.keep_draft("%one", "first\nline")
    before.keep_draft("%two", "ü ☃")
    before.within("%one").signing = "1 ab"
    before.within("%two").signing = "2 cd"
    before.keep_draft("%two", "")
    del before
    after = Settings(QSettings(file, QSettings.Format.IniFormat))
    assert after.within("%one").draft == "first\nline"
    assert after.within("%two").draft == ""
    assert (after.within("%one").signing, after.within("%two").signing) == ("1 ab", "")


def test_every_widget_has_a_name_for_screen_readers(window: MainWindow, qtbot: QtBot) -> None:
    composer = type_reply(qtbot, window, "hello")
    composer.preview_button.click()
    qtbot.waitUntil(lambda: composer.prepared is not None)
    assert not [
        type(each).__name__ for each in composer.findChildren(QWidget) if not is_named(each)
    ]


def test_a_feed_offers_no_reply(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    window.open_thread(talk.ann.feed)
    qtbot.waitUntil(window.writing.composer.isHidden)
    window.open_thread(talk.root.key)
    qtbot.waitUntil(lambda: not window.writing.composer.isHidden())


def test_the_reply_field_follows_the_direction_of_the_text(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    field = window.writing.composer.field
    field.setPlainText("שלום\nhello")
    assert field.document().defaultTextOption().alignment() == Qt.AlignmentFlag.AlignRight
    field.setPlainText("hello\nשלום")
    assert field.document().defaultTextOption().alignment() == Qt.AlignmentFlag.AlignLeft


def test_a_person_and_a_channel_are_completed_and_mentioned(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    composer = type_reply(qtbot, window, "Hi @a")
    completions, field = composer.completions, composer.field
    qtbot.waitUntil(completions.isVisible)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert composer.text() == f"Hi [@Ann]({talk.ann.feed}) "
    assert completions.isHidden()
    key = publish_reply(qtbot, window, "and all")
    assert content_of(window, key)["text"] == f"Hi [@Ann]({talk.ann.feed}) and all"
    assert content_of(window, key)["mentions"] == [{"link": talk.ann.feed, "name": "Ann"}]
