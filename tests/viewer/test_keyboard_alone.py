"""Everything a reader does, by the keyboard alone, from the start page to the end."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.blobs.viewer import PictureViewer
from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.person import PersonPanel
from tanglescope.viewer.panels.replay.panel import ReplayPanel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.composer.view import State
from tanglescope.viewer.window.main_window import MainWindow
from tests.viewer.windows import Open

KEY = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
MOST_STOPS = 40


class Keyboard:
    """Presses keys where the focus is; nothing else is touched."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self._qtbot = window, qtbot

    @property
    def focus(self) -> QWidget:
        """The widget with the focus: in the dialog that is open, else in the window."""
        dialog = QApplication.activeModalWidget()
        return (dialog or self.window).focusWidget() or dialog or self.window

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        self._qtbot.keyClick(self.focus, key, modifier)

    def type(self, text: str) -> None:
        self._qtbot.keyClicks(self.focus, text)

    def tab_to(self, *names: str) -> QWidget:
        """Press Tab until the focus is on a widget with one of these names."""
        seen = []
        for _ in range(MOST_STOPS):
            focus = self.focus
            text = focus.text() if isinstance(focus, QPushButton) else ""
            if {focus.accessibleName(), text} & set(names):
                return focus
            seen.append(f"{type(focus).__name__} {focus.accessibleName() or text}")
            self.press(KEY.Key_Tab)
        raise AssertionError("\n".join(["Tab leads to:", *seen]))


@pytest.fixture
def keys(open_window: Open, settings: Settings, qtbot: QtBot) -> Keyboard:
    settings.usual_face = None
    window = open_window(own_collections=True)
    window.resize(1280, 800)
    window.activateWindow()
    return Keyboard(window, qtbot)


def open_sample(keys: Keyboard, qtbot: QtBot) -> MainWindow:
    window = keys.window
    keys.tab_to("Open the sample")
    keys.press(KEY.Key_Return)
    qtbot.waitUntil(window.touring.tour.is_shown, timeout=20_000)
    keys.press(KEY.Key_Escape)
    qtbot.waitUntil(lambda: window.conversation_lists.is_settled, timeout=20_000)
    assert keys.focus is window.timeline
    return window


def choose(keys: Keyboard, words: str, qtbot: QtBot) -> None:
    """Open the first conversation that the filter finds."""
    window, before = keys.window, keys.window.model.address
    keys.press(KEY.Key_L, CTRL)
    keys.type(words)
    qtbot.waitUntil(lambda: window.conversation_lists.is_settled, timeout=20_000)
    keys.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: window.model.address != before, timeout=20_000)
    assert keys.focus is window.timeline


def test_the_tour_can_be_walked(keys: Keyboard, qtbot: QtBot) -> None:
    keys.tab_to("Open the sample")
    keys.press(KEY.Key_Return)
    card = keys.window.touring.tour.card
    qtbot.waitUntil(keys.window.touring.tour.is_shown, timeout=20_000)
    for number in range(2, 6):
        keys.press(KEY.Key_Return)
        assert card.number.text() == f"{number} of 5"
    keys.tab_to("Back")
    keys.press(KEY.Key_Return)
    assert card.number.text() == "4 of 5"
    keys.tab_to("Leave the tour")
    keys.press(KEY.Key_Space)
    assert card.isHidden()


def test_a_conversation_is_chosen_read_and_answered(keys: Keyboard, qtbot: QtBot) -> None:
    window = open_sample(keys, qtbot)
    choose(keys, "soup", qtbot)
    rows = window.model.rowCount()
    seen = []
    for key in (KEY.Key_J, KEY.Key_J, KEY.Key_K, KEY.Key_Down):
        keys.press(key)
        seen.append(window.timeline.currentIndex().row())
    assert [row - seen[0] for row in seen] == [0, 1, 0, 1]
    keys.press(KEY.Key_R)
    composer = window.writing.composer
    assert keys.focus is composer.field
    keys.type("Tomato @pi")
    qtbot.waitUntil(composer.completions.isVisible, timeout=20_000)
    keys.press(KEY.Key_Tab)
    assert "[@Pim](@" in composer.text()
    qtbot.waitUntil(composer.preview_button.isEnabled, timeout=20_000)
    keys.tab_to("Preview")
    keys.press(KEY.Key_Space)
    qtbot.waitUntil(lambda: composer.prepared is not None, timeout=20_000)
    keys.tab_to("JSON")
    keys.press(KEY.Key_Space)
    assert composer.preview.text.isVisible()
    keys.tab_to("Your reply, in Markdown")
    keys.press(KEY.Key_Return, CTRL)
    qtbot.waitUntil(lambda: composer.state is State.WAITING, timeout=20_000)
    keys.press(KEY.Key_Escape)
    assert composer.state is State.DRAFT
    keys.tab_to("Sign")
    keys.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: composer.state is State.WAITING, timeout=20_000)
    keys.tab_to("Sign now")
    keys.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: window.model.rowCount() == rows + 1, timeout=20_000)
    qtbot.waitUntil(lambda: window.timeline.currentIndex().row() == rows, timeout=20_000)
    assert keys.focus is window.timeline


