"""Animated PNG: frames that are PNGs already, taken apart and put together as one file.

Qt writes no animation, and needs not: an animated PNG holds the same compressed rows in other
chunks (https://www.w3.org/TR/png-3/#apng-frame-based-animation). Programs that don't know them
show the first frame.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class ApngFrame:
    """A PNG that replaces a part of the picture, and how long one sees it then."""

    png: bytes
    milliseconds: int
    left: int = 0
    top: int = 0


def animated(frames: Sequence[ApngFrame]) -> bytes:
    """One file of all frames, shown again and again; the first one covers the whole picture.

    All must have the same depth and kind of colour, and the same palette if they have one.
    """
    head = next(data for name, data in chunks(frames[0].png) if name == b"IHDR")
    colours = [_chunk(name, data) for name, data in chunks(frames[0].png) if name == b"PLTE"]
    count = struct.pack(">II", len(frames), 0)
    parts = [_chunk(b"IHDR", head), _chunk(b"acTL", count), *colours]
    number = 0
    for frame in frames:
        own_head = next(data for name, data in chunks(frame.png) if name == b"IHDR")
        if own_head[8:] != head[8:]:
            raise ValueError("these frames differ in their kind of colour")
        width, height = struct.unpack(">II", own_head[:8])
        place = (width, height, frame.left, frame.top)
        control = struct.pack(">IIIIIHHBB", number, *place, frame.milliseconds, 1000, 0, 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        for data in (data for name, data in chunks(frame.png) if name == b"IDAT"):
            if frame is frames[0]:
                parts.append(_chunk(b"IDAT", data))
            else:
                parts.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return SIGNATURE + b"".join([*parts, _chunk(b"IEND", b"")])


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: name and data."""
    offset = len(SIGNATURE)
    while offset < len(png):
        (length,) = struct.unpack_from(">I", png, offset)
        yield png[offset + 4 : offset + 8], png[offset + 8 : offset + 8 + length]
        offset += length + 12


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)
