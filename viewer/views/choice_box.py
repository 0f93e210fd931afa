"""A combo box whose parts all have accessible names."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from tanglescope.engine.language.wording import tr
from tanglescope.viewer import drawings
from tanglescope.viewer.corners import round_corners
from tanglescope.viewer.tooltips import show_tooltip
from tanglescope.viewer.views.fields import require_focus

_ARROW = 16
"""The least side of the arrow in pixels."""
_BESIDE = 16
"""The room beside the texts of the list in pixels, as in the style sheet."""
_FIRST_STRONG_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


class ChoiceBox(QComboBox):
    """A combo box whose list and text field have its accessible name.

    A text that is too long is elided, and its tooltip shows all of it.
    """

    def __init__(self, parent: QWidget | None = None, name: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setView(QListView(self))  # Qt's own paints entries in the font of the box
        popup = self.view().parentWidget()
        assert isinstance(popup, QFrame)
        popup.setFrameShape(QFrame.Shape.NoFrame)
        self._popup = popup
        round_corners(popup)
        self.view().setFrameShape(QFrame.Shape.StyledPanel)  # with the border of the style sheet
        self._name_list(tr("Choices"))
        require_focus(self)

    def name_all(self, name: str) -> None:
        """Give the box and everything in it a name."""
        self.setAccessibleName(name)
        self._name_list(name)

    def let_type(self, name: str) -> QLineEdit:
        """Make the box editable and return its field."""
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name_all(name)
        field = self.lineEdit()
        assert field is not None  # an editable box has a field
        field.setAccessibleName(name)
        return field

    def chosen_value(self) -> str:
        """The value of the chosen entry, or the text that was typed instead."""
        text = self.currentText().strip()
        place = self.findText(text)
        return text if place < 0 else str(self.itemData(place))

    def choose(self, value: str) -> None:
        """Choose the entry with a value, or enter it as text."""
        place = self.findData(value)
        self.setCurrentText(value if place < 0 else self.itemText(place))

    def offer(self, choices: Iterable[tuple[object, str]], chosen: object = None) -> None:
        """Replace the entries by values with their texts, without a signal; one is chosen."""
        with QSignalBlocker(self):
            self.clear()
            for value, text in choices:
                self.addItem(text, value)
            self.setCurrentIndex(max(0, self.findData(chosen)))

    def event(self, event: QEvent) -> bool:
        """Show the full text as a tooltip if it is cut and the box has no other tooltip."""
        if (
            isinstance(event, QHelpEvent)
            and not self.toolTip()
            and self._painted_text() != self.currentText()
        ):
            show_tooltip(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, elided if needed."""
        if self.isEditable():
            super().paintEvent(event)
            self._paint_arrow()
            return
        option = self._option()
        option.currentText = self._painted_text()
        if self.isRightToLeft():  # the text keeps its own direction, up to its end
            option.currentText = f"{_FIRST_STRONG_ISOLATE}{option.currentText}{_END_OF_ISOLATE}"
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
        self._paint_arrow()

    def showPopup(self) -> None:
        """Show the list, as wide as its widest entry."""
        width = self.view().sizeHintForColumn(0) + 2 * _BESIDE
        self.view().setMinimumWidth(width + self.view().verticalScrollBar().sizeHint().width())
        super().showPopup()

    def _paint_arrow(self) -> None:
        """Paint the icon of a list that unfolds, in the place of Qt's arrow."""
        part = QStyle.SubControl.SC_ComboBoxArrow
        control = QStyle.ComplexControl.CC_ComboBox
        place = self.style().subControlRect(control, self._option(), part, self)
        side = max(_ARROW, self.fontMetrics().height())
        area = QRect(QPoint(), QSize(side, side))
        area.moveCenter(place.center())
        role = QPalette.ColorRole.PlaceholderText if self.isEnabled() else QPalette.ColorRole.Dark
        color = QGuiApplication.palette().color(role)  # the box's own has it from its text
        with QPainter(self) as painter:
            drawings.paint(painter, "unfolded", QRectF(area), color)

    def _painted_text(self) -> str:
        """The text as it is painted."""
        part = QStyle.SubControl.SC_ComboBoxEditField
        control = QStyle.ComplexControl.CC_ComboBox
        room = self.style().subControlRect(control, self._option(), part, self).width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option

    def _name_list(self, name: str) -> None:
        self.view().setAccessibleName(name)
        self._popup.setAccessibleName(name)
