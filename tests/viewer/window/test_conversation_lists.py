import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import (
    EVERYTHING,
    ConversationSummary,
    ImportReport,
    Library,
    Listing,
    UnknownConversation,
)
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.orders import order_cache
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.models.sidebar import SidebarList, Sorting
from tanglescope.viewer.subjects import ConversationSubject
from tanglescope.viewer.window import conversation_lists, opening
from tanglescope.viewer.window.conversation_lists import _Beginning
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.samples import unpack
from tests.engine.authors import Author, post
from tests.engine.commandline.every_kind import play
from tests.engine.store.libraries import write
from tests.viewer.windows import (
    Open,
    Talk,
    act,
    kind_of_row,
    wait_for_messages,
    wait_for_rows,
    wait_until_open,
)


def keys(window: MainWindow) -> list[str]:
    return window.model.keys(0, window.model.rowCount())


def listed(window: MainWindow) -> list[str]:
    model = window.threads.model
    return [model.thread_at(row).address for row in range(model.rowCount())]


def test_feeds_channels_and_mentions_are_listed_and_opened(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    ann, bob = talk.ann.feed, talk.bob.feed
    boats = talk.ann.say(post("row", channel="boats", mentions=[{"link": bob}]))
    window = open_window(write(tmp_path / "log.ndjson", [*talk.said, boats]))
    wait_until_open(qtbot, window, talk.root.key)
    window.threads.turn_to(SidebarList.FEEDS)
    qtbot.waitUntil(lambda: set(listed(window)) == {f"feed:{ann}", f"feed:{bob}"})
    window.threads.turn_to(SidebarList.CHANNELS)
    qtbot.waitUntil(lambda: listed(window) == ["#boats"])
    window.menus.action("next_thread").trigger()
    wait_until_open(qtbot, window, "#boats")
    for command, sentence in (
        ("next_thread", "No conversation follows in this list."),
        ("previous_thread", "No conversation is further up in this list."),
        ("cancel", "Nothing is running that could be stopped."),
    ):
        window.menus.action(command).trigger()
        assert window.activity._state.text() == sentence
    assert keys(window) == [boats.key]
    window.threads.turn_to(SidebarList.MENTIONS)
    qtbot.waitUntil(lambda: listed(window) == [f"to {bob}"])
    window.threads.step(1)
    wait_until_open(qtbot, window, f"to {bob}")
    assert keys(window) == [boats.key]
    assert window.reading.composer.isHidden()
    window.threads.turn_to(SidebarList.THREADS)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 3)
    assert window.threads._nothing.isHidden()
    window.threads.turn_to(SidebarList.TANGLES)
    qtbot.waitUntil(lambda: window.threads._nothing.isVisible())
    said = window.threads._nothing
    assert said.text() == "No message here belongs to a tangle other than a thread."
    window.threads.filter.setText("boat")
    qtbot.waitUntil(lambda: said.text().startswith("Nothing here matches the filter."))
    window.threads.filter.setText(f"%{'A' * 43}=.sha256")
    qtbot.waitUntil(
        lambda: said.text().startswith(
            "Nothing with that address is known here."
            " Check it, or import the archive that it"
            " comes from."
        )
    )
    assert window.activity._state.text() == said.text()


@pytest.mark.parametrize("kept", [False, True])
def test_everything_has_all_messages_and_keeps_the_position_while_it_grows(
    kept: bool,
    open_window: Open,
    talk: Talk,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order_cache, "LARGE", 10 if kept else 4096)
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.menus.action("everything").trigger()
    wait_until_open(qtbot, window, EVERYTHING)
    assert set(keys(window)) == {each.key for each in talk.said}
    window.timeline.go_to(talk.answers[20].key)
    window.grab()
    before = window.timeline.place()
    with archive.open("ab") as file:
        file.write(talk.answer("late").line)
    wait_for_rows(qtbot, window, len(talk.said))
    window.grab()
    assert window.timeline.place() == before
    assert window.timeline.unread.new == [talk.answers[-1].key]


