"""Each hint is shown once, when it applies."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Horizon
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.hints import HINTS
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """A window with a thread in which one message is missing and two are concurrent."""
    lost = Author("cleo").say(post("lost", talk.root, talk.root))
    talk.said.append(talk.ann.say(post("beside it", talk.root, lost)))
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    return made


def test_a_hint_is_shown_once_when_it_applies(
    window: MainWindow, settings: Settings, talk: Talk, qtbot: QtBot
) -> None:
    bar = window._frame.hints
    QApplication.processEvents()
    assert not bar.isVisible(), "hints begin when the window has been made"
    window.show_around()
    assert bar.text.text() == HINTS["lanes"]
    bar.close_hint.click()

    window.timeline.go_to(talk.said[-1].key)  # a message with a missing cause
    qtbot.waitUntil(bar.isVisible)
    assert bar.text.text() in (HINTS["missing"], HINTS["concurrent"])
    bar.close_hint.click()
    assert settings.hinted[0] == "lanes"
    assert len(set(settings.hinted)) == len(settings.hinted) >= 2
    window.show_around()
    assert bar.text.text() != HINTS["lanes"] or not bar.isVisible()


def test_the_hint_about_tints_is_shown_only_at_the_chosen_message(
    window: MainWindow, settings: Settings, talk: Talk
) -> None:
    settings.hinted = [name for name in HINTS if name != "concurrent"]
    window.show_around()
    last, root = talk.said[-1].key, talk.root.key
    window.timeline.go_to(root)
    window.timeline.set_horizon(Horizon(last, {root}, set(), ghosts=0, concurrent=1))
    window.hinting._look()
    assert "concurrent" not in settings.hinted
    window.timeline.set_horizon(Horizon(root, set(), set(), ghosts=0, concurrent=1))
    window.hinting._look()
    assert window._frame.hints.text.text() == HINTS["concurrent"]


def test_one_hint_waits_for_the_other(window: MainWindow, talk: Talk) -> None:
    window.show_around()
    window.timeline.unread.came([talk.root.key])
    window.timeline.unread_changed.emit()
    QApplication.processEvents()
    assert window._frame.hints.text.text() == HINTS["lanes"]
    window._frame.hints.close_hint.click()
    window.timeline.unread.came([talk.answers[-1].key])
    window.hinting._look()
    assert window._frame.hints.text.text() == HINTS["news"]


def test_hints_can_be_turned_off_and_on_again(window: MainWindow, settings: Settings) -> None:
    window.show_around()
    window._frame.hints.off.click()
    assert not settings.hints
    assert not window._frame.hints.isVisible()
    window.show_around()
    window.hinting._look()
    assert not window._frame.hints.isVisible()
    window.menus.action("hints").trigger()
    assert window._frame.hints.text.text() == HINTS["lanes"]
    assert window._frame.hints.isVisible()


def test_a_hint_waits_until_the_window_has_space_for_it(window: MainWindow, qtbot: QtBot) -> None:
    bar = window._frame.hints
    window.resize(480, 320)
    window.show_around()
    assert not bar.isVisible()
    window.resize(800, 600)
    qtbot.waitUntil(bar.isVisible)
    assert bar.text.text() == HINTS["lanes"]
    window.resize(480, 320)
    qtbot.waitUntil(bar.isHidden)
    window.resize(800, 600)
    qtbot.waitUntil(bar.isVisible)
    assert bar.text.text() == HINTS["lanes"], "it is the same hint, not the next one"


def test_an_empty_window_gives_no_hints(open_window: Open) -> None:
    window = open_window()
    window.show_around()
    assert not window._frame.hints.isVisible()
