"""`log.offset`: flumelog-offset, the log of ssb-server, Patchwork, Patchbay and Oasis.

    record := length:u32BE  data  length:u32BE  end:uBE        end = file offset behind the record

`end` has 4 bytes (ssb-db), 6 or 8; flumelog-offset before version 3 wrote none. The file has no
header and no blocks. Deleted records are zeros inside an intact frame. The original stops at the
first bad frame; this reader accepts a frame only if all its words agree, and otherwise looks for
the next one that does. Where bytes were lost or came in between, `end` is wrong in all frames
behind: it need not be right where the lengths agree and a record is between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import BinaryIO, TypeAlias

from engine.archive.lines import KEPT_OF_TOO_LONG, read_value
from engine.archive.record import START, Cursor, Dialect, Place, Record
from engine.archive.source import Source, is_damaged
from engine.message.canonical import LONGEST
from engine.message.verdict import Rule

Frame: TypeAlias = tuple[int, bytes, int, bool]
"""Offset, data, offset behind it, and whether it is whole: damaged bytes are no record's data."""

WIDTHS = (4, 6, 8, 0)
"""Bytes of the last word of a record."""

_CHUNK = 1 << 20
_FRAMES_LOOKED_AT = 10
_DATA_STARTS = b'{"key":"%'


def width_of(sample: bytes) -> int | None:
    """How wide the last words are in a log that starts with `sample`; None if it is no log."""
    hits = [hit - 4 for hit in _find_all(sample, _DATA_STARTS) if hit >= 4]
    for start in [0, *hits[:_FRAMES_LOOKED_AT]]:
        for width in WIDTHS[:-1]:
            if _is_whole(sample, start, 0, width):
                return width
    # Where the start of the file is lost, the frame behind another one tells.
    moved = [start for start in hits[:_FRAMES_LOOKED_AT] if _is_moved(sample, start, 0)]
    for start, width in product(moved, WIDTHS):
        following = start + 8 + width + int.from_bytes(sample[start : start + 4], "big")
        if _is_moved(sample, following, 0):
            return width
    if moved:
        return WIDTHS[-1]
    first = int.from_bytes(sample[:4], "big")
    is_unfinished = hits[:1] == [0] and len(sample) - 8 - WIDTHS[0] < first <= LONGEST
    return WIDTHS[0] if is_unfinished else None


@dataclass(frozen=True, slots=True)
class OffsetReader:
    """Reads a `log.offset`; places are byte offsets."""

    source: Source
    width: int
    format: str = "log.offset (flumelog-offset)"
    dialect: Dialect = Dialect.CLASSIC

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self.source.path

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        end = start.offset
        with self.source.open(start.offset) as file:
            for offset, data, end, is_whole in frames(file, start.offset, self.width):
                place, after = Place("byte", offset), Cursor(end)
                if not is_whole:
                    if growing and end == offset:
                        return
                    yield Record(place, data, after, problem=Rule.DAMAGED)
                elif not is_deleted(data) and (record := read_value(data, place, after)):
                    yield record
            if is_damaged(file):
                yield Record(Place("byte", end), b"", Cursor(end), problem=Rule.DAMAGED)


def is_deleted(data: bytes) -> bool:
    """Whether a record was overwritten with zeros."""
    return not data[0] and not data.strip(b"\0")


def frames(file: BinaryIO, offset: int, width: int) -> Iterator[Frame]:
    """The frames of a log from `offset` on, where `file` stands.

    A stretch of damage is one frame that is not whole. At the end of the file it ends where it
    starts, since it may only be unfinished; zeros at the end are no damage, unless they are too
    few for a length.
    """
    window = _Window(file, offset, width)
    while window.fill():
        yield from window.whole_frames()
        if window.is_full() and not window.is_empty():
            yield from window.skip_damage()


def next_frame(data: bytes, base: int, width: int) -> int | None:
    """The offset of the first frame that starts in `data`, which is at the offset `base`.

    Only frames with another one behind them count, so that chance has no say in it.
    """
    for hit in _find_all(data, _DATA_STARTS):
        start = hit - 4
        if start < 0 or not _is_moved(data, start, width):
            continue
        following = start + 8 + width + int.from_bytes(data[start:hit], "big")
        if _is_whole(data, following, base, width) or _is_moved(data, following, width):
            return base + start
    return None


