"""Copies of Autobases: the records of one, in lines, from which it is read as from its Corestore.

A copy begins with a line that names the base. Each other line is a record of the storage, with its
key there. It holds everything that was signed, with the signatures, and no secret: neither the key
pairs of writers nor the key to an encrypted base.

    {"corestore": 2, "base": "2d1c..."}
    {"record": "0400...", "bytes": "AAEC..."}
"""

from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from tanglescope.engine.archive.corestore.base_reading import NOTES, belongs_to
from tanglescope.engine.archive.corestore.cores import core_in, dependency_of
from tanglescope.engine.archive.corestore.encoding import MalformedRecord, RecordDecoder
from tanglescope.engine.archive.corestore.keys import CoreRecord, DataRecord, Table, key
from tanglescope.engine.archive.corestore.storage import NEWEST, Records, Storage
from tanglescope.engine.archive.record import COPY_OF_BASE, Place
from tanglescope.engine.archive.source import ArchiveSource

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
        yield from copied(storage, base)


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
                yield from copied(KeptRecords(copy.records), base)


def copied(records: Records, base: str) -> Iterator[bytes]:
    """The lines of a copy of a base."""
    yield _line({"corestore": NEWEST, "base": base})
    for place, value in list(records.range(Table.CORE_BY_DISCOVERY_KEY)):
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
    yield place, entry.done
    yield key(Table.CORE, pointer, CoreRecord.AUTH), _without_secrets(records, pointer)
    if sessions := records.get(Table.CORE, pointer, CoreRecord.SESSIONS):
        yield key(Table.CORE, pointer, CoreRecord.SESSIONS), sessions
    for found, note in records.range(Table.DATA, data, DataRecord.USER_DATA):
        for name, length in NOTES.items():
            if found.endswith(b"\0" + name.encode() + b"\0\1"):
                yield found, note[:length]
    for each in _all_data(records, data, core.sessions):
        for kind in _COPIED:
            yield from records.range(Table.DATA, each, kind)


def _without_secrets(records: Records, pointer: int) -> bytes:
    """The record with the key and the manifest of a core, without its key pair."""
    auth = RecordDecoder(records.get(Table.CORE, pointer, CoreRecord.AUTH) or b"")
    auth.key()
    auth.key()
    keys = auth.done
    has_manifest = auth.uint() & 1
    before = len(auth.done)
    if has_manifest:
        auth.buffer()
    return keys + bytes([has_manifest]) + auth.done[before:]


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
