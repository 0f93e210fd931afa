"""Wording: texts for users, in the chosen language.

All texts in the window come from these functions, with English templates that `make translations`
collects. Only the window and its processes `speak` another language; the command line is always in
English, so that its output is the same everywhere.

Translated texts are never stored in a database or a file.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import PurePath
from string import Formatter
from typing import Any, TypeVar

from tanglescope.engine.language.languages import ENGLISH, Language, later, load

__all__ = [
    "current_language",
    "date_and_time",
    "later",
    "list_first",
    "number",
    "on_one_line",
    "plural",
    "quote_program",
    "speak",
    "tr",
]

T = TypeVar("T")

_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

_spoken: Language | None = None


def speak(code: str) -> None:
    """Use a language from now on. Raises `UnknownLanguage`."""
    global _spoken
    _spoken = None if code == ENGLISH else load(code)


def current_language() -> str:
    """The current language."""
    return _spoken.code if _spoken else ENGLISH


def tr(text: str, meaning: str = "", /, **values: object) -> str:
    """A text in the current language, with `values` filled in.

    `meaning` helps translators if one text has two meanings.
    """
    template = _spoken.translation_of(text, meaning) if _spoken else text
    return _fill(template, values) if values else template


def plural(many: str, one: str, n: int, /, **values: object) -> str:
    """A text with a plural, for the number `n`.

    `many` is first because Linguist shows it as the text, and `one` as the comment on it.
    """
    english = one if n == 1 else many
    template = _spoken.translation_of(many, one, n) if _spoken else english
    return _fill(template, {"n": n, **values})


def local_day(milliseconds: float | None) -> str:
    """A day in the local time zone, as in the window; `????-??-??` outside of calendars."""
    try:
        return datetime.fromtimestamp((milliseconds or 0) / 1000).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return "????-??-??"


def on_one_line(name: str) -> str:
    """The name of a file, in which others may have put characters that fake a line of ours."""
    return _NOT_IN_NAMES.sub(lambda found: found[0].encode("unicode_escape").decode(), name)


def count_noun(n: int, one: str, many: str = "") -> str:
    """A number with an English noun, for the command line: `1 message`."""
    return f"{n:,} {one if n == 1 else many or f'{one}s'}"


def list_first(things: Sequence[T], most: int, label: Callable[[T], str]) -> str:
    """The labels of the first `most` items, and the number of further ones."""
    text = ", ".join(map(label, things[:most]))
    more = len(things) - most
    return tr("{text} and {more:,} more", text=text, more=more) if more > 0 else text


def quote_program(program: str, said: object) -> str:
    """What another program says, which is rarely in the current language, or that it is silent."""
    if not str(said):
        return tr("{program} gives no reason", program=program)
    return tr("{program} says “{said}”", program=program, said=said)


def number(value: float, spec: str = ",") -> str:
    """A number in the format of the current language."""
    return _FILLER.format_field(value, spec)


def date_and_time(when: date, time: str) -> str:
    """A numeric date in the format of the current language, with a time."""
    return tr(
        "{year:04}-{month:02}-{day:02} {time}",
        year=when.year,
        month=when.month,
        day=when.day,
        time=time,
    )


class _Filler(Formatter):
    """Fills in templates; numbers are formatted for the current language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        written = format(value, format_spec)
        is_number = isinstance(value, int | float) and format_spec
        return _spoken.number(written) if _spoken and is_number else written


_FILLER = _Filler()


def _fill(template: str, values: dict[str, object]) -> str:
    values = {
        name: on_one_line(str(value)) if isinstance(value, PurePath) else value
        for name, value in values.items()
    }
    return _FILLER.vformat(template, (), values) if _spoken else template.format(**values)
