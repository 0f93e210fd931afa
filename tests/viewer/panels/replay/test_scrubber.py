from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.replay.scrubber import Scrubber

# The offscreen platform has no size hints for windows and warns about widgets that set them.


@pytest.fixture
def scrubber(application: QApplication) -> Iterator[Scrubber]:
    scrubber = Scrubber("Arrivals")
    scrubber.set_range(10, 4)
    scrubber.show()
    yield scrubber
    scrubber.deleteLater()


def test_buttons_step_back_forward_and_to_the_ends(scrubber: Scrubber, qtbot: QtBot) -> None:
    positions: list[int] = []
    scrubber.moved.connect(positions.append)
    for button in (scrubber.back, scrubber.back, scrubber.forward, scrubber.end):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert positions == [3, 2, 3, 10]
    assert scrubber.is_at_end()


def test_time_runs_to_the_right_in_a_mirrored_window(scrubber: Scrubber) -> None:
    scrubber.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    scrubber.grab()
    assert scrubber.back.x() < scrubber.slider.x() < scrubber.end.x()
    assert not scrubber.slider.isRightToLeft()


def test_keys_move_the_scrubber(scrubber: Scrubber, qtbot: QtBot) -> None:
    qtbot.keyClick(scrubber.slider, Qt.Key.Key_Left)
    assert scrubber.value() == 3
    qtbot.keyClick(scrubber.slider, Qt.Key.Key_Home)
    assert scrubber.value() == 0
    scrubber.set_range(30, 5)
    qtbot.keyClick(scrubber.slider, Qt.Key.Key_PageUp)
    assert scrubber.value() == 15


def test_buttons_have_names_and_repeat_while_they_are_held(scrubber: Scrubber) -> None:
    buttons = scrubber.back, scrubber.forward, scrubber.end
    names = ["One step back", "One step forward", "To the latest"]
    assert [each.accessibleName() for each in buttons] == names
    assert [each.toolTip() for each in buttons] == names
    assert [each.autoRepeat() for each in buttons] == [True, True, False]
    assert all(each.autoRaise() for each in buttons), "flat, like the other players"


def test_setting_a_range_sends_no_signal(scrubber: Scrubber, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(scrubber.moved):
        scrubber.set_range(3, 3)
    scrubber.set_text("the last one")
    assert scrubber.text() == "the last one"
    scrubber.set_text("a long line that wraps " * 20)
    assert scrubber.minimumSizeHint().width() < 300
