from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.drawing.tints import tint
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.export import ExportDialog
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.theme import Choice, load
from tanglescope.viewer.views.timeline.reading import WritingPage
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, act, wait_for_messages, wait_for_rows, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    wait_for_rows(qtbot, made, 41)
    qtbot.waitUntil(lambda: made.threads.model.rowCount() == 2)
    return made


def address_beside(window: MainWindow) -> str:
    return window.beside.page.timeline.timeline.address


def test_one_thread_is_beside_another_and_both_can_change_sides(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.threads.choose(talk.bread.key)
    window.threads.list.setFocus()
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window.threads.list, Qt.Key.Key_Return, shift)
    assert window.beside.page.isVisible()
    assert (window.model.address, address_beside(window)) == (talk.root.key, talk.bread.key)
    window.menus.action("change_sides").trigger()
    assert (window.model.address, address_beside(window)) == (talk.bread.key, talk.root.key)
    window.menus.action("beside").trigger()
    assert not window.beside.page.isVisible()


def test_writers_on_the_same_page_have_different_colours_everywhere(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    first, second, third = (Author(name) for name in authors_of_one_colour(3))
    root, other = first.say(post("Who sails?")), second.say(post("Who rows?"))
    said = [root, other, second.say(post("I", root)), third.say(post("I do", other))]
    archive = write(tmp_path / "log.ndjson", said)
    window = open_window(archive)
    wait_for_messages(qtbot, window, len(said))
    window.open_thread(root.key)
    wait_for_rows(qtbot, window, 2)
    look, own = window.reading.theme, load(window.appearance.theme.name).author
    assert look.author(first.feed) == own(first.feed)
    assert look.author(second.feed) != own(second.feed)
    window.beside.open(other.key)
    qtbot.waitUntil(lambda: address_beside(window) == other.key)
    there = window.beside.page.theme
    assert there.author(second.feed) == own(second.feed) == look.author(first.feed)
    assert there.author(third.feed) != own(third.feed)

    before = [look.author(each.feed) for each in (first, second)]
    with archive.open("ab") as file:
        file.write(third.say(post("I do, too", root)).line)
    wait_for_rows(qtbot, window, 3)
    assert [look.author(each.feed) for each in (first, second)] == before, "they stay"
    assert look.author(third.feed) not in [*before, own(third.feed)]
    window.appearance.set_theme(Choice.DARK)
    looks = (window.reading.theme, window.workbench.open_panel("statistics").theme)
    assert [each.name for each in looks] == ["dark", "dark"]
    for each in looks:
        assert len({each.author(one.feed).name() for one in (first, second, third)}) == 3
    window.open_thread(other.key)
    wait_until_open(qtbot, window, other.key)
    assert looks[0].author(second.feed) == load("dark").author(second.feed)


def authors_of_one_colour(count: int) -> list[str]:
    """Return names of authors whose feeds would get the same colour on different pages."""
    names = (f"author {number}" for number in range(1000))
    return [name for name in names if tint(Author(name).feed, 10) == 6][:count]


def test_reading_commands_act_on_the_page_with_the_focus(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.menus.action("beside").trigger()
    assert address_beside(window) == talk.root.key
    window.activateWindow()
    window.timeline.setFocus()
    window.menus.action("other_side").trigger()
    qtbot.waitUntil(window.beside.is_read)
    first, second = window.timeline, window.beside.page.timeline
    left, before = first.current_key(), second.current_key()
    window.menus.action("next_message").trigger()
    assert (first.current_key(), second.current_key() != before) == (left, True)
    window.menus.action("other_side").trigger()
    qtbot.waitUntil(lambda: not window.beside.is_read())
    before = second.current_key()
    window.menus.action("next_message").trigger()
    assert (first.current_key() != left, second.current_key()) == (True, before)


def test_both_pages_follow_arriving_messages_and_only_one_can_be_answered(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.menus.action("beside").trigger()
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(talk.answer("late").line)
    wait_for_rows(qtbot, window, 42)
    qtbot.waitUntil(lambda: window.beside.page.timeline.timeline.rowCount() == 42)
    assert not isinstance(window.beside.page, WritingPage)
    assert window.reading.composer.isVisible()


@pytest.mark.parametrize("command", ["reply", "quote"])
def test_a_message_of_the_second_page_is_answered_in_its_own_conversation(
    window: MainWindow, talk: Talk, command: str
) -> None:
    window.beside.open(talk.bread.key)
    window.beside.page.timeline.go_to(talk.bread.key)
    window.beside.page.timeline.setFocus()
    window.menus.action(command).trigger()
    assert window.model.address == talk.bread.key
    assert window.timeline.current_key() == talk.bread.key
    composer = window.writing.composer
    assert composer.isVisible()
    composer.field.insertPlainText("I do.")
    window.writing.keep_draft()
    drafts = window._settings
    assert "I do." in drafts.within(talk.bread.key).draft
    assert drafts.within(talk.root.key).draft == ""
    window.ways.retrace(forward=False)
    assert window.model.address == talk.root.key, "Back leads to what was open"


def test_panels_are_about_the_message_of_the_second_page_for_which_they_are_opened(
    window: MainWindow, talk: Talk
) -> None:
    window.beside.open(talk.bread.key)
    window.beside.page.timeline.setFocus()
    act(window, "panel_why", MessageSubject(talk.bread.key))
    panel = window.workbench.panel()
    assert panel is not None
    assert (panel.address, panel.key) == (talk.bread.key, talk.bread.key)


@pytest.mark.parametrize("command", ["export", "pdf", "picture"])
def test_what_is_exported_is_the_conversation_that_is_read(
    window: MainWindow, talk: Talk, command: str, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    asked: list[str] = []

    def answer(_parent: QWidget, _title: str, usual: str, *_kinds: str) -> None:
        asked.append(usual)

    monkeypatch.setattr(file_dialogs, "where_to_write", answer)
    window.beside.open(talk.bread.key)
    window.beside.page.timeline.setFocus()
    window.menus.action(command).trigger()
    if command == "export":
        [dialog] = window.findChildren(ExportDialog)
        dialog.accept()
    qtbot.waitUntil(lambda: bool(asked))
    assert asked[0].startswith("who-bakes-bread")


def test_past_and_future_are_highlighted_on_both_pages(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.menus.action("beside").trigger()
    window.timeline.go_to(talk.answers[3].key)
    window.beside.page.timeline.go_to(talk.answers[5].key)
    for page, past in ((window.reading, "3 before"), (window.beside.page, "5 before")):
        qtbot.waitUntil(lambda page=page, past=past: page.heading.about.startswith(past))


def test_both_timelines_begin_at_one_height_in_every_text_size(window: MainWindow) -> None:
    """The buttons of the second heading once made it higher."""
    window.menus.action("beside").trigger()
    for zoom in (0, 9, 0):
        window.appearance.set_text_size(zoom)
        QApplication.processEvents()
        both = (window.reading.heading, window.beside.page.heading)
        assert len({each.sizeHint().height() for each in both}) == 1
