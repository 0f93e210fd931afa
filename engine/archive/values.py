"""Text archives whose records span lines or share one: arrays, and `ssb-server log`.

`ssb-server log` writes every message indented, one after the other; other programs write an
array. Either is a run of JSON objects with white space, commas and brackets between them; inside
an array, a bracket that opens another one begins an item like any other, which is no message. A
record that is damaged must not take the next one with it: where a line starts as only a record
can start, the one before is over, complete or not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.archive.lines import BYTE_ORDER_MARK, KEPT_OF_TOO_LONG, read_value
from engine.archive.record import START, Cursor, Dialect, Place, Record
from engine.archive.source import ArchiveSource, is_damaged
from engine.message.canonical import LONGEST
from engine.message.verdict import Rule

_CHUNK = 1 << 16

# A text that is not closed on its line shows damage: JSON has no line breaks inside texts.
_TEXT = rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_TOKEN = _TEXT + rb'|[{}\[\]]|"'
_TOKENS = re.compile(rb"\n\{|" + _TOKEN)
_TOKENS_OF_ARRAY = re.compile(rb"\n(?:  )?\{|" + _TOKEN)
_DEEPEST = 8
"""How deep values are nested, nearly all of them: those of SSB are 4 to 7 deep."""


def _whole(start: bytes) -> re.Pattern[bytes]:
    """Whole values that aren't nested deeper, as the tokens say, but in one go.

    `start` is what only a record can begin with; the lines of a value don't.
    """
    plain = rb'[^"{}\[\]\n]++|\n(?!' + start + rb")|" + _TEXT
    value = rb"[{\[](?:" + plain + rb")*+[}\]]"
    for _ in range(_DEEPEST - 1):
        value = rb"[{\[](?:" + plain + rb"|" + value + rb")*+[}\]]"
    return re.compile(value)


_WHOLE = _whole(rb"\{")
_WHOLE_OF_ARRAY = _whole(rb"(?:  )?\{")
_NEXT_RECORD = re.compile(rb'(?<=\n)\{|(?<=\n  )\{|\{"key":"%')
_BETWEEN = re.compile(rb"[\s\0,\[\]]*+")
_BETWEEN_ITEMS = re.compile(rb"[\s\0,]*+(\]?)")
_BETWEEN_ARRAYS = re.compile(rb"[\s\0,\]]*+(\[?)")
_SCALAR = re.compile(rb'(?:"(?:[^"\\\n]|\\.)*+"|[-+.0-9A-Za-z]++)(?=[\s\0]*+[,\]])')
_STRAY = re.compile(rb"[^\n{]*+")

_LOOKED_AT_IN_VAIN = 4 << 20
"""Bytes of damaged records that may be looked at again and again, before it counts how many."""

_OFTEN = 4


@dataclass(frozen=True, slots=True)
class ValueReader:
    """Reads a run of JSON objects: `item` n of an array, else the `line` a record starts on."""

    source: ArchiveSource
    is_array: bool
    dialect: Dialect = Dialect.CLASSIC

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self.source.path

    @property
    def format(self) -> str:
        """What people call the format."""
        return "JSON array" if self.is_array else "indented JSON (ssb-server log)"

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        with self.source.open(start.offset) as file:
            window = _ValueWindow(file, start, self.is_array)
            end = start  # of what has been read for good
            while window.is_at_value():
                size, problem = window.measure()
                is_torn = window.ends_at(size) and problem is not None
                if is_torn and growing:
                    return
                place, text = window.place, window.text(size)
                if problem is None:
                    record = read_value(text, place, window.after(size))
                    if record is not None and record.problem is Rule.JSON:
                        size, problem = window.end_of_damage(size), Rule.JSON
                if problem is not None:
                    kept = text[: min(size, KEPT_OF_TOO_LONG)]
                    end = window.cursor if is_torn else window.after(size)
                    record = Record(place, kept, end, problem=problem)
                else:
                    end = window.after(size)
                window.move(size)
                if record is not None:
                    yield record
            if is_damaged(file):
                yield Record(window.place, b"", end, problem=Rule.DAMAGED)


class _ValueWindow:
    """The part of a file from the cursor on, as far as the value at hand needs it."""

    def __init__(self, file: BinaryIO, start: Cursor, is_array: bool) -> None:
        self.cursor = start
        self._file = file
        self._is_array = is_array
        self._tokens = _TOKENS_OF_ARRAY if is_array else _TOKENS
        self._whole = _WHOLE_OF_ARRAY if is_array else _WHOLE
        self._start = start.offset
        self._is_inside = start.offset > 0  # of an array: a cursor is behind one of its items
        self._looked_in_vain = 0
        self._data = file.read(_CHUNK)
        self._position = 0
        if start.offset == 0 and self._data.startswith(BYTE_ORDER_MARK):
            self._skip(len(BYTE_ORDER_MARK))

    @property
    def place(self) -> Place:
        """Where the value at the cursor is."""
        return Place("item" if self._is_array else "line", self.cursor.number + 1)

    def is_at_value(self) -> bool:
        """Go to where the next value starts, if there is one."""
        self._skip_between()
        while self._position == len(self._data) and self._grow():
            self._skip_between()
        return self._position < len(self._data)

    def measure(self) -> tuple[int, Rule | None]:
        """The size of the value at the cursor, and what is wrong with its extent."""
        if not self._data.startswith((b"{", b"["), self._position):
            return self._measure_stray(), None
        while (measured := self._measure_whole()) is None:
            if self._left > LONGEST:
                return self.end_of_damage(self._left), Rule.TOO_LONG
            if not self._grow():
                return self.end_of_damage(self._left), Rule.JSON
        return measured

    def end_of_damage(self, looked_at: int, within: int | None = None) -> int:
        """Where another record seems to start behind the damaged one at the cursor.

        Of the damaged one `looked_at` bytes were read; the other is looked for `within` as many,
        or more. What seems to start may be damaged to the same end, and so on: whoever makes
        such a file must not make it be read a thousand times, so after a while each step has to
        be a good part of what was read for it.
        """
        within = looked_at if within is None else within
        self._looked_in_vain += looked_at
        passed = self.cursor.offset - self._start
        is_costly = self._looked_in_vain > _LOOKED_AT_IN_VAIN + _OFTEN * passed
        step = max(looked_at // _OFTEN, 1) if is_costly else 1
        end = self._position + within
        found = _NEXT_RECORD.search(self._data, self._position + step, end)
        return found.start() - self._position if found else within

    @property
    def _left(self) -> int:
        return len(self._data) - self._position

    def ends_at(self, size: int) -> bool:
        """Whether the file ends with the value of `size` at the cursor."""
        return self._position + size == len(self._data) and not self._grow()

    def text(self, size: int) -> bytes:
        """The `size` bytes at the cursor, without what separates them from others."""
        text = self._data[self._position : self._position + size]
        return text if text.startswith(b"[") else text.rstrip(b" \t\r\n\0,]")

    def after(self, size: int) -> Cursor:
        """The cursor behind the value of `size` at the cursor."""
        passed = 1 if self._is_array else self._lines(size)
        return Cursor(self.cursor.offset + size, self.cursor.number + passed)

    def move(self, size: int) -> None:
        """Go behind the value of `size` at the cursor."""
        self.cursor = self.after(size)
        self._position += size

    def _measure_whole(self) -> tuple[int, Rule | None] | None:
        if (whole := self._whole.match(self._data, self._position)) is not None:
            return whole.end() - self._position, None
        depth = 0
        for token in self._tokens.finditer(self._data, self._position):
            match token.group():
                case b"{" | b"[":
                    depth += 1
                case b"}" | b"]":
                    depth -= 1
                    if depth == 0:
                        return token.end() - self._position, None
                case b'"' if self._data.find(b"\n", token.end()) < 0:
                    return None
                case b'"':
                    looked_at = token.end() - self._position
                    return self.end_of_damage(looked_at, self._left), Rule.JSON
                case mark if mark.startswith(b"\n"):
                    return token.end() - 1 - self._position, Rule.JSON
        return None

    def _measure_stray(self) -> int:
        if self._is_array and (scalar := _SCALAR.match(self._data, self._position)) is not None:
            return scalar.end() - self._position
        while (found := _STRAY.match(self._data, self._position)) is not None:
            size = found.end() - self._position
            if found.end() < len(self._data) or size > LONGEST or not self._grow():
                return size
        raise AssertionError("an expression that matches nothing did not match")

    def _grow(self) -> bool:
        # As much again as there is, since a reader that needs more starts from the cursor again.
        chunk = self._file.read(max(_CHUNK, self._left))
        self._data = self._data[self._position :] + chunk
        self._position = 0
        return bool(chunk)

    def _skip_between(self) -> None:
        while (found := self._between.match(self._data, self._position)) is not None:
            self._skip(found.end() - self._position)
            if not any(found.groups()):
                return
            self._is_inside = not self._is_inside

    @property
    def _between(self) -> re.Pattern[bytes]:
        """What separates records here; its group is the bracket that begins or ends an array."""
        if not self._is_array:
            return _BETWEEN
        return _BETWEEN_ITEMS if self._is_inside else _BETWEEN_ARRAYS

    def _skip(self, size: int) -> None:
        lines = 0 if self._is_array else self._lines(size)
        self.cursor = Cursor(self.cursor.offset + size, self.cursor.number + lines)
        self._position += size

    def _lines(self, size: int) -> int:
        return self._data.count(b"\n", self._position, self._position + size)
