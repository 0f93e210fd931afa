from threading import Thread

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import LibraryChange, TimelineChange
from tanglescope.engine.linear.edits import Insert
from tanglescope.viewer.workers import frame_clock
from tanglescope.viewer.workers.frame_clock import FrameClock


def test_changes_arrive_in_order_from_any_thread(qtbot: QtBot) -> None:
    arrived: list[LibraryChange] = []
    clock = FrameClock(arrived.append)
    changes = [LibraryChange(added=number) for number in range(200)]

    def put() -> None:
        for change in changes:
            clock.put(change)

    thread = Thread(target=put)
    thread.start()
    qtbot.waitUntil(lambda: len(arrived) == 200)
    thread.join()
    assert arrived == changes


def test_changes_that_do_not_fit_into_a_frame_wait_for_the_next(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[LibraryChange] = []
    clock = FrameClock(arrived.append)
    monkeypatch.setattr(frame_clock, "BUDGET_SECONDS", -1.0)
    for number in range(3):
        clock.put(LibraryChange(added=number))
    clock._drain()
    assert len(arrived) == 1
    qtbot.waitUntil(lambda: len(arrived) == 3)


def test_dropped_changes_do_not_arrive(qtbot: QtBot) -> None:
    arrived: list[LibraryChange] = []
    clock = FrameClock(arrived.append)
    clock.put(LibraryChange(added=1))
    clock.forget()
    clock.put(LibraryChange(added=2))
    qtbot.waitUntil(lambda: bool(arrived))
    assert arrived == [LibraryChange(added=2)]


def test_a_large_change_comes_in_parts_that_fit_into_frames(qtbot: QtBot) -> None:
    arrived: list[LibraryChange] = []
    clock = FrameClock(arrived.append)
    edits = tuple(Insert(f"{number}", number) for number in range(3000))
    clock.put(LibraryChange((TimelineChange("root", 1, edits, {}, {}),), added=3000))
    qtbot.waitUntil(lambda: bool(arrived) and arrived[-1].added == 3000)
    parts = [change for part in arrived for change in part.timelines]
    assert max(len(part.edits) for part in parts) <= 250
    assert tuple(edit for part in parts for edit in part.edits) == edits
