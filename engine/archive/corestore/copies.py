"""A whole Corestore, or copies of its Autobases in lines, which are read like a Corestore.

To a database, each Autobase is a record.

A copy begins with a line that names the base. Each other line is a record of the storage, with its
key there. It holds everything that was signed, with the signatures, and no secret: neither the key
pairs of writers nor the key to an encrypted base.

    {"corestore": 2, "base": "2d1c..."}
    {"record": "0400...", "bytes": "AAEC..."}
"""

from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from tanglescope.engine.archive.corestore.base_reading import NOTES, bases_in, belongs_to, read_base
from tanglescope.engine.archive.corestore.bases import Base, ValueForm, graph_of
from tanglescope.engine.archive.corestore.cores import (
    Core,
    Trust,
    core_in,
    cores_of,
    dependency_of,
    prove_head,
)
from tanglescope.engine.archive.corestore.encoding import (
    CoreRecord,
    DataRecord,
    KeyTable,
    MalformedRecord,
    RecordDecoder,
    key,
)
from tanglescope.engine.archive.corestore.storage import (
    NEWEST,
    CorestoreError,
    NotACorestore,
    Records,
    Storage,
    UnsupportedStorage,
    database_of,
    parts_of,
)
from tanglescope.engine.archive.record import (
    COPY_OF_BASE,
    START,
    Dialect,
    FolderReader,
    Place,
    Record,
    UnreadableArchive,
    WholeReader,
)
from tanglescope.engine.archive.source import ArchiveSource, FileReader, is_damaged
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.graph import graph_line
from tanglescope.engine.message.verdict import Rule

_COPIED = (DataRecord.HEAD, DataRecord.DEPENDENCY, DataRecord.BLOCK, DataRecord.TREE)


@dataclass(slots=True)
class BaseCopy:
    """The records of a base that were read from a file, by their keys in the storage.

    `place` is that of its first line, `damaged` are the lines that can't be read.
    """

    base: str
    place: Place
    records: dict[bytes, bytes] = field(default_factory=dict)
    damaged: list[tuple[Place, bytes]] = field(default_factory=list)


class KeptRecords:
    """The records of a copy; see `Records`."""

    def __init__(self, records: Mapping[bytes, bytes]) -> None:
        self._records = records
        self._keys = sorted(records)

    def get(self, *numbers: int) -> bytes | None:
        """The record of a key."""
        return self._records.get(key(*numbers))

    def range(self, *numbers: int) -> Iterator[tuple[bytes, bytes]]:
        """The keys that begin with these numbers, with their records, sorted by key."""
        start = key(*numbers)
        place = bisect_left(self._keys, start)
        while place < len(self._keys) and self._keys[place].startswith(start):
            yield self._keys[place], self._records[self._keys[place]]
            place += 1


def copy_of(folder: Path, base: str) -> Iterator[bytes]:
    """The lines of a copy of a base in a Corestore. Raises `CorestoreError`."""
    with Storage(folder) as storage:
        storage.check_version()
        yield from lines_of_copy(storage, base)


def copies_at(path: Path, base: str) -> Iterator[bytes]:
    """The lines of copies of a base, from a file in its Corestore or from a file of copies.

    Raises `CorestoreError`, `ArchiveError`.
    """
    source = ArchiveSource.of(path)
    with source.open() as file:
        if not file.read(len(COPY_OF_BASE)).startswith(COPY_OF_BASE):
            yield from copy_of(path.parent, base)
            return
    with source.open() as file:
        for copy in read_copies(file):
            if copy.base == base:
                yield from lines_of_copy(KeptRecords(copy.records), base)


def lines_of_copy(records: Records, base: str) -> Iterator[bytes]:
    """The lines of a copy of a base."""
    yield _line({"corestore": NEWEST, "base": base})
    for place, value in list(records.range(KeyTable.CORE_BY_DISCOVERY_KEY)):
        if len(place) != 33:
            continue
        try:
            found = list(_of_core(records, place, value, bytes.fromhex(base)))
        except MalformedRecord:
            continue  # it can't be read, so it can't be copied
        for name, record in found:
            yield _line({"record": name.hex(), "bytes": b64encode(record).decode()})


