"""Text archives with a record on every line (NDJSON), in any wrapping, and runs of JSON values.

A wrapping is `{key, value, timestamp}`, the same with a sequence number around it, or without some
of the fields, or the bare value. Exports with decrypted private messages also have the ciphertext.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from io import BufferedReader
from math import isfinite
from typing import Any, BinaryIO, ClassVar, NamedTuple, TypeGuard

from tanglescope.engine.archive.record import (
    LONGEST_RECORD,
    MARKS,
    START,
    Cursor,
    Dialect,
    Place,
    Record,
)
from tanglescope.engine.archive.source import (
    FileReader,
    is_damaged,
    is_zero,
    skip_hole,
)
from tanglescope.engine.message.canonical import LONGEST, NotJSON, TooDeep, parse, parse_nested
from tanglescope.engine.message.verdict import Rule

_FIELDS_OF_A_MESSAGE = 7
_MARK = {"sync": True}
_ADDED_BY_DECRYPTION = frozenset({"meta", "cyphertext", "private", "unbox"})


class UnwrappedValue(NamedTuple):
    """A signed value, with the key and the time that the archive gives for it."""

    value: object
    key: str | None = None
    received: float | None = None
    problem: Rule | None = None
    dialect: Dialect = Dialect.CLASSIC


def is_pzp(item: object) -> TypeGuard[dict[str, Any]]:
    """Whether this is a PZP record, `{id, msg, received}`, as pzp-db writes it."""
    return (
        isinstance(item, dict)
        and "value" not in item
        and isinstance(item.get("id"), str)
        and isinstance(item.get("msg"), dict)
        and "metadata" in item["msg"]
        and "author" not in item
    )


def is_mark(item: object) -> bool:
    """Whether this isn't a record, but the mark of a live stream that has caught up."""
    return item == _MARK


def unwrap(item: object) -> UnwrappedValue:
    """Take the message out of its wrapping."""
    if is_pzp(item):
        return UnwrappedValue(
            item["msg"], item["id"], time_in(item.get("received")), None, Dialect.PZP
        )
    if not _is_wrapping(item):
        return UnwrappedValue(_as_signed(item, None))
    if "seq" in item and "key" not in item and not _is_wrapping(item := item["value"]):
        return UnwrappedValue(_as_signed(item, None))
    key, received = item.get("key"), item.get("timestamp")
    value, received = _as_signed(item["value"], item.get("meta")), time_in(received)
    if key is None or isinstance(key, str):
        return UnwrappedValue(value, key, received)
    return UnwrappedValue(value, None, received, Rule.SHAPE)


def _is_wrapping(item: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(item, dict)
        and "value" in item
        and not ("author" in item or "sequence" in item or "signature" in item)
    )


def time_in(received: object) -> float | None:
    """The received time in milliseconds, if there is one."""
    if isinstance(received, int | float) and not isinstance(received, bool) and isfinite(received):
        return float(received)
    return None


def _as_signed(value: object, meta: object) -> object:
    """Restore the ciphertext if a program replaced it by the decrypted text."""
    if not isinstance(value, dict):
        return value
    if isinstance(meta, dict) and isinstance(meta.get("originalContent"), str):
        return value | {"content": meta["originalContent"]}
    if len(value) <= _FIELDS_OF_A_MESSAGE or _ADDED_BY_DECRYPTION.isdisjoint(value):
        return value
    inside = value.get("meta")
    original = inside.get("original") if isinstance(inside, dict) else None
    of_original = original.get("content") if isinstance(original, dict) else None
    ciphertext = of_original or value.get("cyphertext")
    if not isinstance(ciphertext, str):
        return value
    kept = {name: item for name, item in value.items() if name not in _ADDED_BY_DECRYPTION}
    return kept | {"content": ciphertext}


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
KEPT_OF_TOO_LONG = 1 << 14
"""The number of bytes that are kept of a record that is too long to be valid."""

# A power failure leaves zero bytes; the rest is white space to JSON.
_NOTHING = b" \t\r\n\0"
_BLANK_LINES = re.compile(rb"[ \t\r\n\0]*\n")


