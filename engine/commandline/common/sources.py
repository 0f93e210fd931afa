"""Graphs from any source: a file or folder in every form that can be imported, `-`, a database."""

import io
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import IO, Any, AnyStr, NamedTuple

import orjson

from tanglescope.engine.archive.graphs.pieces import (
    GraphItem,
    RefusedPiece,
    conflicts,
    name_of,
    read_piece,
    unsound,
)
from tanglescope.engine.archive.json_forms import FirstObject
from tanglescope.engine.archive.lines import BYTE_ORDER_MARK
from tanglescope.engine.archive.record import ArchiveError, Reader, UnknownFormat
from tanglescope.engine.archive.source import open_disk_file
from tanglescope.engine.archive.stdin import DASH, naming_stdin
from tanglescope.engine.commandline.common.answers import name_of_file
from tanglescope.engine.commandline.common.options import stored_input
from tanglescope.engine.errors import BadInput, ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library.two_sources import opened_source
from tanglescope.engine.linear.graph import (
    Graph,
    GraphError,
    RecordedArrival,
    Writer,
    read_graph,
    together,
)
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.sources import open_source

_SAMPLE = 1 << 18
_BLANK = b" \t\r\n\0"


LONGEST_LINE = 64 << 20
"""The limit on bytes or characters of a line; a device may have no line ends at all."""


class LineTooLong(TanglescopeError):
    """A line is too long; the rest of the file isn't read."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, file: str, line: int) -> None:
        self.place = f"{file}, line {line}"
        super().__init__(
            tr(
                "{file}, line {line} is longer than {limit} MiB. This line and everything after"
                " it weren't read. Split or remove the line.",
                file=file,
                line=line,
                limit=LONGEST_LINE >> 20,
            )
        )


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file opened as bytes, without a byte order mark.

    Lines end in 0x0A only, since messages may contain U+2028. JSON has no byte order mark, but
    programs on Windows write one. Raises `LineTooLong`.
    """
    for number, line in enumerate(bounded_lines(file), start=1):
        yield line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line


def bounded_lines(file: IO[AnyStr]) -> Iterator[AnyStr]:
    """The lines of a file. Raises `LineTooLong`."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise LineTooLong(name_of_file(file), number)
        yield line


GRAPH_FILE = (
    'A graph file has a graph on each line, such as {"nodes": [{"id": "a", "after": []}]}. For'
    " an archive, use `tanglescope verify` or `tanglescope import`."
)
"""What a command for graph files reads."""

_LINES_LOOKED_AT = 50
_LIKE_JSON = re.compile(rb'\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"\]]|$))')


def json_lines(file: IO[bytes], wanted: str) -> Iterator[bytes]:
    """The lines of a file, unless all of its first lines are something else than JSON.

    `wanted` says what the file should be, as a sentence. Raises `BadInput` or `LineTooLong`.
    """
    lines = lines_of(file)
    begin: list[bytes] = []
    for line in lines:
        begin.append(line)
        if _is_like_json(line):
            return chain(begin, lines)
        if len(begin) == _LINES_LOOKED_AT:
            break
    if any(line.strip() for line in begin):
        raise BadInput(f"{name_of_file(file)} has no lines of JSON. {wanted}")
    return chain(begin, lines)


def _is_like_json(line: bytes) -> bool:
    """Whether a line is JSON or a beginning of it, which may have a fault further on."""
    if _LIKE_JSON.match(line):
        return True
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


class FoundGraph(NamedTuple):
    """A graph of a source, or an error for a part of the source that isn't in a graph.

    It is both for a line with a cycle: what is left of the graph, and the error.
    """

    place: str
    """Where in the source it is, in words."""

    graph: Graph | None
    error: GraphError | None = None
    number: int | None = None
    """The number of the graph, also of a line that isn't one; None for a part of a graph."""


def found_graphs(source: Path, *, is_lenient: bool = False) -> Iterator[FoundGraph]:
    """The graphs of a source in its order, and an error for each part that is in none.

    Lines with a graph each are read one by one as they arrive. Anything else that can be imported
    is read to its end, and what belongs together is one graph. If `is_lenient`, what can't be read
    is an error in the answer instead of one that is raised.
    """
    if source.is_dir():
        yield from _in_archive(source)
        return
    with open_bytes(source) as file:
        if _has_graphs_on_lines(file.peek(_SAMPLE)):
            yield from _on_lines(lines_of(file) if is_lenient else json_lines(file, GRAPH_FILE))
            return
        path = source if source.is_file() else stored_input(file)
    is_found = False
    try:
        for found in _in_archive(path):
            is_found = True
            yield found
    except UnknownFormat:
        pass  # its lines say what is wrong
    except ArchiveError as error:
        said = naming_stdin(str(error))
        if not is_lenient:
            raise type(error)(said) from None
        yield FoundGraph("line 1", None, GraphError("malformed", said), 1)
        return
    if not is_found:
        with open_bytes(path) as file:
            yield from _on_lines(lines_of(file) if is_lenient else json_lines(file, GRAPH_FILE))


