import pytest

from engine.debug.replaying.costs import REPORT, report_figure, running_average


def test_the_average_runs_along() -> None:
    assert list(running_average([1, 3, 2])) == [1.0, 2.0, 2.0]
    assert list(running_average([])) == []


@pytest.mark.parametrize("feeds", REPORT)
def test_the_figures_of_the_report_are_told_as_they_are(feeds: int) -> None:
    assert report_figure(feeds) == REPORT[feeds]


def test_between_two_figures_lies_a_figure_between_them() -> None:
    figure = report_figure(24)
    assert figure is not None
    assert REPORT[16] < figure < REPORT[32]


@pytest.mark.parametrize("feeds", [0, 3, 1025])
def test_outside_of_what_was_measured_nothing_is_told(feeds: int) -> None:
    assert report_figure(feeds) is None
