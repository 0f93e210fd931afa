"""JSON output in ASCII, which is safe on every terminal and in every encoding.

All characters outside ASCII are escaped, including marks that change the direction of text, control
characters and lone surrogates; so is DEL.
"""

import json
import re
from typing import Any

import orjson

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
