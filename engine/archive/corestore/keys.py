"""The keys of hypercore-storage 3, by which the records of cores are found in the database.

Numbers are encoded so that their bytes sort like the numbers.
"""

from enum import IntEnum

from tanglescope.engine.archive.corestore.encoding import MalformedRecord
from tanglescope.engine.wording import tr


class Table(IntEnum):
    """The first number of a key."""

    HEAD = 0
    CORE_BY_DISCOVERY_KEY = 1
    CORE = 3
    DATA = 4


class CoreRecord(IntEnum):
    """The third number of a key about a core."""

    AUTH = 0
    SESSIONS = 1


class DataRecord(IntEnum):
    """The third number of a key about the data of a core."""

    HEAD = 0
    DEPENDENCY = 1
    BLOCK = 3
    TREE = 4
    USER_DATA = 6


_WIDTHS = {0xFC: 2, 0xFD: 4, 0xFE: 8}


def key(*numbers: int) -> bytes:
    """The key, or beginning of keys, that consists of these numbers."""
    return b"".join(map(_number, numbers))


def number_at(encoded: bytes, start: int) -> int:
    """The number that a key has at a position."""
    if start >= len(encoded):
        raise MalformedRecord(tr("a key ends too early"))
    first = encoded[start]
    if first < 0xFC:
        return first
    width = _WIDTHS.get(first, 0)
    digits = encoded[start + 1 : start + 1 + width]
    if not width or len(digits) < width:
        raise MalformedRecord(tr("a key lacks a number"))
    return int.from_bytes(digits, "big")


def text_at(encoded: bytes, start: int) -> str:
    """The text at the end of a key, between zero bytes; zero bytes in the text are escaped."""
    text = encoded[start:]
    if not text.startswith(b"\0") or not text.endswith(b"\0\1"):
        raise MalformedRecord(tr("a key lacks a text"))
    return text[1:-2].replace(b"\0\2", b"\0").decode("utf-8", "replace")


def _number(number: int) -> bytes:
    if number < 0xFC:
        return bytes([number])
    for first, width in _WIDTHS.items():
        if number < 1 << 8 * width:
            return bytes([first]) + number.to_bytes(width, "big")
    raise MalformedRecord(tr("{number} is too large for a key", number=number))
