"""Splitting: where an archive can be divided, so that its parts can be read in parallel.

A split point is a byte offset at which a record starts. It is found near a wanted offset by
examining the bytes there (`Reader.next_start`). The parts together have the same records as the
whole archive. Compressed archives, and those of some formats, are not split.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tanglescope.engine.archive.record import START, Cursor, Reader, Record

MIDDLE = 1 << 40
"""The record number in a cursor in the middle of a file where the real number isn't known."""

_SPOTS = 16
_SAMPLE = 1 << 16
"""Where an archive is sampled: at so many offsets, so many bytes each."""


def split_points(reader: Reader, start: int, end: int, step: int) -> Iterator[int]:
    """Offsets between `start` and `end`, ascending, each the next after a multiple of `step`."""
    if not reader.can_be_split:
        return
    wanted = (start // step + 1) * step
    while wanted < end:
        found = reader.next_start(wanted)
        if found is None or found >= end:
            return
        yield found
        wanted = (found // step + 1) * step


def estimated_records(reader: Reader, start: int) -> int | None:
    """The estimated number of records from `start` on; None if the archive can't be split.

    Some records are read at offsets that are spread evenly. Each of these samples counts for the
    bytes around it, so that a hole or a long damaged record doesn't change what others count.
    """
    if not reader.can_be_split:
        return None
    size = max(reader.path.stat().st_size - start, 0)
    densities: list[float] = []
    for spot in range(_SPOTS):
        wanted = start + size * spot // _SPOTS
        at = reader.next_start(wanted) if wanted > start else start
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
        start = Cursor(end, start.number + reader.lines_between(start.offset, end))
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
