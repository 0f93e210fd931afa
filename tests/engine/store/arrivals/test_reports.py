"""Progress reports of long work."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.store.arrivals.reports import ArchivesProgress, Countdown, Pace, Progress


def test_several_archives_are_reported_as_one() -> None:
    told: list[Progress] = []
    journey = ArchivesProgress(told.append, [100, 0, 300])
    journey.report(Progress("checking", 50, 100, 5, {"json": 1}, 10.0, 5.0))
    journey.report(Progress("checking", 100, 100, 10, {"json": 1}, 10.0, 0.0))
    journey.next()
    journey.next()
    journey.report(Progress("checking", 150, 300, 15, {"json": 1, "id": 2}, 20.0, 7.0))
    assert [(each.done_bytes, each.total_bytes, each.messages, each.bad) for each in told] == [
        (50, 400, 5, 1),
        (100, 400, 10, 1),
        (250, 400, 25, 4),
    ]
    assert told[0].seconds_left == 35.0
    assert told[-1].seconds_left == 7.0
    assert told[-1].rules == {"json": 2, "id": 2}


class Clock:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_first_batch_that_comes_at_once_is_no_speed() -> None:
    clock = Clock()
    pace = Pace(now=clock)
    clock.time = 0.001
    pace.note(4_000_000, 1112)
    assert pace.per_second == 0
    assert pace.estimate_left(4_000_000, 8_000_000) is None


def test_what_was_done_in_an_earlier_run_makes_this_one_no_faster() -> None:
    clock = Clock()
    pace = Pace(9_000, 900, clock)
    for clock.time, done in ((1.0, 9_050), (3.0, 9_150)):
        pace.note(done, done // 10)
    assert pace.per_second == pytest.approx(5)
    assert pace.estimate_left(9_150, 10_000) == pytest.approx(17)


def test_the_start_of_processes_makes_the_speed_no_lower() -> None:
    clock = Clock()
    pace = Pace(now=clock)
    for clock.time, done in ((1.0, 0), (9.0, 0), (10.0, 100), (11.0, 200), (12.0, 300)):
        pace.note(done, done)
    assert pace.per_second == pytest.approx(100)
    assert pace.estimate_left(300, 1000) == pytest.approx(7)


@given(st.lists(st.integers(50, 900), min_size=30, max_size=60))
def test_at_a_steady_speed_batches_of_any_size_say_the_same(batches: list[int]) -> None:
    clock, done = Clock(), 0
    pace = Pace(now=clock)
    for size in batches:
        clock.time += size / 100
        done += size
        pace.note(done, done)
    assert pace.per_second == pytest.approx(100)
    assert pace.estimate_left(done, done + 1000) == pytest.approx(10)


def test_a_new_speed_is_believed_within_a_window() -> None:
    clock = Clock()
    pace = Pace(now=clock)
    rates = []
    for second in range(1, 101):
        clock.time = float(second)
        done = 100 * min(second, 50) + 20 * max(0, second - 50)
        pace.note(done, done)
        rates.append(pace.per_second)
    assert rates[49] == pytest.approx(100)
    assert all(after <= before + 1e-9 for before, after in pairwise(rates[49:]))
    assert rates[-1] == pytest.approx(20)


@given(st.lists(st.integers(50, 900), min_size=5, max_size=40), st.integers(1, 10))
def test_at_a_steady_speed_the_time_left_goes_down_with_the_clock(
    batches: list[int], silence: int
) -> None:
    clock, done, total = Clock(), 0, sum(batches)
    pace, countdown = Pace(now=clock), Countdown(clock)
    for number, size in enumerate(batches):
        clock.time += size / 100
        done += size
        pace.note(done, done)
        # Between two stages there is no estimate.
        known = None if number % silence == 1 else pace.estimate_left(done, total)
        left = countdown.steady_estimate(known)
        if left is not None:
            assert left == pytest.approx((total - done) / 100, abs=1e-6)
    assert left == pytest.approx(0, abs=1e-6) or left is None


def test_a_time_that_stays_unknown_is_not_counted_down() -> None:
    clock = Clock()
    countdown = Countdown(clock)
    told = []
    for second in range(6):
        clock.time = float(second)
        told.append(countdown.steady_estimate(None if 0 < second < 5 else 60.0 - second))
    assert told == [60.0, 59.0, 58.0, None, None, 55.0]


def test_a_first_estimate_that_was_far_too_long_is_corrected_in_time() -> None:
    """A start that takes long makes the first estimate too long; the import is short, too."""
    clock = Clock()
    countdown = Countdown(clock)
    told = []
    for second in range(25):
        clock.time = float(second)
        told.append(countdown.steady_estimate(60.0 if second == 0 else 25.0 - second))
    assert told[0] == 60.0
    assert told[5] == pytest.approx(20, rel=0.2)
    assert told[10] == pytest.approx(15, rel=0.05)


# At most 1.4 / 0.6 times the last estimate, of which 1.4 seconds bring 7 %: never a tenth of it.
@given(st.lists(st.floats(0.6, 1.4), min_size=60, max_size=120))
def test_after_the_first_seconds_the_time_left_never_jumps(
    seconds: list[float],
) -> None:
    clock = Clock()
    pace, countdown = Pace(now=clock), Countdown(clock)
    told = []
    for done, each in enumerate(seconds, 1):
        clock.time += each
        pace.note(done, done)
        told.append((clock.time, countdown.steady_estimate(pace.estimate_left(done, 1000))))
    known = [(time, left) for time, left in told if left is not None][8:]
    for (before, first), (after, second) in pairwise(known):
        passed = after - before
        expected = first - passed
        assert expected - 0.1 * first <= second <= first + 0.1 * first
