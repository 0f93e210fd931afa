"""Times for people, also when a stranger's clock said something impossible."""

from datetime import date, datetime

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

_UNITS = (
    ("year", 31_556_952),
    ("day", 86_400),
    ("hour", 3600),
    ("minute", 60),
    ("second", 1),
)


def moment(milliseconds: float | None) -> datetime | None:
    """The local time of a timestamp; None when no calendar holds it."""
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000)
    except (OverflowError, ValueError, OSError):
        return None


def clock(milliseconds: float | None) -> str:
    """Hours and minutes."""
    when = moment(milliseconds)
    return f"{when:%H:%M}" if when else "no time"


def day(milliseconds: float | None) -> str:
    """The date in words."""
    when = moment(milliseconds)
    if when is None:
        return "At a time that no calendar holds"
    return f"{_DAYS[when.weekday()]}, {when.day} {_MONTHS[when.month - 1]} {when.year}"


def full(milliseconds: float | None) -> str:
    """Date and time to the second."""
    when = moment(milliseconds)
    return f"{day(milliseconds)}, {when:%H:%M:%S}" if when else day(milliseconds)


def span(milliseconds: float) -> str:
    """How long something takes, in the largest unit that there is one of."""
    seconds = abs(milliseconds) / 1000
    for unit, length in _UNITS:
        if seconds >= length:
            number = int(seconds // length)
            return f"{number:,} {unit}" if number == 1 else f"{number:,} {unit}s"
    return "less than a second"


def short_day(milliseconds: float | None, today: date) -> str:
    """The date in as few letters as tell it from `today`."""
    when = moment(milliseconds)
    if when is None:
        return ""
    if when.date() == today:
        return f"{when:%H:%M}"
    text = f"{when.day} {_MONTHS[when.month - 1][:3]}"
    return text if when.year == today.year else f"{text} {when.year}"
