"""Icons in buttons grow with the text."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.drawings import icon
from tanglescope.viewer.views.buttons import IconButton


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


def test_a_hidden_button_follows_the_theme_when_it_is_shown(qtbot: QtBot) -> None:
    button = IconButton("close", "Close", parent=None)
    qtbot.addWidget(button)
    button.show()
    button.hide()
    theme.put_on(theme.load("dark"))
    usual = _pixels(icon("close", theme.load("dark").colors["muted"]))
    assert _pixels(button.icon()) != usual, "it costs nothing while it is hidden"
    button.show()
    assert _pixels(button.icon()) == usual


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