@dataclass(frozen=True, slots=True)
class LineReader(FileReader):
    """Reads one record per line; lines end in 0x0A only, since messages may contain U+2028."""

    format: str = "lines of JSON"
    dialect: Dialect = Dialect.CLASSIC

    has_lines = True
    marks: ClassVar[Mapping[bytes, int]] = {**MARKS, b"\n": LONGEST_RECORD}

    @property
    def can_be_split(self) -> bool:
        """Whether it isn't compressed."""
        return not self.source.magic

    def next_start(self, offset: int) -> int | None:
        """The offset after the first line that ends at or after `offset`."""
        at = offset - 1
        with self.source.open(at) as file:
            while chunk := file.read(_CHUNK):
                found = chunk.find(b"\n")
                if found >= 0:
                    return at + found + 1
                at += len(chunk) + skip_hole(file)
        return None

    def lines_between(self, start: int, end: int) -> int:
        """How many lines end between two offsets."""
        count, left = 0, end - start
        with self.source.open(start) as file:
            while left > 0 and (chunk := file.read(min(left, _LOOK))):
                count += chunk.count(b"\n")
                left -= len(chunk) + skip_hole(file)
        return count

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        with self.source.open(start.offset) as file:
            before = start
            while line := file.readline(LONGEST):
                ended, size = line.endswith(b"\n"), len(line)
                if size == LONGEST and not ended and line[0] in _NOTHING:
                    line, more = _after_zeros(line, file)
                    ended, size = line.endswith(b"\n"), size + more
                if len(line) == LONGEST and not ended:
                    ended, size = skip_line(file, size)
                lines = int(ended)
                if ended and line[0] in _NOTHING and not line.strip(_NOTHING):
                    more, more_lines = _skip_blank(file)
                    size, lines = size + more, lines + more_lines
                after = Cursor(before.offset + size, before.number + lines)
                record = read_line(line, Place("line", before.number + 1), after)
                if record is not None and not ended and not isinstance(record.value, dict):
                    if growing:
                        return
                    # It may be complete the next time, so reading resumes at its start.
                    after = before
                    record = record._replace(after=before)
                if record is not None:
                    yield record
                before = after
            if is_damaged(file):
                place = Place("line", before.number + 1)
                yield Record(place, b"", before, problem=Rule.DAMAGED)


def read_line(line: bytes, place: Place, after: Cursor) -> Record | None:
    """The record on a line; None if there is none (a blank line, zero bytes, a sync mark)."""
    text = line.strip(_NOTHING)
    if place.number == 1:
        text = text.removeprefix(BYTE_ORDER_MARK)
    if not text:
        return None
    if len(line) >= LONGEST:
        return Record(place, line[:KEPT_OF_TOO_LONG], after, problem=Rule.TOO_LONG)
    return read_value(text, place, after)


def read_value(text: bytes, place: Place, after: Cursor) -> Record | None:
    """The record in the JSON `text`; None for a sync mark."""
    item, problem = parse_json(text)
    if problem is not None:
        return Record(place, text, after, problem=problem)
    if is_mark(item):
        return None
    return record_of(item, text, place, after)


def record_of(
    item: object, raw: bytes, place: Place, after: Cursor, *, is_lossy: bool = False
) -> Record:
    """The record of a value in any wrapping."""
    value, key, received, problem, dialect = unwrap(item)
    return Record(place, raw, after, key, value, received, problem, is_lossy, dialect)


def parse_json(text: bytes) -> tuple[object, Rule | None]:
    """The JSON value in `text`, or None and the rule that it breaks."""
    try:
        return _parse(text), None
    except TooDeep:
        return None, Rule.SIZE
    except NotJSON:
        return None, Rule.JSON


def _parse(text: bytes) -> object:
    try:
        return parse(text)
    except TooDeep:
        # It isn't a message, but it has an id.
        return parse_nested(text.decode("utf-8", "replace"))


def _skip_blank(file: BinaryIO) -> tuple[int, int]:
    """Skip the blank lines that are already in memory; return their bytes and their number.

    A small compressed file may have millions of them.
    """
    blank = _BLANK_LINES.match(file.peek(1)) if isinstance(file, BufferedReader) else None
    text = file.read(blank.end()) if blank is not None else b""
    return len(text), text.count(b"\n")


