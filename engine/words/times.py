"""Times as text, even for impossible clock values."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import MAXYEAR, UTC, date, datetime, timedelta, tzinfo
from math import isfinite

from tanglescope.engine.language.wording import later, plural, tr

_MINUTE, _HOUR, _DAY, _YEAR = 60, 3600, 86_400, 31_556_952  # seconds
_DAYS = (
    *(later("Monday"), later("Tuesday"), later("Wednesday"), later("Thursday")),
    *(later("Friday"), later("Saturday"), later("Sunday")),
)
_MONTHS = (
    *(later("January"), later("February"), later("March"), later("April")),
    *(later("May"), later("June"), later("July"), later("August")),
    *(later("September"), later("October"), later("November"), later("December")),
)
_SHORT_MONTHS = (
    *(later("Jan"), later("Feb"), later("Mar"), later("Apr"), later("May"), later("Jun")),
    *(later("Jul"), later("Aug"), later("Sep"), later("Oct"), later("Nov"), later("Dec")),
)


_zone: ContextVar[tzinfo | None] = ContextVar("zone", default=None)


@contextmanager
def in_utc() -> Iterator[None]:
    """Show times in UTC instead of local time, for pages that many people read."""
    before = _zone.set(UTC)
    try:
        yield
    finally:
        _zone.reset(before)


def moment(milliseconds: float | None) -> datetime | None:
    """The local time of a timestamp; None when no calendar holds it."""
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, _zone.get())
    except (OverflowError, ValueError, OSError):
        return None


def clock(milliseconds: float | None) -> str:
    """Hours and minutes."""
    when = moment(milliseconds)
    return f"{when:%H:%M}" if when else tr("no time")


def day(milliseconds: float | None) -> str:
    """The date in words."""
    when = moment(milliseconds)
    if when is None:
        return tr("At a time outside the calendar")
    return tr(
        "{weekday}, {day} {month} {year}",
        weekday=tr(_DAYS[when.weekday()]),
        day=when.day,
        month=tr(_MONTHS[when.month - 1]),
        year=when.year,
    )


def days(first: float | None, last: float | None) -> str:
    """A range of dates, without weekdays; what they share is written once."""
    begin, end = moment(first), moment(last)
    if begin is None or end is None or begin.date() == end.date():
        return " – ".join(dict.fromkeys((day(first), day(last))))
    month = _SHORT_MONTHS[begin.month - 1]
    until = tr(
        "{day} {month} {year}", day=end.day, month=tr(_SHORT_MONTHS[end.month - 1]), year=end.year
    )
    if begin.year != end.year:
        since = tr("{day} {month} {year}", day=begin.day, month=tr(month), year=begin.year)
    elif begin.month != end.month:
        since = tr("{day} {month}", day=begin.day, month=tr(month))
    else:
        since = tr("{day}", day=begin.day)
    return f"{since} – {until}"


def full(milliseconds: float | None) -> str:
    """Date and time to the second."""
    when = moment(milliseconds)
    return f"{day(milliseconds)}, {when:%H:%M:%S}" if when else day(milliseconds)


def span(milliseconds: float) -> str:
    """A duration in the largest unit that fits."""
    seconds = abs(milliseconds) / 1000
    if not isfinite(seconds):
        return tr("longer than can be shown")
    if seconds >= _YEAR:
        return plural("{n:,} years", "{n:,} year", int(seconds // _YEAR))
    if seconds >= _DAY:
        return plural("{n:,} days", "{n:,} day", int(seconds // _DAY))
    if seconds >= _HOUR:
        return plural("{n:,} hours", "{n:,} hour", int(seconds // _HOUR))
    if seconds >= _MINUTE:
        return plural("{n:,} minutes", "{n:,} minute", int(seconds // _MINUTE))
    if seconds >= 1:
        return plural("{n:,} seconds", "{n:,} second", int(seconds))
    return tr("less than a second")


def short_day(milliseconds: float | None, today: date, *, with_year: bool = True) -> str:
    """The shortest form of a date that distinguishes it from `today`."""
    when = moment(milliseconds)
    if when is None:
        return ""
    if when.date() == today:
        return f"{when:%H:%M}"
    month = tr(_SHORT_MONTHS[when.month - 1])
    if when.year == today.year or not with_year:
        return tr("{day} {month}", day=when.day, month=month)
    return tr("{day} {month} {year}", day=when.day, month=month, year=when.year)


def month(year: int, number: int) -> str:
    """A month in words."""
    return tr("{month} {year}", month=tr(_MONTHS[number - 1]), year=year)


def period(milliseconds: float | None, today: date) -> tuple[str, float]:
    """A recent day, week or month that holds a time, in words, and its beginning."""
    when = moment(milliseconds)
    if when is None:
        return tr("At an unknown time"), float("-inf")
    age = (today - when.date()).days
    for title, days_back in ((tr("Today"), 0), (tr("Yesterday"), 1), (tr("Last 7 days"), 7)):
        if 0 <= age <= days_back:
            return title, _begin(today - timedelta(days_back))
    return month(when.year, when.month), _begin(when.date().replace(day=1))


def month_among(words: str) -> tuple[str, tuple[float, float] | None]:
    """Words without the month that they name with its year, and when it begins and ends.

    Months are named as here or in English, also in short, or as in 2016-05.
    """
    names = {
        name.casefold(): number % 12 + 1
        for number, text in enumerate((*_MONTHS, *_SHORT_MONTHS))
        for name in (text, tr(text))
    }
    for found in re.finditer(r"(?<!\S)(?:([^\W\d]+)\.?\s+(\d{4})|(\d{4})-(\d\d))(?!\S)", words):
        number = int(found[4]) if found[4] else names.get(found[1].casefold(), 0)
        if 1 <= number <= 12 and (year := int(found[2] or found[3])):
            after = date(year + number // 12, number % 12 + 1, 1) if year < MAXYEAR else date.max
            rest = f"{words[: found.start()]} {words[found.end() :]}"
            return " ".join(rest.split()), (_begin(date(year, number, 1)), _begin(after))
    return words, None


def _begin(day: date) -> float:
    """The local midnight before a day."""
    try:
        return datetime(day.year, day.month, day.day, tzinfo=_zone.get()).timestamp() * 1000
    except (OverflowError, ValueError, OSError):
        return float("-inf")