def _is_whole(data: bytes, start: int, base: int, width: int) -> bool:
    """Whether all words of the frame at `start` agree; `base` is the offset of `data`."""
    length = int.from_bytes(data[start : start + 4], "big")
    closing = start + 4 + length
    end = closing + 4 + width
    words = data[start : start + 4] + ((base + end) % (1 << 8 * width)).to_bytes(width, "big")
    return length > 0 and end <= len(data) and data[closing:end] == words


def _is_moved(data: bytes, start: int, width: int) -> bool:
    """Whether the frame at `start` is whole but for its last word, which counts other offsets.

    Two lengths that agree with a record or nothing but zeros between them are no accident.
    """
    length = int.from_bytes(data[start : start + 4], "big")
    closing = start + 4 + length
    return (
        0 < length <= len(data) - start - 8 - width
        and data[closing : closing + 4] == data[start : start + 4]
        and (data.startswith(_DATA_STARTS, start + 4) or is_deleted(data[start + 4 : closing]))
    )


class _Window:
    """The part of a log from a frame on, as far as it takes to see whether the frame is whole."""

    def __init__(self, file: BinaryIO, offset: int, width: int) -> None:
        self._file = file
        self._width = width
        self._longest = LONGEST + 8 + width
        self._data = b""
        self._base = offset
        self._at = 0
        self._has_ended = False

    def fill(self) -> bool:
        """Read on where needed; whether there is anything left."""
        if not self.is_full():
            more = self._file.read(_CHUNK + LONGEST)
            self._has_ended = len(more) < _CHUNK + LONGEST
            self._data = self._data[self._at :] + more
            self._base += self._at
            self._at = 0
        return not self.is_empty()

    def is_full(self) -> bool:
        """Whether the longest record would be here as a whole, or there is no more."""
        return self._has_ended or len(self._data) - self._at >= self._longest

    def whole_frames(self) -> Iterator[Frame]:
        """The frames from here on that are whole and in memory."""
        data, base, at, width = self._data, self._base, self._at, self._width
        size, modulus = len(data), 1 << 8 * width
        while (begin := at + 4) <= size:
            length = int.from_bytes(data[at:begin], "big")
            closing = begin + length
            end = closing + 4 + width
            # The same as _is_whole(), without a call for each of millions of frames.
            words = data[at:begin] + ((base + end) % modulus).to_bytes(width, "big")
            is_whole = data[closing:end] == words or _is_moved(data, at, width)
            if length == 0 or end > size or not is_whole:
                break
            yield base + at, data[begin:closing], base + end, True
            at = end
        self._at = at

    def is_empty(self) -> bool:
        """Whether nothing of what was read is left."""
        return self._at == len(self._data)

    def skip_damage(self) -> Iterator[Frame]:
        """Go to the next whole frame; what was skipped, if it was more than zeros."""
        start = self._base + self._at
        kept, is_zero = self._data[self._at : self._at + KEPT_OF_TOO_LONG], True
        scan = self._at + 1
        while True:
            hit = self._data.find(_DATA_STARTS, scan + 4)
            candidate = hit - 4 if hit >= 0 else max(len(self._data) - 4 - len(_DATA_STARTS), scan)
            is_zero = is_zero and not self._data[self._at : candidate].strip(b"\0")
            self._at = min(candidate, len(self._data))
            if hit >= 0 and _is_moved(self._data, candidate, self._width):
                end = self._base + candidate
                yield start, kept[: end - start], end, False
                return
            if self.is_full() and hit >= 0:
                scan = candidate + 1
            elif self._has_ended:
                is_zero = is_zero and not self._data[self._at :].strip(b"\0")
                self._at = len(self._data)
                is_zero = is_zero and self._base + self._at - start >= 4
                if not is_zero:
                    yield start, kept, start, False
                return
            else:
                self.fill()
                scan = 0


def _find_all(data: bytes, text: bytes) -> Iterator[int]:
    at = data.find(text)
    while at >= 0:
        yield at
        at = data.find(text, at + 1)
