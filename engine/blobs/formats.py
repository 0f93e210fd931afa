"""Formats: whether bytes are a picture that may be decoded, and its size.

Only PNG, JPEG, WebP and GIF count as pictures. The structure of a file is checked from its first to
its last byte before a decoder gets it. Files that are truncated, have trailing data, or are also
something else are refused. The check decodes nothing, so it takes microseconds even for hostile
files.
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, tr

MOST_BYTES = 16 << 20
"""Larger files aren't decoded; ssb-blobs fetches none beyond 5 MB."""
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 30_000
MOST_FRAMES = 2_000

HEAD = 1 << 18
"""The number of bytes that suffice to find the size of a picture."""


class NoPictureError(TanglescopeError):
    """The reason why bytes can't be shown as a picture."""


@dataclass(frozen=True, slots=True)
class PictureShape:
    """The properties in a picture's file: format, size in pixels, number of frames.

    The size is that of the displayed picture, rotated by its EXIF orientation.
    """

    format: str
    width: int
    height: int
    frames: int = 1

    @property
    def type(self) -> str:
        """Its media type."""
        return f"image/{self.format}"


_UNKNOWN = later("This isn't a PNG, JPEG, WebP or GIF.")
_CUT = later("The picture is cut off or damaged.")
_MORE = later("The file contains more than a picture.")
_LARGE = later("The picture is too large: {width:,} × {height:,} pixels.")

_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF87a": "gif",
    b"GIF89a": "gif",
}
_FOREIGN = re.compile(rb"%PDF-|<(?:!doctype|html|script|svg|body|iframe)\b|<\?php", re.IGNORECASE)
"""Beginnings that make other programs read a file as something else."""
_PADDING = b"\0\r\n "
_LOOKED_AT = 1024


def format_of(head: bytes) -> str:
    """The format of a picture by its first bytes; "" if it isn't supported."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    return next((name for mark, name in _BEGINNINGS.items() if head.startswith(mark)), "")


def glance(head: bytes) -> PictureShape | None:
    """The shape of a picture by the beginning of its file; None if that is too short or invalid."""
    try:
        return _SIZES[format_of(head)](head)
    except (KeyError, IndexError, struct.error):
        return None


def examine(data: bytes) -> PictureShape:
    """The shape of a whole picture, checked to its end. Raises `NoPictureError`."""
    walk = _WALKS.get(format_of(data))
    if walk is None:
        raise NoPictureError(tr(_UNKNOWN))
    shape = glance(data)
    if shape is None or not shape.width or not shape.height:
        raise NoPictureError(tr(_CUT))
    if is_too_large(shape) or len(data) > MOST_BYTES:
        raise NoPictureError(tr(_LARGE, width=shape.width, height=shape.height))
    try:
        end, frames = walk(data)
    except (IndexError, struct.error, ValueError) as error:
        raise NoPictureError(tr(_CUT)) from error
    if data[end:].strip(_PADDING) or _FOREIGN.search(data[:_LOOKED_AT]):
        raise NoPictureError(tr(_MORE))
    return PictureShape(shape.format, shape.width, shape.height, frames)


def is_too_large(shape: PictureShape) -> bool:
    """Whether a picture has too many pixels to be decoded."""
    longest = max(shape.width, shape.height)
    return longest > LONGEST_SIDE or shape.width * shape.height > MOST_PIXELS


# PNG: chunks of length, name, data and checksum


def _png_size(head: bytes) -> PictureShape | None:
    length, name, width, height = struct.unpack_from(">I4sII", head, 8)
    is_header = length == 13 and name == b"IHDR"
    return PictureShape("png", width, height) if is_header else None


def _walk_png(data: bytes) -> tuple[int, int]:
    place, has_data = 8, False
    while True:
        length, name = struct.unpack_from(">I4s", data, place)
        place += 12 + length
        if place > len(data):
            raise ValueError("a chunk beyond the end")
        has_data = has_data or name == b"IDAT"
        if name == b"IEND":
            if not has_data:
                raise ValueError("no pixels")
            return place, 1


# JPEG: segments that begin with a marker; after SOS the pixels, up to the next marker

_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
_SOI, _EOI, _SOS, _TEM, _APP1 = 0xD8, 0xD9, 0xDA, 0x01, 0xE1
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_EXIF, _TIFF, _ORIENTATION, _SHORT, _MOST_TAGS = b"Exif\0\0", 42, 0x0112, 3, 200
_ON_ITS_SIDE = range(5, 9)


def _jpeg_size(head: bytes) -> PictureShape | None:
    place, is_on_its_side = 2, False
    while found := _MARKER.match(head, place):
        marker, place = found[1][0], found.end()
        if marker == _TEM:
            continue
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", head, place + 3)
            if is_on_its_side:
                width, height = height, width
            return PictureShape("jpeg", width, height)
        if marker in (_EOI, _SOS):
            return None
        length = max(2, struct.unpack_from(">H", head, place)[0])
        if marker == _APP1 and head.startswith(_EXIF, place + 2):
            exif = head[place + 2 + len(_EXIF) : place + length]
            is_on_its_side = _orientation(exif) in _ON_ITS_SIDE
        place += length
    return None


def _orientation(exif: bytes) -> int:
    """The EXIF orientation of a picture; 1, for not rotated, if there is none."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        magic, first = struct.unpack_from(f"{order}HI", exif, 2)
        (count,) = struct.unpack_from(f"{order}H", exif, first)
        if magic != _TIFF:
            return 1
        for number in range(min(count, _MOST_TAGS)):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", exif, first + 2 + number * 12)
            if (tag, kind) == (_ORIENTATION, _SHORT):
                return int(value)
    except struct.error:
        pass
    return 1


