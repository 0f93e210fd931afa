from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.engine.store.files.import_lock import importing_alone
from tanglescope.engine.store.query import Query
from tanglescope.engine.words.tangles import one_tangle
from tanglescope.viewer.models.finding import Finding, FoundGroup, Most, find
from tanglescope.viewer.models.found_model import PAGE
from tanglescope.viewer.panels.labels import labels_of
from tanglescope.viewer.panels.search import panel as search_panel
from tanglescope.viewer.panels.search.form import Chip
from tanglescope.viewer.panels.search.found_list import FoundDelegate
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.subjects import ConversationSubject, MessageSubject
from tanglescope.viewer.theme import load
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file
from tests.engine.store.libraries import write
from tests.viewer.panels.pictures import shown_alone
from tests.viewer.windows import Open, Talk, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    talk.said += [talk.ann.say(post(f"tide {number}")) for number in range(120)]
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 122, timeout=10_000)
    window.open_thread(talk.root.key)
    window.menus.action("panel_search").trigger()
    return window


def panel(window: MainWindow) -> SearchPanel:
    shown = window.workbench.panel()
    assert isinstance(shown, SearchPanel)
    return shown


def messages(search: SearchPanel) -> list[Finding]:
    return search.model.fetched_rows(FoundGroup.MESSAGE)


def first_message(search: SearchPanel) -> int:
    """The row of the first message."""
    return search.model.rowCount() - len(messages(search))