def test_a_person_and_a_message_are_found(keys: Keyboard, qtbot: QtBot) -> None:
    window = open_sample(keys, qtbot)
    keys.press(KEY.Key_G, CTRL)
    keys.type("maud")
    qtbot.waitUntil(window.quick.popup.isVisible, timeout=20_000)
    keys.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: window.workbench.name() == "person", timeout=20_000)
    panel = window.workbench.panel()
    assert isinstance(panel, PersonPanel)
    assert panel.isAncestorOf(keys.focus)
    keys.press(KEY.Key_Escape)
    assert keys.focus is window.timeline
    before = window.model.address
    keys.press(KEY.Key_G, CTRL)
    keys.type("porpoises")
    qtbot.waitUntil(window.quick.popup.isVisible, timeout=20_000)
    keys.press(KEY.Key_Return)
    qtbot.waitUntil(lambda: window.model.address != before, timeout=20_000)
    qtbot.waitUntil(lambda: keys.focus is window.timeline)


def test_the_person_and_the_picture_of_a_message_are_opened(keys: Keyboard, qtbot: QtBot) -> None:
    window = open_sample(keys, qtbot)
    keys.press(KEY.Key_Home)
    keys.press(KEY.Key_A, SHIFT)
    assert window.workbench.name() == "person"
    keys.press(KEY.Key_V)
    [viewer] = window.findChildren(PictureViewer)
    assert keys.focus is viewer.view
    with qtbot.waitSignal(viewer.destroyed):
        keys.press(KEY.Key_Escape)
    assert keys.focus is window.timeline


def test_the_face_is_switched_and_arrivals_are_replayed(keys: Keyboard, qtbot: QtBot) -> None:
    window = open_sample(keys, qtbot)
    keys.press(KEY.Key_F12)
    assert window.facing.face is Face.DEBUGGING
    keys.press(KEY.Key_R, SHIFT)
    panel = window.workbench.panel()
    assert isinstance(panel, ReplayPanel)
    qtbot.waitUntil(lambda: panel.transport.slider.maximum() > 0, timeout=20_000)
    keys.tab_to("Step")
    before = panel.transport.slider.value()
    keys.press(KEY.Key_Left)
    assert panel.transport.slider.value() == before - 1
    keys.press(KEY.Key_Escape)
    assert keys.focus is window.timeline
    keys.press(KEY.Key_F12)
    assert window.facing.face is Face.READING


@pytest.mark.parametrize("face", Face)
def test_escape_leads_from_every_part_to_the_timeline(
    keys: Keyboard, qtbot: QtBot, face: Face
) -> None:
    window = open_sample(keys, qtbot)
    if face is Face.DEBUGGING:
        keys.press(KEY.Key_F12)
    keys.press(KEY.Key_R if face is Face.DEBUGGING else KEY.Key_A, SHIFT)
    assert (window.facing.face, window.workbench.isHidden()) == (face, False)
    parts = set()
    for stops in range(1, MOST_STOPS):
        for _ in range(stops):
            keys.press(KEY.Key_Tab)
        part = keys.focus
        if part is window.timeline:
            break
        parts.add(part)
        keys.press(KEY.Key_Escape)
        assert keys.focus is window.timeline, (type(part).__name__, part.accessibleName())
    assert len(parts) > 8


def test_the_window_is_closed(keys: Keyboard, qtbot: QtBot) -> None:
    window = open_sample(keys, qtbot)
    keys.press(KEY.Key_Q, CTRL)
    assert not window.isVisible()
