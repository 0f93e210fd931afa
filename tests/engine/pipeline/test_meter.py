"""The progress of an import: its stages, and the time that is left."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.lines import LineReader
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.pipeline.files.parts import CheckedSlice
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.meter import Meter
from tanglescope.engine.store.arrivals.reports import Progress
from tests.engine.store.arrivals.test_reports import Clock


def part(size: int) -> CheckedSlice:
    """A part of so many bytes and records."""
    reader = LineReader(ArchiveSource(Path("log")))
    return CheckedSlice(Slice(reader, 0, 0, size, size, "folder"), "", "", size)


def test_the_time_left_of_all_stages_goes_down_to_the_end() -> None:
    clock = Clock()
    told: list[Progress] = []
    meter = Meter(told.append, 1000, {"checking": 0.8, "publishing": 0.2}, clock)
    meter.stage("checking")
    for _ in range(10):
        clock.time += 8
        meter.count_slice(part(100))
    meter.stage("publishing")
    for done in range(1, 11):
        clock.time += 2
        meter.share(done / 10)
    left = [each.seconds_left for each in told if each.seconds_left is not None]
    assert left == pytest.approx([*range(84, 12, -8), 20, *range(18, 0, -2)])
    assert told[-1].seconds_left is None
    meter.stage("")
    assert meter.seconds == {"starting": 0.0, "checking": 80.0, "publishing": 20.0}


@given(
    st.lists(st.floats(0.9, 1.15), min_size=4, max_size=4),
    st.lists(st.floats(1.0, 3.0), min_size=12, max_size=30),
)
def test_from_a_third_of_a_stage_on_the_time_left_is_within_a_third_of_the_truth(
    misjudged: list[float], steps: list[float]
) -> None:
    """Although stages don't take quite what their weights say, and go on in steps."""
    weights = {"checking": 0.7, "linking": 0.1, "ordering": 0.1, "publishing": 0.1}
    real = [100 * share * wrong for share, wrong in zip(weights.values(), misjudged, strict=True)]
    clock = Clock()
    told: list[tuple[float, Progress]] = []
    meter = Meter(lambda each: told.append((clock.time, each)), 1000, weights, clock)
    begins = {}
    for name, took in zip(weights, real, strict=True):
        begins[name] = clock.time + took / 3
        meter.stage(name)
        begun, done = clock.time, 0.0
        for step in steps:
            done += step / sum(steps)
            clock.time = begun + done * took
            meter.share(done)
    for time, each in told:
        left = clock.time - time
        if time > begins[each.stage] and left > 1 and each.seconds_left is not None:
            assert each.seconds_left == pytest.approx(left, rel=1 / 3)


def test_the_time_left_is_unknown_while_a_stage_takes_longer_than_usual() -> None:
    clock = Clock()
    told: list[Progress] = []
    meter = Meter(told.append, 1000, {"checking": 0.8, "ordering": 0.1, "publishing": 0.1}, clock)
    meter.stage("checking")
    for _ in range(4):
        clock.time += 20
        meter.count_slice(part(250))
    meter.stage("ordering")
    for _ in range(3):
        clock.time += 6
        meter.report()
    assert [each.seconds_left for each in told[-4:]] == pytest.approx([20, 14, None, None])


def test_what_was_checked_before_says_nothing_about_the_speed_of_checking() -> None:
    clock = Clock()
    told: list[Progress] = []
    meter = Meter(told.append, 1000, {"checking": 1.0}, clock)
    meter.stage("checking")
    meter.count_slice(part(200), is_typical=False)
    clock.time += 100  # workers start
    for _ in range(3):
        clock.time += 10
        meter.count_slice(part(100))
    assert [each.done_bytes for each in told] == [0, 200, 300, 400, 500]
    assert told[-1].seconds_left == pytest.approx(50)


def test_a_later_stage_by_bytes_counts_anew() -> None:
    clock = Clock()
    told: list[Progress] = []
    meter = Meter(told.append, 1000, {"checking": 0.6, "loading": 0.4}, clock)
    for stage in ("checking", "loading"):
        meter.stage(stage)
        for _ in range(4):
            clock.time += 3
            meter.count_slice(part(250))
    assert [each.messages for each in told] == 2 * [0, 250, 500, 750, 1000]
    assert told[-2].seconds_left == pytest.approx(3)
