"""The window keeps at least a third of its speed under load.

Every figure is the CPU time of the painting thread, divided by that of plain Python code in the
same run: a busy machine slows both. The best of several runs counts. `FLOOR` is the time of the
plain code on the machine of `docs/benchmarks.md`, so the products are seconds on that machine.
"""

import random
from collections.abc import Callable, Iterator
from time import thread_time

import pytest
from PySide6.QtWidgets import QApplication

from tanglescope.engine.library import TimelineChange
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer.fake_library import ROOT
from tests.viewer.long_thread import SIZE, LongThread, name

FLOOR = 0.0063
"""The CPU time in seconds of `plain_python` on the machine of the benchmarks, when idle."""

OPEN, FRAME, EDIT = 0.050, 0.008, 1 / 100_000
"""The goals: seconds to open a timeline, for a frame while scrolling, for an edit."""

TURNS = 5


def plain_python() -> None:
    found: dict[int, str] = {}
    for number in range(100_000):
        found[number % 1000] = str(number)


def cost(act: Callable[[], object]) -> float:
    """Return the CPU time in seconds, scaled to the machine of the benchmarks."""
    return (
        FLOOR
        * min(timed(act) for _ in range(TURNS))
        / min(timed(plain_python) for _ in range(TURNS))
    )


def timed(act: Callable[[], object]) -> float:
    start = thread_time()
    act()
    return thread_time() - start


@pytest.fixture
def view(application: QApplication) -> Iterator[TimelineView]:
    made = TimelineView(load("light"))
    made.resize(900, 800)
    made.setModel(TimelineModel(LongThread(), made))
    made.timeline.open(ROOT)
    made.show()
    made.viewport().repaint()
    yield made
    made.close()
    made.deleteLater()


def test_a_timeline_opens_fast_enough(view: TimelineView) -> None:
    def act() -> None:
        view.timeline.open("")
        view.timeline.open(ROOT)
        view.viewport().repaint()

    assert cost(act) < 3 * OPEN


@pytest.mark.slow
def test_scrolling_takes_less_than_a_frame(view: TimelineView) -> None:
    view.go_to(name(SIZE // 2))

    def act() -> None:
        for _ in range(50):
            view.scroll_by(11)
            view.viewport().repaint()

    assert cost(act) / 50 < 3 * FRAME


def test_edits_are_applied_as_fast_as_they_arrive(view: TimelineView) -> None:
    view.go_to(name(SIZE // 2))
    chance, size = random.Random(3), 1700

    def edit(number: int) -> Edit:
        source = chance.randrange(SIZE - 60)
        if number % 5 == 0:
            return Insert(f"new{chance.random()}", source)
        return Move(source, source + chance.randrange(1, 50))

    frames = [tuple(edit(number) for number in range(size)) for _ in range(TURNS)]

    def act() -> None:
        model = view.timeline
        model.apply(TimelineChange(ROOT, model.revision + 1, frames.pop(), {}, {}))
        view.viewport().repaint()

    assert cost(act) / size < 3 * EDIT
