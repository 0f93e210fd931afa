from datetime import UTC, date, datetime

import pytest

from tanglescope.engine.words import times

NOON = 1_438_862_400_000


@pytest.mark.parametrize("impossible", [None, 1e300, -1e300, float("nan"), float("inf"), 8.64e15])
def test_absurd_times_are_formatted_too(impossible: float | None) -> None:
    assert times.clock(impossible) == "no time"
    assert times.day(impossible) == "At a time outside the calendar"
    assert times.full(impossible) == times.day(impossible)
    assert times.short_day(impossible, date(2020, 1, 1)) == ""


def test_times_are_reported_in_words() -> None:
    assert times.full(NOON) == "Thursday, 6 August 2015, 12:00:00"


@pytest.mark.parametrize(
    ("today", "text"),
    [(date(2015, 8, 6), "12:00"), (date(2015, 9, 1), "6 Aug"), (date(2020, 1, 1), "6 Aug 2015")],
)
def test_a_date_omits_what_it_shares_with_today(today: date, text: str) -> None:
    assert times.short_day(NOON, today) == text


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (0, "less than a second"),
        (-1_000, "1 second"),
        (119_000, "1 minute"),
        (3 * 3_600_000, "3 hours"),
        (400 * 86_400_000, "1 year"),
        (1e300, None),
    ],
)
def test_a_span_is_reported_in_its_largest_unit(milliseconds: float, words: str | None) -> None:
    assert times.span(milliseconds).endswith(words or "years")


@pytest.mark.parametrize("milliseconds", [float("inf"), -float("inf"), float("nan")])
def test_a_span_between_absurd_times_is_formatted_too(milliseconds: float) -> None:
    assert times.span(milliseconds) == "longer than can be shown"


@pytest.mark.parametrize(
    ("later", "words"),
    [
        (0, "Thursday, 6 August 2015"),
        (3, "6 – 9 Aug 2015"),
        (30, "6 Aug – 5 Sep 2015"),
        (200, "6 Aug 2015 – 22 Feb 2016"),
    ],
)
def test_a_period_mentions_once_what_its_dates_share(later: int, words: str) -> None:
    assert times.days(NOON, NOON + later * 86_400_000) == words


def test_days_outside_the_calendar_are_formatted_too() -> None:
    assert times.days(NOON, 1e300) == f"{times.day(NOON)} – {times.day(1e300)}"


@pytest.mark.parametrize(
    ("said", "rest", "begin", "end"),
    [
        ("oak May 2025", "oak", (2025, 5, 1), (2025, 6, 1)),
        ("2016-12", "", (2016, 12, 1), (2017, 1, 1)),
        ("dec 2016 ines", "ines", (2016, 12, 1), (2017, 1, 1)),
    ],
)
def test_a_month_is_found_among_words(
    said: str, rest: str, begin: tuple[int, int, int], end: tuple[int, int, int]
) -> None:
    with times.in_utc():
        found = times.month_among(said)
    span = tuple(datetime(*day, tzinfo=UTC).timestamp() * 1000 for day in (begin, end))
    assert found == (rest, span)


@pytest.mark.parametrize("said", ["may", "it may be", "2025", "2025-13", "smay 2025", "may 20255"])
def test_words_that_name_no_month_stay(said: str) -> None:
    assert times.month_among(said) == (said, None)


@pytest.mark.parametrize("said", ["December 9999", "January 0001"])
def test_a_month_at_the_end_of_the_calendar_is_one(said: str) -> None:
    rest, span = times.month_among(said)
    assert rest == ""
    assert span is not None
