"""The player: its steps, its speed, its keys, and what a narrow one hides."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QIcon, QImage, QKeyEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer import drawings
from tanglescope.viewer.panels.replay.transport import SPEEDS, Transport


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def player(window: QWidget) -> Transport:
    """A player in the middle of ten steps."""
    made = Transport("{step} of {steps}", window)
    made.show_steps(10, 4)
    return made


def steps_of(player: Transport) -> list[int]:
    """The steps that a player reports from now on."""
    steps: list[int] = []
    player.stepped.connect(steps.append)
    return steps


def press(player: Transport, key: Qt.Key) -> bool:
    return player.obey(QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))


def drawn(icon: QIcon) -> QImage:
    return icon.pixmap(16).toImage()


def enabled(player: Transport) -> list[bool]:
    buttons = player.first, player.back, player.play, player.forward, player.last
    return [each.isEnabled() for each in buttons]


def test_buttons_keys_and_the_slider_change_the_step(player: Transport) -> None:
    steps = steps_of(player)
    for button in (player.back, player.forward, player.first, player.last):
        button.click()
    player.slider.setValue(7)
    assert press(player, Qt.Key.Key_Comma)
    assert press(player, Qt.Key.Key_Period)
    assert not press(player, Qt.Key.Key_A)
    assert steps == [3, 4, 0, 10, 7, 6, 7]
    assert (player.step, player.slider.value()) == (7, 7)
    assert player._status.text() == "7 of 10"


def test_a_step_beyond_the_ends_is_the_end_and_no_step_is_reported_twice(
    player: Transport,
) -> None:
    steps = steps_of(player)
    for step in (99, 10, -3, 0):
        player.go(step)
        assert player.at_end == (player.step == 10)
    assert steps == [10, 0]


def test_setting_the_steps_is_silent(player: Transport, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(player.stepped):
        player.show_steps(5, 2)
    assert (player.step, player.slider.value(), player.slider.maximum()) == (2, 2, 5)
    player.slider.setValue(4)
    assert player.step == 4, "the slider reports the steps that the user chooses"


def test_buttons_that_lead_nowhere_are_disabled(player: Transport) -> None:
    assert enabled(player) == [True] * 5
    player.go(0)
    assert enabled(player) == [False, False, True, True, True]
    player.go(10)
    assert enabled(player) == [True, True, True, False, False]
    player.show_steps(0, 0)
    assert enabled(player) == [False] * 5


def test_buttons_say_what_they_do(player: Transport) -> None:
    buttons = player.first, player.back, player.play, player.forward, player.last
    names = ["To the beginning", "A step back (,)", "Play (Space)", "A step forward (.)"]
    assert [each.accessibleName() for each in buttons] == [*names, "To the end"]
    assert [each.toolTip() for each in buttons] == [*names, "To the end"]
    assert all(each.autoRaise() for each in buttons)


def test_while_it_plays_the_button_shows_a_pause(player: Transport) -> None:
    player.window().show()  # icons follow the theme once they are seen
    color = player.play.palette().buttonText().color().name()
    for sign in ("play", "pause"):
        assert drawn(player.play.icon()) == drawn(drawings.icon(sign, color))
        assert press(player, Qt.Key.Key_Space)


def test_a_speed_is_kept_with_one_step_a_frame_or_with_several(player: Transport) -> None:
    player.show_steps(1000, 0)
    assert (player._speed.currentData(), player._timer.interval()) == (4, 250)
    paces = {}
    for speed in SPEEDS:
        player.set_speed(speed)
        player.go(0)
        player.toggle()
        player._tick()
        paces[speed] = (player._timer.interval(), player.step)
    assert paces == {1: (1000, 1), 4: (250, 1), 20: (50, 1), 100: (40, 4), 1000: (40, 40)}


def test_rows_glide_unless_it_plays_fast(player: Transport) -> None:
    glides = []
    for speed in SPEEDS:
        player.set_speed(speed)
        assert player.glides()
        player.toggle()
        glides.append(player.glides())
        player.stop()
    assert glides == [True, True, False, False, False]


def test_it_plays_to_the_end_and_then_from_the_beginning(player: Transport) -> None:
    steps = steps_of(player)
    player.go(9)
    player.toggle()
    player._tick()
    assert not player.is_playing()
    player.toggle()
    assert player.is_playing()
    player._tick()
    assert steps == [9, 10, 0, 1]
    player.go(5)
    assert not player.is_playing()
    player.show_steps(0, 0)
    player.toggle()
    assert not player.is_playing(), "there is nothing to play"


def test_without_a_choice_of_speed_it_makes_a_step_a_second(window: QWidget) -> None:
    player = Transport("{step} of {steps}", window, paced=False)
    assert player._timer.interval() == 1000
    assert player._speed.isHidden()
    assert not Transport("", window)._speed.isHidden()


def test_a_narrow_player_in_a_low_window_hides_the_number_of_the_step(
    player: Transport, window: QWidget
) -> None:
    window.resize(500, 720)
    player.go(4)
    wide = player.sizeHint().width()
    hidden = {}
    for width, height in ((wide, 600), (wide - 1, 600), (wide - 1, 720), (wide - 1, 719)):
        window.resize(500, height)
        player.resize(width, 40)
        player.go(4)
        hidden[width - wide, height] = player._status.isHidden()
    assert hidden == {(0, 600): False, (-1, 600): True, (-1, 720): False, (-1, 719): True}
    player.resize(wide, 40)
    player.go(4)
    assert not player._status.isHidden(), "it has room again"


def test_the_slider_has_the_room_that_is_left(player: Transport, window: QWidget) -> None:
    window.resize(1000, 720)
    widths = []
    for width in (700, 900):
        player.resize(width, 40)
        player.grab()  # forces a layout
        widths.append(player.slider.width())
        assert player._speed.geometry().right() == player.rect().right() - 8
    assert widths[1] - widths[0] == 200
