"""Buttons with texts, and with icons that are as high as text and have its colour."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget

from tanglescope.viewer import drawings
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


def make_tool(text: str, what: str, act: Callable[[], object], parent: QWidget) -> QToolButton:
    """A button of a bar, with a text and a tooltip that says what it does."""
    button = QToolButton(parent)
    button.setText(text)
    set_tooltip(button, what)
    screen_reader.explain(button, what)
    button.clicked.connect(lambda _=False: act())
    return button


LEAST = 16
"""The side of icons beside text of the usual size, in pixels."""


def draw_icon(button: QAbstractButton, name: str, scale: float = 1) -> None:
    """Give a button an icon in the colours of its text, and as high, unless it is scaled."""
    colors, role = button.palette(), QPalette.ColorRole.ButtonText
    usual, disabled = (
        colors.color(group, role).name()
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
    )
    button.setIcon(drawings.icon(name, usual, disabled))
    _fit(button, scale)


def _fit(button: QAbstractButton, scale: float) -> None:
    side = round(scale * max(LEAST, button.fontMetrics().height()))
    if button.iconSize() != QSize(side, side):
        button.setIconSize(QSize(side, side))


REDRAWN = (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.PaletteChange)
"""The events after which an icon is drawn again."""


class IconButton(QToolButton):
    """A button with an icon in place of a text, which is its tooltip and its accessible name."""

    def __init__(
        self,
        icon: str,
        what: str,
        act: Callable[[], object] | None = None,
        *,
        parent: QWidget | None,
        scale: float = 1,
    ) -> None:
        super().__init__(parent)
        self._icon, self._scale = icon, scale
        self._is_outdated = False
        """Whether the font or the theme has changed while it wasn't visible."""
        self.setAccessibleName(what)
        set_tooltip(self, what)
        self.setAutoRaise(True)
        if act is not None:
            self.clicked.connect(lambda _=False: act())
        draw_icon(self, icon, scale)

    def draw(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            draw_icon(self, icon, self._scale)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font and the theme, once it is visible: most buttons are in closed panels."""
        super().changeEvent(event)
        if event.type() in REDRAWN:
            self._is_outdated = True
            if self.isVisible():
                self._draw_again()
            else:
                _fit(self, self._scale)

    def showEvent(self, event: QShowEvent) -> None:
        """Follow what has changed meanwhile."""
        self._draw_again()
        super().showEvent(event)

    def _draw_again(self) -> None:
        if self._is_outdated:
            self._is_outdated = False
            draw_icon(self, self._icon, self._scale)
