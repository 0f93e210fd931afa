"""One field for all that is searched or filtered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views import search_field
from tanglescope.viewer.views.search_field import SearchField


def test_icons_in_a_field_grow_with_the_text_and_leave_it_room(qtbot: QtBot) -> None:
    field = SearchField("Search", None)
    qtbot.addWidget(field)
    font = QFont(field.font())
    font.setPointSizeF(font.pointSizeF() * 2)
    field.setFont(font)
    field.resize(300, field.sizeHint().height())
    field.show()
    buttons = field.findChildren(QToolButton)
    high = field.fontMetrics().height()
    assert [button.iconSize().height() for button in buttons] == [high, high]
    assert all(field.rect().contains(button.geometry()) for button in buttons)
    seen = field.grab(buttons[-1].geometry()).toImage()
    rows = [y for y in range(seen.height()) if len({seen.pixel(x, y) for x in range(high)}) > 1]
    assert len(rows) > 16, "the icon is painted larger"
    margins = field.textMargins()
    assert min(margins.left(), margins.right()) == high - 16


def test_it_reports_once_when_typing_pauses_or_at_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_field, "_TYPING_PAUSE", 1_000_000)
    field = SearchField("Search", None)
    qtbot.addWidget(field)
    asked: list[str] = []
    field.paused.connect(lambda: asked.append(field.text()))
    qtbot.keyClicks(field, "oak")
    assert (asked, field.is_waiting()) == ([], True)
    assert field.hurry()
    assert not field.hurry()
    assert asked == ["oak"]
    field.forget()
    assert (field.text(), field.is_waiting(), asked) == ("", False, ["oak"])


def test_words_are_entered_before_they_are_taken_for_an_address(qtbot: QtBot) -> None:
    field = SearchField("Search", None)
    qtbot.addWidget(field)
    said: list[str] = []
    field.entered.connect(lambda text: said.append(f"entered {text}"))
    field.address_typed.connect(lambda text: said.append(f"address {text}"))
    qtbot.keyClicks(field, "oak")
    assert said == []
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert said == ["entered oak", "address oak"]


def test_the_keys_of_a_list_are_reported_where_there_is_one(qtbot: QtBot) -> None:
    for is_above_list in (True, False):
        field = SearchField("Search", None, is_above_list=is_above_list)
        qtbot.addWidget(field)
        done: list[object] = []
        field.stepped.connect(done.append)
        field.left.connect(lambda done=done: done.append("left"))
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Escape):
            qtbot.keyClick(field, key)
        assert done == ([1, "left"] if is_above_list else [])


def test_every_part_of_it_has_a_name(qtbot: QtBot) -> None:
    field = SearchField("Search the manual", None)
    qtbot.addWidget(field)
    field.suggest("Search")
    names = [each.accessibleName() for each in (field, *field.findChildren(QToolButton))]
    assert names[:2] == ["Search the manual", "Clear"]
    assert (field.placeholderText(), field.toolTip()) == ("Search", "Search")
