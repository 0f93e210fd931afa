from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Horizon
from tanglescope.engine.linear.horizon import horizon
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.lanes.lane_painter import Lighting
from tanglescope.viewer.views.timeline.heading import Heading
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.page_parts import horizon_text
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, wait_until_open


class Fork:
    """Two concurrent answers, and one that refers to both."""

    def __init__(self) -> None:
        ann, self.bob, cyn = Author("ann"), Author("bob"), Author("cyn")
        self.root = ann.say(post("Shall we sail?"))
        self.yes = self.bob.say(post("yes", self.root))
        self.no = cyn.say(post("no", self.root))
        self.both = ann.say(post("so so", self.root, self.yes, self.no))
        self.said = [self.root, self.yes, self.no, self.both]


@pytest.fixture
def fork() -> Fork:
    return Fork()


@pytest.fixture
def window(open_window: Open, fork: Fork, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", fork.said))
    wait_until_open(qtbot, made, fork.root.key)
    qtbot.waitUntil(lambda: made.model.rowCount() == 4, timeout=10_000)
    return made


def heading(window: MainWindow) -> str:
    return window.reading.heading.about


def test_beside_the_message_the_heading_shows_whole_parts_of_the_size(qtbot: QtBot) -> None:
    heading = Heading()
    qtbot.addWidget(heading)
    heading.set_about("3 before")
    heading._extent = ("19 messages", "7 authors", "May")
    seen = set()
    for width in range(800, 100, -10):
        heading.resize(width, 60)
        heading._show()
        if not heading._size.isHidden():
            seen.add(heading._size.text())
            assert heading._advance((heading._size.text(),)) <= width
    assert seen == {"19 messages · 7 authors · May", "19 messages · 7 authors", "19 messages"}


def test_a_chosen_message_highlights_its_past_and_future(
    window: MainWindow, fork: Fork, qtbot: QtBot
) -> None:
    window.timeline.go_to(fork.yes.key)
    qtbot.waitUntil(lambda: heading(window) == "1 before · 1 after · 1 unknown to its author")
    lanes = window.timeline.lanes
    assert [lanes.is_concurrent(each.key) for each in fork.said] == [False, False, True, False]
    window.timeline.go_to(fork.root.key)
    qtbot.waitUntil(lambda: heading(window) == "3 after")
    assert not any(lanes.is_concurrent(each.key) for each in fork.said)


def test_the_highlight_can_be_turned_off(
    window: MainWindow, fork: Fork, settings: Settings, qtbot: QtBot
) -> None:
    window.timeline.go_to(fork.yes.key)
    qtbot.waitUntil(lambda: bool(heading(window)))
    window.menus.action("light").trigger()
    assert heading(window) == ""
    assert not window.timeline.lanes.is_concurrent(fork.no.key)
    assert not settings.light
    window.menus.action("light").trigger()
    qtbot.waitUntil(lambda: window.timeline.lanes.is_concurrent(fork.no.key))


def test_arriving_messages_are_highlighted_or_tinted_too(
    window: MainWindow, fork: Fork, tmp_path: Path, qtbot: QtBot
) -> None:
    window.timeline.go_to(fork.both.key)
    qtbot.waitUntil(lambda: heading(window) == "3 before")
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(fork.bob.say(post("I meant no", fork.root, fork.yes)).line)
    expected = "3 before · 1 unknown to its author"
    qtbot.waitUntil(lambda: heading(window) == expected, timeout=10_000)


def test_another_thread_is_not_highlighted(window: MainWindow, fork: Fork, qtbot: QtBot) -> None:
    window.timeline.go_to(fork.yes.key)
    qtbot.waitUntil(lambda: bool(heading(window)))
    window.parts.light.watch(None)
    assert heading(window) == ""


def test_a_horizon_is_reported_in_numbers(qapp: QApplication) -> None:
    past = {str(number) for number in range(1200)}
    assert horizon_text(Horizon("k", past, {"f"}, 2, 0)) == "1,200 before (2 missing) · 1 after"
    near = Horizon("k", {"a"}, {"f"}, 0, 3, examined=past)
    assert (
        horizon_text(near)
        == "1 before · 1 after · 3 unknown to its author · among the 1,200 nearest"
    )


def test_what_is_not_known_of_a_horizon_is_not_reported(qapp: QApplication) -> None:
    assert horizon_text(Horizon("alone", set(), set(), 0, 0)) == ""
    assert horizon_text(Horizon("k", {"a", "gone"}, set(), 1, 8)) == "2 before (1 missing)"
    gone = Horizon("k", {"a"}, set(), 0, 8, missing={"gone"})
    assert horizon_text(gone) == horizon_text(gone, has_author=False) == "1 before"
    theirs = Horizon("k", set(), set(), 0, 8, elsewhere=1)
    assert horizon_text(theirs) == "8 unknown to its author"
    assert horizon_text(theirs, has_author=False) == ""
    ghost = horizon("gone", set(), {"a"}, ["gone", "other"], 3)
    assert horizon_text(ghost, has_author=False) == "1 after"
    assert horizon_text(Horizon("k", set(), set(), 0, 0, examined={"k"})) == ""


def test_nothing_is_tinted_that_may_come_before_a_missing_message(
    window: MainWindow, fork: Fork, qtbot: QtBot
) -> None:
    window.timeline.go_to(fork.yes.key)
    lanes = window.timeline.lanes
    qtbot.waitUntil(lambda: lanes.tints(fork.no.key))
    window.timeline.set_horizon(Horizon(fork.yes.key, {"gone"}, set(), 1, 2, missing={"gone"}))
    assert lanes.is_concurrent(fork.no.key), "its lane is dimmed: it isn't known to come before"
    assert not lanes.tints(fork.no.key)


def test_unexamined_messages_are_neither_dimmed_nor_tinted() -> None:
    lighting = Lighting(Horizon("k", {"a"}, set(), 0, 1, examined={"k", "a", "b"}), [], 0)
    assert [lighting.message(key) for key in "kabz"] == [True, True, False, True]
