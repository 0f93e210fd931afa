"""Icons in buttons and fields grow with the text."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, QFont, QIcon
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.drawings import icon
from tanglescope.viewer.views.icon_button import IconButton, IconField


@pytest.fixture(autouse=True)
def usual_theme(application: QApplication) -> Iterator[None]:
    yield
    theme.put_on(theme.load("light"))


@pytest.mark.parametrize("name", theme.NAMES)
def test_an_icon_has_the_colours_of_the_theme(name: str, qtbot: QtBot) -> None:
    button = IconButton("close", "Close", parent=None)
    qtbot.addWidget(button)
    button.show()
    theme.put_on(theme.load(name))
    colors = theme.load(name).colors
    assert _pixels(button.icon()) == _pixels(icon("close", colors["muted"]))
    disabled = QIcon.Mode.Disabled
    assert _pixels(button.icon(), disabled) == _pixels(icon("close", colors["ghost"]))
    button.draw("help")
    assert _pixels(button.icon()) == _pixels(icon("help", colors["muted"]))


def test_a_button_with_an_icon_grows_with_the_text_and_says_what_it_does(qtbot: QtBot) -> None:
    clicked: list[str] = []
    button = IconButton("close", "Close", lambda: clicked.append("close"), parent=None)
    qtbot.addWidget(button)
    font = QFont(button.font())
    font.setPointSizeF(font.pointSizeF() * 2)
    button.setFont(font)
    assert button.iconSize().height() == button.fontMetrics().height()
    assert button.accessibleName() == button.toolTip() == "Close"
    button.click()
    assert clicked == ["close"]


def _pixels(shown: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> bytes:
    return bytes(shown.pixmap(16, mode).toImage().constBits())


def test_icons_in_a_field_grow_with_the_text_and_leave_it_room(qtbot: QtBot) -> None:
    field = IconField()
    qtbot.addWidget(field)
    field.setClearButtonEnabled(True)
    field.put_first(QAction(icon("search"), "", field))
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
