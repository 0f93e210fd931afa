"""Large JSON texts of strangers: a graph, a room or an editing trace as one value.

Some bytes of JSON may take a hundred times as much memory, and a parser doesn't return before it is
done. So the values in a text are counted first, and long lists are parsed piece by piece.
"""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson

from engine.wording import tr

MOST_VALUES = 4_000_000
"""The number of separators and brackets that any text may have: up to 0.5 GB in memory."""

_BYTES_OF_VALUE = 3
"""The bytes of a file that each one more has to have."""

_AT_ONCE = 1 << 20
_PREFIX = 1 << 20
_ATTEMPTS = 8
_MARKS = (b",", b":", b"[", b"{")
_LIST = re.compile(rb'"(nodes|txns|events|pdus|state)"\s*+:\s*+\[')
_END = re.compile(rb"\}\s*+,")


class TooManyValues(ValueError):
    """A text has more values than can be kept in memory."""

    def __init__(self) -> None:
        super().__init__(tr("it has too many values"))


def load(text: bytes, *, size: int | None = None) -> Any:
    """The value of a text from a file of `size` bytes, which are fewer if it was compressed.

    Raises `TooManyValues` or `orjson.JSONDecodeError`.
    """
    most = max(MOST_VALUES, (len(text) if size is None else size) // _BYTES_OF_VALUE)
    if len(text) > MOST_VALUES and sum(map(text.count, _MARKS)) > most:
        raise TooManyValues
    if len(text) <= _AT_ONCE:
        return orjson.loads(text)
    with _without_collecting():
        return _in_pieces(text)


def _in_pieces(text: bytes) -> Any:
    """The value of a text whose longest list, of objects, is parsed piece by piece."""
    begin = 1 if text.startswith(b"[") else 0
    name = ""
    if not begin:
        found = _LIST.search(text, 0, _PREFIX)
        if found is None or _LIST.search(text, found.end()):
            return orjson.loads(text)
        begin, name = found.end(), found[1].decode()
    items, end = _items(text, begin)
    rest = orjson.loads(text[:begin] + text[end:])
    there = rest.get(name) if isinstance(rest, dict) else rest
    if not isinstance(there, list):  # the list is in another value
        return orjson.loads(text)
    there[:0] = items
    return rest


def _items(text: bytes, begin: int) -> tuple[list[Any], int]:
    """Items of the list that begins there, and where the remaining ones begin."""
    items: list[Any] = []
    while len(text) - begin > _AT_ONCE and (piece := _piece(text, begin)) is not None:
        more, begin = piece
        items += more
    return items, begin


def _piece(text: bytes, begin: int) -> tuple[list[Any], int] | None:
    """Some items from there on, and the end of them; None if no end is found soon."""
    last = begin + _AT_ONCE
    for _ in range(_ATTEMPTS):
        last = text.rfind(b"}", begin, last)
        if last < 0:
            return None
        if (end := _END.match(text, last)) is None:
            continue
        # It may be inside of an item; then the piece isn't a list.
        with_end = b"[%b]" % text[begin : last + 1]
        try:
            return orjson.loads(with_end), end.end()
        except orjson.JSONDecodeError:
            continue
    return None


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Don't look for garbage, of which parsing makes none: that would take most of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
