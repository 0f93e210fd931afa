"""Animation can be switched off: then everything is in its final position at once."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tanglescope.viewer.motion import Glide, has_motion, set_motion
from tests.viewer.windows import Open


@pytest.fixture(autouse=True)
def moves_again(application: QApplication) -> Iterator[None]:
    yield
    set_motion(on=True)


@pytest.mark.parametrize(("moves", "first"), [(True, 35), (False, 100)])
def test_a_notch_of_the_wheel_is_animated_only_with_motion(moves: bool, first: int) -> None:
    steps: list[int] = []
    owner = QObject()
    set_motion(on=moves)
    glide = Glide(steps.append, owner)
    glide.push(100)
    glide.stop()
    assert steps == [first]


def test_the_window_turns_motion_off_and_on(open_window: Open) -> None:
    window = open_window()
    assert has_motion()
    window.menus.action("motion").trigger()
    assert not has_motion()
    window.menus.action("motion").trigger()
    assert has_motion()
