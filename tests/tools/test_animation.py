import struct
import zlib

import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage

from tools.animation import SIGNATURE, ApngFrame, animated, chunks


def png(width: int, height: int, color: str, kind: QImage.Format) -> bytes:
    picture = QImage(width, height, kind)
    picture.fill(QColor(color))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


RGB = QImage.Format.Format_RGB32


def test_other_programs_show_the_still_picture() -> None:
    frames = [ApngFrame(png(9, 5, "red", RGB), 500), ApngFrame(png(2, 3, "blue", RGB), 250, 4, 1)]
    read = QImage.fromData(animated(frames, still=png(9, 5, "lime", RGB)))
    assert (read.width(), read.height(), read.pixelColor(5, 2).name()) == (9, 5, "#00ff00")


def test_frames_follow_each_other_in_their_places_and_for_their_times() -> None:
    still, first, second = (
        png(9, 5, "lime", RGB),
        png(9, 5, "red", RGB),
        png(2, 3, "blue", RGB),
    )
    frames = [ApngFrame(first, 500), ApngFrame(second, 250, 4, 1)]
    found = list(chunks(animated(frames, still)))
    assert [name for name, _ in found] == [
        *(b"IHDR", b"acTL", b"IDAT", b"fcTL", b"fdAT", b"fcTL", b"fdAT", b"IEND"),
    ]
    data = [content for _, content in found]
    assert struct.unpack(">II", data[1]) == (2, 0)
    assert data[2] == dict(chunks(still))[b"IDAT"]
    assert struct.unpack(">IIIIIHHBB", data[3]) == (0, 9, 5, 0, 0, 500, 1000, 0, 0)
    assert data[4] == struct.pack(">I", 1) + dict(chunks(first))[b"IDAT"]
    assert struct.unpack(">IIIIIHHBB", data[5]) == (2, 2, 3, 4, 1, 250, 1000, 0, 0)
    assert data[6] == struct.pack(">I", 3) + dict(chunks(second))[b"IDAT"]


def test_every_chunk_has_its_checksum() -> None:
    whole = animated([ApngFrame(png(3, 3, "red", RGB), 100)], png(3, 3, "red", RGB))
    rest = whole[len(SIGNATURE) :]
    while rest:
        (length,) = struct.unpack(">I", rest[:4])
        body, checksum = rest[4 : 8 + length], rest[8 + length : 12 + length]
        assert struct.pack(">I", zlib.crc32(body)) == checksum
        rest = rest[12 + length :]


def test_frames_of_another_kind_are_refused() -> None:
    red, gray = png(3, 3, "red", RGB), png(2, 2, "red", QImage.Format.Format_Grayscale8)
    with pytest.raises(ValueError, match="kind of colour"):
        animated([ApngFrame(red, 1), ApngFrame(gray, 1)], red)