@pytest.mark.parametrize("is_view", [False, True], ids=["a thread", "a view"])
def test_nothing_is_new_until_the_first_import_is_over(
    is_view: bool, open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    session = window._require_session()
    session.news.mark = None
    session.news.changed.emit()
    session.reading.emit("log.ndjson")
    address = EVERYTHING if is_view else talk.root.key
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    window.timeline.go_to(talk.root.key)
    rows = window.timeline.model().rowCount()
    for is_new in (False, True):
        late = talk.answer("late")
        with archive.open("ab") as file:
            file.write(late.line)
        rows += 1
        wait_for_rows(qtbot, window, rows)
        assert window.timeline.unread.new == [late.key] * is_new
        session.read.emit("log.ndjson", None)


def test_an_author_a_hashtag_and_a_key_lead_to_views_and_back(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    boats = talk.ann.say(post("go #boats", channel="boats"))
    window = open_window(write(tmp_path / "log.ndjson", [*talk.said, boats]))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.timeline.go_to(talk.root.key)
    window.menus.action("feed").trigger()
    wait_until_open(qtbot, window, f"feed:{talk.ann.feed}")
    assert window.timeline.current_key() == talk.root.key
    assert kind_of_row(window, talk.named.key) is RowKind.EVENT
    window.timeline.link_clicked.emit("#Boats")
    wait_until_open(qtbot, window, "#boats")
    window.ways.go_to(talk.answers[3].key)
    assert window.model.address == talk.root.key
    assert window.timeline.current_key() == talk.answers[3].key
    window.menus.action("back").trigger()
    wait_until_open(qtbot, window, "#boats")


def test_a_message_outside_all_threads_is_shown_in_its_feed(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.ways.go_to(talk.named.key)
    wait_until_open(qtbot, window, f"feed:{talk.ann.feed}")
    assert window.timeline.current_key() == talk.named.key


def test_mentions_are_those_of_the_user_once_it_is_known_who_that_is(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    ann, bob = talk.ann.feed, talk.bob.feed
    talk.said.append(talk.ann.say(post("you two", mentions=[{"link": ann}, {"link": bob}])))
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.threads.turn_to(SidebarList.MENTIONS)
    qtbot.waitUntil(lambda: set(listed(window)) == {f"to {ann}", f"to {bob}"})
    window._require_session()._keyring = Keyring(Identity(bob, b""))
    window.conversation_lists.refresh()
    qtbot.waitUntil(lambda: listed(window) == [f"to {bob}"])


def test_mentions_ask_who_the_user_is_if_that_is_unknown(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("mentions").trigger()
    assert window.threads.sidebar_filter().sidebar_list is SidebarList.MENTIONS
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 0)
    assert window.threads.isVisible()


def test_a_view_that_was_left_before_it_had_loaded_is_not_shown(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.open_thread(EVERYTHING)
    window.open_thread(talk.bread.key)
    answered: list[object] = []
    assert window._session is not None
    window._session.ask("after", lambda library: len(library), answered.append)
    qtbot.waitUntil(lambda: bool(answered))
    assert window.model.address == talk.bread.key
    try:
        window.open_thread("%nothing")
    except UnknownConversation:
        assert window.model.address == talk.bread.key


def test_a_filtered_thread_keeps_its_order(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    window.menus.action("find").trigger()
    find = window.reading.finder
    find.field.setText("answer 3")
    qtbot.waitUntil(find.only.isEnabled, timeout=10_000)
    find.only.click()
    wait_for_rows(qtbot, window, 11)
    assert keys(window) == [talk.answers[4].key, *(said.key for said in talk.answers[31:])]
    window.ways.go_to(talk.answers[8].key)
    assert window.model.address == talk.root.key


def test_pinned_conversations_are_above_the_others_and_stay_there(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: set(listed(window)) == {talk.root.key, talk.bread.key})
    other = next(key for key in listed(window) if key != listed(window)[0])
    window.open_thread(other)
    window.menus.action("pin").trigger()
    assert window.activity._state.text() == "Pinned to the top of the list."
    qtbot.waitUntil(lambda: listed(window)[0] == other)
    assert window.menus.action("pin").isChecked()
    index = window.threads.model.index(0)
    assert ", pinned, " in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    window.close()
    again = open_window(tmp_path / "own.db")
    qtbot.waitUntil(lambda: listed(again)[:1] == [other])
    act(again, "pin", ConversationSubject(other))
    qtbot.waitUntil(lambda: listed(again)[:1] != [other])
    assert not again.menus.action("pin").isChecked()
    assert again.activity._state.text() == "No longer pinned."
    again.open_thread(EVERYTHING)
    wait_until_open(qtbot, again, EVERYTHING)
    again.menus.action("pin").trigger()
    assert "its button is always above the list" in again.activity._state.text()
    assert not again.menus.action("pin").isChecked()


def test_recent_threads_are_listed_latest_first(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.threads.turn_to(SidebarList.RECENT)
    qtbot.waitUntil(lambda: listed(window) == [talk.root.key])
    window.open_thread(talk.bread.key)
    qtbot.waitUntil(lambda: listed(window) == [talk.bread.key, talk.root.key])


def test_at_first_the_list_is_shown_before_the_thread(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    seen: list[tuple[set[str], str, bool]] = []

    def look() -> None:
        seen.append((set(listed(window)), window.model.address, window.is_settled()))

    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    window.conversation_lists.offered.connect(lambda: QTimer.singleShot(0, look))
    wait_until_open(qtbot, window, talk.root.key)
    there, address, is_settled = next(each for each in seen if each[0])
    assert there <= {talk.root.key, talk.bread.key}, "one may still be on its way"
    assert (address, is_settled) == ("", False)
    qtbot.waitUntil(window.is_settled)


def test_a_conversation_opened_meanwhile_stays_open(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    qtbot.waitUntil(lambda: bool(window.opening.wanted_address))
    window.open_thread(talk.bread.key)
    qtbot.waitUntil(lambda: not window.opening._next_frame.isActive())
    assert window.model.address == talk.bread.key


@pytest.mark.parametrize("turned_to", [SidebarList.THREADS, SidebarList.RECENT])
def test_what_was_there_to_begin_with_replaces_nothing_that_was_opened_since(
    turned_to: SidebarList,
    open_window: Open,
    talk: Talk,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ingest, beginnings = Library.ingest, conversation_lists._beginnings
    is_open, answered, may_end = threading.Event(), threading.Event(), threading.Event()

    def answered_late(library: Library) -> list[_Beginning]:
        if answered.is_set():
            return beginnings(library)
        is_open.wait(60)
        answered.set()
        return [_Beginning(SidebarList.THREADS, talk.bread.key)]

    def ended_late(library: Library, archive: Path, **others: Any) -> ImportReport:
        report = ingest(library, archive, **others)
        may_end.wait(60)
        return report

    monkeypatch.setattr(conversation_lists, "_beginnings", answered_late)
    monkeypatch.setattr(Library, "ingest", ended_late)
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    window.threads.turn_to(turned_to)
    is_open.set()
    qtbot.waitUntil(answered.is_set)
    with qtbot.waitSignal(window._require_session().read):
        QTimer.singleShot(0, may_end.set)
    qtbot.waitUntil(lambda: window.is_settled() and bool(listed(window)))
    assert window.threads.sidebar_filter().sidebar_list is turned_to
    assert window.model.address == talk.root.key


def test_threads_that_arrive_while_it_is_asked_what_to_begin_with_are_no_news(
    talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, asked = Library.conversations, list[Listing]()

    def arriving(library: Library, *, listing: Listing) -> list[ConversationSummary]:
        asked.append(listing)
        return found(library, listing=listing) if len(asked) > 1 else []

    monkeypatch.setattr(Library, "conversations", arriving)
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
        (beginning,) = conversation_lists._beginnings(library)
    assert beginning.sidebar_list is SidebarList.FEEDS
    assert asked == [Listing.THREADS, Listing.TANGLES, Listing.FEEDS]


@pytest.mark.parametrize("is_read", ["", "before", "meanwhile"])
def test_after_the_first_reading_a_latest_conversation_is_opened_unless_another_is_read(
    is_read: str, open_window: Open, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(answers=5)
    beginning = write(tmp_path / "beginning.ndjson", talk.said)
    later = [talk.bob.say(post(f"later {number}")) for number in range(9)]
    later.append(talk.bob.say(post("yes", later[8], later[8])))
    whole = write(tmp_path / "whole.ndjson", [*talk.said, *later])
    ingest, beginnings = Library.ingest, conversation_lists._beginnings
    may_go_on, may_answer = threading.Event(), threading.Event()

    def in_two_parts(library: Library, _: Path, **others: Any) -> ImportReport:
        ingest(library, beginning, **others)
        may_go_on.wait(60)
        return ingest(library, whole, **others)

    def answered(library: Library) -> list[_Beginning]:
        may_answer.wait(60)
        return beginnings(library)

    monkeypatch.setattr(conversation_lists, "_beginnings", answered)
    monkeypatch.setattr(Library, "ingest", in_two_parts)
    window = open_window(whole)
    wait_until_open(qtbot, window, talk.root.key)
    if is_read == "before":
        window.timeline.step(1)
    may_go_on.set()
    if is_read == "meanwhile":
        qtbot.waitUntil(lambda: window.conversation_lists._is_looking)
        window.timeline.step(1)
    may_answer.set()
    wait_for_messages(qtbot, window, len(talk.said) + len(later))
    wanted = talk.root.key if is_read else later[8].key
    wait_until_open(qtbot, window, wanted)
    qtbot.waitUntil(lambda: window.is_settled() and len(listed(window)) == 11)
    assert window.model.address == wanted
    if not is_read:
        assert set(window._settings.of(tmp_path / "own.db").recent_threads) == {wanted}


def test_the_chosen_list_and_its_sorting_are_there_at_the_next_start(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    archive = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(archive)
    wait_until_open(qtbot, window, talk.root.key)
    window.threads.chooser.setFocus()
    qtbot.keyClick(window.threads.chooser, Qt.Key.Key_End)
    qtbot.keyClick(window.threads.chooser, Qt.Key.Key_Up, delay=-1)
    chosen = window.threads.sidebar_filter().sidebar_list
    assert chosen is SidebarList.CHANNELS  # there is none: an empty list isn't restored
    qtbot.keyClick(window.threads.chooser, Qt.Key.Key_Up)
    window.threads.sort_by(Sorting.SIZE)
    window.close()
    again = open_window(archive)
    wait_until_open(qtbot, again, talk.root.key)
    shown = again.threads.sidebar_filter()
    assert (shown.sidebar_list, shown.sorting) == (SidebarList.FEEDS, Sorting.SIZE)
    qtbot.waitUntil(lambda: len(listed(again)) == 2 and not again.threads.isHidden())
    ticked = [each.data() for each in again.threads.sorter.menu().actions() if each.isChecked()]
    assert ticked == [Sorting.SIZE]
    again.threads.turn_to(SidebarList.CHANNELS)
    again.threads.turned.emit()
    again.close()
    third = open_window(archive)
    wait_until_open(qtbot, third, talk.root.key)
    qtbot.waitUntil(lambda: third.is_settled() and len(listed(third)) == 2)
    assert third.threads.sidebar_filter().sidebar_list is SidebarList.THREADS


def test_everything_takes_the_keyboard_from_the_filter(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    for ask in (window.threads.everything_wanted.emit, window.menus.action("everything").trigger):
        window.threads.begin_filtering()
        ask()
        assert window.timeline.hasFocus()


def test_the_window_stops_waiting_for_a_view_that_fails(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)

    def fail(*_: object) -> None:
        raise DatabaseError("It is damaged.")

    monkeypatch.setattr(opening, "_gather_opening", fail)
    for _ in range(2):  # the second question replaces the first
        window.open_thread(f"feed:{talk.bob.feed}")
        assert not window.is_settled()
    qtbot.waitUntil(window.is_settled)
    assert window.model.address == talk.root.key


def test_without_threads_the_window_opens_a_tangle_or_feed_first(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    ann = Author("ann")
    named = ann.say({"type": "about", "about": ann.feed, "name": "Ann"})
    window = open_window(write(tmp_path / "names.ndjson", [named]))
    wait_until_open(qtbot, window, f"feed:{ann.feed}")
    assert window.threads.sidebar_filter().sidebar_list is SidebarList.FEEDS
    qtbot.waitUntil(lambda: listed(window) == [f"feed:{ann.feed}"])
    invite = ann.say(play(None))
    window.open_path(write(tmp_path / "game.ndjson", [invite, ann.say(play(invite, invite))]))
    wait_until_open(qtbot, window, f"chess:{invite.key}")
    assert window.threads.sidebar_filter().sidebar_list is SidebarList.TANGLES
    window.threads.turn_to(SidebarList.RECENT)
    # The window left the feed without the user, so the feed isn't listed as recent.
    qtbot.waitUntil(lambda: listed(window) == [f"chess:{invite.key}"])
    window.threads.turn_to(SidebarList.THREADS)
    qtbot.waitUntil(lambda: window.is_settled() and listed(window) == [])
    assert window.threads.sidebar_filter().sidebar_list is SidebarList.THREADS


def test_a_feed_that_is_opened_again_is_in_the_list(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    ann = Author("ann")
    named = ann.say({"type": "about", "about": ann.feed, "name": "Ann"})
    names = write(tmp_path / "names.ndjson", [named])
    first = open_window(names)
    wait_until_open(qtbot, first, f"feed:{ann.feed}")
    first.timeline.go_to(named.key)
    first.close()
    again = open_window(names)
    wait_until_open(qtbot, again, f"feed:{ann.feed}")
    qtbot.waitUntil(lambda: listed(again) == [f"feed:{ann.feed}"])
    again.threads.turn_to(SidebarList.THREADS)
    qtbot.waitUntil(lambda: again.is_settled() and listed(again) == [])
    assert again.threads.sidebar_filter().sidebar_list is SidebarList.THREADS


def test_a_group_is_opened_as_soon_as_it_can_be_read(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = unpack("tribes2", tmp_path) / "alice"
    with Library.open(tmp_path / "tribes.db") as library:
        library.ingest(folder)
    window = open_window(tmp_path / "tribes.db")
    qtbot.waitUntil(
        lambda: window.threads.sidebar_filter().sidebar_list is SidebarList.TANGLES, timeout=10_000
    )
    wait_for_rows(qtbot, window, 1)
    # As Qt does when the timeline gets the keyboard back from the question about the keys.
    window.timeline.setCurrentIndex(window.timeline.model().index(0, 0))
    window.unlocking.unlock(folder / "keyring", groups=True)
    qtbot.waitUntil(lambda: window.model.address.startswith("group:"), timeout=10_000)
    qtbot.waitUntil(lambda: listed(window) == [window.model.address])


def test_everything_says_why_it_is_empty(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    graph = tmp_path / "graph.ndjson"
    graph.write_text("\n".join(f'{{"id": "{number}", "after": []}}' for number in range(50)))
    window = open_window(graph)
    qtbot.waitUntil(lambda: len(listed(window)) == 1, timeout=10_000)
    [address] = listed(window)
    wait_until_open(qtbot, window, address)
    assert window.reading.emptiness.isHidden()
    window.timeline.grab()
    assert window.timeline.verticalScrollBar().isEnabled()
    window.open_thread(EVERYTHING)
    wait_until_open(qtbot, window, EVERYTHING)
    assert "this collection has none" in window.reading.emptiness.note.text()
    assert window.reading.emptiness.isVisible()
    assert not window.timeline.verticalScrollBar().isEnabled()
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    assert window.reading.emptiness.isHidden()
