"""Readable text: the characters of others as people may see them.

No character is dropped that a reader needs: no-break and wide spaces, joiners, flags, scripts newer
than this Python. Only what controls a terminal or fakes the direction of text is made visible.

JSON output is in ASCII, which is safe on every terminal and in every encoding: all characters
outside ASCII are escaped, including marks that change the direction of text, control characters and
lone surrogates; so is DEL.
"""

import json
import re
from typing import Any

import orjson

_CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f"
_DIRECTIONS = r"\u202a-\u202e\u2066-\u2069"
_NO_CHARACTERS = r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_LINE_BREAK = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SHOWN_BY_CODE = re.compile(f"[{_CONTROLS}{_DIRECTIONS}{_NO_CHARACTERS}]")
_BLANK = r"\t-\r\x1c-\x1f\x85\u2028\u2029"
_WRAPPED = re.compile(rf"[ {_BLANK}]{{2,}}|[{_BLANK}]")
_WITHOUT_SHAPE = re.compile(rf"[\n\t\r\x85\u2028\u2029{_CONTROLS}{_DIRECTIONS}{_NO_CHARACTERS}]")


def readable(text: str) -> str:
    """A text whose lines end in line feeds, and whose controls are shown by their codes."""
    return _SHOWN_BY_CODE.sub(_code, _LINE_BREAK.sub("\n", text))


def unwrap(text: str) -> str:
    """A text on one line with single spaces; no-break, wide and thin spaces stay as they are."""
    return _WRAPPED.sub(" ", text).strip()


def without_controls(text: str, instead: str = " ") -> str:
    """A text for a picture, on one line."""
    return _WITHOUT_SHAPE.sub(instead, text)


def _code(found: re.Match[str]) -> str:
    number = ord(found.group())
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


_BEYOND_ASCII = re.compile(r"[^\x00-\x7e]+")
_DELETE = b"\x7f"


def json_line(answer: object) -> bytes:
    """Return a JSON value on one line, without a line end."""
    try:
        line = orjson.dumps(answer)  # many times faster
    except TypeError:  # lone surrogates, numbers beyond 64 bits
        return json.dumps(answer, separators=(",", ":")).encode()
    if line.isascii() and _DELETE not in line:
        return line
    return json.dumps(orjson.loads(line), separators=(",", ":")).encode()


def error_answer(said: str, code: str, place: str | None) -> dict[str, Any]:
    """Return an error as JSON."""
    return {"error": {"code": code, "message": said, "place": place}}


def in_ascii(lines: str) -> str:
    """Return equivalent lines of JSON in ASCII, with every digit and space unchanged."""
    return _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], lines)
