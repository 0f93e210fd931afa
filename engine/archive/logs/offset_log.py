"""`log.offset`: flumelog-offset, the log of ssb-server, Patchwork, Patchbay and Oasis.

    record := length:u32BE  data  length:u32BE  end:uBE        end = file offset after the record

`end` has 4 bytes (ssb-db), 6 or 8; flumelog-offset before version 3 wrote none. The file has no
header and no blocks. Deleted records are zeros inside an intact frame. The original stops at the
first bad frame. This reader accepts a frame only if its length fields and `end` agree; otherwise it
searches for the next such frame. After lost or inserted bytes, `end` is wrong in all later frames.
So it is not compared if the two lengths agree and an object or zeros are between them.

The search uses only these fields, not the layout of the JSON. Every length starts with a zero byte,
because no record is longer than `LONGEST`, and JSON has no zero bytes. So only the ends of runs of
zeros are examined.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from json import JSONDecoder
from typing import BinaryIO

from tanglescope.engine.archive.lines import KEPT_OF_TOO_LONG, read_value
from tanglescope.engine.archive.logs.blocks import LogFrame
from tanglescope.engine.archive.record import START, Cursor, Dialect, Place, Record
from tanglescope.engine.archive.source import (
    FileReader,
    is_damaged,
    is_zero,
    skip_hole,
)
from tanglescope.engine.message.canonical import LONGEST
from tanglescope.engine.message.verdict import Rule

WIDTHS = (4, 6, 8, 0)
"""The number of bytes of `end`."""

_CHUNK = 1 << 20
_LOOK = 1 << 22
_FRAMES_LOOKED_AT = 20
_ZEROS = re.compile(rb"\0++")
_NONZERO = re.compile(rb"[^\0]")
_OBJECT_STARTS = re.compile(rb'[ \t\r\n]{0,64}+\{[ \t\r\n]{0,64}+["}]')
_OBJECT_ENDS = re.compile(rb"\}[ \t\r\n]*+\Z")
_LONGEST_SPACE = 64
_LENGTH = 4


def width_of(sample: bytes) -> int | None:
    """The number of bytes of `end` in a log that starts with `sample`; None if it isn't a log."""
    objects = (at for at in _candidates(sample) if _OBJECT_STARTS.match(sample, at + _LENGTH))
    starts = list(islice(objects, _FRAMES_LOOKED_AT))
    for start in [0, *starts]:
        for width in WIDTHS[:-1]:
            if _is_whole(sample, start, 0, width):
                return width
    # If the start of the file is lost, two frames in a row show it.
    moved = [start for start in starts if _is_moved(sample, start, 0)]
    for start, width in product(moved, WIDTHS):
        following = start + 8 + width + _length(sample, start)
        if _is_moved(sample, following, 0):
            return width
    if moved:
        return WIDTHS[-1]
    is_longer = starts[:1] == [0] and len(sample) - 8 - WIDTHS[0] < _length(sample, 0)
    return WIDTHS[0] if is_longer and not _holds_whole_object(sample[4:]) else None