def _after_zeros(line: bytes, file: BinaryIO) -> tuple[bytes, int]:
    """A line without its leading zeros, and the number of bytes read for that.

    A power failure may leave gigabytes of zeros, followed by a record.
    """
    size = 0
    while len(line) == LONGEST and line[0] in _NOTHING and not line.endswith(b"\n"):
        line = line.lstrip(_NOTHING)
        size += 0 if line else skip_hole(file)
        more = file.readline(LONGEST - len(line))
        line += more
        size += len(more)
    return line, size


def skip_line(file: BinaryIO, size: int) -> tuple[bool, int]:
    """Skip the rest of a line after `size` bytes; return whether the line ends, and its size."""
    line = b""
    while not line.endswith(b"\n") and (line := file.readline(LONGEST)):
        size += len(line)
        if is_zero(line):
            size += skip_hole(file)
    return line.endswith(b"\n"), size


_CHUNK = 1 << 16
_LOOK = 1 << 22

# A string that isn't closed on its line is damaged: JSON has no line breaks inside strings.
_TEXT = rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_TOKEN = _TEXT + rb'|[{}\[\]]|"'
_TOKENS = re.compile(rb"\n\{|" + _TOKEN)
_TOKENS_OF_ARRAY = re.compile(rb"\n(?:  )?\{|" + _TOKEN)
_DEEPEST = 8
"""The nesting depth of nearly all values: those of SSB are 4 to 7 levels deep."""

_MOST_NESTED = 1 << 16
"""The nesting depth at which the end of a value isn't searched any more: none is so deep."""


def _whole(inside: bytes) -> re.Pattern[bytes]:
    """Matches a whole value that isn't nested deeper in one step, instead of token by token.

    `inside` matches the beginning of a line within a value, but not that of a record.
    """
    # Until Python 3.11.5, a possessive group goes on where its last failed attempt had come to, so
    # a line is tested before its first character is taken.
    plain = rb'[^"{}\[\]\n]++|(?=\n(?:' + inside + rb"))\n|" + _TEXT
    value = rb"[{\[](?:" + plain + rb")*+[}\]]"
    for _ in range(_DEEPEST - 1):
        value = rb"[{\[](?:" + plain + rb"|" + value + rb")*+[}\]]"
    return re.compile(value)


_WHOLE = _whole(rb"[^{]")
_WHOLE_OF_ARRAY = _whole(rb"[^ {]| [^ ]|  [^{]")
_NEXT_ITEM = re.compile(rb"[\s\0,]*+((?=\{)" + _WHOLE_OF_ARRAY.pattern + rb")")
"""A whole object of an array with the separator before it."""

_NEXT_RECORD = re.compile(rb'(?<=\n)\{|(?<=\n  )\{|\{"key":"%')
_BETWEEN = re.compile(rb"[\s\0,\[\]]*+")
# A cursor is after a value: only what follows tells whether that was an item of an array.
_AFTER_VALUE = re.compile(rb"[\s\0]*+([,\[\]]?)")
_BETWEEN_ITEMS = re.compile(rb"[\s\0,]*+(\]?)")
_BETWEEN_ARRAYS = re.compile(rb"[\s\0,\]]*+(\[?)")
_BEHIND = {b",": _BETWEEN_ITEMS, b"[": _BETWEEN_ITEMS, b"]": _BETWEEN_ARRAYS}
_SCALAR = re.compile(rb'(?:"(?:[^"\\\n]|\\.)*+"|[-+.0-9A-Za-z]++)(?=[\s\0]*+[,\]])')
_MAYBE_SCALAR = re.compile(rb'(?:"(?:[^"\\\n]|\\.?)*+"?|[-+.0-9A-Za-z]++)[\s\0]*+')
"""As much of a scalar and its separator as there is."""
_STRAY = re.compile(rb"[^\n{]*+")

_FURTHEST = 2 * LONGEST
"""How far the end of a value is searched.

Where a damaged one ends depends on these bytes alone, not on how many are in memory: reading that
is resumed in between must find the same records.
"""
_LONGEST_START = len(b'{"key":"%')

_LOOKED_AT_IN_VAIN = 4 << 20
"""The limit on bytes of damaged records that are read again without restriction."""

_OFTEN = 4


