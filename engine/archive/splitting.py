"""Splitting: where an archive can be divided, so that its parts can be read in parallel.

A split point is a byte offset at which a record starts. It is found near a wanted offset by
examining the bytes there. The parts together have the same records as the whole archive:

    lines of text     after the end of a line
    log.offset        where a frame starts whose length fields all agree
    log.bipf          where a record starts, at a multiple of the block size or after one

Other formats and compressed archives are not split.
"""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from tanglescope.engine.archive.lines import LineReader
from tanglescope.engine.archive.logs.bipf_log import BipfReader, split_block
from tanglescope.engine.archive.logs.blocks import BLOCK, find_compaction
from tanglescope.engine.archive.logs.offset_log import OffsetReader, next_frame
from tanglescope.engine.archive.record import START, Cursor, Reader, Record
from tanglescope.engine.archive.source import skip_hole

MIDDLE = 1 << 40
"""The record number in a cursor in the middle of a file where the real number isn't known."""

_LOOK = 1 << 22
_SPOTS = 16
_SAMPLE = 1 << 16
"""Where an archive is sampled: at so many offsets, so many bytes each."""


def can_be_split(reader: Reader) -> bool:
    """Whether the archive can be split into parts."""
    return _finder(reader) is not None


def split_points(reader: Reader, start: int, end: int, step: int) -> Iterator[int]:
    """Offsets between `start` and `end`, ascending, each the next after a multiple of `step`."""
    find = _finder(reader)
    if find is None:
        return
    wanted = (start // step + 1) * step
    while wanted < end:
        found = find(wanted)
        if found is None or found >= end:
            return
        yield found
        wanted = (found // step + 1) * step


def estimated_records(reader: Reader, start: int) -> int | None:
    """The estimated number of records from `start` on; None if the archive can't be split.

    Some records are read at offsets that are spread evenly. Each of these samples counts for the
    bytes around it, so that a hole or a long damaged record doesn't change what others count.
    """
    find = _finder(reader)
    if find is None:
        return None
    size = max(reader.path.stat().st_size - start, 0)
    densities: list[float] = []
    for spot in range(_SPOTS):
        wanted = start + size * spot // _SPOTS
        at = find(wanted) if wanted > start else start
        if at is None:
            break
        records, end = 0, at
        for record in reader.records(Cursor(at, MIDDLE if at else 0)):
            records, end = records + 1, record.after.offset
            if end - at >= _SAMPLE:
                break
        if end > at:
            densities.append(records / (end - at))
    return round(size * sum(densities) / max(len(densities), 1))


class ArchivePart(NamedTuple):
    """The records between two split points; `end` is None in the last part."""

    start: Cursor
    end: int | None


def parts(reader: Reader, step: int) -> Iterator[ArchivePart]:
    """The archive in parts of about `step` bytes that can be read in parallel."""
    start = START
    for end in split_points(reader, 0, reader.path.stat().st_size, step):
        yield ArchivePart(start, end)
        start = Cursor(end, start.number + _lines(reader, start.offset, end))
    yield ArchivePart(start, None)


def read_part(reader: Reader, start: Cursor, end: int | None) -> Iterator[tuple[Cursor, Record]]:
    """The records between two split points, each with the cursor before it.

    Without an `end`, the part goes to the end of the archive. `start.number` may be `MIDDLE`.
    """
    for record in reader.records(start):
        if end is not None and record.after.offset > end:
            return
        yield start, record
        start = record.after


def _finder(reader: Reader) -> Callable[[int], int | None] | None:
    match reader:
        case LineReader() if not reader.source.magic:
            return lambda offset: _after_line(reader, offset)
        case OffsetReader() if not reader.source.magic:
            return lambda offset: _at_frame(reader, offset)
        case BipfReader() if not reader.source.magic and not find_compaction(reader.path):
            return lambda offset: _at_record(reader, -(-offset // BLOCK) * BLOCK)
    return None


def _after_line(reader: LineReader, offset: int) -> int | None:
    """The offset after the first line that ends at or after `offset`."""
    at = offset - 1
    with reader.source.open(at) as file:
        while chunk := file.read(1 << 16):
            found = chunk.find(b"\n")
            if found >= 0:
                return at + found + 1
            at += len(chunk) + skip_hole(file)
    return None


def _at_record(reader: BipfReader, base: int) -> int | None:
    """The first record at or after `base`: at `base`, unless blocks are shifted.

    After lost or inserted bytes, a record may extend across any offset.
    """
    with reader.source.open(base) as file:
        while block := file.read(BLOCK):
            for start, _, _, is_whole in split_block(block, 0):
                if is_whole:
                    return base + start
            base += len(block) + skip_hole(file, BLOCK)
    return None


def _lines(reader: Reader, start: int, end: int) -> int:
    """How many lines end between two offsets; logs count none."""
    if not isinstance(reader, LineReader):
        return 0
    with reader.source.open(start) as file:
        return count_lines(file, end - start)


def count_lines(file: BinaryIO, size: int) -> int:
    """How many lines end in the next `size` bytes of a file."""
    count = 0
    while size > 0 and (chunk := file.read(min(size, _LOOK))):
        count += chunk.count(b"\n")
        size -= len(chunk) + skip_hole(file)
    return count


def _at_frame(reader: OffsetReader, offset: int) -> int | None:
    """The first frame at or after `offset`, if there is one nearby."""
    with reader.source.open(offset) as file:
        return next_frame(file.read(_LOOK), offset, reader.width)
