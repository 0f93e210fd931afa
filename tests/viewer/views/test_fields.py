import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.fields import require_focus


def turn_over(widget: QWidget) -> bool:
    """Turn the wheel one notch over a widget; whether what is below it gets the wheel."""
    middle = QPointF(widget.rect().center())
    notch = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    notch.setAccepted(True)
    QApplication.sendEvent(widget, notch)
    return not notch.isAccepted()


@pytest.mark.parametrize("editable", [False, True])
def test_the_wheel_scrolls_past_fields_and_changes_the_one_with_the_focus(
    editable: bool, qtbot: QtBot
) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    first, number, choice = QWidget(page), QSpinBox(page), ChoiceBox(page)
    first.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    require_focus(number)
    choice.addItems(["one", "two", "three"])
    if editable:
        choice.let_type("Number")
    number.setValue(50)
    for each in (first, number, choice):
        column.addWidget(each)
    page.show()
    page.activateWindow()
    first.setFocus()
    qtbot.waitUntil(first.hasFocus)
    assert all(turn_over(field) for field in (number, choice))
    assert (number.value(), choice.currentText()) == (50, "one")
    assert first.hasFocus()
    for field in (number, choice):
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        assert not turn_over(field)
    assert (number.value(), choice.currentText()) == (49, "two")
