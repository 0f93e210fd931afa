from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.engine.message.uris import uri
from tanglescope.viewer.command import Prerequisite
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.commands import COMMANDS
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open


def test_a_message_and_its_id_can_be_copied(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.timeline.go_to(talk.root.key)
    window.menus.action("copy").trigger()
    assert QGuiApplication.clipboard().text() == "Where are the bicycles?"
    window.menus.action("copy_key").trigger()
    assert QGuiApplication.clipboard().text() == talk.root.key


def test_the_keyboard_leads_to_a_cause_and_back(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.answers[20].key)
    window.menus.action("cause").trigger()
    assert window.timeline.current_key() == talk.answers[19].key
    window.menus.action("back").trigger()
    assert window.timeline.current_key() == talk.answers[20].key
    window.menus.action("forward").trigger()
    assert window.timeline.current_key() == talk.answers[19].key
    window.menus.action("forward").trigger()
    assert window.timeline.current_key() == talk.answers[19].key
    window.menus.action("back").trigger()
    assert window.timeline.current_key() == talk.answers[20].key


@pytest.mark.parametrize("by", ["key", "button"])
def test_back_leads_from_everything_to_what_was_open_before(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, by: str
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    if by == "key":
        window.menus.action("everything").trigger()
    else:
        window.threads.everything_wanted.emit()
    wait_until_open(qtbot, window, EVERYTHING)
    window.menus.action("back").trigger()
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("forward").trigger()
    wait_until_open(qtbot, window, EVERYTHING)


def test_the_keyboard_leads_to_an_answer(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.answers[20].key)
    window.menus.action("effect").trigger()
    assert window.timeline.current_key() == talk.answers[21].key
    window.timeline.go_to(talk.answers[-1].key)
    window.menus.action("effect").trigger()
    assert window.timeline.current_key() == talk.answers[-1].key


NEEDING = [
    each.name
    for each in COMMANDS
    if each.needs in (Prerequisite.CONVERSATION, Prerequisite.MESSAGE)
]


@pytest.mark.parametrize("name", ["back", "forward", *NEEDING])
def test_reading_commands_do_nothing_before_anything_is_open(name: str, open_window: Open) -> None:
    window = open_window()
    window.menus.action(name).trigger()
    assert window.timeline.model() is None
    nowhere = window.timeline.moveCursor(
        QListView.CursorAction.MoveNext, Qt.KeyboardModifier.NoModifier
    )
    assert not nowhere.isValid(), "Qt asks where to go as soon as the timeline gets the focus"
    window.timeline.unread.came(["left from another collection"])
    window.reading.pills.show_new()
    assert window.timeline.unread.counts() == (0, 0)


def test_back_and_forward_lead_through_clicks_panels_and_collections(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    first, other = window._session.database if window._session else None, tmp_path / "other.db"
    Library.open(other).close()
    window.timeline.go_to(talk.root.key)
    qtbot.mouseClick(
        window.timeline.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(400, window.timeline.visible_rows()[1][1] + 6),
    )
    assert window.timeline.current_key() == talk.answers[1].key
    window.workbench.open_panel("why")
    window.workbench.open_panel("diagram")
    window.open_collection(other)

    def place() -> tuple[str, str | None, str]:
        database = window._session.database if window._session else None
        collection = {first: "first", other: "other"}[database]
        return collection, window.timeline.current_key(), window.workbench.name()

    clicked = talk.answers[1].key
    places = [
        ("first", talk.root.key, ""),
        ("first", clicked, ""),
        ("first", clicked, "why"),
        ("first", clicked, "diagram"),
    ]
    for wanted in reversed(places):
        window.menus.action("back").trigger()
        assert place() == wanted
    window.menus.action("back").trigger()
    assert place() == places[0]
    for wanted in places[1:]:
        window.menus.action("forward").trigger()
        assert place() == wanted


def test_pasting_an_address_into_the_window_opens_it(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.timeline.setFocus()
    answer = "The clipboard holds no id, link or address."
    nowhere = (
        "Nothing with that address is known here. Check it, or import the archive that it comes"
        " from."
    )
    texts = {
        uri(talk.answers[3].key): (talk.answers[3].key, ""),
        f"look at [this]({talk.bread.key}), will you?\n": (talk.bread.key, ""),
        "just words": (talk.bread.key, answer),
        f"%{'A' * 43}=.sha256": (talk.bread.key, nowhere),
        f" {talk.root.key}\n": (talk.root.key, ""),
    }
    for text, (key, said) in texts.items():
        window.activity.say("")
        QGuiApplication.clipboard().setText(text)
        window.menus.action("paste").trigger()
        assert (window.timeline.current_key(), window.activity._state.text()) == (key, said)


def test_several_messages_can_be_copied(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.root.key)
    qtbot.keyClick(window.timeline, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    bob = window.model.row(1).author
    window.menus.action("copy").trigger()
    copied = f"Ann: Where are the bicycles?\n\n{bob}: answer 0"
    assert QGuiApplication.clipboard().text() == copied
    window.menus.action("copy_key").trigger()
    assert QGuiApplication.clipboard().text() == f"{talk.root.key}\n{talk.answers[1].key}"


def test_hits_in_the_open_thread_are_found_and_stepped_through(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.menus.action("find").trigger()
    find = window.reading.finder
    qtbot.keyClicks(find.field, "answer 3")
    qtbot.waitUntil(lambda: find.status.text() == "1 of 11")
    assert window.timeline.current_key() == talk.answers[4].key
    qtbot.keyClick(find.field, Qt.Key.Key_Return)
    assert window.timeline.current_key() == talk.answers[31].key
    qtbot.keyClick(find.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert find.status.text() == "1 of 11"
    find.field.setText("nobody said this")
    qtbot.waitUntil(lambda: find.status.text() == "Not found")
    qtbot.keyClick(find.field, Qt.Key.Key_Escape)
    assert find.isHidden()


def test_a_thread_opens_where_it_was_left(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.answers[20].key)
    before = window.timeline.visible_rows()
    window.open_thread(talk.bread.key)
    window.open_thread(talk.root.key)
    assert window.timeline.visible_rows() == before
    window.close()
    again = open_window(tmp_path / "own.db")
    wait_until_open(qtbot, again, talk.root.key)
    assert again.timeline.visible_rows() == before
    # Qt makes a message the current one as soon as the timeline gets the focus.
    first = again.timeline.moveCursor(
        QListView.CursorAction.MoveNext, Qt.KeyboardModifier.NoModifier
    )
    seen = [key for key, top in again.timeline.visible_rows() if top >= 0]
    assert again.model.key(first.row()) == seen[0] != talk.root.key


def test_one_line_per_message_shows_more_messages_and_keeps_the_position(
    open_window: Open, talk: Talk, tmp_path: Path, settings: Settings, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.answers[20].key)
    before = window.timeline.visible_rows()
    window.menus.action("compact").trigger()
    after = window.timeline.visible_rows()
    assert len(after) > 1.5 * len(before)
    assert talk.answers[20].key in dict(after)
    assert settings.compact
    window.menus.action("compact").trigger()
    assert talk.answers[20].key in dict(window.timeline.visible_rows())
