import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QStylePainter
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.views import choice_box
from tanglescope.viewer.views.choice_box import ChoiceBox


@pytest.fixture
def box(qtbot: QtBot) -> ChoiceBox:
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.let_type("Order")
    for text, name in (("scuttlesort", "scuttlesort"), ("Zeitstempel", "timestamp")):
        box.addItem(text, name)
    return box


def test_the_choice_is_the_value_behind_the_text(box: ChoiceBox) -> None:
    box.choose("timestamp")
    assert box.currentText() == "Zeitstempel"
    assert box.chosen_value() == "timestamp"


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("Zeitstempel ", "timestamp"), ("timestamp", "timestamp"), (" mine:order", "mine:order")],
)
def test_typed_text_is_the_choice_unless_the_list_has_it(
    box: ChoiceBox, typed: str, chosen: str
) -> None:
    box.setEditText(typed)
    assert box.chosen_value() == chosen


def test_values_outside_the_list_can_be_chosen(box: ChoiceBox) -> None:
    box.choose("mine:order")
    assert box.chosen_value() == "mine:order"


def test_a_long_text_is_cut_with_an_ellipsis_and_its_tooltip_shows_it_all(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tooltips: list[str] = []
    monkeypatch.setattr(choice_box, "show_tooltip", lambda _place, text, _on: tooltips.append(text))
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItem("Group of five people, begun by Ada")
    help_wanted = QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), QPoint(5, 5))
    box.resize(1000, 30)
    assert box._painted_text() == box.currentText()
    box.event(help_wanted)
    assert tooltips == []
    box.resize(120, 30)
    assert box._painted_text().endswith("…")
    assert not box.grab().isNull()
    box.event(help_wanted)
    assert tooltips == [box.currentText()]


def test_a_text_keeps_its_direction_in_a_mirrored_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = []
    control = QStylePainter.drawControl
    monkeypatch.setattr(
        QStylePainter,
        "drawControl",
        lambda self, element, option: (
            painted.append(option.currentText),
            control(self, element, option),
        ),
    )
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItem("3 of 5 vote")
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        box.setLayoutDirection(direction)
        box.grab()
    assert painted == ["3 of 5 vote", "\u20683 of 5 vote\u2069"]


@pytest.mark.parametrize("name", theme.NAMES)
@pytest.mark.usefixtures("application")
def test_the_list_looks_like_a_menu(name: str, qtbot: QtBot) -> None:
    """Qt's own has square corners, a blank strip at each end, and the bold font of a title."""
    look = theme.load(name)
    theme.put_on(look)
    box = ChoiceBox()
    box.setObjectName("chooser")
    qtbot.addWidget(box)
    box.addItems(["Conversations", "Tangles", "A channel with a name that is wider than the box"])
    box.resize(120, 30)
    box.show()
    box.showPopup()
    view = box.view()
    popup = view.parentWidget()
    assert popup is not None
    rows = view.sizeHintForRow(0) * box.count()
    strips = popup.height() - rows
    assert (popup.mapToGlobal(QPoint()).y(), strips) >= (box.mapToGlobal(QPoint()).y(), 0)
    assert strips <= 12
    assert view.sizeHintForRow(0) >= view.fontMetrics().height() + 8
    assert box.font().bold()
    assert not view.font().bold()
    assert not popup.mask().contains(QPoint(0, 0))
    assert popup.mask().contains(popup.rect().center())
    assert view.viewport().width() >= view.sizeHintForColumn(0)
    picture = popup.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 0).name() == look.colors["quote"]
    box.hidePopup()
    theme.put_on(theme.load("light"))