def _holds_whole_object(text: bytes) -> bool:
    """Whether the object at the start of the text is complete."""
    try:
        JSONDecoder().raw_decode(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class OffsetReader(FileReader):
    """Reads a `log.offset`; the places of records are byte offsets."""

    width: int
    format: str = "log.offset (flumelog-offset)"
    dialect: Dialect = Dialect.CLASSIC

    @property
    def can_be_split(self) -> bool:
        """Whether it isn't compressed."""
        return not self.source.magic

    def next_start(self, offset: int) -> int | None:
        """The first frame at or after `offset`, if there is one nearby.

        Only frames followed by another one count, so that none is found by chance.
        """
        with self.source.open(offset) as file:
            data = file.read(_LOOK)
        for start in _candidates(data):
            following = start + 8 + self.width + _length(data, start)
            if all(_is_frame(data, each, offset, self.width) for each in (start, following)):
                return offset + start
        return None

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
    return is_zero(data)


def frames(file: BinaryIO, offset: int, width: int) -> Iterator[LogFrame]:
    """The frames of a log from `offset` on, where `file` is.

    A damaged part is one frame that is not whole. At the end of the file, such a frame ends where
    it starts, since it may only be unfinished. Zeros at the end aren't damage, unless they are too
    few for a length.
    """
    window = _FrameWindow(file, offset, width)
    while window.fill():
        yield from window.whole_frames()
        if window.is_full() and not window.is_empty():
            yield from window.skip_damage()


def _candidates(data: bytes, at: int = 0, end: int | None = None) -> Iterator[int]:
    """The positions between `at` and `end` where a plausible length may start."""
    stop = len(data) if end is None else end
    for zeros in _ZEROS.finditer(data, at):
        for start in range(max(zeros.start(), zeros.end() - 3), zeros.end()):
            if start >= stop:
                return
            if 0 < _length(data, start) <= LONGEST:
                yield start


def _length(data: bytes, start: int) -> int:
    return int.from_bytes(data[start : start + 4], "big")


def _may_start(data: bytes, start: int) -> bool:
    """Whether there is a plausible length, followed by the likely start of an object."""
    return data[start + 4 : start + 5] == b"{" and _OBJECT_STARTS.match(data, start + 4) is not None


def _is_frame(data: bytes, start: int, base: int, width: int) -> bool:
    """Whether the lengths of the frame at `start` agree, and `end` too, unless it is shifted."""
    length = data[start : start + 4]
    closing = start + 4 + int.from_bytes(length, "big")
    return data[closing : closing + 4] == length and (
        _is_whole(data, start, base, width) or _is_moved(data, start, width)
    )


def _is_whole(data: bytes, start: int, base: int, width: int) -> bool:
    """Whether lengths and `end` of the frame at `start` agree; `base` is the offset of `data`."""
    length = _length(data, start)
    closing = start + 4 + length
    end = closing + 4 + width
    words = data[start : start + 4] + ((base + end) % (1 << 8 * width)).to_bytes(width, "big")
    is_certain = width > 0  # two equal lengths alone may be a coincidence
    return is_certain and length > 0 and end <= len(data) and data[closing:end] == words


def _is_moved(data: bytes, start: int, width: int) -> bool:
    """Whether the frame at `start` is whole except for its `end`, because it was shifted.

    Two equal lengths with an object or only zeros between them aren't a coincidence.
    """
    length = _length(data, start)
    closing = start + 4 + length
    return (
        0 < length <= len(data) - start - 8 - width
        and data[closing : closing + 4] == data[start : start + 4]
        and (_is_object(data, start + 4, closing) or _is_zero(data, start + 4, closing))
    )


def _is_object(data: bytes, start: int, end: int) -> bool:
    """Whether the bytes begin and end like an object."""
    return (
        _OBJECT_STARTS.match(data, start, end) is not None
        and _OBJECT_ENDS.search(data, max(start, end - _LONGEST_SPACE), end) is not None
    )


def _is_zero(data: bytes, start: int, end: int) -> bool:
    # Stops at the first other byte: apparent frames may be examined often.
    return not data[start] and _NONZERO.search(data, start, end) is None


class _FrameWindow:
    """The part of a log after a frame's start that is needed to see whether the frame is whole."""

    def __init__(self, file: BinaryIO, offset: int, width: int) -> None:
        self._file = file
        self._width = width
        self._longest = LONGEST + 8 + width
        self._data = b""
        self._base = offset
        self._at = 0
        self._has_ended = False

    def fill(self) -> bool:
        """Read more if needed; return whether anything is left."""
        if not self.is_full():
            self._read_on()
        return not self.is_empty()

    def _read_on(self) -> None:
        more = self._file.read(_CHUNK + LONGEST)
        self._has_ended = len(more) < _CHUNK + LONGEST
        self._data = self._data[self._at :] + more
        self._base += self._at
        self._at = 0

    def is_full(self) -> bool:
        """Whether the longest possible record would be in memory, or the file has ended."""
        return self._has_ended or len(self._data) - self._at >= self._longest

    def whole_frames(self) -> Iterator[LogFrame]:
        """The next frames that are whole and in memory."""
        data, base, at, width = self._data, self._base, self._at, self._width
        size, modulus = len(data), 1 << 8 * width
        while (begin := at + 4) <= size:
            length = int.from_bytes(data[at:begin], "big")
            closing = begin + length
            end = closing + 4 + width
            # Inlined from _is_whole(), to save a call for each of millions of frames.
            words = data[at:begin] + ((base + end) % modulus).to_bytes(width, "big")
            is_whole = data[closing:end] == words or _is_moved(data, at, width)
            if length == 0 or end > size or not is_whole:
                break
            yield base + at, data[begin:closing], base + end, True
            at = end
        self._at = at

    def is_empty(self) -> bool:
        """Whether all bytes that were read are used up."""
        return self._at == len(self._data)

    def skip_damage(self) -> Iterator[LogFrame]:
        """Move to the next whole frame; yield the skipped parts, unless they are zeros.

        A new part begins wherever a record seems to start, so that each damaged record is reported.
        """
        start, kept, is_empty = self._base + self._at, b"", True
        scan = self._at + 1
        while True:
            found = self._next_start(scan)
            passed = self._data[self._at : found]
            kept += passed[: KEPT_OF_TOO_LONG - len(kept)]
            is_empty = is_empty and is_zero(passed)
            self._at = found
            here = self._base + found
            if found < self._limit():
                yield start, kept, here, False
                if _is_frame(self._data, found, self._base, self._width):
                    return
                start, kept, is_empty = here, b"", True
                scan = found + 1
            elif self._has_ended:
                if not is_empty or here - start < _LENGTH:
                    yield start, kept, start, False
                return
            else:
                if len(kept) == KEPT_OF_TOO_LONG and is_zero(self._data[self._at :]):
                    self._base += skip_hole(self._file)
                self._read_on()
                scan = self._at

    def _next_start(self, scan: int) -> int:
        """The first whole frame or apparent start of a record from `scan` on, else the limit."""
        data, limit = self._data, self._limit()
        if scan == 0 and is_zero(data):
            return limit
        for start in _candidates(data, scan, limit):
            if _may_start(data, start) or _is_frame(data, start, self._base, self._width):
                return start
        return max(limit, scan)

    def _limit(self) -> int:
        """The end of the starts at which the longest possible record would be in memory."""
        size = len(self._data)
        return size if self._has_ended else size - self._longest
