"""Writers of logs in the original formats, short enough to be checked by reading."""

import json
import struct
from collections.abc import Callable, Iterable
from typing import Any

BLOCK = 65536
INTEGERS = range(-(2**31) + 1, 2**31)


def compact(item: object) -> bytes:
    """JSON as most programs write it."""
    return json.dumps(item, separators=(",", ":")).encode()


def offset_log(
    items: Iterable[object], width: int = 4, write: Callable[[object], bytes] = compact
) -> bytes:
    """flumelog-offset: `items` as JSON, None as a deleted record."""
    log = b""
    for item in items:
        data = write(item) if item is not None else bytes(99)
        length = struct.pack(">I", len(data))
        end = len(log) + len(data) + 8 + width
        log += length + data + length + (end.to_bytes(width, "big") if width else b"")
    return log


def bipf(value: Any) -> bytes:
    """The BIPF of a JSON value; what UTF-8 can't hold is replaced, as JavaScript does."""
    match value:
        case None:
            return tagged(6, b"")
        case bool():
            return tagged(6, bytes([value]))
        case int() if value in INTEGERS:
            return tagged(2, struct.pack("<i", value))
        case int() | float():
            return tagged(3, struct.pack("<d", value))
        case str():
            whole = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            return tagged(0, whole.encode())
        case list():
            return tagged(4, b"".join(map(bipf, value)))
        case dict():
            return tagged(5, b"".join(bipf(key) + bipf(item) for key, item in value.items()))
    raise TypeError(value)


def tagged(kind: int, payload: bytes) -> bytes:
    """A BIPF value of a type, whatever its payload."""
    tag, number = b"", len(payload) << 3 | kind
    while number >= 0x80:
        tag += bytes([number & 0x7F | 0x80])
        number >>= 7
    return tag + bytes([number]) + payload


def block_log(records: Iterable[bytes], end: int = 2) -> bytes:
    """async-append-only-log: framed records in blocks that end with at least `end` zeros."""
    blocks = [b""]
    for record in records:
        if len(blocks[-1]) + len(record) + end > BLOCK:
            blocks.append(b"")
        blocks[-1] += record
    return b"".join(block.ljust(BLOCK, b"\0") for block in blocks)


def bipf_record(item: object) -> bytes:
    """A record of a `log.bipf`; None is a deleted one."""
    data = bipf(item) if item is not None else bytes(99)
    return struct.pack("<H", len(data)) + data


def pzp_record(item: object, empty: int = 0) -> bytes:
    """A record of a pzp-db log; None is a deleted one."""
    data = compact(item) if item is not None else b""
    return struct.pack("<HH", len(data), empty) + data + bytes(empty)
