"""Text archives with a record on every line (NDJSON), wrapped in whatever way."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from engine.archive.record import START, Cursor, Dialect, Place, Record
from engine.archive.source import ArchiveSource, is_damaged
from engine.archive.unwrap import is_mark, unwrap
from engine.message.canonical import LONGEST, NotJSON, TooDeep, parse, parse_nested
from engine.message.verdict import Rule

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
KEPT_OF_TOO_LONG = 1 << 14
"""Bytes that are kept of a record that is too long to be one."""

# A power failure leaves zero bytes; the rest is white space to JSON.
_NOTHING = b" \t\r\n\0"
_BLANK_LINES = re.compile(rb"[ \t\r\n\0]*\n")


@dataclass(frozen=True, slots=True)
class LineReader:
    """Reads a record per line; lines end in 0x0A only, since messages hold U+2028 unescaped."""

    source: ArchiveSource
    format: str = "lines of JSON"
    dialect: Dialect = Dialect.CLASSIC

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self.source.path

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        with self.source.open(start.offset) as file:
            before = start
            while line := file.readline(LONGEST):
                ended, size = line.endswith(b"\n"), len(line)
                if size == LONGEST and not ended:
                    ended, size = _skip_line(file, size)
                lines = int(ended)
                if ended and not line.strip(_NOTHING):
                    more, more_lines = _skip_blank(file)
                    size, lines = size + more, lines + more_lines
                after = Cursor(before.offset + size, before.number + lines)
                record = read_line(line, Place("line", before.number + 1), after)
                if record is not None and not ended and not isinstance(record.value, dict):
                    if growing:
                        return
                    # It may be whole the next time, so the file is read on from its start.
                    after = before
                    record = record._replace(after=before)
                if record is not None:
                    yield record
                before = after
            if is_damaged(file):
                place = Place("line", before.number + 1)
                yield Record(place, b"", before, problem=Rule.DAMAGED)


def read_line(line: bytes, place: Place, after: Cursor) -> Record | None:
    """The record on a line; None where the line holds none (blank, zero bytes, a sync mark)."""
    text = line.strip(_NOTHING)
    if place.number == 1:
        text = text.removeprefix(BYTE_ORDER_MARK)
    if not text:
        return None
    if len(line) >= LONGEST:
        return Record(place, line[:KEPT_OF_TOO_LONG], after, problem=Rule.TOO_LONG)
    return read_value(text, place, after)


def read_value(text: bytes, place: Place, after: Cursor) -> Record | None:
    """The record that the JSON `text` holds; None for a sync mark."""
    try:
        item = _parse(text)
    except TooDeep:
        return Record(place, text, after, problem=Rule.SIZE)
    except NotJSON:
        return Record(place, text, after, problem=Rule.JSON)
    if is_mark(item):
        return None
    inner = unwrap(item)
    return Record(
        place,
        text,
        after,
        inner.key,
        inner.value,
        inner.received,
        inner.problem,
        dialect=inner.dialect,
    )


def _parse(text: bytes) -> object:
    try:
        return parse(text)
    except TooDeep:
        # It is no message, but it has an id.
        return parse_nested(text.decode("utf-8", "replace"))


def _skip_blank(file: BinaryIO) -> tuple[int, int]:
    """Go past the blank lines that are in memory by now: their bytes, and how many they are.

    A small compressed file may hold millions of them.
    """
    blank = _BLANK_LINES.match(file.peek(1)) if isinstance(file, BufferedReader) else None
    text = file.read(blank.end()) if blank is not None else b""
    return len(text), text.count(b"\n")


def _skip_line(file: BinaryIO, size: int) -> tuple[bool, int]:
    """Go to the end of a line of which `size` bytes were read: whether it has one, and its size."""
    line = b""
    while not line.endswith(b"\n") and (line := file.readline(LONGEST)):
        size += len(line)
    return line.endswith(b"\n"), size