def read_copies(lines: Iterable[bytes]) -> Iterator[BaseCopy]:
    """The copies in a file."""
    copy: BaseCopy | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        value = _value(line)
        if isinstance(base := value.get("base"), str):
            if copy is not None:
                yield copy
            copy = BaseCopy(base, Place("line", number))
            continue
        if copy is None:
            copy = BaseCopy("", Place("line", number))
        record = _record(value)
        if record is None:
            copy.damaged.append((Place("line", number), line))
        else:
            copy.records[record[0]] = record[1]
    if copy is not None:
        yield copy


def _of_core(
    records: Records, place: bytes, value: bytes, base: bytes
) -> Iterator[tuple[bytes, bytes]]:
    """The records of a core, if it belongs to the base."""
    entry = RecordDecoder(value)
    entry.uint()
    pointer, data = entry.uint(), entry.uint()
    core = core_in(records, RecordDecoder(value))
    if not belongs_to(core, base):
        return
    yield place, entry.bytes_read
    yield key(KeyTable.CORE, pointer, CoreRecord.AUTH), _without_secrets(records, pointer)
    if sessions := records.get(KeyTable.CORE, pointer, CoreRecord.SESSIONS):
        yield key(KeyTable.CORE, pointer, CoreRecord.SESSIONS), sessions
    for found, note in records.range(KeyTable.DATA, data, DataRecord.USER_DATA):
        for name, length in NOTES.items():
            if found.endswith(b"\0" + name.encode() + b"\0\1"):
                yield found, note[:length]
    for each in _all_data(records, data, core.sessions):
        for kind in _COPIED:
            yield from records.range(KeyTable.DATA, each, kind)


def _without_secrets(records: Records, pointer: int) -> bytes:
    """The record with the key and the manifest of a core, without its key pair."""
    auth = RecordDecoder(records.get(KeyTable.CORE, pointer, CoreRecord.AUTH) or b"")
    auth.key()
    auth.key()
    keys = auth.bytes_read
    has_manifest = auth.uint() & 1
    before = len(auth.bytes_read)
    if has_manifest:
        auth.buffer()
    return keys + bytes([has_manifest]) + auth.bytes_read[before:]


def _all_data(records: Records, data: int, sessions: Iterable[tuple[str, int]]) -> dict[int, None]:
    """The data of a core and of its sessions, with what they depend on."""
    found: dict[int, None] = {}
    for start in (data, *(each for _, each in sessions)):
        each: int | None = start
        while each is not None and each not in found:
            found[each] = None
            dependency = dependency_of(records, each)
            each = None if dependency is None else dependency[0]
    return found


def _record(value: Mapping[str, Any]) -> tuple[bytes, bytes] | None:
    try:
        return bytes.fromhex(value["record"]), b64decode(value["bytes"], validate=True)
    except (KeyError, TypeError, ValueError):
        return None


