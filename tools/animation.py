"""`python -m tools.animation FILE THEME`: a conversation while its messages arrive.

The picture is the window's own page on a growing archive: new messages are highlighted, moves are
animated, and a line below counts the edits. At the end, some messages show their horizon. Programs
that don't play it, such as the manual inside the window, show the last picture.
"""

import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from tanglescope.viewer.app import application, wait_for
from tanglescope.viewer.face import Face
from tanglescope.viewer.settings import MemoryStore, Settings
from tanglescope.viewer.theme import Choice, load
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tools.texts import SampleLog

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class ApngFrame:
    """A PNG that replaces a part of the picture, and its duration."""

    png: bytes
    milliseconds: int
    left: int = 0
    top: int = 0


def animated(frames: Sequence[ApngFrame], still: bytes) -> bytes:
    """An endless animation of all frames; the first one covers the whole picture.

    `still` is the PNG that other programs show. All must have the same bit depth and colour type,
    and the same palette if they have one.
    """
    head = next(data for name, data in chunks(frames[0].png) if name == b"IHDR")
    colours = [_chunk(name, data) for name, data in chunks(frames[0].png) if name == b"PLTE"]
    count = struct.pack(">II", len(frames), 0)
    parts = [_chunk(b"IHDR", head), _chunk(b"acTL", count), *colours]
    parts += [_chunk(name, data) for name, data in chunks(still) if name == b"IDAT"]
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


SAID = (
    ("a", "Ada", "Where does the night ferry land?", ""),
    ("b", "Ben", "At the old pier, as always.", "a"),
    ("c", "Cleo", "Behind the market, since June.", "a"),
    ("d", "Dov", "The old pier is closed.", "b"),
    ("e", "Ada", "Thanks! Who else is coming?", "c"),
    ("f", "Dov", "They're mending it until autumn.", "d"),
    ("g", "Ben", "The market it is, then. I'm coming too.", "fe"),
    ("h", "Eve", "Me! I'll bring lanterns.", "e"),
    ("i", "Cleo", "And I'll bring bread.", "g"),
    ("j", "Ada", "Lanterns are good: it gets dark at eight.", "h"),
    ("k", "Eve", "See you all at nine.", "ij"),
)
"""The messages: label, author, text, and the messages replied to."""
ARRIVING = "acbeghijdfk"
"""Dov was offline for a while: his messages arrive late."""
PEOPLE = "animation 6"
"""Chosen so that many messages move, and everyone has a different colour."""
LIT = "fhg"
"""The messages highlighted at the end."""
SIZE = QSize(760, 390)
CAPTION = 34
PAUSE, LOOK = 1100, 1900  # milliseconds


def main() -> None:
    """Write the animation."""
    file, theme = sys.argv[1:]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application()
    settings = Settings(MemoryStore())
    settings.usual_face = Face.DEBUGGING  # which shows horizons
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(TABLE, Path(folder) / "own.db", settings, Choice(theme))
        try:
            Path(file).write_bytes(animation(list(pictures(window, Path(folder), theme))))
        finally:
            window.close()


def story(about: str = PEOPLE) -> dict[str, tuple[str, list[str]]]:
    """The key of every message, and the lines of an archive that come with it."""
    log, of_label = SampleLog(about=about), dict[str, tuple[str, list[str]]]()
    for label, name, text, after in SAID:
        before = len(log.lines)
        content: dict[str, object] = {"type": "post", "text": text}
        if after:
            content |= {"root": of_label["a"][0], "branch": [of_label[each][0] for each in after]}
        key = log.say(name, content)
        of_label[label] = key, log.lines[before:]
    return of_label


def animation(timed: Sequence[tuple[QImage, int]]) -> bytes:
    """Pictures with their durations as an animation; the last one is the still picture."""
    colours = palette([picture for picture, _ in timed])
    last, _ = timed[-1]
    return animated(list(frames(timed, colours)), indexed(last, colours))


