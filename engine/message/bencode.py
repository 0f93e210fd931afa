"""Bencode: integers, bytes, lists and dictionaries, each in exactly one way.

`i42e`, `3:abc`, `l...e`, `d...e` with the keys in ascending order. The reference implementation of
Bendy Butt reads more than it writes; a value that it can't write has no agreed id, so it is
rejected here.
"""

from typing import TypeAlias

from tanglescope.engine.message.canonical import utf16_units

DEEPEST = 200
"""Levels of nesting up to which a value is read."""

LARGEST = 2**53 - 1
"""The largest integer, either way, that JavaScript reads as it is."""

Value: TypeAlias = "int | bytes | list[Value] | dict[str, Value]"


class NotBencode(ValueError):
    """Bytes that are not bencode, or not in its canonical form."""


def encode(value: Value) -> bytes:
    """The encoding of a value."""
    parts: list[bytes] = []
    _write(value, parts, 0)
    return b"".join(parts)


def decode(data: bytes) -> Value:
    """The value that fills all of `data`. Raises `NotBencode`."""
    value, end = _read(data, 0, 0)
    if end != len(data):
        raise NotBencode(f"{len(data) - end} bytes follow the value")
    return value


def _write(value: Value, parts: list[bytes], depth: int) -> None:
    if depth > DEEPEST:
        raise NotBencode(f"nested deeper than {DEEPEST} levels")
    if isinstance(value, bytes):
        parts.append(b"%d:" % len(value) + value)
    elif isinstance(value, list):
        parts.append(b"l")
        for item in value:
            _write(item, parts, depth + 1)
        parts.append(b"e")
    elif isinstance(value, dict):
        parts.append(b"d")
        for key in sorted(value, key=utf16_units):
            _write(key.encode("utf-8", "replace"), parts, depth + 1)
            _write(value[key], parts, depth + 1)
        parts.append(b"e")
    else:
        parts.append(b"i%de" % value)


def _read(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    if depth > DEEPEST:
        raise NotBencode(f"nested deeper than {DEEPEST} levels")
    mark = data[at : at + 1]
    if mark == b"l":
        return _list(data, at + 1, depth + 1)
    if mark == b"d":
        return _dictionary(data, at + 1, depth + 1)
    if mark == b"i":
        return _number(data, at + 1, b"e")
    return _bytes(data, at)


def _list(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    items: list[Value] = []
    while data[at : at + 1] != b"e":
        item, at = _read(data, at, depth)
        items.append(item)
    return items, at + 1


def _dictionary(data: bytes, at: int, depth: int) -> tuple[Value, int]:
    entries: dict[str, Value] = {}
    latest = None
    while data[at : at + 1] != b"e":
        raw, at = _bytes(data, at)
        try:
            key = raw.decode()
        except UnicodeDecodeError:
            raise NotBencode("a key isn't UTF-8") from None
        if latest is not None and utf16_units(key) <= latest:
            raise NotBencode("the keys are not in ascending order")
        latest = utf16_units(key)
        entries[key], at = _read(data, at, depth)
    return entries, at + 1


def _bytes(data: bytes, at: int) -> tuple[bytes, int]:
    size, start = _number(data, at, b":")
    end = start + size
    if size < 0 or end > len(data):
        raise NotBencode("a text is longer than what holds it")
    return data[start:end], end


def _number(data: bytes, at: int, mark: bytes) -> tuple[int, int]:
    end = data.find(mark, at, at + len(str(-LARGEST)) + 1)
    digits = data[at:end] if end >= 0 else b""
    if not digits.removeprefix(b"-").isdigit():
        raise NotBencode("a number is expected")
    number = int(digits)
    if b"%d" % number != digits or abs(number) > LARGEST:
        raise NotBencode("a number is not written as it should be")
    return number, end + 1