@dataclass(frozen=True, slots=True)
class ValueReader(FileReader):
    """Reads a run of JSON objects; places are items of an array, or lines where records start."""

    is_array: bool
    dialect: Dialect = Dialect.CLASSIC

    @property
    def format(self) -> str:
        """The name of the format."""
        return "JSON array" if self.is_array else "indented JSON (ssb-server log)"

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        with self.source.open(start.offset) as file:
            window = _ValueWindow(file, start, self.is_array)
            end = start  # of the records that were yielded
            while True:
                end = (yield from window.whole_items()) or end
                if not window.is_at_value():
                    break
                size, problem = window.measure()
                is_torn = problem is not None and window.ends_at(size)
                if is_torn and growing:
                    return
                place, text, behind = window.place, window.text(size), window.after(size)
                record = None
                if problem is None:
                    record = read_value(text, place, behind)
                    if record is not None and record.problem is Rule.JSON:
                        size, problem = window.end_of_damage(size), Rule.JSON
                        behind = window.after(size)
                if not is_torn:
                    end = behind
                if problem is not None:
                    kept = text[: min(size, KEPT_OF_TOO_LONG)]
                    record = Record(place, kept, end, problem=problem)
                window.move(size, behind)
                if record is not None:
                    yield record
            if is_damaged(file):
                yield Record(window.place, b"", end, problem=Rule.DAMAGED)


