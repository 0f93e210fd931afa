"""Graph files: NDJSON with a graph or a single node on every line, or one JSON value."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import orjson

from engine.archive.graphs.matrix import node_of_event
from engine.archive.graphs.pieces import is_piece
from engine.archive.lines import BYTE_ORDER_MARK, KEPT_OF_TOO_LONG
from engine.archive.record import START, Cursor, Dialect, Place, Record
from engine.archive.source import Source, is_damaged
from engine.message.verdict import Rule

LONGEST = 1 << 30
"""Bytes of a line that are read: all of a graph may be on one."""

_NOTHING = b" \t\r\n\0"
_LINES_LOOKED_AT = 50
_START = re.compile(rb'\s*\[?\s*\{\s*"(?:name|writers|head|nodes)"\s*:')
_NODES = re.compile(rb'"nodes"\s*:\s*\[')
_NODE = re.compile(rb'\s*\[?\s*\{\s*"id"\s*:\s*"(?:[^"\\]|\\.)*+"\s*,\s*"after"\s*:\s*\[')
_EVENTS = re.compile(rb'\s*\[?\s*\{\s*"(?:auth_events|content|depth|event_id|prev_events|room_id)"')
_FIELDS_OF_EVENTS = (b'"event_id"', b'"prev_events"')


def is_graph_file(sample: bytes) -> bool:
    """Whether a file that begins like this is a graph file.

    It may be one value on many lines, or on one that is longer than the sample. Else the first
    line that is JSON decides.
    """
    sample = sample.removeprefix(BYTE_ORDER_MARK)
    if not sample.lstrip(_NOTHING).startswith((b"{", b"[")):
        return False
    if _NODE.match(sample) or (_START.match(sample) and _NODES.search(sample)):
        return True
    if _EVENTS.match(sample) and all(field in sample for field in _FIELDS_OF_EVENTS):
        return True
    for line in sample.split(b"\n")[:_LINES_LOOKED_AT]:
        try:
            value = orjson.loads(line.strip(_NOTHING))
        except orjson.JSONDecodeError:
            continue
        if value and isinstance(value, list | dict):
            values = value if isinstance(value, list) else [value]
            return any(is_piece(_translated(each)) for each in values)
    return False


@dataclass(frozen=True, slots=True)
class GraphReader:
    """Reads the lines of a graph file; a file that is one JSON value is one record."""

    source: Source
    format: str = "graph lines"
    dialect: Dialect = Dialect.GRAPH

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self.source.path

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on; see `engine.archive.record.Reader`."""
        with self.source.open(start.offset) as file:
            if start == START and (whole := _one_value(file)) is not None:
                yield from whole
                return
        with self.source.open(start.offset) as file:
            yield from _lines(file, start, growing)


def _lines(file: BinaryIO, before: Cursor, growing: bool) -> Iterator[Record]:
    while line := file.readline(LONGEST):
        ended = line.endswith(b"\n")
        after = Cursor(before.offset + len(line), before.number + ended)
        place = Place("line", before.number + 1)
        text = line.strip(_NOTHING)
        text = text.removeprefix(BYTE_ORDER_MARK) if before == START else text
        if text:
            record = _record(text, place, after)
            if record.problem is Rule.JSON and not ended:
                if growing:
                    return
                # It may be whole the next time, so the file is read on from its start.
                record = record._replace(after=before)
                after = before
            yield record
        before = after
    if is_damaged(file):
        yield Record(Place("line", before.number + 1), b"", before, problem=Rule.DAMAGED)


def _record(text: bytes, place: Place, after: Cursor) -> Record:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return Record(
            place, text[:KEPT_OF_TOO_LONG], after, problem=Rule.JSON, dialect=Dialect.GRAPH
        )
    return _of_value(value, text, place, after)


def _of_value(value: object, text: bytes, place: Place, after: Cursor) -> Record:
    value = _translated(value)
    problem = None if is_piece(value) else Rule.SHAPE
    kept = text[:KEPT_OF_TOO_LONG]
    value = value if problem is None else None
    return Record(place, kept, after, value=value, problem=problem, dialect=Dialect.GRAPH)


def _translated(value: object) -> object:
    """A value as a graph file would have it, if another system wrote it in a way that is known."""
    event = node_of_event(value)
    return value if event is None else event


def _one_value(file: BinaryIO) -> list[Record] | None:
    """The records of a file that is one JSON value on several lines, or an array."""
    first = file.readline(LONGEST)
    text = first.removeprefix(BYTE_ORDER_MARK).strip(_NOTHING)
    is_array = text.startswith(b"[")
    if not is_array and (not text or _is_json(text)):
        return None
    whole = first + file.read(LONGEST)
    text = whole.removeprefix(BYTE_ORDER_MARK).strip(_NOTHING)
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    after = Cursor(len(whole), whole.count(b"\n"))
    if not isinstance(value, list):
        return [_of_value(value, text, Place("line", 1), after)]
    return [
        _of_value(item, orjson.dumps(item)[:KEPT_OF_TOO_LONG], Place("item", number), after)
        for number, item in enumerate(value, 1)
    ]


def _is_json(text: bytes) -> bool:
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError:
        return False
    return True
