"""Wording: sentences for people, in the language that they chose.

Whatever a person reads in the window is said by one of these functions, in English templates that
`make translations` collects. Only the window, and the processes that work for it, `speak` another
language; the command line never does, so that what it prints is the same everywhere.

Nothing worded is kept: what is written to a database or a file stays as it was before.
"""

from collections.abc import Callable, Sequence
from datetime import date
from string import Formatter
from typing import Any, TypeVar

from engine.languages import ENGLISH, Language, later, load

__all__ = ["date_and_time", "later", "listed", "number", "plural", "speak", "spoken", "tr"]

T = TypeVar("T")

_spoken: Language | None = None


def speak(code: str) -> None:
    """Word everything in a language from now on. Raises `UnknownLanguage`."""
    global _spoken
    _spoken = None if code == ENGLISH else load(code)


def spoken() -> str:
    """The language that everything is worded in."""
    return _spoken.code if _spoken else ENGLISH


def tr(text: str, meaning: str = "", /, **values: object) -> str:
    """A text in the spoken language, with `values` where it names them.

    `meaning` is for translators, where one text is said of two things.
    """
    template = _spoken.said(text, meaning) if _spoken else text
    return _filled(template, values) if values else template


def plural(many: str, one: str, n: int, /, **values: object) -> str:
    """A text about `n` things.

    `many` is first because Linguist shows it as the text, and `one` as the comment on it.
    """
    english = one if n == 1 else many
    template = _spoken.said(many, one, n) if _spoken else english
    return _filled(template, {"n": n, **values})


def counted(n: int, one: str, many: str = "") -> str:
    """A number of things in English, which the command line always speaks: `1 message`."""
    return f"{n:,} {one if n == 1 else many or f'{one}s'}"


def listed(things: Sequence[T], most: int, label: Callable[[T], str]) -> str:
    """The labels of the first things, `most` of them, and how many more there are."""
    text = ", ".join(map(label, things[:most]))
    more = len(things) - most
    return tr("{text} and {more:,} more", text=text, more=more) if more > 0 else text


def number(value: float, spec: str = ",") -> str:
    """A number as the spoken language writes it."""
    return _FILLER.format_field(value, spec)


def date_and_time(when: date, time: str) -> str:
    """A date in figures as the spoken language writes it, and a time of that day."""
    return tr(
        "{year:04}-{month:02}-{day:02} {time}",
        year=when.year,
        month=when.month,
        day=when.day,
        time=time,
    )


class _Filler(Formatter):
    """Fills templates in; numbers with a format are written as the spoken language does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        written = format(value, format_spec)
        is_number = isinstance(value, int | float) and format_spec
        return _spoken.number(written) if _spoken and is_number else written


_FILLER = _Filler()


def _filled(template: str, values: dict[str, object]) -> str:
    return _FILLER.vformat(template, (), values) if _spoken else template.format(**values)
