"""Pictures for tests: intact ones of every format, bombs, and damaged ones."""

import hashlib
import random
import struct
import zlib
from base64 import b64encode
from functools import cache
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

FORMATS = ("png", "jpeg", "webp", "gif")


@cache
def picture(kind: str, width: int = 60, height: int = 40) -> bytes:
    """An intact picture, red at the left and blue at the right."""
    if kind == "gif":
        return gif(width, height)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#c03020"))
    for x in range(width // 2, width):
        for y in range(height):
            image.setPixelColor(x, y, QColor("#2040c0"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def turned(orientation: int, order: str = "<", picture_: bytes | None = None) -> bytes:
    """A JPEG of 60 x 40 pixels whose EXIF data holds the orientation of the camera."""
    data = picture("jpeg") if picture_ is None else picture_
    mark = {"<": b"II", ">": b"MM"}[order]
    entries = [(0x010F, 2, 4, 0), (0x0112, 3, 1, orientation)]
    tags = b"".join(struct.pack(f"{order}HHIHH", *each, 0) for each in entries)
    exif = mark + struct.pack(f"{order}HIH", 42, 8, len(entries)) + tags + b"\0\0\0\0"
    segment = b"Exif\0\0" + exif
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + data[2:]


def gif(width: int, height: int, frames: int = 1) -> bytes:
    """A GIF of plain frames, alternately black and white, without compression."""
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0x80, 0, 0), b"\0\0\0\xff\xff\xff"]
    for number in range(frames):
        parts.append(b"\x21\xf9\x04\x04\x0a\x00\x00\x00")
        parts.append(struct.pack("<BHHHHB", 0x2C, 0, 0, width, height, 0))
        parts.append(b"\x07" + _pieces(_codes(bytes([number & 1]) * (width * height))))
    return b"".join([*parts, b"\x3b"])


def _codes(pixels: bytes) -> bytes:
    """Codes of eight bits, with a clear code before the table needs nine."""
    coded = bytearray()
    for place in range(0, len(pixels), 100):
        coded += b"\x80" + pixels[place : place + 100]
    return bytes(coded) + b"\x81"


def _pieces(data: bytes) -> bytes:
    pieces = (data[place : place + 255] for place in range(0, len(data), 255))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def bomb(width: int, height: int) -> bytes:
    """A small PNG that declares a huge number of pixels."""
    rows = zlib.compress(b"\0" * (width // 8 + 1) * min(height, 4000), 9)
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def damaged(data: bytes, seed: int) -> bytes:
    """A picture with changed bytes, a truncated one, or one with trailing bytes."""
    source = random.Random(seed)
    changed = bytearray(data)
    for _ in range(source.randint(1, 12)):
        changed[source.randrange(len(changed))] = source.randrange(256)
    match source.randrange(6):
        case 0:
            return bytes(changed[: source.randrange(len(changed))])
        case 1:
            return bytes(changed) + source.randbytes(source.randrange(1, 50))
    return bytes(changed)


def blob_id(data: bytes) -> str:
    """The id of a blob."""
    return f"&{b64encode(hashlib.sha256(data).digest()).decode()}.sha256"


def put_blob(folder: Path, data: bytes, name: str = "") -> str:
    """Store a blob in a folder as ssb-server does, or under the id of another blob."""
    blob = name or blob_id(data)
    digest = hashlib.sha256(data).hexdigest() if not name else _hex(name)
    path = folder / "sha256" / digest[:2] / digest[2:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return blob


def _hex(blob: str) -> str:
    from base64 import b64decode

    return b64decode(blob[1:45]).hex()
