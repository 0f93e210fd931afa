"""Facts: labels and texts below the sentence of a message, each cut to size and cleaned.

A `MessageType` makes the sentence and the facts of one type of message.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tanglescope.engine.reduce.activities import milliseconds
from tanglescope.engine.words.text import Call, clean, clean_name
from tanglescope.engine.words.times import full as time_and_date

LONGEST_FACT = 600
_LONGEST_FIELD = 160
MOST_LISTED = 12

MessageContent: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = list[tuple[str, str]]
"""Labels and texts."""


def cut(text: str) -> str:
    """A text cut to the length of a field."""
    return clean(text, _LONGEST_FIELD)


def shown_name(value: object) -> str:
    """A text on one line; of a tangled record, what it is set to."""
    if isinstance(value, Mapping):
        value = value.get("set")
    return clean_name(value) if isinstance(value, str) else ""


def shown_text(value: object) -> str:
    """A text of several lines."""
    return clean(value.strip(), LONGEST_FACT) if isinstance(value, str) else ""


def shown_time(value: float | None) -> str:
    """A time in words; empty for none."""
    return "" if value is None else time_and_date(value)


def stated(*facts: tuple[str, str]) -> Facts:
    """The facts that aren't empty."""
    return [(label, text) for label, text in facts if text]


def stated_time(value: object) -> str:
    """A time as gatherings and polls write it: milliseconds, or ISO 8601."""
    moment = milliseconds(value)
    return "" if moment is None else time_and_date(moment)


def _no_facts(_content: MessageContent, _call: Call) -> Facts:
    return []


def _nothing_of_self(_content: MessageContent, _author: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class MessageType:
    """How messages of a type are put into words."""

    summarize: Callable[[MessageContent, Call], str | None]
    """A sentence to follow the author's name; None where a message is malformed."""
    facts: Callable[[MessageContent, Call], Facts] = _no_facts
    of_self: Callable[[MessageContent, str], str | None] = _nothing_of_self
    """The sentence if it is about its author, whose feed is given; None if it isn't."""
    title: str = ""
    """The field with the title that other messages use for it; "" for none."""