class _ValueWindow:
    """The part of a file after the cursor that the current value needs."""

    def __init__(self, file: BinaryIO, start: Cursor, is_array: bool) -> None:
        self.cursor = start
        self._file = file
        self._is_array = is_array
        self._tokens = _TOKENS_OF_ARRAY if is_array else _TOKENS
        self._whole = _WHOLE_OF_ARRAY if is_array else _WHOLE
        self._start = start.offset
        self._between = _BETWEEN
        if is_array:
            self._between = _AFTER_VALUE if start.offset else _BETWEEN_ARRAYS
        self._looked_in_vain = 0
        self._data = file.read(_CHUNK)
        self._position = 0
        if start.offset == 0 and self._data.startswith(BYTE_ORDER_MARK):
            self._skip(len(BYTE_ORDER_MARK))

    @property
    def place(self) -> Place:
        """The place of the value at the cursor."""
        return Place("item" if self._is_array else "line", self.cursor.number + 1)

    def is_at_value(self) -> bool:
        """Move to the start of the next value, if there is one."""
        self._skip_between()
        while not (is_there := self._position < len(self._data)):
            skipped = skip_hole(self._file)
            self.cursor = Cursor(self.cursor.offset + skipped, self.cursor.number)
            if not self._grow():
                break
            self._skip_between()
        return is_there

    def whole_items(self) -> Generator[Record, None, Cursor | None]:
        """Read the whole objects of an array that are in memory, one after another.

        Returns the cursor after the last one. Damaged ones are left to `measure`.
        """
        end = None
        while self._between is _AFTER_VALUE and (
            found := _NEXT_ITEM.match(self._data, self._position)
        ):
            offset, number = self.cursor
            behind = Cursor(offset + found.end() - self._position, number + 1)
            record = read_value(found[1], Place("item", number + 1), behind)
            if record is not None and record.problem is Rule.JSON:
                break
            self.move(found.end() - self._position, behind)
            end = behind
            if record is not None:
                yield record
        return end

    def measure(self) -> tuple[int, Rule | None]:
        """The size of the value at the cursor, and the rule that its extent violates, if any."""
        if not self._data.startswith((b"{", b"["), self._position):
            scalar = self._scalar() if self._is_array else None
            size = scalar.end() - self._position if scalar else self._longest(_STRAY)
            return size, None
        while (measured := self._measure_whole()) is None:
            if self._bytes_left >= _FURTHEST:
                return self.end_of_damage(_FURTHEST), Rule.TOO_LONG
            if not self._grow():
                measured = self.end_of_damage(self._bytes_left), Rule.JSON
                break
        size, problem = measured
        if size > LONGEST and problem is None:
            return self.end_of_damage(size), Rule.TOO_LONG
        return measured

    def end_of_damage(self, examined: int, within: int | None = None) -> int:
        """The offset where another record seems to start after the damaged one at the cursor.

        `examined` bytes of the damaged one were read; the search covers `within` bytes.
        The record that seems to start may be damaged up to the same end, and so on. Such a file
        must not be read a thousand times, so after a while each step has to cover a good part of
        the bytes that were read for it.
        """
        within = examined if within is None else within
        self._looked_in_vain += examined
        passed = self.cursor.offset - self._start
        is_costly = self._looked_in_vain > _LOOKED_AT_IN_VAIN + _OFTEN * passed
        step = max(examined // _OFTEN, 1) if is_costly else 1
        return self._next_record(step, within)

    def _next_record(self, first: int, within: int) -> int:
        """The offset where a record seems to start, at `first` or later; `within` without one."""
        while True:
            end = min(within, self._bytes_left)
            found = _NEXT_RECORD.search(self._data, self._position + first, self._position + end)
            if found:
                return found.start() - self._position
            if end == within or not self._grow():
                return end
            first = max(first, end - _LONGEST_START)

    @property
    def _bytes_left(self) -> int:
        return len(self._data) - self._position

    def ends_at(self, size: int) -> bool:
        """Whether the value of `size` bytes at the cursor is the last in the file."""
        return self._position + size == len(self._data) and not self._grow()

    def text(self, size: int) -> bytes:
        """The `size` bytes at the cursor, without separators."""
        text = self._data[self._position : self._position + size]
        return text if text.startswith(b"[") else text.rstrip(b" \t\r\n\0,]")

    def after(self, size: int) -> Cursor:
        """The cursor after the value of `size` bytes."""
        passed = 1 if self._is_array else self._lines(size)
        return Cursor(self.cursor.offset + size, self.cursor.number + passed)

    def move(self, size: int, behind: Cursor) -> None:
        """Move after the value of `size` bytes; `behind` is the cursor there."""
        self.cursor = behind
        self._position += size
        if self._is_array:
            self._between = _AFTER_VALUE

    def _measure_whole(self) -> tuple[int, Rule | None] | None:
        """As `measure`; None if more has to be read for it."""
        limit = self._position + _FURTHEST
        if (whole := self._whole.match(self._data, self._position, limit)) is not None:
            return whole.end() - self._position, None
        depth = 0
        for token in self._tokens.finditer(self._data, self._position, limit):
            match token.group():
                case b"{" | b"[":
                    depth += 1
                    if depth > _MOST_NESTED:
                        examined = token.end() - self._position
                        return self.end_of_damage(examined, _FURTHEST), Rule.JSON
                case b"}" | b"]":
                    depth -= 1
                    if depth == 0:
                        return token.end() - self._position, None
                case b'"' if self._data.find(b"\n", token.end(), limit) < 0:
                    return None
                case b'"':
                    examined = token.end() - self._position
                    return self.end_of_damage(examined, _FURTHEST), Rule.JSON
                case mark if mark.startswith(b"\n"):
                    return token.end() - 1 - self._position, Rule.JSON
        return None

    def _scalar(self) -> re.Match[bytes] | None:
        """The number, string or word at the cursor, if it is an item of an array."""
        self._longest(_MAYBE_SCALAR)
        return _SCALAR.match(self._data, self._position, self._position + LONGEST)

    def _longest(self, pattern: re.Pattern[bytes]) -> int:
        """How much at the cursor matches a pattern, at most `LONGEST`; that is in memory then."""
        while True:
            found = pattern.match(self._data, self._position, self._position + LONGEST)
            size = found.end() - self._position if found else 0
            if size < self._bytes_left or size == LONGEST or not self._grow():
                return size

    def _grow(self) -> bool:
        # Doubling, since a reader that needs more starts from the cursor again.
        chunk = self._file.read(max(_CHUNK, self._bytes_left))
        self._data = self._data[self._position :] + chunk
        self._position = 0
        return bool(chunk)

    def _skip_between(self) -> None:
        while (found := self._between.match(self._data, self._position)) is not None:
            if size := found.end() - self._position:
                self._skip(size)
            if not (found.lastindex and found[1]):
                return
            self._between = _BEHIND[found[1]]

    def _skip(self, size: int) -> None:
        lines = 0 if self._is_array else self._lines(size)
        self.cursor = Cursor(self.cursor.offset + size, self.cursor.number + lines)
        self._position += size

    def _lines(self, size: int) -> int:
        return self._data.count(b"\n", self._position, self._position + size)
