"""The value of an entry as text: JSON, plain text, or bytes in hexadecimal digits."""

from dataclasses import dataclass
from enum import StrEnum

import orjson

from tanglescope.engine.archive.corestore.encoding import MalformedRecord, RecordDecoder

MOST = 64 * 1024
"""The number of characters of a value that are shown."""


class ValueForm(StrEnum):
    """The detected form of a value."""

    NOTHING = "nothing"
    """No value: the entry only acknowledges others."""
    JSON = "json"
    TEXT = "text"
    BINARY = "binary"


@dataclass(frozen=True, slots=True)
class Content:
    """A value as text; `size` counts the stored bytes."""

    form: ValueForm
    text: str
    size: int
    is_cut: bool = False


def read_content(value: bytes | None) -> Content:
    """Decode a value; text may have its length before it."""
    if value is None:
        return Content(ValueForm.NOTHING, "", 0)
    form, text = _text(value)
    return Content(form, text[:MOST], len(value), is_cut=len(text) > MOST)


def _text(value: bytes) -> tuple[ValueForm, str]:
    framed = _text_in_frame(value)
    for candidate in (value, framed):
        if candidate is not None and _is_json(candidate):
            return ValueForm.JSON, candidate.decode()
    has_length = framed is not None and value[0] < ord(" ")
    for candidate in (None if has_length else value, framed):
        text = None if candidate is None else _readable(candidate)
        if text is not None:
            return ValueForm.TEXT, text
    return ValueForm.BINARY, value[: MOST // 2 + 1].hex()


def _readable(value: bytes) -> str | None:
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return None
    is_plain = all(letter.isprintable() or letter in "\n\r\t" for letter in text[:MOST])
    return text if is_plain else None


def _is_json(value: bytes) -> bool:
    try:
        orjson.loads(value)
    except orjson.JSONDecodeError:  # also raised for too deep nesting
        return False
    return True


def _text_in_frame(value: bytes) -> bytes | None:
    """The text of a value that consists of a length and text."""
    reader = RecordDecoder(value)
    try:
        inside = reader.buffer()
    except MalformedRecord:
        return None
    return None if reader.has_more or not inside else inside
