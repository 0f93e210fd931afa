"""`log.bipf`: async-append-only-log, the log of ssb-db2 (Manyverse and all newer programs).

    block := record* zeros    record := length:u16LE  data    data = BIPF {key, value, timestamp}

Deleted records are zeros of the same length. The original checks the last block only, and repairs
it on disk; it stops at damage anywhere else. This reader loses only the damaged record: the tag of
the object shows whether a frame is whole, and the start of an object shows where the next begins.
"""

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tanglescope.engine.archive.lines import record_of
from tanglescope.engine.archive.logs.blocks import BLOCK, LogFrame, find_compaction, frames
from tanglescope.engine.archive.record import LONGEST_RECORD, START, Cursor, Dialect, Place, Record
from tanglescope.engine.archive.source import FileReader, is_damaged, is_zero, skip_hole
from tanglescope.engine.archive.varints import read_varint
from tanglescope.engine.message.verdict import Rule

DEEPEST = 200
"""The deepest nesting that is read; a valid message has at most 63 levels."""

_INTEGER = struct.Struct("<i")
_DOUBLE = struct.Struct("<d")
_STRING, _BUFFER, _INT, _DOUBLES, _ARRAY, _OBJECT, _CONSTANT = range(7)
_UNDEFINED = object()
_CONSTANTS = (False, True, _UNDEFINED)
_LARGEST_PLAIN = 1e15


class NotBIPF(ValueError):
    """Bytes that are not BIPF."""


def decode(data: bytes) -> Any:
    """Decode a value that fills all of `data`. Raises `NotBIPF`."""
    try:
        value, end = _decode(data, 0, len(data), 0)
    except (IndexError, ValueError, struct.error) as error:
        raise NotBIPF(str(error)) from None
    if end != len(data):
        raise NotBIPF(f"{len(data) - end} bytes follow the value")
    return None if value is _UNDEFINED else value


def holds_object(data: bytes, start: int, end: int) -> bool:
    """Whether the tag at `start` is that of an object that ends at `end`."""
    try:
        tag, begin = read_varint(data, start)
    except (IndexError, ValueError):
        return False
    return tag & 7 == _OBJECT and begin + (tag >> 3) == end


def _decode(data: bytes, position: int, limit: int, depth: int) -> tuple[Any, int]:
    tag, start = read_varint(data, position)
    end = start + (tag >> 3)
    if end > limit:
        raise NotBIPF("a value is longer than what holds it")
    kind = tag & 7
    if kind == _STRING:
        return data[start:end].decode("utf-8", "replace"), end
    if kind == _OBJECT:
        return _object(data, start, end, depth + 1), end
    if kind == _ARRAY:
        return _array(data, start, end, depth + 1), end
    return _atom(data, start, end, kind), end


def _object(data: bytes, position: int, end: int, depth: int) -> dict[str, Any]:
    if depth > DEEPEST:
        raise NotBIPF(f"nested deeper than {DEEPEST} levels")
    entries: dict[str, Any] = {}
    while position < end:
        tag, start = read_varint(data, position)
        position = start + (tag >> 3)
        if tag & 7 != _STRING or position > end:
            raise NotBIPF("a key isn't text")
        key = data[start:position].decode("utf-8", "replace")
        value, position = _decode(data, position, end, depth)
        if value is not _UNDEFINED:
            entries[key] = value
    return entries


def _array(data: bytes, position: int, end: int, depth: int) -> list[Any]:
    if depth > DEEPEST:
        raise NotBIPF(f"nested deeper than {DEEPEST} levels")
    items = []
    while position < end:
        value, position = _decode(data, position, end, depth)
        items.append(None if value is _UNDEFINED else value)
    return items


def _atom(data: bytes, start: int, end: int, kind: int) -> Any:
    size = end - start
    if kind == _CONSTANT and size <= 1:
        if size == 0:
            return None
        return _CONSTANTS[data[start]]
    if kind == _INT and size == 4:
        return _INTEGER.unpack_from(data, start)[0]
    if kind == _DOUBLES and size == 8:
        number = _DOUBLE.unpack_from(data, start)[0]
        # Integers as Python reads them in JSON, so that the canonical text is the same.
        is_plain = abs(number) < _LARGEST_PLAIN and number.is_integer()
        return int(number) if is_plain else number
    if kind == _BUFFER:
        return {"type": "Buffer", "data": list(data[start:end])}
    raise NotBIPF(f"type {kind} with {size} bytes")


_KEY_STARTS = re.compile(rb"\x18key(?:\xa0\x03%|[\x80-\xf8][\x02-\x06]ssb:message/)")
"""An object's first entry when its key is `key` and the value a message id: `%` and 51 others, or
a URI of 32 to 111 characters."""

_LONGEST_KEY_START = 18

_LENGTH = 2
_LONGEST_TAG = 3
_SHORTER_TAG = 2
_REPLACEMENT = "\ufffd".encode()


def is_bipf_log(sample: bytes) -> bool:
    """Whether a log that starts with `sample` has a record of ssb-db2 in its first blocks."""
    return any(
        is_whole and _KEY_STARTS.match(data, _tag_size(data))
        for start in range(0, len(sample), BLOCK)
        for _, data, _, is_whole in split_block(sample[start : start + BLOCK], 0)
    )


