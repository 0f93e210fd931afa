"""The Autobases in a Corestore, each a record."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tanglescope.engine.archive.corestore import (
    Base,
    CorestoreError,
    graph_of,
    read_corestore,
)
from tanglescope.engine.archive.corestore.bases import ValueForm
from tanglescope.engine.archive.corestore.copies import KeptRecords, read_copies, read_records
from tanglescope.engine.archive.corestore.storage import database_of, parts_of
from tanglescope.engine.archive.record import (
    START,
    Dialect,
    Place,
    Record,
    UnreadableArchive,
)
from tanglescope.engine.archive.source import FileReader, WholeReader
from tanglescope.engine.linear.graph import graph_line
from tanglescope.engine.message.verdict import Rule


@dataclass(frozen=True, slots=True)
class CorestoreReader(WholeReader):
    """Reads all Autobases of a folder each time: a Corestore can't be read from a position on.

    Entries that were read before are recognized by their ids and stored only once. `keys` may
    decrypt Autobases; they are never stored.
    """

    folder: Path
    keys: tuple[bytes, ...] = field(default=(), repr=False)
    format: str = "Corestore"
    dialect: Dialect = Dialect.AUTOBASE

    @property
    def path(self) -> Path:
        """The file that identifies the folder."""
        mark = self.folder / "CORESTORE"
        return mark if mark.is_file() else (database_of(self.folder) or self.folder) / "CURRENT"

    def files(self) -> list[Path]:
        """The files of the database; see `engine.archive.record.FolderReader`."""
        database = database_of(self.folder)
        return [self.path] if database is None else list(parts_of(database))

    def everything(self) -> Iterator[Record]:
        """The Autobases."""
        try:
            found = read_corestore(self.folder, self.keys)
        except CorestoreError as error:
            raise UnreadableArchive(str(error)) from None
        for number, base in enumerate(found.bases, 1):
            value = _value(base)
            place = Place("item", number)
            yield Record(place, b"", START, base.key, value, dialect=Dialect.AUTOBASE)


@dataclass(frozen=True, slots=True)
class BaseCopyReader(FileReader, WholeReader):
    """Reads a file of copies of Autobases (`engine.archive.corestore.copies`), all of it each time.

    `keys` may decrypt them; they are never stored.
    """

    keys: tuple[bytes, ...] = field(default=(), repr=False)
    format: str = "Autobase"
    dialect: Dialect = Dialect.AUTOBASE

    def everything(self) -> Iterator[Record]:
        """The Autobases."""
        with self.source.open() as file:
            for copy in read_copies(file):
                for place, line in copy.damaged:
                    yield Record(place, line, START, problem=Rule.JSON, dialect=Dialect.AUTOBASE)
                found = read_records(KeptRecords(copy.records), self.path, self.keys)
                for base in found.bases:
                    if base.key == copy.base:
                        value = _value(base)
                        yield Record(
                            copy.place, b"", START, base.key, value, dialect=Dialect.AUTOBASE
                        )


def _value(base: Base) -> dict[str, Any]:
    """A base in the form that `engine.archive.graphs.pieces` reads."""
    value = graph_line(graph_of(base))
    entries = {entry.id: entry for entry in base.entries}
    for node in value["nodes"]:
        entry = entries[node["id"]]
        is_empty = entry.content.form is ValueForm.NOTHING
        node["text"] = None if is_empty else entry.content.text
        node["verdict"] = str(entry.trust)
    signed = None if base.signed is None else list(base.signed)
    facts = {"signed": signed, "shown": list(base.shown), "locked": base.is_locked}
    return value | {"facts": facts, "problems": list(base.problems)}
