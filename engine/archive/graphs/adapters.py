"""Adapters: files and folders of other systems, read as lines of a graph file.

An adapter is an object, or a module, with a `name`, a function `recognizes` that examines the
beginning of a file, and a function `lines` that yields the lines of a graph file. Packages offer
theirs as entry points of the group `tanglescope.adapters`. They are other people's code: an
exception in one is reported as a failure of that adapter, and what it yields is checked like any
graph file.
"""

import codecs
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, NamedTuple, Protocol, cast

import orjson

from tanglescope.engine.archive.graphs.pieces import is_piece
from tanglescope.engine.archive.lines import BYTE_ORDER_MARK, KEPT_OF_TOO_LONG
from tanglescope.engine.archive.record import (
    START,
    ArchiveError,
    Dialect,
    FolderReader,
    Place,
    Record,
    UnreadableArchive,
)
from tanglescope.engine.archive.source import ArchiveSource, is_damaged
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.verdict import Rule

GROUP = "tanglescope.adapters"
MOST = 1 << 27
"""The limit on decompressed bytes of a file; a small file may decompress into many more."""

_FAILURES = (Exception, SystemExit)
"""The exceptions of other people's code that don't end the program."""

_log = logging.getLogger(__name__)


class UnreadPart(NamedTuple):
    """A part of a file that is neither a node nor an edge: its line and its text."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class AdapterInput:
    """The input of an adapter: the path of a file or folder, and the beginning of a file.

    `sample` is empty for a folder. `open` returns the decompressed bytes of a file.
    """

    path: Path
    sample: bytes = b""
    open: Callable[[], BinaryIO] = field(default=lambda: _no_file())

    def data(self, most: int = MOST) -> bytes:
        """The whole file. Raises `ValueError` if it is longer than `most` bytes."""
        with self.open() as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise ValueError(tr("it is longer than {most} MiB", most=most >> 20))
        return data

    def text(self, most: int = MOST) -> str:
        """The whole file as text, without a byte order mark; see `decode_text`.

        Raises `ValueError` if it is longer than `most` bytes.
        """
        return decode_text(self.data(most).removeprefix(BYTE_ORDER_MARK))


Line = Mapping[str, Any] | UnreadPart
"""A graph or a node as in a graph file, or an unreadable part."""


class Adapter(Protocol):
    """Reads the files or folders of one system."""

    @property
    def name(self) -> str:
        """The name of the format."""

    def recognizes(self, given: AdapterInput) -> bool:
        """Whether this is a file or folder of the system."""

    def lines(self, given: AdapterInput) -> Iterable[Line]:
        """The lines of a graph file. Raises `ValueError` if nothing can be read."""


@dataclass(frozen=True, slots=True)
class AdaptedReader(FolderReader):
    """Reads a file or folder with an adapter, from the beginning each time."""

    given: AdapterInput
    adapter: Adapter
    is_own: bool = True
    dialect: Dialect = Dialect.GRAPH

    marks: ClassVar[Mapping[bytes, int]] = {}

    @property
    def size_limit(self) -> int | None:
        """The limit of the adapters of this program; see `AdapterInput.data`."""
        return MOST if self.is_own else None

    @property
    def path(self) -> Path:
        """The file, or the file that identifies the folder."""
        path = self.given.path
        if not path.is_dir():
            return path
        files = sorted(each for each in path.iterdir() if each.is_file())
        return files[0] if files else path

    @property
    def format(self) -> str:
        """The name of the format."""
        return self.adapter.name

    def files(self) -> Iterator[Path]:
        """The files that change when it grows; see `engine.archive.record.FolderReader`."""
        path = self.given.path
        yield from (each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]

    def everything(self) -> Iterator[Record]:
        """The records from the adapter."""
        files: list[BinaryIO] = []

        def open_noted() -> BinaryIO:
            files.append(self.given.open())
            return files[-1]

        number = 0
        for number, line in enumerate(self._lines(replace(self.given, open=open_noted)), 1):
            if isinstance(line, UnreadPart):
                raw = line.text.encode()[:KEPT_OF_TOO_LONG]
                yield _refused(Place("line", line.line), Rule.SHAPE, raw)
            else:
                yield self._record(Place("item", number), line)
        if any(map(is_damaged, files)):
            yield _refused(Place("item", number + 1), Rule.DAMAGED)

    def _record(self, place: Place, line: Line) -> Record:
        value: object = line if self.is_own else _as_json(line)
        if not is_piece(value):
            return _refused(place, Rule.SHAPE)
        return Record(place, b"", START, value=value, dialect=Dialect.GRAPH)

    def _lines(self, given: AdapterInput) -> Iterator[Line]:
        try:
            yield from self.adapter.lines(given)
        except (ArchiveError, OSError):
            raise
        except _FAILURES as error:
            if self.is_own and not isinstance(error, ValueError):
                raise
            raise UnreadableArchive(
                tr(
                    "{path} can't be read as {format}: {why}.",
                    path=given.path,
                    format=tr(self.format),
                    why=str(error) or type(error).__name__,
                )
            ) from error


def _refused(place: Place, rule: Rule, raw: bytes = b"") -> Record:
    return Record(place, raw, START, problem=rule, dialect=Dialect.GRAPH)


def find_adapter(
    own: Iterable[Adapter],
    path: Path,
    source: ArchiveSource | None = None,
    sample: bytes = b"",
) -> AdaptedReader | None:
    """A reader for a file or folder that an adapter recognizes; None if none does.

    The adapters of this program, `own`, are tried first.
    """
    given = AdapterInput(path) if source is None else AdapterInput(path, sample, source.open)
    for adapter in own:
        if adapter.recognizes(given):
            return AdaptedReader(given, adapter)
    for name, adapter in _adapters_of_packages().items():
        try:
            if adapter.recognizes(given):
                return AdaptedReader(given, adapter, is_own=False)
        except _FAILURES as error:
            _log.warning("the adapter %s failed at %s: %s", name, path, error)
    return None


def entry_points(group: str) -> Iterable[Any]:
    """The entry points of a group."""
    # Imported here: every start of the window imports this module, and metadata loads slowly.
    return cast(Iterable[Any], import_module("importlib.metadata").entry_points(group=group))


@cache
def _adapters_of_packages() -> dict[str, Adapter]:
    """The adapters of other packages, by the names of their entry points."""
    found: dict[str, Adapter] = {}
    for point in entry_points(group=GROUP):
        try:
            adapter = point.load()
            if not isinstance(adapter.name, str):
                raise TypeError("its name isn't text")
            found[point.name] = adapter
        except _FAILURES as error:
            _log.warning("the adapter %s (%s) can't be loaded: %s", point.name, point.value, error)
    return found


def decode_text(data: bytes) -> str:
    """Text in UTF-8; what isn't UTF-8 is read as Latin-1, so that no two texts become one."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("utf-8", _LATIN_1)


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


_LATIN_1 = "tanglescope.latin-1"
codecs.register_error(_LATIN_1, _as_latin_1)


def _as_json(line: object) -> object:
    """The value that an adapter yields, as if it had been read from a file."""
    try:
        return orjson.loads(orjson.dumps(line))
    except (TypeError, RecursionError):
        return None


def _no_file() -> BinaryIO:
    raise IsADirectoryError("a folder has no bytes")
