"""BIPF, the binary JSON of ssb-db2: `tag payload`, tag = varint of length * 8 + type.

After the specification of bipf 1.9.0. Every length is checked against what holds it. JavaScript
keeps two things out of JSON that this must follow: `undefined` is left out of objects, and a
buffer is written as `{"type": "Buffer", "data": [...]}`.
"""

import struct
from typing import Any

DEEPEST = 200
"""Levels of nesting up to which a value is read; a valid message has at most 63."""

_INTEGER = struct.Struct("<i")
_DOUBLE = struct.Struct("<d")
_STRING, _BUFFER, _INT, _DOUBLES, _ARRAY, _OBJECT, _CONSTANT = range(7)
_UNDEFINED = object()
_CONSTANTS = (False, True, _UNDEFINED)
_LARGEST_PLAIN = 1e15


class NotBIPF(ValueError):
    """Bytes that are not BIPF."""


def decode(data: bytes) -> Any:
    """The value that `data` holds from its first to its last byte. Raises `NotBIPF`."""
    try:
        value, end = _decode(data, 0, len(data), 0)
    except (IndexError, struct.error):
        raise NotBIPF("a value ends too early") from None
    if end != len(data):
        raise NotBIPF(f"{len(data) - end} bytes follow the value")
    return None if value is _UNDEFINED else value


def holds_object(data: bytes, start: int, end: int) -> bool:
    """Whether the tag at `start` says that an object fills the bytes up to `end`."""
    try:
        tag, begin = _varint(data, start)
    except (IndexError, NotBIPF):
        return False
    return tag & 7 == _OBJECT and begin + (tag >> 3) == end


def _varint(data: bytes, position: int) -> tuple[int, int]:
    byte = data[position]
    if byte < 0x80:
        return byte, position + 1
    number, shift = byte & 0x7F, 7
    while byte >= 0x80:
        position += 1
        byte = data[position]
        number |= (byte & 0x7F) << shift
        shift += 7
        if shift > 35:
            raise NotBIPF("a tag has no end")
    return number, position + 1


def _decode(data: bytes, position: int, limit: int, depth: int) -> tuple[Any, int]:
    tag, start = _varint(data, position)
    end = start + (tag >> 3)
    if end > limit:
        raise NotBIPF("a value is longer than what holds it")
    kind = tag & 7
    if kind == _STRING:
        return data[start:end].decode("utf-8", "replace"), end
    if kind == _OBJECT:
        return _object(data, start, end, depth + 1), end
    if kind == _ARRAY:
        return _array(data, start, end, depth + 1), end
    return _atom(data, start, end, kind), end


def _object(data: bytes, position: int, end: int, depth: int) -> dict[str, Any]:
    if depth > DEEPEST:
        raise NotBIPF(f"nested deeper than {DEEPEST} levels")
    entries: dict[str, Any] = {}
    while position < end:
        tag, start = _varint(data, position)
        position = start + (tag >> 3)
        if tag & 7 != _STRING or position > end:
            raise NotBIPF("a key is no text")
        key = data[start:position].decode("utf-8", "replace")
        value, position = _decode(data, position, end, depth)
        if value is not _UNDEFINED:
            entries[key] = value
    return entries


def _array(data: bytes, position: int, end: int, depth: int) -> list[Any]:
    if depth > DEEPEST:
        raise NotBIPF(f"nested deeper than {DEEPEST} levels")
    items = []
    while position < end:
        value, position = _decode(data, position, end, depth)
        items.append(None if value is _UNDEFINED else value)
    return items


def _atom(data: bytes, start: int, end: int, kind: int) -> Any:
    size = end - start
    if kind == _CONSTANT and size <= 1:
        if size == 0:
            return None
        return _CONSTANTS[data[start]]
    if kind == _INT and size == 4:
        return _INTEGER.unpack_from(data, start)[0]
    if kind == _DOUBLES and size == 8:
        number = _DOUBLE.unpack_from(data, start)[0]
        # Whole numbers as Python reads them in JSON, so that a text is one text.
        is_plain = abs(number) < _LARGEST_PLAIN and number.is_integer()
        return int(number) if is_plain else number
    if kind == _BUFFER:
        return {"type": "Buffer", "data": list(data[start:end])}
    raise NotBIPF(f"type {kind} with {size} bytes")
