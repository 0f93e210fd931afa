"""Icons in buttons and fields grow with the text."""

from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer.drawings import icon
from tanglescope.viewer.views.icon_button import IconField


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
