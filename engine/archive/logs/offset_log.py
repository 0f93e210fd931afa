"""`log.offset`: flumelog-offset, the log of ssb-server, Patchwork, Patchbay and Oasis.

    record := length:u32BE  data  length:u32BE  end:uBE        end = file offset behind the record

`end` has 4 bytes (ssb-db), 6 or 8; flumelog-offset before version 3 wrote none. The file has no
header and no blocks. Deleted records are zeros inside an intact frame. The original stops at the
first bad frame; this reader accepts a frame only if all its words agree, and otherwise looks for
the next one that does. Where bytes were lost or inserted, `end` is wrong in all frames behind: it
is not compared where the two lengths agree and an object or zeros are between them.

The search relies on the words alone, not on how a writer lays out its JSON. Every length starts
with a zero byte, because no record is longer than `LONGEST`, and JSON has no zero bytes: so only
the ends of runs of zeros are looked at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from json import JSONDecoder
from pathlib import Path
from typing import BinaryIO, TypeAlias

from engine.archive.lines import KEPT_OF_TOO_LONG, read_value
from engine.archive.record import START, Cursor, Dialect, Place, Record
from engine.archive.source import ArchiveSource, is_damaged, is_zero, skip_hole
from engine.message.canonical import LONGEST
from engine.message.verdict import Rule

Frame: TypeAlias = tuple[int, bytes, int, bool]
"""Offset, data, offset behind it, and whether it is whole: damaged bytes are no record's data."""

WIDTHS = (4, 6, 8, 0)
"""Bytes of the last word of a record."""

_CHUNK = 1 << 20
_FRAMES_LOOKED_AT = 20
_ZEROS = re.compile(rb"\0++")
_NONZERO = re.compile(rb"[^\0]")
_OBJECT_STARTS = re.compile(rb'[ \t\r\n]{0,64}+\{[ \t\r\n]{0,64}+["}]')
_OBJECT_ENDS = re.compile(rb"\}[ \t\r\n]*+\Z")
_LONGEST_SPACE = 64
_LENGTH = 4


def width_of(sample: bytes) -> int | None:
    """How wide the last words are in a log that starts with `sample`; None if it is no log."""
    objects = (at for at in _candidates(sample) if _OBJECT_STARTS.match(sample, at + _LENGTH))
    starts = list(islice(objects, _FRAMES_LOOKED_AT))
    for start in [0, *starts]:
        for width in WIDTHS[:-1]:
            if _is_whole(sample, start, 0, width):
                return width
    # If the start of the file is lost, the frame after another one shows it.
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
    """Whether an object at the start of the text ends in it."""
    try:
        JSONDecoder().raw_decode(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class OffsetReader:
    """Reads a `log.offset`; places are byte offsets."""

    source: ArchiveSource
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
    return is_zero(data)


def frames(file: BinaryIO, offset: int, width: int) -> Iterator[Frame]:
    """The frames of a log from `offset` on, where `file` is.

    A stretch of damage is one frame that is not whole. At the end of the file it ends where it
    starts, since it may only be unfinished; zeros at the end are no damage, unless they are too
    few for a length.
    """
    window = _FrameWindow(file, offset, width)
    while window.fill():
        yield from window.whole_frames()
        if window.is_full() and not window.is_empty():
            yield from window.skip_damage()


def next_frame(data: bytes, base: int, width: int) -> int | None:
    """The offset of the first frame that starts in `data`, which is at the offset `base`.

    Only frames that another one follows count, so that none is found by chance.
    """
    for start in _candidates(data):
        following = start + 8 + width + _length(data, start)
        if _is_frame(data, start, base, width) and _is_frame(data, following, base, width):
            return base + start
    return None


def _candidates(data: bytes, at: int = 0, end: int | None = None) -> Iterator[int]:
    """Where between two positions a length may start that no record exceeds."""
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
    """Whether a length of some record is followed by what looks like the start of an object."""
    return data[start + 4 : start + 5] == b"{" and _OBJECT_STARTS.match(data, start + 4) is not None


def _is_frame(data: bytes, start: int, base: int, width: int) -> bool:
    """Whether all words of the frame at `start` agree, or all but the last one."""
    length = data[start : start + 4]
    closing = start + 4 + int.from_bytes(length, "big")
    return data[closing : closing + 4] == length and (
        _is_whole(data, start, base, width) or _is_moved(data, start, width)
    )


def _is_whole(data: bytes, start: int, base: int, width: int) -> bool:
    """Whether all words of the frame at `start` agree; `base` is the offset of `data`."""
    length = _length(data, start)
    closing = start + 4 + length
    end = closing + 4 + width
    words = data[start : start + 4] + ((base + end) % (1 << 8 * width)).to_bytes(width, "big")
    is_certain = width > 0  # two lengths that agree may be anything
    return is_certain and length > 0 and end <= len(data) and data[closing:end] == words


def _is_moved(data: bytes, start: int, width: int) -> bool:
    """Whether the frame at `start` is whole but for its last word, which counts other offsets.

    Two lengths that agree with an object or nothing but zeros between them are no accident.
    """
    length = _length(data, start)
    closing = start + 4 + length
    return (
        0 < length <= len(data) - start - 8 - width
        and data[closing : closing + 4] == data[start : start + 4]
        and (_is_object(data, start + 4, closing) or _is_zero(data, start + 4, closing))
    )


def _is_object(data: bytes, start: int, end: int) -> bool:
    """Whether there is what looks like an object from its start and from its end."""
    return (
        _OBJECT_STARTS.match(data, start, end) is not None
        and _OBJECT_ENDS.search(data, max(start, end - _LONGEST_SPACE), end) is not None
    )


def _is_zero(data: bytes, start: int, end: int) -> bool:
    # It ends at the first byte that is none: what looks like a frame may be looked at often.
    return not data[start] and _NONZERO.search(data, start, end) is None


class _FrameWindow:
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
            self._read_on()
        return not self.is_empty()

    def _read_on(self) -> None:
        more = self._file.read(_CHUNK + LONGEST)
        self._has_ended = len(more) < _CHUNK + LONGEST
        self._data = self._data[self._at :] + more
        self._base += self._at
        self._at = 0

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
        """Go to the next whole frame; what was skipped, if it was more than zeros.

        Every place in it where a record seems to start begins a stretch of its own, so that each
        damaged record is reported.
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
        """The first whole frame or start of a record from `scan` on; the limit if there is none."""
        data, limit = self._data, self._limit()
        if scan == 0 and is_zero(data):
            return limit
        for start in _candidates(data, scan, limit):
            if _may_start(data, start) or _is_frame(data, start, self._base, self._width):
                return start
        return max(limit, scan)

    def _limit(self) -> int:
        """Where the part ends in which the longest record would be here as a whole."""
        size = len(self._data)
        return size if self._has_ended else size - self._longest
