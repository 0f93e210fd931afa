from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.replaying.costs import REPORT, bars, report_figure, running_average


def test_the_average_runs_along() -> None:
    assert list(running_average([1, 3, 2])) == [1.0, 2.0, 2.0]
    assert list(running_average([])) == []


@pytest.mark.parametrize("feeds", REPORT)
def test_the_figures_of_the_report_are_reported_as_they_are(feeds: int) -> None:
    assert report_figure(feeds) == REPORT[feeds]


def test_between_two_figures_lies_a_figure_between_them() -> None:
    figure = report_figure(24)
    assert figure is not None
    assert REPORT[16] < figure < REPORT[32]


@pytest.mark.parametrize("feeds", [0, 3, 1025])
def test_outside_of_what_was_measured_nothing_is_reported(feeds: int) -> None:
    assert report_figure(feeds) is None


COSTS = st.lists(st.integers(0, 9), max_size=60)


@given(costs=COSTS, most=st.integers(1, 20))
def test_bars_cover_every_step_once_and_leave_no_height_out(costs: list[int], most: int) -> None:
    drawn = bars([0, *accumulate(costs)], most)
    assert len(drawn.bars) <= most
    assert [bar.first for bar in drawn.bars] == list(
        accumulate([bar.count for bar in drawn.bars], initial=0)
    )[:-1]
    for bar in drawn.bars:
        behind = costs[: bar.first + bar.count]
        assert bar.highest == max(costs[bar.first : bar.first + bar.count])
        assert bar.average == sum(behind) / len(behind)
    assert (drawn.steps, drawn.edits) == (len(costs), sum(costs))
    assert drawn.highest == max(costs, default=0)


def test_few_steps_have_a_bar_each() -> None:
    drawn = bars([0, 1, 4, 5])
    assert [(bar.first, bar.highest) for bar in drawn.bars] == [(0, 1), (1, 3), (2, 1)]
    assert drawn.average == 5 / 3
