"""The canonical text that SSB signs and hashes: `JSON.stringify(JSON.parse(text), null, 2)`.

Ids and signatures of classic messages cover exactly the text that a JavaScript engine writes, so
this module follows ECMA-262 exactly (`JSON.parse`, `SerializeJSONProperty`, `Number::toString`):
numbers are doubles, array-index keys come first, lone surrogates are written as escapes. Python's
json and orjson differ from it in all three.

orjson handles the common case, because it is ten times faster. If a value has anything that the two
could write differently, the exact writer below writes it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import orjson
import rfc8785

DEEPEST = 4000
"""Levels of nesting up to which a value gets an id; a valid message has at most 63.

The canonical text of one that is nested so deeply is longer than any that is written.
"""

LONGEST = 1 << 20
"""Bytes of text up to which a value is read; a valid message has at most 8,192 UTF-16 units."""

_LONGEST_OUTPUT = 16 << 20
_LONGEST_QUICK = 1 << 16

_LARGEST_INDEX = 2**32 - 2
_INDEX_KEY = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)

_PLAIN_INTEGERS = 10**15

_USUAL_KEYS = frozenset(
    [
        "previous",
        "sequence",
        "author",
        "timestamp",
        "hash",
        "content",
        "signature",
        "type",
        "text",
        "root",
        "branch",
        "mentions",
        "link",
        "name",
        "vote",
        "value",
        "expression",
        "channel",
    ]
)
"""The only keys that most messages have, known not to be like indices."""


class NotJSON(ValueError):
    """Text that `JSON.parse` refuses, or that is too long or too deep to be a message."""


class TooDeep(NotJSON):
    """Text that is nested too deep to be a message."""


class TextTooLarge(ValueError):
    """A value whose canonical text would be far too long to be a message."""


def parse(text: bytes) -> object:
    """`JSON.parse` of UTF-8 text: dicts keep the order of first appearance, the last value wins.

    Bytes that are not UTF-8 become U+FFFD, as in Node. Raises `NotJSON`.
    """
    if len(text) <= _LONGEST_QUICK:
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            pass  # orjson refuses lone surrogates and 1e400, which JSON.parse accepts
    elif len(text) > LONGEST:
        raise NotJSON(f"longer than {LONGEST:,} bytes")
    return parse_exactly(text.decode("utf-8", "replace"))


def is_json(text: bytes) -> bool:
    """Whether `parse` reads a text."""
    try:
        parse(text)
    except NotJSON:
        return False
    return True


def canonical(value: object) -> bytes:
    """The canonical text of a parsed value, in UTF-8.

    Lone surrogates are escaped in it, so that it can always be encoded. Raises `TextTooLarge`.
    """
    if type(value) is dict:
        try:
            text = orjson.dumps(value, option=orjson.OPT_INDENT_2)
        except TypeError:
            pass  # a lone surrogate, deep nesting, an integer beyond 64 bits
        else:
            if len(text) <= _LONGEST_QUICK and _is_plain(value):
                return text
    return write_exactly(value).encode()


def _is_plain(value: object) -> bool:
    """Whether orjson writes a value as ECMAScript does: no fractions, no keys like indices."""
    if isinstance(value, dict):
        if not value.keys() <= _USUAL_KEYS and any("0" <= key < ":" for key in value):
            return False
        items: Iterable[object] = value.values()
    elif isinstance(value, list):
        items = value
    else:
        return not isinstance(value, float)
    for item in items:
        # Nearly all values are texts and integers, so these cost no call.
        kind = type(item)
        if kind is int:
            if not -_PLAIN_INTEGERS < item < _PLAIN_INTEGERS:  # type: ignore[operator]
                return False
        elif kind is not str and not _is_plain(item):
            return False
    return True


def utf16_units(text: str) -> bytes:
    """The UTF-16 units of a text, by which JavaScript compares texts instead of code points."""
    return text.encode("utf-16-be", "surrogatepass")


def utf16_length(text: str) -> int:
    """The `length` of a JavaScript string: the number of its UTF-16 code units."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def low_bytes(text: str) -> bytes:
    """`Buffer.from(text, "binary")`: the low byte of every UTF-16 unit."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass")[::2]


def number_text(number: float) -> str:
    """`Number::toString` in base 10; `null` for numbers that JSON can't represent."""
    try:
        return rfc8785.dumps(float(number)).decode()
    except (OverflowError, rfc8785.FloatDomainError):
        return "null"


def _refuse(constant: str) -> object:
    raise NotJSON(f"{constant} is not JSON")


def _integer(digits: str) -> float:
    return int(digits) if len(digits) < 16 else float(digits)


_decoder = json.JSONDecoder(parse_int=_integer, parse_constant=_refuse)


def parse_exactly(text: str) -> object:
    """`JSON.parse`, exactly as specified; `parse` gives the same result faster."""
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise NotJSON(str(error)) from None
    except RecursionError:
        raise TooDeep("nested too deep for a message") from None


