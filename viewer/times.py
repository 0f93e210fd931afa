"""Times for people, also when a stranger's clock said something impossible."""

from datetime import date, datetime, timedelta

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


def extent(text: str) -> tuple[float, float] | None:
    """When a year, month or day (2015, 2015-08, 2015-08-01) begins and ends, in milliseconds."""
    parts = text.strip().split("-")
    if not 1 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    try:
        year, month, day = (*map(int, parts), 1, 1)[:3]
        first = datetime(year, month, day)
        if len(parts) == 3:
            end = first + timedelta(days=1)
        else:
            whole = 12 if len(parts) == 1 else 1
            end = datetime(year + (month + whole - 1) // 12, (month + whole - 1) % 12 + 1, 1)
        return 1000 * first.timestamp(), 1000 * end.timestamp()
    except (OverflowError, ValueError, OSError):
        return None


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