def _value(line: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _line(value: Mapping[str, object]) -> bytes:
    return orjson.dumps(value) + b"\n"


@dataclass(frozen=True, slots=True)
class OtherCore:
    """A core that belongs to no Autobase; its blocks aren't read."""

    key: str
    length: int
    trust: Trust
    why: str


@dataclass(frozen=True, slots=True)
class Corestore:
    """The content of a folder; `problems` are about the folder as a whole."""

    path: Path
    bases: tuple[Base, ...]
    others: tuple[OtherCore, ...]
    problems: tuple[str, ...]


def is_corestore(path: Path) -> bool:
    """Whether a folder looks like a Corestore of any version."""
    if not path.is_dir():
        return False
    if database_of(path) is not None:
        is_rocks = any((path / "db").glob("OPTIONS-*")) or any(path.glob("OPTIONS-*"))
        return (path / "CORESTORE").is_file() or is_rocks
    return (path / "CORESTORE").is_file() or _older(path) is not None


def read_corestore(path: Path, keys: Sequence[bytes] = ()) -> Corestore:
    """Read everything in a Corestore, or in a file of copies.

    `keys` may decrypt Autobases and are not stored. Raises `CorestoreError`, `ArchiveError`.
    """
    if path.is_file():
        return _read_copies(path, keys)
    if database_of(path) is None:
        older = _older(path)
        raise NotACorestore(path) if older is None else UnsupportedStorage(path, older)
    with Storage(path) as storage:
        storage.check_version()
        return read_records(storage, path, keys)


def _read_copies(path: Path, keys: Sequence[bytes]) -> Corestore:
    """The Autobases in a file of copies."""
    bases: list[Base] = []
    problems: list[str] = []
    with ArchiveSource.of(path).open() as file:
        if not file.read(len(COPY_OF_BASE)).startswith(COPY_OF_BASE):
            raise NotACorestore(path)
    with ArchiveSource.of(path).open() as file:
        for copy in read_copies(file):
            found = read_records(KeptRecords(copy.records), path, keys)
            bases += [base for base in found.bases if base.key == copy.base]
            problems += found.problems
            problems += [
                tr("{place} can't be read", place=place.in_words()) for place, _ in copy.damaged
            ]
    return Corestore(path, tuple(bases), (), tuple(problems))


def read_records(storage: Records, path: Path, keys: Sequence[bytes] = ()) -> Corestore:
    """Read everything in the records of a Corestore, or of a copy; see `read_corestore`."""
    found = list(cores_of(storage))
    cores = [core for core in found if isinstance(core, Core)]
    problems = [
        tr("core {place} can't be read", place=core) for core in found if isinstance(core, str)
    ]
    bases = bases_in(cores)
    others = [core for core in cores if not any(belongs_to(core, base) for base in bases)]
    return Corestore(
        path,
        tuple(read_base(storage, cores, base, keys) for base in bases),
        tuple(_other(storage, core) for core in others if core.head is not None),
        tuple(problems),
    )


def _other(storage: Records, core: Core) -> OtherCore:
    trust, why = prove_head(storage, core)
    return OtherCore(core.key.hex(), core.head.length if core.head else 0, trust, why)


def _older(path: Path) -> str | None:
    """The older storage format in this folder, in words."""
    if (path / "cores").is_dir() and (path / "primary-key").is_file():
        return tr(
            "this Corestore keeps each core in files, as before Hypercore 11; open it once "
            "with a current Corestore, which converts it, and try again"
        )
    if all((path / name).is_file() for name in ("oplog", "tree", "bitfield", "data")):
        return tr("this is a single Hypercore 10 in files, not a Corestore")
    if all((path / name).is_file() for name in ("key", "signatures", "tree", "bitfield")):
        return tr("this is a single Hypercore of version 9 or older, not a Corestore")
    return None


@dataclass(frozen=True, slots=True)
class CorestoreReader(FolderReader):
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
            yield _record_of(base, Place("item", number))


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
        last = Place("line", 1)
        with self.source.open() as file:
            for copy in read_copies(file):
                last = copy.place
                for place, line in copy.damaged:
                    yield Record(place, line, START, problem=Rule.JSON, dialect=Dialect.AUTOBASE)
                found = read_records(KeptRecords(copy.records), self.path, self.keys)
                yield from (
                    _record_of(base, copy.place) for base in found.bases if base.key == copy.base
                )
            if is_damaged(file):
                yield Record(last, b"", START, problem=Rule.DAMAGED, dialect=Dialect.AUTOBASE)


def _record_of(base: Base, place: Place) -> Record:
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
    value |= {"facts": facts, "problems": list(base.problems)}
    return Record(place, b"", START, base.key, value, dialect=Dialect.AUTOBASE)
