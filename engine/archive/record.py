"""Records: the entries of an archive, in any format, and the errors about an archive as a whole.

A `Reader` yields them one by one in the order of the file, never writes, and needs memory for one
record only. Each record has the cursor after it, so that an import can be interrupted at any record
and a growing file can be followed:

    for record in open_archive(path).records():         # all records
        ...
    for record in reader.records(start=record.after):   # the rest, or new records
        ...

Values here are named tuples: an archive has millions, and creating frozen dataclasses takes four
times as long.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, NamedTuple

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message.verdict import Rule


class Place(NamedTuple):
    """The place of a record, in the unit of its format: `line 12`, `item 3`, `byte 4096`."""

    unit: str
    number: int

    def __str__(self) -> str:
        return f"{self.unit} {self.number}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """Parse a stored place."""
        unit, _, number = text.partition(" ")
        return cls(unit, int(number))

    def in_words(self) -> str:
        """The place in the user's language."""
        return tr(_IN_WORDS[self.unit], number=self.number) if self.unit in _IN_WORDS else str(self)


_IN_WORDS = {
    "line": later("line {number}"),
    "item": later("item {number}"),
    "byte": later("byte {number}"),
}


class Cursor(NamedTuple):
    """A position between two records: its byte offset, and the number of lines or items before it.

    Offsets into compressed archives count the decompressed bytes.
    """

    offset: int = 0
    number: int = 0


START = Cursor()


class Dialect(StrEnum):
    """The kind of messages in an archive, and so the rules by which they are verified."""

    CLASSIC = "classic"
    PZP = "pzp"
    GRAPH = "graph"
    """Nodes of graphs that aren't signed."""
    AUTOBASE = "autobase"
    """Entries of Autobases, verified when they were read."""

    TINYSSB = "tinyssb"
    """Entries of tinySSB feeds, verified when they were read."""

    @property
    def is_of_graphs(self) -> bool:
        """Whether a record holds nodes of a graph instead of a message."""
        return self in (Dialect.GRAPH, Dialect.AUTOBASE, Dialect.TINYSSB)


class Record(NamedTuple):
    """One entry of an archive, not checked yet.

    `problem` is set if the record couldn't be read (then `value` is None) or its wrapping is
    wrong. `value` is the signed value; decrypted texts in exports were replaced by the originals.
    `key` is the key that the archive claims; None if there is none. `received` is in milliseconds.
    `after` is the cursor after the record. If the end of the record is missing, `after` is before
    it, so that it is read again once it is complete.
    """

    place: Place
    raw: bytes
    after: Cursor
    key: str | None = None
    value: object = None
    received: float | None = None
    problem: Rule | None = None
    is_lossy: bool = False
    """Whether the format may have lost characters of the value (lone surrogates in BIPF)."""
    dialect: Dialect = Dialect.CLASSIC


COPY_OF_BASE = b'{"corestore":'
"""How a copy of an Autobase begins (`engine.archive.corestore.copies`)."""

LONGEST_RECORD = 1 << 26
"""The bytes of standard input within which a record has to end."""

MARKS: Mapping[bytes, int] = dict.fromkeys((b"{", b"}"), LONGEST_RECORD)
"""The marks of records with objects of JSON."""


class Reader(ABC):
    """An archive of one format, opened read-only."""

    __slots__ = ()

    marks: ClassVar[Mapping[bytes, int]] = MARKS
    """What every record contains, with the number of bytes within which it appears."""

    has_lines: ClassVar[bool] = False
    """Whether the number in a cursor is that of lines of text, with nothing between records."""

    is_database: ClassVar[bool] = False
    """Whether this is a database, which may have records of all kinds."""

    @property
    @abstractmethod
    def path(self) -> Path:
        """The file that is read."""

    @property
    @abstractmethod
    def format(self) -> str:
        """The name of the format, e.g. `log.offset`."""

    @property
    @abstractmethod
    def dialect(self) -> Dialect:
        """The kind of messages in the archive."""

    @abstractmethod
    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on.

        With `growing`, a record at the end that may be incomplete is left for the next time.
        Raises `UnreadableArchive` if the file system refuses to read.
        """

    @property
    def size_limit(self) -> int | None:
        """The decompressed bytes of the longest archive that isn't refused; None for any size."""
        return None

    @property
    def can_be_split(self) -> bool:
        """Whether reading can begin in the middle: then there is `next_start`."""
        return False

    def next_start(self, offset: int) -> int | None:
        """The first offset at or after `offset` where a record starts; None if none is near."""
        raise NotImplementedError(offset)

    def lines_between(self, start: int, end: int) -> int:  # noqa: ARG002
        """How many lines end between two offsets, if records are counted by lines."""
        return 0


class WholeReader(Reader):
    """An archive that can't be read from a position on, and is read as a whole each time."""

    __slots__ = ()

    @abstractmethod
    def everything(self) -> Iterator[Record]:
        """All records."""

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:  # noqa: ARG002
        """All records, wherever an earlier reading ended."""
        return self.everything()


class FolderReader(WholeReader):
    """A folder of another system."""

    __slots__ = ()

    @abstractmethod
    def files(self) -> Iterable[Path]:
        """The files that show whether it has grown."""


class ArchiveError(TanglescopeError):
    """The archive can't be read at all."""

    exit_code = ExitCode.BAD_INPUT


class MissingArchive(ArchiveError):
    """There is no file at the path."""

    exit_code = ExitCode.NOT_FOUND


class NoLogInFolder(ArchiveError):
    """The folder holds none of the logs that SSB programs keep."""


class NotAnArchive(ArchiveError):
    """The file isn't an archive."""


class UnreadableArchive(ArchiveError):
    """The operating system refuses to read the file."""


class CheckingStopped(ArchiveError):
    """Checking stopped before the end, which isn't a fault of the archive."""

    exit_code = ExitCode.NOT_POSSIBLE


class UnknownFormat(NotAnArchive):
    """The file is in no format that is known, not even by name."""