def _walk_jpeg(data: bytes) -> tuple[int, int]:
    end = _jpeg_end(data, 0)
    # Some cameras append smaller pictures, each a whole JPEG.
    while data.startswith(b"\xff\xd8\xff", end):
        end = _jpeg_end(data, end)
    return end, 1


def _jpeg_end(data: bytes, start: int) -> int:
    place, has_pixels = start + 2, False
    while True:
        found = (_MARKER.search if has_pixels else _MARKER.match)(data, place)
        if found is None:
            raise ValueError("no marker where one has to be")
        marker, place = found[1][0], found.end()
        if marker == _EOI:
            if not has_pixels:
                raise ValueError("no pixels")
            return place
        if marker == _SOI:
            raise ValueError("a picture within a picture")
        if marker == _TEM:
            continue
        (length,) = struct.unpack_from(">H", data, place)
        if length < 2 or place + length > len(data):
            raise ValueError("a segment beyond the end")
        place += length
        has_pixels = has_pixels or marker == _SOS


# GIF: blocks, the data of each in pieces of up to 255 bytes


def _gif_size(head: bytes) -> PictureShape | None:
    return PictureShape("gif", *struct.unpack_from("<HH", head, 6))


def _walk_gif(data: bytes) -> tuple[int, int]:
    flags, place, frames = data[10], 13, 0
    width, height = struct.unpack_from("<HH", data, 6)
    place += _table(flags)
    while True:
        kind, place = data[place], place + 1
        if kind == 0x3B:
            if not frames:
                raise ValueError("no pixels")
            return place, frames
        if kind == 0x21:
            place = _pieces_end(data, place + 1)
        elif kind == 0x2C:
            left, top, wide, high, flags = struct.unpack_from("<HHHHB", data, place)
            if left + wide > width or top + high > height:
                raise ValueError("a frame outside of the picture")
            place = _pieces_end(data, place + 9 + _table(flags) + 1)
            frames += 1
            if frames > MOST_FRAMES:
                raise ValueError("too many frames")
        else:
            raise ValueError("an unknown block")


def _table(flags: int) -> int:
    """The length of the colour table that follows, if any."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _pieces_end(data: bytes, place: int) -> int:
    while length := data[place]:
        place += length + 1
    return place + 1


# WebP: RIFF chunks


def _webp_size(head: bytes) -> PictureShape | None:
    kind = head[12:16]
    if kind == b"VP8X":
        width, height = head[24:27], head[27:30]
        if len(height) < 3:
            return None
        whole = (int.from_bytes(each, "little") + 1 for each in (width, height))
        return PictureShape("webp", *whole)
    if kind == b"VP8L" and head[20] == 0x2F:
        (bits,) = struct.unpack_from("<I", head, 21)
        return PictureShape("webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        width_, height_ = struct.unpack_from("<HH", head, 26)
        return PictureShape("webp", width_ & 0x3FFF, height_ & 0x3FFF)
    return None


def _walk_webp(data: bytes) -> tuple[int, int]:
    end = 8 + struct.unpack_from("<I", data, 4)[0]
    if end > len(data):
        raise ValueError("cut off")
    place, frames, has_pixels = 12, 0, False
    while place < end:
        name, length = struct.unpack_from("<4sI", data, place)
        place += 8 + length + (length & 1)
        frames += name == b"ANMF"
        has_pixels = has_pixels or name in (b"VP8 ", b"VP8L", b"ANMF")
    if place != end or not has_pixels or frames > MOST_FRAMES:
        raise ValueError("chunks that don't fill the file")
    return end, max(1, frames)


_SIZES: dict[str, Callable[[bytes], PictureShape | None]] = {
    "png": _png_size,
    "jpeg": _jpeg_size,
    "gif": _gif_size,
    "webp": _webp_size,
}
_WALKS: dict[str, Callable[[bytes], tuple[int, int]]] = {
    "png": _walk_png,
    "jpeg": _walk_jpeg,
    "gif": _walk_gif,
    "webp": _walk_webp,
}
