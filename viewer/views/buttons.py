"""Buttons with texts."""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views import screen_reader


def make_button(
    text: str,
    parent: QWidget | None,
    act: Callable[[], object] | None = None,
    *,
    style: str = "",
    what: str = "",
) -> QPushButton:
    """A button; `style` is its name in the style sheet, `what` describes what it does."""
    button = QPushButton(text, parent)
    button.setObjectName(style)
    if what:
        screen_reader.explain(button, what)
    if act is not None:
        button.clicked.connect(lambda _=False: act())
    return button


def make_link(text: str, parent: QWidget, act: Callable[[], object], tip: str = "") -> QToolButton:
    """A button that looks like a link."""
    button = QToolButton(parent)
    button.setObjectName("link")
    button.setText(text)
    set_tooltip(button, tip)
    button.clicked.connect(lambda _=False: act())
    return button
