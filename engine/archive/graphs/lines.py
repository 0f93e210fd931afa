"""Graph files: NDJSON with a graph or a single node on every line, or one JSON value."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar

import orjson

from tanglescope.engine.archive.graphs.matrix import (
    CREATE,
    RoomVersions,
    events_in,
    is_event,
    node_of_event,
)
from tanglescope.engine.archive.graphs.pieces import as_json, is_piece
from tanglescope.engine.archive.lines import BYTE_ORDER_MARK, KEPT_OF_TOO_LONG, skip_line
from tanglescope.engine.archive.record import MARKS, START, Cursor, Dialect, Place, Record
from tanglescope.engine.archive.source import FileReader, is_damaged
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.system.large_json import TooManyValues, load

LONGEST = 1 << 30
"""The limit on the bytes of a line: a whole graph may be on one line."""

LONGEST_PACKED = 1 << 27
"""The same limit for a compressed file."""

_MAY_BE_DEEP = 250
"""Brackets: with fewer, a value is nested no deeper than JSON can be written."""

_NOTHING = b" \t\r\n\0"
_CREATE = CREATE.encode()


@dataclass(frozen=True, slots=True)
class GraphReader(FileReader):
    """Reads the lines of a graph file; a file that is one JSON value is one record."""

    format: str = "graph lines"
    dialect: Dialect = Dialect.GRAPH

    has_lines = True
    marks: ClassVar[Mapping[bytes, int]] = {**MARKS, b"\n": LONGEST}

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        with self.source.open(start.offset) as file:
            if start == START and (whole := self._one_value(file)) is not None:
                yield from whole
                return
        before = [] if start == START else self._lines_with(b"")
        rooms = RoomVersions(self._lines_with(_CREATE), before)
        with self.source.open(start.offset) as file:
            yield from self._lines(file, start, growing, rooms)

    @property
    def _longest(self) -> int:
        return LONGEST_PACKED if self.source.magic else LONGEST

    def _load(self, text: bytes) -> Any:
        return load(text, size=self.path.stat().st_size if self.source.magic else None)

    def _lines_with(self, part: bytes) -> Iterator[object]:
        """The values of all lines of the file with these bytes."""
        with self.source.open() as file:
            while line := file.readline(self._longest):
                if part in line:
                    with suppress(orjson.JSONDecodeError, TooManyValues):
                        yield self._load(line.removeprefix(BYTE_ORDER_MARK).strip(_NOTHING))

    def _lines(
        self, file: BinaryIO, before: Cursor, growing: bool, rooms: RoomVersions
    ) -> Iterator[Record]:
        most = self._longest
        while line := file.readline(most):
            ended = line.endswith(b"\n")
            place = Place("line", before.number + 1)
            if len(line) == most and not ended:
                kept = line[:KEPT_OF_TOO_LONG]
                del line  # otherwise two very long lines would be in memory
                ended, size = skip_line(file, most)
                before = Cursor(before.offset + size, before.number + ended)
                yield _refuse_line(kept, place, before, Rule.TOO_LONG)
                continue
            after = Cursor(before.offset + len(line), before.number + ended)
            text = line.strip(_NOTHING)
            text = text.removeprefix(BYTE_ORDER_MARK) if before == START else text
            if text:
                records = self._records(text, place, before, after, rooms)
                if records[0].problem is Rule.JSON and not ended:
                    if growing:
                        return
                    # It may be complete the next time, so reading resumes at its start.
                    records = [records[0]._replace(after=before)]
                    after = before
                yield from records
            before = after
        if is_damaged(file):
            yield Record(Place("line", before.number + 1), b"", before, problem=Rule.DAMAGED)

    def _records(
        self, text: bytes, place: Place, before: Cursor, after: Cursor, rooms: RoomVersions
    ) -> list[Record]:
        """The records on a line, of which a server's answer may have several.

        If reading is interrupted between them, it resumes before the first.
        """
        try:
            value = self._load(text)
        except TooManyValues:
            return [_refuse_line(text, place, after, Rule.TOO_LONG)]
        except orjson.JSONDecodeError:
            return [_refuse_line(text, place, after, Rule.JSON)]
        events = events_in(value)
        if events is None:
            return [_of_value(value, text, place, after, rooms)]
        found = [_of_value(each, None, place, before, rooms) for each in events]
        return [*found[:-1], found[-1]._replace(after=after)]

    def _one_value(self, file: BinaryIO) -> Iterable[Record] | None:
        """The records of a file that is one JSON value on several lines, or an array."""
        first = file.readline(self._longest)
        text = first.removeprefix(BYTE_ORDER_MARK).strip(_NOTHING)
        is_array = text.startswith(b"[")
        if not is_array and (not text or self._is_whole(text)):
            return None
        whole = first + file.read(self._longest + 1 - len(first))
        if len(whole) > self._longest:
            return None
        text = whole.removeprefix(BYTE_ORDER_MARK).strip(_NOTHING)
        after = Cursor(len(whole), whole.count(b"\n"))
        try:
            value = self._load(text)
        except orjson.JSONDecodeError:
            return None
        except TooManyValues:
            place = Place("item" if is_array else "line", 1)
            return [_refuse_line(text, place, after, Rule.TOO_LONG)]
        items = events_in(value)
        if items is None and not isinstance(value, list):
            return [_of_value(value, text, Place("line", 1), after, RoomVersions([value]))]
        items = value if items is None else items
        rooms = RoomVersions(items)
        return (
            _of_value(each, None, Place("item", number), after, rooms)
            for number, item in enumerate(items, 1)
            for each in events_in(item) or [item]
        )

    def _is_whole(self, text: bytes) -> bool:
        """Whether a text is a whole JSON value, or too large to be parsed."""
        with suppress(TooManyValues):
            try:
                self._load(text)
            except orjson.JSONDecodeError:
                return False
        return True


def _refuse_line(text: bytes, place: Place, after: Cursor, problem: Rule) -> Record:
    return Record(place, text[:KEPT_OF_TOO_LONG], after, problem=problem, dialect=Dialect.GRAPH)


def _of_value(
    given: object, text: bytes | None, place: Place, after: Cursor, rooms: RoomVersions
) -> Record:
    """A record of a value; without `text`, the text is written only if the value is refused."""
    value = given
    if isinstance(given, dict) and is_event(given):
        value = node_of_event(given, rooms, _bytes_of_event(given, text))
    problem = None if is_piece(value) else Rule.SHAPE
    if text is None:
        text = b"" if problem is None else as_json(given)
    key = value.get("id") if isinstance(value, dict) and "nodes" not in value else None
    return Record(
        place,
        text[:KEPT_OF_TOO_LONG],
        after,
        key if isinstance(key, str) else None,
        value if problem is None else None,
        problem=problem,
        dialect=Dialect.GRAPH,
    )


def _bytes_of_event(event: dict[str, Any], text: bytes | None) -> bytes | dict[str, Any]:
    """An event as it was read; one that is nested too deeply to be written is refused later."""
    if text is not None and text.count(b"[") + text.count(b"{") < _MAY_BE_DEEP:
        return text
    try:
        return orjson.dumps(event)
    except TypeError:
        return event
