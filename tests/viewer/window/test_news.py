"""Everything that counts unread messages says one number, whatever happened in between."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING, Library, ReadMark
from tanglescope.viewer.models.sidebar import SidebarList, Sorting
from tanglescope.viewer.models.thread_model import UnreadRole
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_messages, wait_until_open, wait_until_read


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
    qtbot.waitUntil(lambda: window.reading.pills.new.text() == "4 new")
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 4})
    window.menus.action("end").trigger()
    window.timeline.grab()
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 0})
    window.conversation_lists.refresh()
    qtbot.waitUntil(lambda: listed(window) == [talk.root.key], timeout=10_000)  # it is being read
    window.threads.turn_to(SidebarList.THREADS)
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 0, talk.bread.key: 0})


def test_what_is_read_in_one_conversation_is_read_in_all(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    counted = window.timeline.unread
    window.open_thread(talk.root.key)
    qtbot.waitUntil(lambda: len(counted.new) == 4)
    qtbot.waitUntil(lambda: window.reading.pills.new.text() == "4 new")
    later = [window.model.row(row).text for row in map(window.model.row_of, counted.new)]
    assert later == [f"later {number}" for number in range(4)]
    window.menus.action("next_new").trigger()
    window.timeline.grab()
    left = list(counted.new)
    assert len(left) < 4
    window.open_thread(EVERYTHING)
    wait_until_open(qtbot, window, EVERYTHING)
    window.timeline.grab()
    more = [talk.answer("the latest")]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "latest.ndjson", more))
    qtbot.waitUntil(lambda: more[0].key in counted.new)
    assert set(counted.new) <= {*left, more[0].key}
    window.menus.action("mark_read").trigger()
    assert counted.counts() == (0, 0)
    assert window.activity._state.text().endswith("marked as read")
    window.open_thread(talk.root.key)
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: not any(unread(window).values()))
    assert counted.counts() == (0, 0)


def test_a_conversation_that_arrived_while_the_collection_was_closed_is_new(
    window: MainWindow, open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.leave()
    ask = talk.ann.say(post("Who has a spare anchor?"))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "anchor.ndjson", [ask, talk.ann.say(post("Me", ask, ask))]))
    again = open_window()
    again.open_database(tmp_path / "own.db")
    again.threads.turn_to(SidebarList.NEWS)
    qtbot.waitUntil(lambda: unread(again).get(ask.key) == 2, timeout=10_000)
    again.open_thread(ask.key)
    again.menus.action("mark_read").trigger()
    qtbot.waitUntil(lambda: listed(again) == [], timeout=10_000)


def test_the_rest_of_a_first_import_that_was_interrupted_is_not_new(
    open_window: Open, settings: Settings, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "own.db"
    settings.of(database).unfinished = [tmp_path / "big.log"]
    first = open_window(write(tmp_path / "log.ndjson", talk.said[:20]))
    wait_until_read(qtbot, first)
    first.leave()
    assert settings.of(database).read_mark is None
    settings.of(database).unfinished = []
    again = open_window(write(tmp_path / "log.ndjson", talk.said[:20]))
    assert again._require_session().news.mark is not None, "nothing is being imported"
    again.leave()
    assert settings.of(database).read_mark is not None


def test_messages_that_fill_an_empty_collection_are_not_new(
    open_window: Open, settings: Settings, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    empty = tmp_path / "log.ndjson"
    empty.touch()
    first = open_window(empty)
    wait_until_read(qtbot, first)
    first.leave()
    assert settings.of(tmp_path / "own.db").read_mark is None
    again = open_window(write(empty, talk.said))
    wait_until_open(qtbot, again, talk.root.key)
    qtbot.waitUntil(lambda: unread(again) == {talk.root.key: 0, talk.bread.key: 0}, timeout=10_000)
    assert again.timeline.unread.counts() == (0, 0)


def test_nothing_is_new_in_a_collection_that_takes_the_name_of_a_removed_one(
    open_window: Open, settings: Settings, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "own.db"
    settings.of(database).read_mark = ReadMark(3)
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_read(qtbot, window)
    wait_until_open(qtbot, window, talk.root.key)
    qtbot.waitUntil(lambda: unread(window) == {talk.root.key: 0, talk.bread.key: 0}, timeout=10_000)
    assert window.timeline.unread.counts() == (0, 0)


def test_unread_messages_outlast_imports_restarts_and_other_collections(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    """A hundred messages are read, four archives added, five of their messages read."""
    people = [Author(f"person {number}") for number in range(4)]
    first = Author("first")
    root = first.say(post("A hundred"))
    hundred = [root, *(first.say(post(f"message {number}", root)) for number in range(99))]
    window = open_window(write(tmp_path / "first.ndjson", hundred))
    wait_for_messages(qtbot, window, 100)
    window.leave()
    window = open_window()
    window.open_database(tmp_path / "own.db")
    wait_until_open(qtbot, window, root.key)
    qtbot.waitUntil(lambda: unread(window) == {root.key: 0})
    assert window.timeline.unread.counts() == (0, 0)
    threads: list[list[Said]] = []
    for person in people:
        began = person.say(post(f"{person.name} begins"))
        threads.append(
            [began, *(person.say(post(f"{number} of 60", began)) for number in range(59))]
        )
        window.open_path(write(tmp_path / f"{person.name}.ndjson", threads[-1]))
        wait_until_read(qtbot, window)
    expected = {root.key: 0, **{thread[0].key: 60 for thread in threads}}
    qtbot.waitUntil(lambda: unread(window) == expected, timeout=10_000)
    read = threads[0][0].key
    window.open_thread(read)
    wait_until_open(qtbot, window, read)
    qtbot.waitUntil(lambda: 0 < len(window.timeline.unread.new) < 60)
    left = len(window.timeline.unread.new)
    expected[read] = left
    qtbot.waitUntil(lambda: unread(window)[read] == left)
    assert window.reading.pills.new.text() == f"{left} new"

    with Library.open(tmp_path / "other.db") as library:
        library.ingest(write(tmp_path / "other.ndjson", talk.said))
    window.open_database(tmp_path / "other.db")
    wait_until_open(qtbot, window, talk.root.key)
    assert not any(unread(window).values())
    window.open_database(tmp_path / "own.db")
    qtbot.waitUntil(lambda: unread(window) == expected, timeout=10_000)
    window.leave()
    window = open_window()
    window.open_database(tmp_path / "own.db")
    qtbot.waitUntil(lambda: unread(window) == expected, timeout=10_000)
    window.threads.turn_to(SidebarList.NEWS)
    qtbot.waitUntil(lambda: set(listed(window)) == {thread[0].key for thread in threads})
    window.open_thread(read)
    qtbot.waitUntil(lambda: window.reading.pills.new.text() == f"{left} new")
    window.open_thread(EVERYTHING)
    wait_until_open(qtbot, window, EVERYTHING)
    qtbot.waitUntil(lambda: 0 < len(window.timeline.unread.new) <= left + 180)


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