def frames(timed: Sequence[tuple[QImage, int]], colours: list[int]) -> Iterator[ApngFrame]:
    """The pictures, each as the part that differs from the one before."""
    before: QImage | None = None
    for picture, milliseconds in timed:
        area = picture.rect() if before is None else changed(before, picture)
        part = indexed(picture.copy(area), colours)
        yield ApngFrame(part, milliseconds, area.left(), area.top())
        before = picture


def indexed(picture: QImage, colours: list[int]) -> bytes:
    """A picture as a PNG with a palette."""
    return png(picture.convertToFormat(QImage.Format.Format_Indexed8, colours))


def pictures(window: MainWindow, folder: Path, theme: str) -> Iterator[tuple[QImage, int]]:
    """The pictures and their durations."""
    of_label, archive = story(), folder / "log.ndjson"
    archive.write_text("")
    window.resize(SIZE)
    window.menus.action("threads").trigger()
    window.menus.action("compact").trigger()
    window.show()
    window.open_path(archive)
    moved: list[str] = []
    for number, label in enumerate(ARRIVING, start=1):
        key, lines = of_label[label]
        moved.clear()
        with archive.open("a") as grown:
            grown.writelines(f"{line}\n" for line in lines)
        wait_for(partial(has, window, number))
        if number == 1:
            window.model.moved.connect(moved.extend)
        window.timeline.go_to(key)
        sentence = arrival(number, len(set(moved) - {key}))
        yield seen(window, theme, sentence), LOOK if moved else PAUSE
    for label in LIT:
        window.timeline.go_to(of_label[label][0])
        yield seen(window, theme, "Tinted: messages that its author did not know of"), LOOK


def has(window: MainWindow, messages: int) -> bool:
    """Whether so many messages are shown."""
    return bool(window.opening.address) and window.model.messages_here == messages


def arrival(number: int, moves: int) -> str:
    """The line about the arrival of a message."""
    moved = {0: "nothing moves", 1: "one message moves"}.get(moves, f"{moves} messages move")
    return f"Message {number} of {len(SAID)} arrives: {moved}"


def is_lit(window: MainWindow) -> bool:
    """Whether the window is settled, and the current message shows its edges."""
    horizon = window.timeline.lanes.horizon
    lit = horizon is not None and horizon.key == window.timeline.current_key()
    return lit and window.is_settled()


def seen(window: MainWindow, theme: str, sentence: str) -> QImage:
    """The settled page, with a line below."""
    wait_for(partial(is_lit, window))
    window.opening.refresh()
    window.reading.composer.hide()
    window.reading.setFixedSize(SIZE)
    page = window.reading.grab().toImage()
    colours = load(theme)
    picture = QImage(SIZE + QSize(0, CAPTION), QImage.Format.Format_RGB32)
    picture.fill(colours.color("window"))
    painter = QPainter(picture)
    painter.drawImage(0, 0, page)
    painter.setPen(colours.color("muted"))
    line = QRect(24, SIZE.height(), SIZE.width() - 48, CAPTION)
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, sentence)
    painter.end()
    return picture


def palette(pictures: list[QImage]) -> list[int]:
    """The 256 most frequent colours; the others, at the edges of letters, are similar to these."""
    colours, counts = np.unique(np.concatenate(list(map(pixels, pictures))), return_counts=True)
    return [int(colours[place]) for place in np.argsort(counts)[-256:]]


def changed(before: QImage, after: QImage) -> QRect:
    """The part of a picture that differs from the one before; one pixel if nothing does."""
    rows, columns = np.nonzero(pixels(before) != pixels(after))
    if not len(rows):
        return QRect(0, 0, 1, 1)
    left, top = int(columns.min()), int(rows.min())
    return QRect(left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1)


def pixels(picture: QImage) -> "np.ndarray[tuple[int, int], np.dtype[np.uint32]]":
    """A picture as an array of numbers, row by row."""
    flat = np.frombuffer(picture.constBits(), dtype=np.uint32)
    return flat.reshape(picture.height(), picture.width())


def png(picture: QImage) -> bytes:
    """A picture as a PNG file."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG", 0)  # type: ignore[call-overload]  # takes any device, and says bytes
    return bytes(buffer.data().data())


if __name__ == "__main__":
    main()
