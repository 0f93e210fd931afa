from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.open_graph import mark_author
from tanglescope.engine.library import EVERYTHING, Library
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.why import WhyPanel
from tanglescope.viewer.views.facts import key_in
from tests.engine.archive.corestore import store, truth
from tests.engine.authors import Author, post
from tests.viewer.panels.disordered_thread import DisorderedThread, open_panel, settle
from tests.viewer.windows import Open, wait_until_open


def links(page: AnswerPage) -> list[str]:
    cursor, found = QTextCursor(page.document()), []
    while not cursor.atEnd():
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        if (link := key_in(QUrl(cursor.charFormat().anchorHref()))) and link not in found:
            found.append(link)
    return found


def test_the_place_of_a_message_is_explained_and_links_lead_along_its_path(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "why", talk)
    assert isinstance(panel, WhyPanel)
    assert panel.page.toPlainText() == "Select a message to see why it is in its row."
    assert not panel.hold.isEnabled()
    window.timeline.go_to(talk.third.key)
    settle(qtbot, window)
    text = panel.page.toPlainText()
    assert "is in row 4 of 4: its rank is 2." in text
    assert "→ " in text
    assert "How it came here" in text
    assert "“At the old pier”" in text
    qtbot.waitUntil(lambda: "moved once" in panel.page.toPlainText())
    assert "the rank rose from 1 to 2" in panel.page.toPlainText()
    panel.page.key_clicked.emit(talk.late.key)
    assert window.timeline.current_key() == talk.late.key
    settle(qtbot, window)
    assert "its rank is 1." in panel.page.toPlainText()


def test_a_new_question_clears_the_page_and_an_updated_one_does_not(
    open_window: Open, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "why", talk)
    assert isinstance(panel, WhyPanel)
    window.timeline.go_to(talk.third.key)
    settle(qtbot, window)
    answer = panel.page.toPlainText()
    monkeypatch.setattr(panel, "compute", lambda *_: None)  # an answer that takes long
    panel.refresh()
    assert panel.page.toPlainText() == answer
    panel.show_place(panel.session, EVERYTHING, talk.third.key)
    assert panel.page.toPlainText() == "Loading…"


def test_two_messages_are_compared(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "why", talk)
    assert isinstance(panel, WhyPanel)
    window.timeline.go_to(talk.late.key)
    settle(qtbot, window)
    assert panel._hint.text() == ""
    panel.hold.click()
    assert panel._hint.text() == "Now select another message."
    window.timeline.go_to(talk.third.key)
    settle(qtbot, window)
    assert panel._hint.text() == ""
    assert "How it came here" not in panel.page.toPlainText()
    assert "It came first: the other follows it, 1 step" in panel.page.toPlainText()
    window.timeline.go_to(talk.aside.key)
    settle(qtbot, window)
    assert "It can't be known which was written first" in panel.page.toPlainText()
    panel.hold.click()
    settle(qtbot, window)
    assert "its rank is 1." in panel.page.toPlainText()


def test_the_middle_of_a_long_path_is_shown_on_request(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    chain = [talk.third]
    for number in range(30):
        chain.append(talk.ann.say(post(f"word {number}", talk.root, chain[-1])))
    long = type("Long", (), {"root": talk.root, "said": [*talk.said, *chain[1:]]})()
    window, panel = open_panel(open_window, qtbot, tmp_path, "why", long)
    assert isinstance(panel, WhyPanel)
    window.timeline.go_to(chain[-1].key)
    settle(qtbot, window)
    assert "word 10" not in panel.page.toPlainText()
    assert "more" in links(panel.page)
    panel.page.key_clicked.emit("more")
    settle(qtbot, window)
    assert "word 10" in panel.page.toPlainText()


def test_markup_in_messages_is_shown_as_text(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    evil = Author("<b>eve</b>").say(post('<a href="x">here</a>\x02%y\x03', talk.root))
    odd = type("Odd", (), {"root": talk.root, "said": [*talk.said, evil]})()
    window, panel = open_panel(open_window, qtbot, tmp_path, "why", odd)
    assert isinstance(panel, WhyPanel)
    window.timeline.go_to(evil.key)
    settle(qtbot, window)
    assert '<a href="x">here</a>' in panel.page.toPlainText()
    assert "x" not in links(panel.page)


def test_writers_without_a_feed_are_named_but_not_linked(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "why", talk)
    assert isinstance(panel, WhyPanel)
    writer = "5a" * 32  # as in an Autobase
    metafeed = "ssb:feed/bendybutt-v1/" + "A" * 43 + "="
    authors = [writer, metafeed, talk.ann.feed]
    # On a page of its own: a late refresh of the panel would replace the lines.
    page = AnswerPage("Writers", Labels(panel), panel.theme, panel)
    page.key_clicked.connect(panel.key_clicked)
    page.show_only("", tuple(map(mark_author, authors)))
    settle(qtbot, window)
    assert "5a5a" in page.toPlainText()
    assert links(page) == [metafeed, talk.ann.feed]
    people: list[str] = []
    window.ways.person_wanted.connect(people.append)
    page.key_clicked.emit(metafeed)
    page.key_clicked.emit(talk.ann.feed)
    assert people == [metafeed, talk.ann.feed]


def test_every_link_of_an_autobase_leads_to_what_it_names(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(store("encrypted"))
    address = f"autobase:{truth('encrypted')['key']}"
    window = open_window(tmp_path / "library.db")
    window.open_thread(address)
    wait_until_open(qtbot, window, address)
    panel = window.workbench.open_panel("why")
    assert isinstance(panel, WhyPanel)
    keys = {window.model.key(row) for row in range(window.model.rowCount())}
    for key in sorted(keys):
        window.timeline.go_to(key)
        settle(qtbot, window)
        assert set(links(panel.page)) <= keys | {"more"}


def test_no_history_is_headed_of_a_message_that_is_missing(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    graph = tmp_path / "own.json"
    graph.write_text('{"name": "own", "nodes": [{"id": "a", "after": ["gone"]}]}')
    window = open_window(graph)
    wait_until_open(qtbot, window, "graph:own")
    panel = window.workbench.open_panel("why")
    assert isinstance(panel, WhyPanel)
    window.timeline.go_to("gone")
    settle(qtbot, window)
    qtbot.waitUntil(lambda: "isn't in the order" in panel.page.toPlainText())
    settle(qtbot, window)
    assert "How it came here" not in panel.page.toPlainText()
