"""Every conversation in the window: links between them, and their titles."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.language import wording
from tanglescope.engine.language.languages import load
from tanglescope.engine.library import ConversationSummary
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.models.thread_model import title, waiting
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette
from tests.engine.club import Club
from tests.viewer.views.test_inspector import first_link
from tests.viewer.windows import wait_until_open


@pytest.fixture
def window(club_window: MainWindow) -> MainWindow:
    return club_window


def summary(**more: object) -> ConversationSummary:
    usual = {"address": "", "kind": "", "root": "", "present": True, "messages": 1, "authors": 1}
    return ConversationSummary(**({"title": ""} | usual | more))


def test_a_tangle_is_called_by_its_name() -> None:
    assert title(summary(tangle="chess", title="Shall we?")) == "chess: Shall we?"
    assert title(summary(tangle="chess", begun_by="Ann")) == "chess, begun by Ann"
    missing = title(summary(tangle="chess", present=False))
    assert missing == "chess, whose beginning is missing"
    assert waiting(summary(set_aside=2)) == "2 waiting"
    assert waiting(summary()) == ""


def test_specified_tangles_have_translated_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wording, "_spoken", load("de"))
    assert title(summary(tangle="group", begun_by="Ann")) == "Gruppe, begonnen von Ann"
    assert title(summary(tangle="chess", begun_by="Ann")) == "chess, begonnen von Ann"


@pytest.mark.parametrize("more", [{}, {"title": "Shall we?"}, {"present": False}, {"tangle": "go"}])
def test_a_private_conversation_is_always_called_private(
    more: dict[str, object],
) -> None:
    assert title(summary(private=True, **more)) == f"Private: {title(summary(**more))}"


def test_the_list_of_tangles_says_how_many_messages_wait(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    window.threads.turn_to(SidebarList.TANGLES)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == 1, timeout=10_000)
    index = window.threads.model.index(0)
    assert index.data() == "chess: Shall we play?"
    assert "1 waiting" in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_inspector_lists_the_other_conversations_of_a_message_and_leads_there(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    window.menus.action("inspector").trigger()
    window.timeline.go_to(club.second.key)
    page = window.inspector.page
    qtbot.waitUntil(lambda: "Also in (3)" in page.toPlainText(), timeout=10_000)
    window.inspector.page.address_clicked.emit(f"feed:{club.ann.feed}")
    wait_until_open(qtbot, window, f"feed:{club.ann.feed}")
    assert window.timeline.current_key() == club.second.key
    window.menus.action("back").trigger()
    wait_until_open(qtbot, window, club.chess)


def test_a_link_of_the_inspector_keeps_the_whole_address(window: MainWindow, qtbot: QtBot) -> None:
    heard: list[str] = []
    address = 'chess 50% #1?:"x"'
    inspector = window.inspector
    inspector.page.address_clicked.disconnect()
    inspector.page.address_clicked.connect(heard.append)
    from tests.engine.words.test_inspection import inspection
    from tests.viewer.fake_library import message

    inspector.show_inspection(inspection(message("%a")), [(address, "A game")])
    inspector.page.anchorClicked.emit(first_link(inspector))
    assert heard == [address]


def test_a_command_switches_between_the_conversations_of_a_message(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    assert window._session
    window.timeline.go_to(club.second.key)
    addresses = window._session.library.conversations_of(club.second.key)
    menu = window.ways.menu_of([(each, each) for each in addresses], club.second.key)
    assert [each.text() for each in menu.actions() if each.isChecked()] == [club.chess]
    menu.actions()[addresses.index("everything")].trigger()
    wait_until_open(qtbot, window, "everything")
    assert window.timeline.current_key() == club.second.key
    menu.deleteLater()


@pytest.mark.parametrize("kind", list(Club().addresses))
def test_an_address_that_is_pasted_into_the_filter_or_the_palette_is_opened(
    kind: str, window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    address = club.addresses[kind]
    window.threads.filter.setText(address)
    qtbot.keyClick(window.threads.filter, Qt.Key.Key_Return)
    wait_until_open(qtbot, window, address)
    assert window.threads.filter.text() == "", "nothing else contains the address"
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > 0)
    window.menus.action("copy_address").trigger()
    assert QGuiApplication.clipboard().text() == address
    window.open_thread(club.chess)
    wait_until_open(qtbot, window, club.chess)
    palette = CommandPalette(window.menus, window.ways, window)
    palette.show()
    palette.field.setText(address)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    wait_until_open(qtbot, window, address)


def test_an_address_can_be_typed_on_after_it_has_opened_a_conversation(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    window.open_thread(club.chess)
    wait_until_open(qtbot, window, club.chess)
    field = window.threads.filter
    field.setFocus()
    field.setText(club.root.key)
    wait_until_open(qtbot, window, club.root.key)
    assert window.focusWidget() is field
    assert window.threads.sidebar_filter().words == "", "an opened address filters nothing"
    qtbot.keyClicks(field, "?by=git")
    wait_until_open(qtbot, window, f"{club.root.key}?by=git")
    assert window.focusWidget() is field
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.focusWidget() is window.timeline
    window.reading.finder.open_bar()
    window.open_thread(club.chess)
    assert window.focusWidget() is window.timeline


def test_the_id_of_a_message_leads_to_it_in_either_spelling(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    uri = "ssb:message/classic/" + club.answer.key[1:45].translate(str.maketrans("+/", "-_"))
    window.threads.filter.setText(uri)
    wait_until_open(qtbot, window, club.root.key)
    assert window.timeline.current_key() == club.answer.key
    window.workbench.open_panel("search").text_entered.emit(club.second.key)
    assert window.timeline.current_key() == club.second.key


def test_a_shortened_id_leads_to_the_only_message_it_matches(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    window.threads.filter.setText(f"{club.answer.key[:9]}…")  # as pasting does
    wait_until_open(qtbot, window, club.root.key)
    assert window.timeline.current_key() == club.answer.key
    window.threads.filter.clear()
    qtbot.keyClicks(window.threads.filter, club.root.key[:9])
    assert window.timeline.current_key() == club.answer.key, "it could go on"
    qtbot.keyClick(window.threads.filter, Qt.Key.Key_Return)
    assert window.timeline.current_key() == club.root.key
    palette = CommandPalette(window.menus, window.ways, window)
    palette.show()
    palette.field.setText("%AAAAAAA")
    assert palette.list.topLevelItem(0).text(0).startswith("No known id begins with %AAAAAAA. Ch")
    palette.field.setText(club.answer.key[1:9])
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.timeline.current_key() == club.answer.key


def test_a_search_for_an_id_shows_no_note_about_words(
    window: MainWindow, club: Club, qtbot: QtBot
) -> None:
    search = window.workbench.open_panel("search")
    assert isinstance(search, SearchPanel)
    search.form.words.setText(club.answer.key[:9])
    wait_until_open(qtbot, window, club.root.key)
    assert window.timeline.current_key() == club.answer.key
    qtbot.waitUntil(lambda: search.status.text().startswith("An id or address"))
    assert search.advice.isHidden()
    assert not search._query.searched_question.asks
    search.form.words.setText("%AAAAAAA")
    qtbot.waitUntil(lambda: search.status.text().startswith("No known id begins with %AAAAAAA."))
    search.form.words.setText("shall")
    qtbot.waitUntil(lambda: search.model.rowCount() > 0, timeout=10_000)
    search.form.words.clear()
    qtbot.waitUntil(lambda: search.status.text().startswith("Words"))


def test_words_are_no_addresses(window: MainWindow, club: Club, qtbot: QtBot) -> None:
    window.threads.filter.setText("shall we")
    qtbot.keyClick(window.threads.filter, Qt.Key.Key_Return)
    assert window.model.address == club.chess
    window.threads.filter.setText("ssb:message/classic/cut")
    qtbot.keyClick(window.threads.filter, Qt.Key.Key_Return)
    assert "Nothing with that address" in window.activity._state.text()
    window.threads.filter.setText("%" + "A" * 43 + "=.sha256")
    assert "Nothing with that address" in window.activity._state.text()
    assert window.model.address == club.chess
    window.threads.filter.setText(club.root.key)
    wait_until_open(qtbot, window, club.root.key)
    assert window.activity._state.text() == "", "the rest of an address makes it one that leads on"
