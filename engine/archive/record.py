"""Records: what every archive consists of, whatever its format.

A `Reader` hands them out one by one in the order of the file, never writes, and needs memory
for one record only. Each record says where reading goes on after it, so that an import can be
interrupted at any record and a file that grows can be followed:

    for record in open_archive(path).records():         # all there is
        ...
    for record in reader.records(start=record.after):   # the rest, or what came since
        ...

Values here are named tuples: an archive has millions, and frozen dataclasses take four times as
long to make.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol

from engine.message.verdict import Rule
from engine.wording import later, tr


class Place(NamedTuple):
    """Where a record is, in the words of its format: `line 12`, `item 3`, `byte 4096`."""

    unit: str
    number: int

    def __str__(self) -> str:
        return f"{self.unit} {self.number}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """A place as it was kept."""
        unit, _, number = text.partition(" ")
        return cls(unit, int(number))

    def in_words(self) -> str:
        """The place in the words of the reader."""
        return tr(_TOLD[self.unit], number=self.number) if self.unit in _TOLD else str(self)


_TOLD = {
    "line": later("line {number}"),
    "item": later("item {number}"),
    "byte": later("byte {number}"),
}


class Cursor(NamedTuple):
    """A place between two records: its byte offset, and the lines or items before it.

    Offsets into compressed archives count the decompressed bytes.
    """

    offset: int = 0
    number: int = 0


START = Cursor()


class Dialect(StrEnum):
    """Whose messages an archive holds: the rules by which they are judged."""

    CLASSIC = "classic"
    PZP = "pzp"
    GRAPH = "graph"
    """Nodes of graphs that aren't signed."""
    AUTOBASE = "autobase"
    """Entries of Autobases, verified when they were read."""

    TINYSSB = "tinyssb"
    """Entries of feeds of tinySSB, verified when they were read."""

    @property
    def is_of_graphs(self) -> bool:
        """Whether a record holds nodes of a graph instead of a message."""
        return self in (Dialect.GRAPH, Dialect.AUTOBASE, Dialect.TINYSSB)


class Record(NamedTuple):
    """One entry of an archive as it was found, nothing about it checked yet.

    `problem` is set where the record could not be read (`value` is None then) or its wrapping
    is wrong. `value` is what was signed: exports that hold decrypted text were restored.
    `key` is what the archive claims; None where it claims nothing. `received` is in milliseconds.
    `after` is where to go on; after a torn end it is the place of the record itself, so that the
    whole of it is read once it is there.
    """

    place: Place
    raw: bytes
    after: Cursor
    key: str | None = None
    value: object = None
    received: float | None = None
    problem: Rule | None = None
    is_lossy: bool = False
    """Whether the format may have lost characters of this value (lone surrogates in BIPF)."""
    dialect: Dialect = Dialect.CLASSIC


class Reader(Protocol):
    """An archive of one format, opened read-only."""

    @property
    def path(self) -> Path:
        """The file that is read."""

    @property
    def format(self) -> str:
        """What people call the format, e.g. `log.offset`."""

    @property
    def dialect(self) -> Dialect:
        """Whose messages the archive holds."""

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records from `start` on.

        With `growing` an end that may still be in the making is left for the next time.
        Raises `UnreadableArchive` where the file system refuses to read.
        """


class FolderReader(Reader, Protocol):
    """An archive that is a folder of another system, read as a whole each time."""

    def files(self) -> Iterable[Path]:
        """The files that show whether it has grown."""
