"""Draw the pictures of the sample archive, byte for byte reproducible on every machine.

No library is used: another version could produce other bytes, which would change the hashes and all
messages with them. `python -m tools.harbour` writes the pictures as blobs.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

Colour = tuple[int, int, int]
Point = tuple[float, float]

_SKY, _HAZE, _SEA, _DEEP = (120, 176, 214), (226, 232, 224), (70, 130, 150), (28, 66, 92)
_OAK, _DARK_OAK, _ELM, _RED = (176, 128, 78), (112, 76, 44), (206, 168, 116), (176, 52, 40)
_SAIL, _NIGHT, _LIGHT, _GREEN = (242, 234, 214), (22, 28, 52), (255, 236, 150), (86, 132, 70)


class Canvas:
    """A grid of colours to draw on."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows: list[list[Colour]] = [[(0, 0, 0)] * width for _ in range(height)]

    def shade(self, top: int, bottom: int, above: Colour, below: Colour) -> None:
        """Fill rows with a gradient."""
        for y in range(max(0, top), min(bottom, self.height)):
            part = (y - top) * 16 // max(1, bottom - top)
            red, green, blue = (
                (a * (16 - part) + b * part) // 16 for a, b in zip(above, below, strict=True)
            )
            self.rows[y] = [(red, green, blue)] * self.width

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        closed = [*points, points[0]]
        for y in range(self.height):
            middle = y + 0.5
            crossed = sorted(
                x0 + (middle - y0) * (x1 - x0) / (y1 - y0)
                for (x0, y0), (x1, y1) in pairwise(closed)
                if (y0 <= middle) != (y1 <= middle)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                self._run(y, round(left), round(right), colour)

    def disc(self, x: int, y: int, radius: int, colour: Colour, wide: int = 1) -> None:
        """Fill a circle, or an ellipse that is `wide` times as wide as high."""
        for row in range(y - radius, y + radius + 1):
            half = 0
            while (half + 1) ** 2 + (row - y) ** 2 <= radius**2:
                half += 1
            self._run(row, x - half * wide, x + half * wide + 1, colour)

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle."""
        for row in range(y, y + height):
            self._run(row, x, x + width, colour)

    def _run(self, y: int, left: int, right: int, colour: Colour) -> None:
        if 0 <= y < self.height:
            left, right = max(0, left), min(self.width, right)
            if left < right:
                self.rows[y][left:right] = [colour] * (right - left)


def afloat() -> Canvas:
    """The Marguerite under sail."""
    canvas = Canvas(480, 300)
    canvas.shade(0, 190, _SKY, _HAZE)
    canvas.disc(390, 62, 26, _LIGHT)
    canvas.polygon([(0, 190), (90, 150), (190, 176), (300, 158), (480, 190)], (120, 140, 140))
    canvas.shade(190, 300, _SEA, _DEEP)
    canvas.polygon([(238, 40), (238, 176), (150, 176)], _SAIL)
    canvas.polygon([(250, 56), (250, 176), (318, 176)], (226, 214, 190))
    canvas.box(241, 26, 6, 168, _DARK_OAK)
    canvas.polygon([(130, 190), (352, 184), (322, 226), (160, 228)], _OAK)
    canvas.polygon([(130, 190), (352, 184), (349, 191), (134, 197)], _RED)
    for number in range(9):
        canvas.box(20 + number * 53, 240 + number * 13 % 50, 40, 2, (130, 176, 186))
    return canvas


def _bilge() -> Canvas:
    """The bottom of the boat, from above: planks, and the frames across them."""
    canvas = Canvas(400, 220)
    canvas.shade(0, 220, (98, 68, 42), (66, 44, 28))
    for y in range(0, 220, 44):
        canvas.box(0, y, 400, 2, (54, 36, 22))
    for x in (28, 340):
        canvas.box(x, 0, 32, 220, _DARK_OAK)
        canvas.box(x, 0, 3, 220, _OAK)
    return canvas


def old_step() -> Canvas:
    """The old mast step: soft, with a screwdriver in it up to the handle."""
    canvas = _bilge()
    canvas.box(76, 66, 248, 92, (92, 74, 56))
    for number in range(6):
        canvas.box(76, 76 + number * 14, 248, 2, (76, 60, 46))
    canvas.polygon(
        [
            (120, 84),
            (176, 72),
            (236, 88),
            (282, 80),
            (270, 132),
            (214, 146),
            (150, 138),
            (112, 118),
        ],
        (44, 32, 24),
    )
    canvas.polygon([(150, 98), (196, 90), (238, 104), (220, 128), (164, 124)], (22, 16, 12))
    for x, y in ((132, 100), (256, 96), (246, 130), (142, 128)):
        canvas.disc(x, y, 4, (120, 104, 76))
    canvas.polygon([(196, 112), (204, 106), (232, 60), (226, 56)], (170, 174, 180))
    canvas.polygon([(222, 62), (238, 70), (272, 16), (254, 6)], (222, 170, 40))
    canvas.polygon([(230, 62), (234, 66), (264, 16), (258, 12)], (248, 206, 96))
    return canvas


def new_step() -> Canvas:
    """The new mast step in its place, red lead still wet."""
    canvas = _bilge()
    canvas.box(76, 66, 248, 92, (196, 62, 40))
    canvas.box(76, 66, 248, 5, (232, 112, 84))
    canvas.box(76, 150, 248, 8, (150, 44, 30))
    for x, width in ((96, 70), (206, 34), (268, 40)):
        canvas.box(x, 82, width, 3, (240, 150, 126))
    canvas.box(164, 86, 72, 52, (96, 30, 22))
    canvas.box(170, 92, 60, 40, (34, 20, 16))
    for x in (94, 306):
        for y in (84, 140):
            canvas.disc(x, y, 5, (120, 124, 130))
            canvas.disc(x - 1, y - 1, 2, (206, 210, 214))
    return canvas


def step() -> Canvas:
    """The new mast step, seen from above."""
    canvas = Canvas(360, 260)
    canvas.shade(0, 260, _DARK_OAK, (84, 56, 32))
    for x in range(0, 360, 60):
        canvas.box(x, 0, 2, 260, (70, 46, 28))
    canvas.box(60, 70, 240, 120, _ELM)
    for number in range(8):
        canvas.box(60, 80 + number * 14, 240, 2, (188, 148, 98))
    canvas.box(60, 70, 240, 6, _RED)
    canvas.box(60, 184, 240, 6, _RED)
    canvas.box(140, 96, 80, 68, (60, 40, 26))
    canvas.box(148, 104, 64, 52, (34, 22, 16))
    return canvas


def beans() -> Canvas:
    """Beans at a south wall."""
    canvas = Canvas(260, 360)
    canvas.shade(0, 300, (214, 206, 190), (190, 176, 156))
    for y in range(0, 300, 30):
        for x in range(-(y // 30 % 2) * 30, 260, 60):
            canvas.box(x, y, 58, 28, (206, 196, 178))
    canvas.shade(300, 360, (104, 78, 54), (66, 48, 34))
    for x in (60, 130, 200):
        canvas.box(x, 30, 4, 280, _OAK)
        for number in range(13):
            side = -14 if number % 2 else 14
            canvas.disc(x + side, 50 + number * 20, 10, _GREEN if number % 3 else (112, 160, 84))
            if number % 4 == 1:
                canvas.disc(x - side // 2, 54 + number * 20, 4, _RED)
    return canvas


def station() -> Canvas:
    """The weather station on its roof."""
    canvas = Canvas(420, 240)
    canvas.shade(0, 240, (150, 160, 174), (206, 210, 212))
    canvas.polygon([(0, 240), (0, 200), (210, 150), (420, 200), (420, 240)], (96, 84, 80))
    canvas.box(206, 40, 8, 122, (50, 54, 60))
    canvas.box(150, 60, 120, 5, (50, 54, 60))
    for x in (150, 210, 270):
        canvas.disc(x, 62, 14, (40, 44, 50))
        canvas.disc(x, 59, 10, (180, 186, 190))
    canvas.polygon([(214, 96), (290, 108), (214, 122)], _RED)
    return canvas


def cover() -> Canvas:
    """The cover of a novel."""
    canvas = Canvas(160, 230)
    canvas.shade(0, 230, _NIGHT, (60, 70, 110))
    canvas.polygon([(64, 190), (72, 70), (88, 70), (96, 190)], _SAIL)
    canvas.box(70, 54, 20, 16, (60, 60, 70))
    canvas.box(0, 190, 160, 40, (18, 20, 34))
    canvas.box(20, 206, 120, 3, _LIGHT)
    canvas.box(40, 214, 80, 3, _LIGHT)
    return canvas


def lighthouse(number: int) -> Canvas:
    """One frame of a rotating light."""
    canvas = Canvas(240, 180)
    canvas.shade(0, 140, _NIGHT, (50, 60, 96))
    side = (0, 240)[number % 2]
    if number % 3 < 2:
        canvas.polygon([(120, 46), (side, 8), (side, 60)], (120, 116, 104))
    canvas.shade(140, 180, (26, 46, 66), (14, 24, 40))
    canvas.polygon([(104, 150), (111, 56), (129, 56), (136, 150)], _SAIL)
    canvas.box(107, 90, 27, 16, _RED)
    canvas.box(112, 38, 16, 18, _LIGHT if number % 3 < 2 else (90, 86, 80))
    canvas.box(90, 146, 60, 8, (40, 36, 34))
    return canvas


def face(ground: Colour, hair: Colour, skin: Colour, cap: Colour | None) -> Canvas:
    """A face from the front."""
    canvas = Canvas(96, 96)
    canvas.shade(0, 96, ground, ground)
    canvas.disc(48, 110, 40, hair if cap is None else cap)
    canvas.disc(48, 44, 28, hair)
    canvas.disc(48, 50, 23, skin)
    canvas.box(25, 26, 46, 14, hair if cap is None else cap)
    for x in (39, 57):
        canvas.disc(x, 50, 3, (40, 34, 34))
    canvas.box(41, 63, 14, 3, (150, 70, 66))
    return canvas


_PALE, _BROWN, _GREY = (236, 200, 172), (176, 124, 90), (196, 196, 200)
FACES: dict[str, tuple[Colour, Colour, Colour, Colour | None]] = {
    "ines": ((214, 226, 230), (90, 54, 34), _PALE, (60, 90, 130)),
    "tomas": ((236, 220, 190), (40, 34, 32), _BROWN, None),
    "wren": ((210, 230, 200), (186, 96, 48), _PALE, None),
    "maud": ((226, 214, 226), _GREY, _PALE, None),
    "leila": ((240, 222, 210), (30, 26, 30), _BROWN, (150, 60, 80)),
    "jun": ((216, 216, 236), (24, 24, 30), (232, 196, 160), None),
}


def png(canvas: Canvas) -> bytes:
    """A picture as PNG with a palette."""
    colours = sorted({colour for row in canvas.rows for colour in row})
    numbers = {colour: number for number, colour in enumerate(colours)}
    lines = b"".join(b"\0" + bytes(numbers[colour] for colour in row) for row in canvas.rows)
    header = struct.pack(">IIBBBBB", canvas.width, canvas.height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", b"".join(map(bytes, colours))),
        (b"IDAT", _packed(lines)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + checksum


def _packed(data: bytes) -> bytes:
    """Zlib data: one block with fixed codes, in which only runs are compressed."""
    bits = _Bits()
    bits.put(0b011, 3)
    for value, run in groupby(data):
        length = sum(1 for _ in run)
        bits.code(value)
        length -= 1
        while length >= 3:
            copied = min(258, length)
            bits.copy(copied)
            length -= copied
        for _ in range(length):
            bits.code(value)
    bits.code(256)
    return b"\x78\x01" + bits.bytes() + struct.pack(">I", zlib.adler32(data))


class _Bits:
    """A bit stream in the order of deflate (RFC 1951, section 3.2.6)."""

    def __init__(self) -> None:
        self._done = bytearray()
        self._open, self._count = 0, 0

    def put(self, value: int, count: int) -> None:
        """Bits of a number, the lowest first."""
        self._open |= value << self._count
        self._count += count
        while self._count >= 8:
            self._done.append(self._open & 255)
            self._open >>= 8
            self._count -= 8

    def code(self, symbol: int) -> None:
        """A byte, the end (256), or a length (257 and more), in the fixed code."""
        for last, first, code, count in (
            (143, 0, 0b00110000, 8),
            (255, 144, 0b110010000, 9),
            (279, 256, 0, 7),
            (287, 280, 0b11000000, 8),
        ):
            if symbol <= last:
                word = f"{code + symbol - first:0{count}b}"
                self.put(int(word[::-1], 2), count)
                return

    def copy(self, length: int) -> None:
        """Repeat the last byte so many times."""
        for symbol, first, extra in _LENGTHS:
            if length >= first:
                self.code(symbol)
                self.put(length - first, extra)
                break
        self.put(0, 5)  # one byte back

    def bytes(self) -> bytes:
        """All bits, padded to a whole byte."""
        rest = bytes([self._open]) if self._count else b""
        return bytes(self._done) + rest


def _lengths() -> Iterator[tuple[int, int, int]]:
    """The symbol of each group of lengths, the first of it, and how many bits follow."""
    first = 3
    for number in range(28):
        extra = max(0, number // 4 - 1)
        yield 257 + number, first, extra
        first += 1 << extra
    yield 285, 258, 0


_LENGTHS = sorted(_lengths(), key=lambda each: each[1], reverse=True)


def gif(frames: Sequence[Canvas], hundredths: int = 60) -> bytes:
    """Pictures as an endless GIF, with codes of one length."""
    first = frames[0]
    colours = sorted({colour for frame in frames for row in frame.rows for colour in row})
    numbers = {colour: number for number, colour in enumerate(colours)}
    palette = b"".join(map(bytes, colours)).ljust(3 * 128, b"\0")
    parts = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0x86, 0, 0), palette]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
    for frame in frames:
        pixels = bytes(numbers[colour] for row in frame.rows for colour in row)
        parts.append(b"\x21\xf9\x04\x04" + struct.pack("<H", hundredths) + b"\0\0")
        parts.append(struct.pack("<BHHHHB", 0x2C, 0, 0, frame.width, frame.height, 0))
        coded = b"".join(
            b"\x80" + pixels[place : place + 100] for place in range(0, len(pixels), 100)
        )
        parts.append(b"\x07" + _pieces(coded + b"\x81"))
    return b"".join([*parts, b"\x3b"])


def _pieces(data: bytes) -> bytes:
    pieces = (data[place : place + 255] for place in range(0, len(data), 255))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"


_BLOG = """# What the coast radio heard

Between 1961 and 1998 I wrote down every voice that called Skerry Radio, and what it wanted.

Most wanted the weather. Some wanted a doctor. **One wanted to know whether somebody was there**,
and so I said yes, and we said nothing else until it was light.

- 4,112 nights
- 61,030 calls
- 1 proposal of marriage (declined)
"""

DRAWN: dict[str, Callable[[], Canvas]] = {
    "afloat.png": afloat,
    "step.png": step,
    "mast-step.png": old_step,
    "new-step.png": new_step,
    "beans.png": beans,
    "station.png": station,
    "cover.png": cover,
}


def files() -> dict[str, bytes]:
    """The existing files that messages of the sample name, by name."""
    made = {name: png(draw()) for name, draw in DRAWN.items()}
    made |= {f"{name}.png": png(face(*parts)) for name, parts in FACES.items()}
    made["lighthouse.gif"] = gif([lighthouse(number) for number in range(3)])
    made["coast-radio.md"] = _BLOG.encode()
    return made
