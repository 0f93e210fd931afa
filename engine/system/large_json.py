"""Large JSON texts of strangers: a graph, a room or an editing trace as one value.

Some bytes of JSON may take a hundred times as much memory, and a parser doesn't return before it is
done. So the values in a text are counted first, and long lists are parsed piece by piece.
"""

import re
from secrets import token_hex
from typing import Any

import orjson

from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.collecting import without_collecting

MOST_VALUES = 4_000_000
"""The number of separators and brackets that any text may have: up to 0.5 GB in memory."""

_BYTES_OF_VALUE = 3
"""The bytes of a file that each one more has to have."""

_MOST_OF_ANY = 32_000_000
"""The number that a text of any size may have: some three million nodes."""

_AT_ONCE = 1 << 20
_AHEAD = 1 << 21
_LONGEST_AT_ONCE = 1 << 26
"""Bytes; a character may take four in memory, and twice while it is parsed."""

_ATTEMPTS = 8
_MARKS = (b",", b":", b"[", b"{")
_LIST = re.compile(rb'"(nodes|txns|events|pdus|state)"\s*+:\s*+\[')
_END = re.compile(rb"\}\s*+,")


class TooManyValues(ValueError):
    """A text has more values than can be kept in memory."""

    def __init__(self) -> None:
        super().__init__(tr("it has too many values, or too long a text"))


def load(text: bytes, *, size: int | None = None) -> Any:
    """The value of a text from a file of `size` bytes, which are fewer if it was compressed.

    Raises `TooManyValues` or `orjson.JSONDecodeError`.
    """
    if len(text) <= _AT_ONCE:
        return orjson.loads(text)
    more = (len(text) if size is None else size) // _BYTES_OF_VALUE
    _refuse_more(text, min(max(MOST_VALUES, more), _MOST_OF_ANY))
    with without_collecting():
        return _in_pieces(text)


def _refuse_more(text: bytes, most: int) -> None:
    if len(text) <= MOST_VALUES:
        return
    places = range(0, len(text), _AT_ONCE)
    if sum(text.count(mark, at, at + _AT_ONCE) for at in places for mark in _MARKS) > most:
        raise TooManyValues


def _at_once(text: bytes) -> Any:
    """The value of a text that isn't divided: no other thread runs while it is parsed."""
    if len(text) > _LONGEST_AT_ONCE:
        raise TooManyValues
    _refuse_more(text, MOST_VALUES)
    return orjson.loads(text)


def _in_pieces(text: bytes) -> Any:
    """The value of a text whose long lists, of objects, are parsed piece by piece."""
    if text.startswith(b"["):
        items, end = _items(text, 1)
        rest = _at_once(text[:1] + text[end:])
        rest[:0] = items
        return rest
    # The items of a list are replaced by a mark, which shows whether it is where it is looked for.
    mark = token_hex()
    parts: list[bytes] = []
    lists: list[tuple[str, list[Any]]] = []
    end = 0
    while len(text) - end > _AT_ONCE and (found := _LIST.search(text, end, end + _AHEAD)):
        items, after = _items(text, found.end())
        parts.append(text[end : found.end()])
        if items:
            parts.append(f'"{mark}",'.encode())
            lists.append((found[1].decode(), items))
        end = after
    rest = _at_once(b"".join((*parts, text[end:])))
    for name, items in lists:
        there = rest.get(name) if isinstance(rest, dict) else None
        if not isinstance(there, list) or there[:1] != [mark]:
            return _at_once(text)  # the list is in another value
        there[:1] = items
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
