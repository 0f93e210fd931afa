"""The lists show what is new since it was read, or since the collection was last open."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.library import EVERYTHING, Library
from tests.engine.authors import post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open, wait_until_read
from viewer.models.sidebar import SidebarList, Sorting
from viewer.models.thread_model import UnreadRole
from viewer.settings import Settings
from viewer.window.main_window import MainWindow


def listed(window: MainWindow) -> list[str]:
    model = window.threads.model
    return [model.thread_at(row).root for row in range(model.rowCount())]


def unread(window: MainWindow) -> dict[str, int]:
    model = window.threads.model
    found = {model.thread_at(row).root: model.index(row) for row in range(model.rowCount())}
    return {root: index.data(UnreadRole) for root, index in found.items()}


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """A collection with five messages since it was last open: four of them in a read thread."""
    first = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_read(qtbot, first)
    wait_until_open(qtbot, first, talk.root.key)
    first.open_thread(talk.bread.key)
    first.leave()
    more = [talk.answer(f"later {number}") for number in range(4)]
    more.append(talk.ann.say(post("I do", talk.bread, talk.bread)))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "more.ndjson", more))
    second = open_window()
    second.open_database(tmp_path / "own.db")
    qtbot.waitUntil(lambda: second.threads.model.rowCount() == 2)
    return second


def test_new_messages_are_counted_until_they_are_read(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.open_thread(talk.bread.key)
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 4, talk.bread.key: 0})
    assert "4 new" in window.threads.model.index(listed(window).index(talk.root.key)).data(
        0x000B
    )  # the accessible name
    window.threads.turn_to(SidebarList.NEWS)
    qtbot.waitUntil(lambda: listed(window) == [talk.root.key])
    window.open_thread(talk.root.key)
    window.threads.turn_to(SidebarList.THREADS)
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 0, talk.bread.key: 0})


def test_new_messages_are_marked_in_the_conversation_that_they_are_in(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    counted = window.timeline.unread
    window.open_thread(EVERYTHING)
    wait_until_open(qtbot, window, EVERYTHING)
    assert counted.counts() == (0, 0)  # it was never open before
    window.open_thread(talk.root.key)
    qtbot.waitUntil(lambda: len(counted.new) == 4)
    qtbot.waitUntil(lambda: window.reading.pills.new.text() == "4 new")
    later = [window.model.row(row).text for row in map(window.model.row_of, counted.new)]
    assert later == [f"later {number}" for number in range(4)]
    window.menus.action("next_new").trigger()
    window.timeline.grab()
    assert "later 0" not in [window.model.row(window.model.row_of(key)).text for key in counted.new]
    more = [talk.answer("the latest")]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "latest.ndjson", more))
    window.open_thread(EVERYTHING)
    qtbot.waitUntil(lambda: counted.new == [more[0].key])
    window.menus.action("mark_read").trigger()
    assert counted.counts() == (0, 0)
    assert window.activity._state.text() == "1 conversation marked as read"


def test_a_conversation_that_arrived_while_the_collection_was_closed_is_new(
    window: MainWindow, open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.leave()
    ask = talk.ann.say(post("Who has a spare anchor?"))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "anchor.ndjson", [ask, talk.ann.say(post("Me", ask, ask))]))
    again = open_window()
    again.open_database(tmp_path / "own.db")
    again.open_thread(talk.root.key)
    again.threads.turn_to(SidebarList.NEWS)
    qtbot.waitUntil(lambda: unread(again).get(ask.key) == 2, timeout=10_000)
    again.menus.action("mark_read").trigger()
    qtbot.waitUntil(lambda: listed(again) == [], timeout=10_000)


def test_the_rest_of_a_first_import_that_was_interrupted_is_not_new(
    open_window: Open, settings: Settings, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "own.db"
    for interruption in ("reading", "import", ""):
        window = open_window(write(tmp_path / "log.ndjson", talk.said))
        wait_until_read(qtbot, window)
        wait_until_open(qtbot, window, talk.root.key)
        if interruption == "reading":
            window._require_session().reading.emit("log.ndjson")
        settings.set_unfinished(database, [tmp_path / "big.log"] * (interruption == "import"))
        window.leave()
        assert (settings.visited(database) is None) is bool(interruption)


def test_messages_that_fill_an_empty_collection_are_not_new(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    empty = tmp_path / "log.ndjson"
    empty.touch()
    first = open_window(empty)
    qtbot.waitUntil(first.banner.isVisible, timeout=10_000)  # the list says that it is empty
    first.leave()
    again = open_window(write(empty, talk.said))
    wait_until_open(qtbot, again, talk.root.key)
    assert again.conversation_lists._since is None
    qtbot.waitUntil(lambda: unread(again) == {talk.root.key: 0, talk.bread.key: 0}, timeout=10_000)


def test_all_messages_can_be_marked_as_read_together(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.open_thread(talk.bread.key)
    qtbot.waitUntil(lambda: unread(window)[talk.root.key] == 4)
    window.menus.action("mark_read").trigger()
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 0, talk.bread.key: 0})


def test_marking_all_as_read_includes_the_second_timeline(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.open_thread(talk.bread.key)
    wait_until_open(qtbot, window, talk.bread.key)
    second = window.beside.page.timeline
    window.beside.open(talk.root.key)
    qtbot.waitUntil(lambda: len(second.unread.new) == 4)
    window.menus.action("mark_read").trigger()
    assert second.unread.counts() == (0, 0)
    assert window.activity._state.text() == "1 conversation marked as read"


def test_the_user_can_sort_the_list(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    by_start = sorted([talk.root, talk.bread], key=lambda each: -each.value["timestamp"])
    window.threads.sort_by(Sorting.START)
    qtbot.waitUntil(lambda: listed(window) == [each.key for each in by_start])
    window.threads.sort_by(Sorting.SIZE)
    qtbot.waitUntil(lambda: listed(window) == [talk.root.key, talk.bread.key])
    [chosen] = [each for each in window.threads.sorter.menu().actions() if each.isChecked()]
    assert chosen.text() == "Size"
    window.open_thread(talk.bread.key)
    window.threads.sort_by(Sorting.UNREAD)
    qtbot.waitUntil(lambda: listed(window)[0] == talk.root.key)


def test_the_header_of_everything_leads_to_new_messages(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    news = window.reading.heading.news
    wait_until_open(qtbot, window, talk.bread.key)
    assert news.isHidden()
    window.open_thread("everything")
    qtbot.waitUntil(news.isVisible)
    window.menus.action("threads").trigger()  # hides the list
    qtbot.waitUntil(window.threads.isHidden)
    news.click()
    qtbot.waitUntil(window.threads.isVisible)
    qtbot.waitUntil(lambda: listed(window) == [talk.root.key])
    assert window.threads.sidebar_filter().sidebar_list is SidebarList.NEWS
    window.open_thread(talk.bread.key)
    qtbot.waitUntil(news.isHidden)