def parse_nested(text: str) -> object:
    """The same for text for which `TooDeep` was raised, down to `DEEPEST` levels.

    Use the result only for its canonical text, because other code may recurse into values.
    """
    open_values: list[dict[str, object] | list[object]] = []
    names: list[str] = []  # names of the current entries of the open objects
    at = _skip_space(text, 0)
    while True:
        value, at, is_open = _start_value(text, at)
        if is_open:
            if len(open_values) == DEEPEST:
                raise TooDeep(f"nested deeper than {DEEPEST:,} levels")
            open_values.append(value)
            if isinstance(value, dict):
                at = _read_name(text, at, names)
            continue
        while open_values:
            holder = open_values[-1]
            _put_into(holder, names, value)
            mark, at = text[at : at + 1], _skip_space(text, at + 1)
            if mark == ",":
                if isinstance(holder, dict):
                    at = _read_name(text, at, names)
                break
            if mark != _CLOSING[type(holder)]:
                raise NotJSON(f"`,` or a closing bracket is missing at character {at - 1:,}")
            value = open_values.pop()
        else:
            if at < len(text):
                raise NotJSON(f"more text follows at character {at:,}")
            return value


_CLOSING = {dict: "}", list: "]"}
_SPACE = re.compile(r"[ \t\r\n]*+")


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _start_value(text: str, at: int) -> tuple[Any, int, bool]:
    """The value that starts at a position, what follows it, and whether it is still open."""
    bracket = text[at : at + 1]
    if bracket not in ("{", "["):
        value, end = _decode_from(text, at)
        return value, _skip_space(text, end), False
    value = {} if bracket == "{" else []
    at = _skip_space(text, at + 1)
    if text[at : at + 1] != _CLOSING[type(value)]:
        return value, at, True
    return value, _skip_space(text, at + 1), False


def _put_into(holder: dict[str, object] | list[object], names: list[str], value: object) -> None:
    if isinstance(holder, dict):
        holder[names.pop()] = value
    else:
        holder.append(value)


def _read_name(text: str, at: int, names: list[str]) -> int:
    """Read the name of an entry and the colon after it; return the position of its value."""
    if text[at : at + 1] != '"':
        raise NotJSON(f"an entry has no name at character {at:,}")
    name, at = _decode_from(text, at)
    at = _skip_space(text, at)
    if text[at : at + 1] != ":":
        raise NotJSON(f"`:` is missing at character {at:,}")
    names.append(name)
    return _skip_space(text, at + 1)


def _decode_from(text: str, at: int) -> tuple[Any, int]:
    try:
        return _decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise NotJSON(str(error)) from None


def write_exactly(value: object) -> str:
    """`JSON.stringify`, exactly as specified; `canonical` gives the same result faster."""
    return _Writer().write(value)


class _Writer:
    """Writes one value exactly, up to a limit, as indentation can make short text very long."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._room = _LONGEST_OUTPUT
        self._open: list[tuple[Iterator[tuple[str, object]], str]] = []

    def write(self, value: object) -> str:
        self._begin(value)
        while self._open:
            entries, bracket = self._open[-1]
            for lead, item in entries:
                self._put(lead)
                self._begin(item)
                break
            else:
                self._open.pop()
                self._put("\n" + "  " * len(self._open) + bracket)
        return "".join(self._parts)

    def _begin(self, value: object) -> None:
        if isinstance(value, dict | list) and value:
            bracket = "{}" if isinstance(value, dict) else "[]"
            self._put(bracket[0])
            self._open.append((_entries(value, "  " * (len(self._open) + 1)), bracket[1]))
        else:
            self._put(_atom(value))

    def _put(self, part: str) -> None:
        self._room -= len(part)
        if self._room < 0:
            raise TextTooLarge(f"canonical text longer than {_LONGEST_OUTPUT:,} characters")
        self._parts.append(part)


def _entries(value: dict[str, object] | list[object], indent: str) -> Iterator[tuple[str, object]]:
    """Every element and what is before it: a comma, a line break, the key."""
    comma = "\n"
    if isinstance(value, dict):
        for key, item in _in_order(value):
            yield f"{comma}{indent}{_quote(key)}: ", item
            comma = ",\n"
    else:
        for item in value:
            yield comma + indent, item
            comma = ",\n"


_CONSTANTS = {None: "null", True: "true", False: "false"}


def _atom(value: object) -> str:
    if isinstance(value, str):
        return _quote(value)
    if value is None or isinstance(value, bool):
        return _CONSTANTS[value]
    if isinstance(value, int | float):
        return number_text(value)
    return "{}" if isinstance(value, dict) else "[]"


def _quote(text: str) -> str:
    quoted = json.encoder.encode_basestring(text)
    if quoted.isascii():
        return quoted
    # The parser has joined the halves of surrogate pairs, so any that are left are lone. UTF-8 can
    # encode everything else, so only these are escaped as \ud800.
    return quoted.encode("utf-8", "backslashreplace").decode()


def _in_order(value: dict[str, object]) -> list[tuple[str, object]]:
    """Entries in the order of JavaScript: array indices ascending, then the others as added."""
    indices = sorted(filter(_is_index, value), key=int)
    if not indices:
        return list(value.items())
    others = [(key, item) for key, item in value.items() if not _is_index(key)]
    return [(key, value[key]) for key in indices] + others


def _is_index(key: str) -> bool:
    return _INDEX_KEY.fullmatch(key) is not None and int(key) <= _LARGEST_INDEX
