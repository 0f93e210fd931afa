"""JSON as it is printed: in ASCII, so that it is safe on every terminal and in every encoding.

What turns the direction of text, control characters beyond ASCII's and DEL are escaped with all
else that isn't ASCII, and so are halves of characters, which no encoding has.
"""

import json
import re

import orjson

_BEYOND_ASCII = re.compile(r"[^\x00-\x7e]+")
_DELETE = b"\x7f"


def json_line(answer: object) -> bytes:
    """Return a JSON value on one line, without the end of the line."""
    try:
        line = orjson.dumps(answer)  # many times as fast
    except TypeError:  # halves of characters, numbers beyond 64 bits
        return json.dumps(answer, separators=(",", ":")).encode()
    if line.isascii() and _DELETE not in line:
        return line
    return json.dumps(orjson.loads(line), separators=(",", ":")).encode()


def in_ascii(lines: str) -> str:
    """Return lines of JSON that say the same in ASCII, with every digit and space as it was."""
    return _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], lines)
