"""The field of a search and the chips below it, without a window around them."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.panels.search.advice import Completion
from tanglescope.viewer.panels.search.form import Chip, SearchForm
from tanglescope.viewer.views import search_field


@pytest.fixture
def form(qtbot: QtBot) -> Iterator[SearchForm]:
    window = QWidget()
    qtbot.addWidget(window)
    made = SearchForm(window)
    for each in (window, made):
        each.resize(500, 120)
    window.show()
    yield made
    window.close()


def chips(form: SearchForm) -> list[Chip]:
    return [each for each in form.chips.findChildren(Chip) if not each.isHidden()]


def test_a_search_begins_once_when_typing_pauses(form: SearchForm, qtbot: QtBot) -> None:
    asked: list[str] = []
    form.asked.connect(lambda: asked.append(form.words.text()))
    form.words.setText("tide")
    qtbot.waitUntil(lambda: asked == ["tide"])
    assert not form.is_waiting()


def test_return_does_not_wait_for_a_pause(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_field, "_TYPING_PAUSE", 1_000_000)
    form, asked = SearchForm(), list[str]()
    qtbot.addWidget(form)
    form.asked.connect(lambda: asked.append(form.words.text()))
    for text in ("t", "ti"):
        form.words.setText(text)
        QApplication.processEvents()
    assert (asked, form.is_waiting()) == ([], True)
    qtbot.keyClick(form.words, Qt.Key.Key_Return)
    assert (asked, form.is_waiting()) == (["ti"], False)


def test_chips_name_ids_and_repeat_nothing_of_the_field(form: SearchForm) -> None:
    form.words.setText("tide author:@ann -author:@ben type:post after:2015")
    form.take()
    assert chips(form) == []
    form.show_names({"@ann": "Ann & Ben", "@ben": "B" * 40})
    assert [chip.text() for chip in chips(form)] == [
        "author:Ann && Ben ",
        f"-author:{'B' * 31}… ",
    ]
    assert chips(form)[0].accessibleName() == "Remove author:Ann & Ben"


def test_the_focus_stays_on_a_chip_until_it_is_removed_and_then_goes_to_the_field(
    form: SearchForm, qtbot: QtBot
) -> None:
    form.show_names({"@ann": "Ann", "@ben": "Ben"})
    form.words.setText("tide author:@ann author:@ben")
    form.take()
    form.window().activateWindow()
    first = chips(form)[0]
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    form.words.setText("tides author:@ann author:@ben")
    form.take()
    assert first.hasFocus()
    first.click()
    assert form.words.hasFocus()
    assert form.words.text() == "tides author:@ben"


def test_a_filter_that_is_taken_offers_its_values_at_once(form: SearchForm) -> None:
    wanted: list[tuple[str, str]] = []
    form.completion_wanted.connect(lambda *asked: wanted.append(asked))
    form.words.setText("tide -au")
    form._take("author:")
    assert form.words.text() == "tide -author:"
    assert wanted == [("author", "")]


def test_return_takes_a_completion_only_when_the_user_has_moved_to_it(
    form: SearchForm, qtbot: QtBot
) -> None:
    form.window().activateWindow()
    form.words.setFocus()
    qtbot.waitUntil(form.words.hasFocus)
    entered: list[str] = []
    form.entered.connect(entered.append)
    popup = form.completer.popup()
    for keys, text in (((), "oak after"), ((Qt.Key.Key_Down,), "oak after:")):
        form.words.clear()
        qtbot.keyClicks(form.words, "oak after")
        qtbot.waitUntil(popup.isVisible)
        for key in (*keys, Qt.Key.Key_Return):
            qtbot.keyClick(popup, key)
        assert form.words.text() == text
        assert not popup.isVisible()
    assert entered == ["oak after"]


def test_completions_are_shown_as_whole_rows(form: SearchForm, qtbot: QtBot) -> None:
    theme.put_on(theme.load("light"))
    form.window().activateWindow()
    form.words.setFocus()
    qtbot.waitUntil(form.words.hasFocus)
    popup = form.completer.popup()
    for many in (1, 3, 40):
        form.offer([Completion(str(each), "value " * 30) for each in range(many)])
        qtbot.waitUntil(popup.isVisible)
        assert popup.visualRect(popup.model().index(0, 0)).width() <= popup.viewport().width()
        row = popup.sizeHintForRow(0)
        assert row > popup.fontMetrics().height() + 6, "rows have padding"
        assert popup.viewport().height() == row * min(many, form.completer.maxVisibleItems())
        popup.hide()


def test_the_field_takes_the_width_beside_a_button_that_opens_a_menu_of_filters(
    form: SearchForm,
) -> None:
    form.grab()  # forces a layout
    field, button = form.words.geometry(), form.more.geometry()
    assert field.left() < 30
    assert field.right() < button.left() < field.right() + 20
    assert button.right() > 460
    assert form.more.popupMode() == QToolButton.ToolButtonPopupMode.InstantPopup
    menu = form.more.menu()
    assert menu.accessibleName() == "Filters of the search"
    assert len(menu.actions()) == 7