def open_bytes(source: Path) -> io.BufferedReader:
    """The bytes of a file or of standard input, of which the first can be looked at."""
    if source != DASH:
        return open_disk_file(source, _SAMPLE)
    return io.BufferedReader(_StandardInput(), _SAMPLE)


def store_source(source: Path) -> Path:
    """The path of a source; that of a temporary file with all of it for standard input."""
    if source != DASH:
        return source
    with open_bytes(source) as file:
        return stored_input(file)


class _StandardInput(io.RawIOBase):
    """Standard input, which stays open."""

    name = "-"

    def __init__(self) -> None:
        self._stream: IO[bytes] = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)

    def readable(self) -> bool:
        """Whether this can be read: always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the bytes that have arrived."""
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _has_graphs_on_lines(sample: bytes) -> bool:
    """Whether the first line that is a JSON object is a graph; also if there is nothing."""
    lines = sample.removeprefix(BYTE_ORDER_MARK).split(b"\n")
    if b"\0" in lines[0] or (len(lines) == 1 and b"\r" in lines[0].rstrip()):
        return False  # what is packed, lost or written on an old Mac isn't in lines yet
    for line in lines[:_LINES_LOOKED_AT]:
        try:
            value = orjson.loads(line.strip(_BLANK))
        except orjson.JSONDecodeError:
            if line is not lines[-1]:
                continue
            # The line goes on after the sample.
            return any(key == "nodes" for key, _ in FirstObject(io.BytesIO(line)))
        if isinstance(value, dict):
            return "nodes" in value
    return not sample.strip(_BLANK)


def _on_lines(lines: Iterator[bytes]) -> Iterator[FoundGraph]:
    for number, line in enumerate(lines, 1):
        try:
            yield FoundGraph(f"line {number:,}", read_graph(line), None, number)
        except GraphError as error:
            yield FoundGraph(f"line {number:,}", error.rest, error, number)


def _in_archive(path: Path) -> Iterator[FoundGraph]:
    reader = open_source(path)
    is_graph = reader.dialect.is_of_graphs and not reader.is_database
    yield from _in_pieces(reader) if is_graph else _in_library(path)


def _in_pieces(reader: Reader) -> Iterator[FoundGraph]:
    """The graphs of a reader: what it can't read, and what can't be in one graph, are errors."""
    items: dict[str, dict[str, GraphItem]] = {}
    writers: dict[str, dict[str, Writer]] = {}
    arrivals: dict[str, list[RecordedArrival]] = {}
    for record in reader.records():
        place = record.place.in_words()
        if record.problem is not None:
            yield _graph_of_refusal(place, None, RefusedPiece(None, record.problem, record.raw))
            continue
        piece = read_piece(record)
        name = name_of(piece, reader.path)
        for part in (*piece.refused, *conflicts(piece.items, items.setdefault(name, {}))):
            yield _graph_of_refusal(place, name, part)
        writers.setdefault(name, {}).update((writer.key, writer) for writer in piece.writers)
        arrivals.setdefault(name, []).extend(piece.arrivals)
    for number, (name, here) in enumerate(items.items(), 1):
        for part in (wrong := unsound(here.values())):
            yield _graph_of_refusal(f"item {number}", name, part)
        bad = {part.key for part in wrong}
        sound = [item.node for key, item in here.items() if key not in bad]
        known = tuple(writers[name].values())
        graph = together(known, sound, name, arrivals=arrivals[name])
        yield FoundGraph(f"item {number}", graph, None, number)


def _graph_of_refusal(place: str, name: str | None, part: RefusedPiece) -> FoundGraph:
    code = "malformed" if part.rule in (Rule.SHAPE, Rule.JSON) else str(part.rule)
    return FoundGraph(place, None, GraphError(code, part.in_words(), name))


def _in_library(path: Path) -> Iterator[FoundGraph]:
    """The conversations of a database, or of an archive of messages."""
    with opened_source(path) as library:
        for number, listed in enumerate(library.conversations(), 1):
            graph = replace(library.conversation(listed.address).graph(), name=listed.address)
            yield FoundGraph(f"item {number}", graph, None, number)