@dataclass(frozen=True, slots=True)
class BipfReader(FileReader):
    """Reads a `log.bipf`; the places of records are byte offsets."""

    format: str = "log.bipf (ssb-db2)"
    dialect: Dialect = Dialect.CLASSIC

    marks: ClassVar[Mapping[bytes, int]] = {b"author": LONGEST_RECORD}

    @property
    def can_be_split(self) -> bool:
        """Whether it isn't compressed, and no compaction of it was interrupted."""
        return not self.source.magic and find_compaction(self.path) is None

    def next_start(self, offset: int) -> int | None:
        """The first record in a block that starts at or after `offset`.

        That is where the block starts, unless blocks are shifted. After lost or inserted bytes, a
        record may extend across any offset.
        """
        base = -(-offset // BLOCK) * BLOCK
        with self.source.open(base) as file:
            while block := file.read(BLOCK):
                for start, _, _, is_whole in split_block(block, 0):
                    if is_whole:
                        return base + start
                base += len(block) + skip_hole(file, BLOCK)
        return None

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        first_block = start.offset - start.offset % BLOCK
        compaction = find_compaction(self.path)
        end = start.offset
        with self.source.open(first_block) as file:
            for frame, is_last in frames(file, start.offset, split_block, compaction):
                offset, data, end, is_whole = frame
                is_unfinished = is_last and not _is_finished(data, is_whole)
                if growing and is_unfinished:
                    return
                after = Cursor(offset if is_unfinished else end)
                if not is_whole:
                    yield Record(Place("byte", offset), data, after, problem=Rule.DAMAGED)
                elif any(data):
                    yield _read(data, Place("byte", offset), after)
            if is_damaged(file):
                yield Record(Place("byte", end), b"", Cursor(end), problem=Rule.DAMAGED)


def split_block(block: bytes, at: int) -> Iterator[LogFrame]:
    """The frames of a block from position `at` on; see `engine.archive.logs.blocks.Split`."""
    size = len(block)
    following = 0  # searched again only once it is passed: a block may be full of near misses
    while at + 2 <= size:
        length = block[at] | block[at + 1] << 8
        end = at + 2 + length
        if length == 0 and is_zero(block[at:]):
            return
        if length and end <= size and _is_plausible(block, at + 2, end):
            yield at, block[at + 2 : end], end, True
        else:
            if following <= at:
                following = _next_start(block, at + 1)
            if length == 0 or end > following or not _may_start(block, end):
                end = following
            yield at, block[at:end], end, False
        at = end


def _is_plausible(block: bytes, start: int, end: int) -> bool:
    """Whether the bytes are what the program writes: an object, or the zeros of a deletion."""
    if holds_object(block, start, end):
        hidden = _hidden_key(block, start, end)
        # An object that lost its last bytes would be completed by those of the next record.
        return hidden is None or (
            _start_before(block, hidden, end) is None and _is_bipf(block[start:end])
        )
    return not block[start] and is_zero(block[start:end])


def _hidden_key(block: bytes, start: int, end: int) -> int | None:
    """The position where another record begins before this one ends, so that bytes are missing."""
    behind_own = start + _LONGEST_TAG + 1
    # After a whole record comes the length of the next one, a tag of two or three bytes, and its
    # key. One lost byte moves a key with a tag of three bytes to the position of one with two.
    usual = end + _LENGTH + _SHORTER_TAG
    found = _KEY_STARTS.search(block, behind_own, usual + _LONGEST_KEY_START)
    if found is None or found.start() > usual:
        return None
    is_hidden = found.start() < usual or block[usual - _LONGEST_TAG] >= 0x80
    return found.start() if is_hidden else None


def _start_before(block: bytes, key: int, limit: int) -> int | None:
    """The start before `limit` of the record with this `key`, if the record is whole."""
    for start in range(max(key - _LENGTH - _LONGEST_TAG, 0), min(key - _LENGTH, limit)):
        end = start + _LENGTH + (block[start] | block[start + 1] << 8)
        is_tag = _tag_size(block[start + _LENGTH : key]) == key - start - _LENGTH
        if is_tag and end <= len(block) and holds_object(block, start + _LENGTH, end):
            return start
    return None


def _is_bipf(data: bytes) -> bool:
    try:
        decode(data)
    except NotBIPF:
        return False
    return True


def _may_start(block: bytes, at: int) -> bool:
    """Whether there is a record at `at`, or only zeros up to the end."""
    if at + 2 > len(block):
        return True
    length = block[at] | block[at + 1] << 8
    if length == 0:
        return is_zero(block[at:])
    end = at + 2 + length
    return end <= len(block) and _is_plausible(block, at + 2, end)


def _next_start(block: bytes, at: int) -> int:
    """The next start of a record after damage, recognized by its first key, or the block's end."""
    for found in _KEY_STARTS.finditer(block, at):
        start = _start_before(block, found.start(), len(block))
        if start is not None and start >= at:
            return start
    return len(block)


def _tag_size(data: bytes) -> int:
    """The number of bytes of the tag at the start of `data`."""
    return next((n for n, byte in enumerate(data, start=1) if byte < 0x80), 0)


def _is_finished(data: bytes, is_whole: bool) -> bool:
    """Whether a record in the last block was completely written.

    A record ends with its timestamp, whose last byte is never zero; a deletion is all zeros.
    """
    return is_whole and (data[-1] != 0 or not any(data))


def _read(data: bytes, place: Place, after: Cursor) -> Record:
    try:
        item = decode(data)
    except NotBIPF:
        return Record(place, data, after, problem=Rule.DAMAGED)
    # The program replaced lone surrogates by U+FFFD.
    return record_of(item, data, place, after, is_lossy=_REPLACEMENT in data)