def test_the_first_hits_are_shown_then_their_number_then_more_on_scrolling(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    search = panel(window)
    search.form.words.setText("tide")
    qtbot.waitUntil(lambda: search.status.text() == "120 messages", timeout=10_000)
    assert messages(search)[0].key == talk.said[-1].key
    qtbot.waitUntil(lambda: search.model.rowCount() >= 50)
    while search.model.canFetchMore(search.list.rootIndex()):
        before = search.model.rowCount()
        search.model.fetchMore(search.list.rootIndex())
        qtbot.waitUntil(lambda before=before: search.model.rowCount() > before)
    found = [each.key for each in messages(search)]
    assert found == [said.key for said in reversed(talk.said[-120:])]
    search.form.words.setText("nobody says so")
    qtbot.waitUntil(lambda: search.status.text() == "Nothing found")


def test_a_message_that_was_searched_in_vain_is_shown_when_it_arrives(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    search = panel(window)
    search.ask_for("anchor")
    qtbot.waitUntil(lambda: search._is_in_vain and not search.advice.isHidden(), timeout=10_000)
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(talk.ann.say(post("an anchor at last")).line)
    qtbot.waitUntil(lambda: len(messages(search)) == 1, timeout=10_000)
    assert search.advice.isHidden()
    qtbot.waitUntil(lambda: search.status.text() == "1 message", timeout=10_000)


@pytest.mark.parametrize("found_before", [0, 49], ids=["none", "others"])
def test_a_message_that_arrives_while_the_first_page_is_awaited_is_shown(
    found_before: int, window: MainWindow, talk: Talk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[list[Finding]] = []

    def found_earlier(library: Library, query: Query, most: Most) -> list[Finding]:
        page = find(library, query, most)
        pages.append(page[1 : found_before + 1] if not pages else page)
        return pages[-1]

    search = panel(window)
    wait_until_open(qtbot, window, talk.root.key)
    window.workbench._timer.blockSignals(True)  # nothing else refreshes the panel
    monkeypatch.setattr(search_panel, "find", found_earlier)
    search.ask_for("tide")
    search.refresh()  # as after a message has arrived
    qtbot.waitUntil(lambda: len(pages) > 1 and search.is_settled(), timeout=10_000)
    assert search.model.rowCount() > found_before
    assert messages(search)[0].key == talk.said[-1].key
    assert search.status.text() == "120 messages"


def test_an_empty_database_is_named_as_the_reason_until_messages_are_written(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    database = tmp_path / "own.db"
    Library.open(database).close()
    window = open_window(database)
    window.menus.action("panel_search").trigger()
    search = panel(window)
    search.ask_for("bicycles")
    qtbot.waitUntil(search.advice.isVisible, timeout=10_000)
    assert "There are no messages here yet." in search.advice.status.text()
    with Library.open(database) as other:  # as another process does
        other.ingest(write(tmp_path / "log.ndjson", talk.said))
    qtbot.waitUntil(lambda: search.status.text() == "1 message", timeout=10_000)
    assert not search.advice.isVisible()
    search.ask_for("nobodysaysso")
    qtbot.waitUntil(lambda: "Check the spelling" in search.advice.status.text(), timeout=10_000)


def test_fields_narrow_a_search_and_invalid_ones_are_reported(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    search = panel(window)
    asked = {
        "bicycles author:an": "1 message",
        "bicycles author:an after:2018": "Nothing found",
        "bicycles on:2017-07-14": "1 message",
        f"in:{talk.root.key} -bicycles": "40 messages",
    }
    for query, text in asked.items():
        search.ask_for(query)
        qtbot.waitUntil(lambda text=text: search.status.text() == text, timeout=10_000)
    search.ask_for("bicycles after:soon")
    assert "a date" in search.form._status.text()
    search.ask_for("bicycles author:zoe")
    text = "No author here has the id or name “zoe”."
    qtbot.waitUntil(lambda: search.form._status.text() == text, timeout=10_000)
    search.form.asked.emit()  # as after a pause in typing
    assert search.form._status.text() == text
    search.ask_for("bicycles author:an")
    assert not search.form._status.text()


def chips(search: SearchPanel) -> list[Chip]:
    return [each for each in search.form.chips.findChildren(Chip) if not each.isHidden()]


def test_ids_in_a_query_are_named_by_chips_that_mouse_and_keys_remove(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    search = panel(window)
    search.ask_for(f'tide author:{talk.ann.feed} -"not this" in:{talk.root.key}')
    names = ["Remove author:Ann", "Remove in:Where are the bicycles?"]
    qtbot.waitUntil(lambda: [each.accessibleName() for each in chips(search)] == names)
    qtbot.mouseClick(chips(search)[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(chips(search)) == 1)
    assert search.form.words.text() == f'tide -"not this" in:{talk.root.key}'
    qtbot.keyClick(chips(search)[0], Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not chips(search))
    assert search.form.words.text() == 'tide -"not this"'


def test_a_search_without_hits_offers_to_leave_out_a_part(window: MainWindow, qtbot: QtBot) -> None:
    search = panel(window)
    search.ask_for("bicycles type:vote")
    qtbot.waitUntil(search.advice.isVisible, timeout=10_000)
    (button,) = search.advice.findChildren(QPushButton)
    assert button.text() == "Without type:vote"
    button.click()
    qtbot.waitUntil(lambda: search.status.text() == "1 message", timeout=10_000)
    assert not search.advice.isVisible()
    search.ask_for("nobodysaysso")
    qtbot.waitUntil(lambda: "Check the spelling" in search.advice.status.text(), timeout=10_000)


def test_fields_and_their_values_are_completed(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    search = panel(window)
    window.activateWindow()
    qtbot.waitUntil(search.form.words.hasFocus)

    def offered() -> list[str]:
        model = search.form.completer.model()
        role = Qt.ItemDataRole.UserRole
        return [model.data(model.index(row, 0), role) for row in range(model.rowCount())]

    qtbot.keyClicks(search.form.words, "tide -aut")
    assert offered() == ["author:"]
    search.form._take("author:")
    assert search.form.words.text() == "tide -author:"
    qtbot.keyClicks(search.form.words, "a")
    qtbot.waitUntil(lambda: offered() == ["Ann"], timeout=10_000)
    search.form._take("Ann")
    assert search.form.words.text() == "tide -author:Ann "
    search.form.begin_field("type")
    qtbot.keyClicks(search.form.words, "vo")
    qtbot.waitUntil(lambda: offered() == ["vote"], timeout=10_000)
    qtbot.waitUntil(search.form._popup.isVisible)
    qtbot.keyClicks(search.form.words, "te")  # a complete word has no completions
    qtbot.waitUntil(lambda: not search.form._popup.isVisible(), timeout=10_000)
    search.form.words.clear()
    search.form.begin_field("in")
    qtbot.keyClicks(search.form.words, "bread")
    qtbot.waitUntil(lambda: offered() == [talk.bread.key], timeout=10_000)
    opened: list[str] = []
    search.key_clicked.connect(opened.append)
    qtbot.waitUntil(search.form._popup.isVisible)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(search.form._popup, key)
    assert search.form.words.text() == f"in:{talk.bread.key} "
    assert (opened, search._enters) == ([], False), "Return takes the completion, and no hit"


def test_a_hit_leads_to_its_thread_and_all_of_them_to_a_timeline(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    search = panel(window)
    search.form.words.setText("bread")
    qtbot.waitUntil(lambda: len(messages(search)) == 1, timeout=10_000)
    search.list.setCurrentIndex(search.model.index(first_message(search)))
    qtbot.keyClick(search.list, Qt.Key.Key_Return)
    wait_until_open(qtbot, window, talk.bread.key)
    search.form.words.setText("answer")
    qtbot.waitUntil(lambda: search.status.text() == "40 messages", timeout=10_000)
    search.as_timeline.click()
    qtbot.waitUntil(lambda: window.model.address.startswith("find "), timeout=10_000)
    answers = [said.key for said in talk.answers[1:]]
    assert window.model.keys(0, 100) == answers
    assert window.reading.heading.title == "Found: “answer”"


@pytest.mark.parametrize("here", ["everything", "a feed", "another thread", "its thread by time"])
def test_a_hit_opens_its_conversation_whatever_is_open(
    window: MainWindow, talk: Talk, qtbot: QtBot, here: str
) -> None:
    wanted = talk.answers[30].key
    address = {
        "everything": EVERYTHING,
        "a feed": f"feed:{talk.bob.feed}",
        "another thread": talk.bread.key,
        "its thread by time": f"{talk.root.key}?by=timestamp",
    }[here]
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    search = panel(window)
    search.ask_for('"answer 29"')
    qtbot.waitUntil(lambda: len(messages(search)) == 1, timeout=10_000)
    index = search.model.index(first_message(search))
    assert messages(search)[0].place == "Where are the bicycles?"
    assert index.data(0x000B).endswith(", in Where are the bicycles?")  # its accessible name
    search.list.clicked.emit(index)
    expected = address if here == "its thread by time" else talk.root.key
    wait_until_open(qtbot, window, expected)
    assert window.timeline.current_key() == wanted
    window.menus.action("back").trigger()
    wait_until_open(qtbot, window, address)


def test_likes_and_follows_are_found_when_they_are_asked_for(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    like = talk.ann.say({"type": "vote", "vote": {"link": talk.bread.key, "value": 1}})
    follow = talk.ann.say({"type": "contact", "contact": talk.bob.feed, "following": True})
    box = talk.ann.say("c2VjcmV0.box")
    window = open_window(write(tmp_path / "log.ndjson", [*talk.said, like, follow, box]))
    wait_until_open(qtbot, window, talk.root.key)
    window.menus.action("panel_search").trigger()
    search = panel(window)
    search.ask_for(f"author:{talk.ann.feed}")
    found = {each.key for each in talk.said if each.value["author"] == talk.ann.feed}

    def hits() -> set[str]:
        return {each.key for each in messages(search)}

    qtbot.waitUntil(lambda: hits() == found, timeout=10_000)
    search.form.acts.click()
    assert search.form.words.text() == f"author:{talk.ann.feed} type:any"
    everything = found | {like.key, follow.key, box.key}
    qtbot.waitUntil(lambda: hits() == everything, timeout=10_000)
    search.as_timeline.click()
    qtbot.waitUntil(lambda: set(window.model.keys(0, 10)) == everything, timeout=10_000)
    search.form.acts.click()
    qtbot.waitUntil(lambda: hits() == found, timeout=10_000)
    search.ask_for("type:vote")
    qtbot.waitUntil(lambda: hits() == {like.key}, timeout=10_000)
    assert not search.form.acts.isEnabled()


def test_a_name_offers_the_person(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    search = panel(window)
    shown: list[str] = []
    window.ways.person_wanted.connect(shown.append)
    search.ask_for("an")
    qtbot.waitUntil(lambda: bool(search.model.fetched_rows(FoundGroup.PERSON)), timeout=10_000)
    heading, person = (search.model.index(row) for row in range(2))
    assert heading.data() == "People"
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert person.data(0x000B) == "Profile of Ann"  # its accessible text
    search.list.clicked.emit(person)
    assert shown == [talk.ann.feed]
    window.menus.action("panel_search").trigger()
    search = panel(window)
    search.ask_for("an type:post")
    qtbot.waitUntil(search.is_settled, timeout=10_000)
    assert not search.model.fetched_rows(FoundGroup.PERSON)


def test_what_is_found_is_grouped_and_each_row_leads_to_what_it_names(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    nodes = [{"id": "a", "after": [], "text": "no use. " * 40 + "The bicycles are in the shed."}]
    with Library.open(window._home) as other:  # as another process does
        other.ingest(Path(graph_file(tmp_path / "shed.ndjson", nodes)))
    search = panel(window)
    search.ask_for("bicycles")
    qtbot.waitUntil(lambda: bool(search.model.fetched_rows(FoundGroup.NODE)), timeout=10_000)
    rows = [search.model.index(row) for row in range(search.model.rowCount())]
    said = "Where are the bicycles?"
    assert [row.data() for row in rows] == [
        *("Conversations", said),
        *("Graphs and sets", rows[3].data()),
        *("Messages", said),
    ]
    (node,) = search.model.fetched_rows(FoundGroup.NODE)
    assert node.text.startswith("…")
    assert [node.text[first:last] for first, last in node.spans] == ["bicycles"]
    found = "1 message, 1 in graphs and sets"
    qtbot.waitUntil(lambda: search.status.text() == found, timeout=10_000)
    expected = (ConversationSubject(talk.root.key), MessageSubject("a"))
    for row, subject in zip((rows[1], rows[3]), expected, strict=True):
        search.list.setCurrentIndex(row)
        assert search.list.subject_at(None) == subject
    steps = [
        search.model.next(row, step) for row, step in ((-1, 1), (1, 1), (3, 1), (3, -1), (5, 9))
    ]
    assert steps == [1, 3, 5, 1, 5], "the arrow keys pass headings"
    search.list.clicked.emit(rows[3])
    wait_until_open(qtbot, window, "graph:shed")
    assert window.timeline.current_key() == "a"
    search.list.clicked.emit(rows[1])
    wait_until_open(qtbot, window, talk.root.key)


def test_the_key_of_the_search_always_goes_to_its_field(window: MainWindow, qtbot: QtBot) -> None:
    search = panel(window)
    window.activateWindow()
    qtbot.waitUntil(search.form.words.hasFocus)
    search.form.words.setText("tide")
    window.timeline.setFocus()
    window.menus.action("panel_search").trigger()
    assert window.workbench.name() == "search"
    assert search.form.words.hasFocus()
    assert search.form.words.selectedText() == "tide"
    qtbot.keyClick(search.form.words, Qt.Key.Key_Escape)
    assert window.timeline.hasFocus()


def test_arrows_and_return_in_a_search_field_choose_and_open_hits(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    search = panel(window)
    qtbot.keyClicks(search.form.words, "answer 1")
    qtbot.keyClick(search.form.words, Qt.Key.Key_Return)  # the search hasn't answered yet
    texts = {said.key: said.value["content"]["text"] for said in talk.answers}
    hits = [key for key in reversed(texts) if texts[key].startswith("answer 1")]
    qtbot.waitUntil(lambda: window.timeline.current_key() == hits[0], timeout=10_000)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(search.form.words, key)
    qtbot.keyClick(search.form.words, Qt.Key.Key_Return)
    assert window.timeline.current_key() == hits[2]


def test_a_like_that_is_found_says_whose_message_is_liked(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    like = talk.bob.say({"type": "vote", "vote": {"link": talk.root.key, "value": 1}})
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(like.line)
    search = panel(window)
    search.form.words.setText("type:vote")
    qtbot.waitUntil(lambda: len(messages(search)) == 1, timeout=10_000)
    assert messages(search)[0].text == "likes “Where are the bicycles?” by Ann"
    labelled = labels_of(window._require_session().library, "everything", [like.key])
    assert labelled[like.key].text == messages(search)[0].text
    study = one_tangle(window._require_session().library, "feed", talk.bob.feed)
    assert any(messages(search)[0].text in line.cells for line in study.lines)


def test_a_hit_shows_and_marks_the_words_of_the_query(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    long = talk.bob.say(post("Once upon a time **there** was. " * 20 + "Then came a whale."))
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(long.line)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 123, timeout=10_000)
    search = panel(window)
    search.form.words.setText("WHAL")
    qtbot.waitUntil(lambda: len(messages(search)) == 1, timeout=10_000)
    found = messages(search)[0]
    assert [found.text[first:last] for first, last in found.spans] == ["whale"]
    delegate = search.list.itemDelegate()
    assert isinstance(delegate, FoundDelegate)
    mark = delegate._mark((2, 7), "🐚 whale")
    assert mark is not None
    assert (mark.start, mark.length) == (3, 5), "as Qt counts"
    picture = search.list.viewport().grab().toImage()
    ground = search.theme.color("moved").rgb()
    rows = range(search.list.visualRect(search.model.index(0)).height())
    assert any(picture.pixel(x, y) == ground for x in range(picture.width()) for y in rows)


def test_the_status_says_what_is_done_until_the_number_is_known(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, said = panel(window), list[str]()
    monkeypatch.setattr(search.status, "setText", said.append)
    search.ask_for("tide")
    assert said == ["Searching…"]
    qtbot.waitUntil(lambda: said[-1] == "120 messages", timeout=10_000)
    assert list(dict.fromkeys(said)) == ["Searching…", "Counting…", "120 messages"]


def test_a_search_is_repeated_when_an_import_of_another_process_has_ended(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    wait_until_open(qtbot, window, talk.root.key)
    search = panel(window)
    search._awaiting.setInterval(10)
    with importing_alone(window._home):
        search.ask_for("tide")
        said = "120 messages so far. An archive is still being read."
        qtbot.waitUntil(lambda: search.status.text() == said, timeout=10_000)
        window.workbench._timer.blockSignals(True)  # nothing else refreshes the panel
    qtbot.waitUntil(lambda: search.status.text() == "120 messages", timeout=10_000)
    qtbot.waitUntil(lambda: not search._awaiting.isActive())


def test_a_running_import_is_named_as_the_reason_until_it_ends(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = panel(window)
    advice = search.advice.status
    search.ask_for("nobodysaysso")
    qtbot.waitUntil(lambda: "Check the spelling" in advice.text(), timeout=10_000)
    monkeypatch.setattr(window.importing._process, "is_running", lambda: True)
    window.importing._into = window._home
    window.importing.reading.emit("log.ndjson")
    qtbot.waitUntil(lambda: "An archive is still being read." in advice.text(), timeout=10_000)
    assert "Check the spelling" not in advice.text()
    search.ask_for("bicycles type:vote")
    qtbot.waitUntil(lambda: "Without one part" in advice.text(), timeout=10_000)
    assert "An archive is still being read." in advice.text()
    window.importing._into = window._home.with_name("other.db")
    window.importing.reading.emit("")
    qtbot.waitUntil(lambda: advice.text().startswith("No message matches"), timeout=10_000)
    assert window._session
    window._session.reading.emit("log.ndjson")  # in this process
    window.workbench.refresh_soon()
    qtbot.waitUntil(lambda: advice.text().startswith("An archive is still"), timeout=10_000)
    window._session.read.emit("log.ndjson", None)
    qtbot.waitUntil(lambda: advice.text().startswith("No message matches"), timeout=10_000)
    search._awaiting.setInterval(10)
    with importing_alone(window._home):  # as another process does
        window.workbench.refresh_soon()
        qtbot.waitUntil(lambda: advice.text().startswith("An archive is still"), timeout=10_000)
    qtbot.waitUntil(lambda: advice.text().startswith("No message matches"), timeout=10_000)


def test_a_search_with_hits_names_a_running_import_until_it_ends(
    window: MainWindow, qtbot: QtBot
) -> None:
    search = panel(window)
    search._awaiting.setInterval(10)
    search.ask_for("answer")
    qtbot.waitUntil(lambda: search.status.text() == "40 messages", timeout=10_000)
    running = "40 messages so far. An archive is still being read."
    with importing_alone(window._home):  # as another process does
        window.workbench.refresh_soon()
        qtbot.waitUntil(lambda: search.status.text() == running, timeout=10_000)
    qtbot.waitUntil(lambda: search.status.text() == "40 messages", timeout=10_000)


def test_hits_that_arrive_are_added_on_top_and_the_selected_one_stays(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    search = panel(window)
    search.ask_for("bicycles")
    qtbot.waitUntil(lambda: search.status.text() == "1 message", timeout=10_000)
    search.list.setCurrentIndex(search.model.index(first_message(search)))
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.writelines(talk.answer(f"bicycles {step}").line for step in range(3))
    qtbot.waitUntil(lambda: len(messages(search)) == 4, timeout=10_000)
    assert [messages(search)[row].text for row in (0, 2)] == ["bicycles 2", "bicycles 0"]
    assert search.list.currentIndex().row() == first_message(search) + 3
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.writelines(talk.answer(f"bicycles {step}").line for step in range(3, 3 + PAGE))
    qtbot.waitUntil(lambda: search.status.text() == f"{4 + PAGE} messages", timeout=10_000)
    qtbot.waitUntil(lambda: messages(search)[0].text == f"bicycles {2 + PAGE}", timeout=10_000)
    search.model.fetchMore(search.list.rootIndex())
    qtbot.waitUntil(lambda: len(messages(search)) == 4 + PAGE, timeout=10_000)


@pytest.fixture
def alone(talk: Talk, tmp_path: Path, qtbot: QtBot) -> Iterator[SearchPanel]:
    """A panel without a window, which shows every answer at once."""
    made = SearchPanel(load("light"))
    qtbot.addWidget(made)
    with shown_alone(made, tmp_path, talk.said, "", (500, 400)):
        yield made


def test_a_hit_has_the_subject_of_its_message(alone: SearchPanel, talk: Talk) -> None:
    assert alone.list.subject_at(None) is None
    alone.ask_for("answer 3")
    alone.grab()  # forces a layout
    place = alone.list.visualRect(alone.model.index(first_message(alone) + 1)).center()
    second = messages(alone)[1].key
    at = alone.list.viewport().mapTo(alone.list, place)
    assert alone.list.subject_at(at) == MessageSubject(second)
    alone.list.setCurrentIndex(alone.model.index(first_message(alone)))
    first = messages(alone)[0].key
    assert first != second
    assert alone.list.subject_at(None) == MessageSubject(first)


def test_an_id_in_the_field_is_no_search(alone: SearchPanel, talk: Talk) -> None:
    entered: list[str] = []
    alone.text_entered.connect(entered.append)
    alone.ask_for(talk.root.key)
    assert alone.status.text() == "An id or address, not a search: Enter goes there."
    assert alone.model.rowCount() == 0
    assert entered == [talk.root.key]
    alone.ask_for("bicycles")
    assert alone.status.text() == "1 message"


def test_hits_are_counted_in_batches(alone: SearchPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    assert alone.session
    batches = {None: (1200, 50), 50: (30, 7), 7: (4, None)}
    said: list[str] = []

    def counted(_found: object, _question: object, below: int | None) -> tuple[int, int | None]:
        said.append(alone.status.text())
        return batches[below]

    monkeypatch.setattr(type(alone.session.library.found), "count_part", counted)
    alone.ask_for("answer")
    assert said[1:] == ["1,200 messages so far…", "1,230 messages so far…"]
    assert alone.status.text() == "1,234 messages"


def test_an_author_who_arrives_is_no_longer_reported_as_unknown(
    alone: SearchPanel, tmp_path: Path
) -> None:
    assert alone.session
    zoe = Author("zoe")
    named = zoe.say({"type": "about", "about": zoe.feed, "name": "Zoe"})
    alone.ask_for("ferry author:zoe")
    assert alone.form._status.text() == "No author here has the id or name “zoe”."
    said = [named, zoe.say(post("the ferry is late"))]
    alone.session.library.ingest(write(tmp_path / "more.ndjson", said))
    alone.refresh()
    assert alone.form._status.text() == ""
    assert alone.status.text() == "1 message"
    assert messages(alone)[0].text == "the ferry is late"
