"""Databases as archives: what is in one can be read into another, and is verified again.

Those of Tilde Friends are read in `tilde_friends`.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tanglescope.engine.archive.graphs.pieces import KINDS, Rooms
from tanglescope.engine.archive.lines import KEPT_OF_TOO_LONG, parse_json
from tanglescope.engine.archive.record import (
    START,
    Dialect,
    Place,
    Record,
    UnreadableArchive,
    WholeReader,
)
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.files.backup import to_read
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.opening import LARGEST_COPY
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.graph_nodes import GraphNodes
from tanglescope.engine.system.files import unreadable

_AT_ONCE = 1 << 20  # bytes

_DIALECTS = {kind: dialect for dialect, kind in KINDS.items()}


@dataclass(frozen=True, slots=True)
class DatabaseReader(WholeReader):
    """Reads the messages, PZP messages and graphs of a database, all of them each time."""

    path: Path
    format: str = "database"

    is_database = True

    @property
    def dialect(self) -> Dialect:
        """The kind of its first record."""
        return next((record.dialect for record in self.records()), Dialect.CLASSIC)

    def everything(self) -> Iterator[Record]:
        """The records in order of their import."""
        with TemporaryDirectory(prefix="tanglescope-") as folder:
            file = to_read(self._unpack(Path(folder)), Path(folder) / "upgraded.db")
            with closing(connect(file, read_only=True)) as database, reading(database):
                yield from self._records(database)

    def _unpack(self, folder: Path) -> Path:
        """The database as a file that SQLite can read."""
        source = ArchiveSource.of(self.path)
        if not source.magic:
            return self.path
        unpacked = folder / "unpacked.db"
        try:
            with source.open() as packed, unpacked.open("xb") as file:
                for data in iter(partial(packed.read, _AT_ONCE), b""):
                    if file.tell() > LARGEST_COPY:
                        raise UnreadableArchive(
                            tr(
                                "{path} is a compressed database of more than {megabytes:,} MB."
                                " Unpack it, and open what was in it.",
                                path=self.path,
                                megabytes=LARGEST_COPY // 1_000_000,
                            )
                        )
                    file.write(data)
        except OSError as error:
            raise UnreadableArchive(unreadable(self.path, error)) from None
        return unpacked

    def record(self, key: str) -> Record:
        """The record of a message that is known to be in it."""
        return next(record for record in self.records() if record.key == key)

    def _records(self, database: Database) -> Iterator[Record]:
        number = 0
        for question, dialect in _MESSAGES:
            for key, value, received, status in database.execute(question):
                number += 1
                raw = value.encode()
                content, problem = parse_json(raw)
                yield Record(
                    Place("item", number),
                    raw if problem is None else raw[:KEPT_OF_TOO_LONG],
                    START,
                    key,
                    content,
                    received,
                    problem,
                    is_lossy=status == ValidationStatus.UNVERIFIED,
                    dialect=dialect,
                )
        nodes = GraphNodes(database)
        for kind, dialect in _DIALECTS.items():
            for graph in nodes.of_kind(kind):
                number += 1
                value = _graph(nodes, kind, graph.name)
                yield Record(Place("item", number), b"", START, value=value, dialect=dialect)


_MESSAGES = (
    ("SELECT key, value, received, status FROM messages ORDER BY id", Dialect.CLASSIC),
    ("SELECT key, value, received, NULL FROM pzp_messages ORDER BY id", Dialect.PZP),
)


def _graph(nodes: GraphNodes, kind: str, name: str) -> dict[str, Any]:
    """A graph as a line of a graph file; what a database says about signatures isn't believed."""
    found = nodes.find(kind, name)
    assert found is not None
    line = nodes.line(found.number)
    for node in line["nodes"]:
        node["verdict"] = ValidationStatus.UNVERIFIED
    facts = nodes.facts(found.number)
    said = {field: facts.get(field) for field in ("title", "marks")}
    return {"name": name, **line, **said, "rooms": Rooms(facts.get("rooms", {})), "facts": facts}
