"""Buttons and fields with icons that are as high as text, and have its colour."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QAction, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QToolButton, QWidget

from tanglescope.viewer import drawings
from tanglescope.viewer.tooltips import set_tooltip

_LEAST = 16
"""The side of icons beside text of the usual size, in pixels."""


def draw_icon(button: QAbstractButton, name: str, scale: float = 1) -> None:
    """Give a button an icon in the colours of its text, and as high, unless it is scaled."""
    colors, role = button.palette(), QPalette.ColorRole.ButtonText
    usual, disabled = (
        colors.color(group, role).name()
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Disabled)
    )
    button.setIcon(drawings.icon(name, usual, disabled))
    side = round(scale * max(_LEAST, button.fontMetrics().height()))
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
        """Follow the font and the theme."""
        super().changeEvent(event)
        if event.type() in REDRAWN:
            draw_icon(self, self._icon, self._scale)


_BESIDE, _ABOVE = 6, 2
"""The room of Qt around an icon in a field, in pixels."""


class IconField(QLineEdit):
    """A field whose icons grow with the font, which Qt's don't."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the icons, after Qt has."""
        super().resizeEvent(event)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._measure()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint an icon in its size: Qt paints all of them in the usual one."""
        is_large = isinstance(watched, QToolButton) and watched.iconSize().height() > _LEAST
        if event.type() != QEvent.Type.Paint or not is_large:
            return super().eventFilter(watched, event)
        assert isinstance(watched, QToolButton)
        with QPainter(watched) as painter:
            painter.setOpacity(float(watched.property("opacity")))  # 0 where nothing is to clear
            size = watched.iconSize()
            picture = watched.icon().pixmap(size)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            place = watched.rect()
            place.setSize(size)
            place.moveCenter(watched.rect().center())
            painter.drawPixmap(place, picture)
        return True

    def put_first(self, action: QAction) -> None:
        """Show an icon before the text."""
        self.addAction(action, QLineEdit.ActionPosition.LeadingPosition)
        self._measure()

    def _measure(self) -> None:
        side = max(_LEAST, self.fontMetrics().height())
        margins = [0, 0]
        for button in self.findChildren(QToolButton):
            place = button.geometry()
            is_right = place.center().x() > self.width() // 2
            button.setIconSize(QSize(side, side))
            button.installEventFilter(self)  # once, however often it is called
            outer = place.right() if is_right else place.left()
            place.setSize(QSize(side + _BESIDE, side + _ABOVE))
            place.moveTop((self.height() - place.height()) // 2)
            place.moveRight(outer) if is_right else place.moveLeft(outer)
            button.setGeometry(place)
            margins[is_right] = side - _LEAST
        # Qt leaves room for icons of the usual size.
        self.setTextMargins(margins[0], 0, margins[1], 0)
