"""The system view of an Autobase: what it has settled about order and writers.

The view is a Hyperbee, an append-only B-tree. After every append that was applied come the writers
that changed, and then `info`: the heads, the indexers, and those who are to become indexers. Read
from the beginning, it tells what was applied in which order, and which entry added whom.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.archive.corestore.encoding import MalformedRecord, RecordDecoder
from engine.archive.corestore.oplog import Place, read_clock

_INFO = b"\0\0info"
_MEMBERS = b"\1\0"
_MEMBER_KEY = len(_MEMBERS) + 32


@dataclass(frozen=True, slots=True)
class Info:
    """What the base knew after an append: its heads, and who indexes or is about to."""

    pending: frozenset[bytes]
    indexers: frozenset[bytes]
    heads: tuple[Place, ...]


Run: TypeAlias = tuple[bytes, int, int]
"""Entries of a writer that follow one another: its key, the first and the last."""


@dataclass(frozen=True, slots=True)
class Step:
    """One append that was applied: its entries, and how the writers changed by it.

    `length` is that of the view with it.
    """

    runs: tuple[Run, ...]
    length: int
    info: Info
    indexers_added: frozenset[bytes]
    indexers_removed: frozenset[bytes]
    added: frozenset[bytes]
    removed: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class SystemHistory:
    """All steps, in the order in which they were applied, and the last info.

    It is not whole if blocks are missing after the steps, as where a peer joined late.
    """

    steps: tuple[Step, ...] = ()
    info: Info | None = None
    active: frozenset[bytes] = field(default=frozenset())
    is_whole: bool = True


def read_history(blocks: Mapping[int, bytes]) -> SystemHistory:
    """What the blocks of a system view say, as far as they go on without a gap."""
    steps: list[Step] = []
    seen: dict[bytes, int] = {}
    active: set[bytes] = set()
    changes: dict[bytes, tuple[bool, int]] = {}
    before = Info(frozenset(), frozenset(), ())
    last: Info | None = None
    for length, key, value in _puts(blocks):
        if key == _INFO:
            last = read_info(value)
            steps.append(_step(length, changes, seen, active, before, last))
            before = last
            changes = {}
        elif key.startswith(_MEMBERS) and len(key) == _MEMBER_KEY:
            reader = RecordDecoder(value)
            changes[key[len(_MEMBERS) :]] = (bool(reader.uint() & 2), reader.uint())
    length = steps[-1].length if steps else 1
    is_whole = all(place < length for place in blocks)
    if not is_whole:
        last = last_info(blocks) or last
    return SystemHistory(tuple(steps), last, frozenset(active), is_whole)


def last_info(blocks: Mapping[int, bytes]) -> Info | None:
    """The newest info there is, where the beginning of the view is missing."""
    for place in sorted(blocks, reverse=True):
        fields = dict(_fields(blocks[place])) if place else {}
        if fields.get(2) == _INFO and 3 in fields:
            return read_info(fields[3])
    return None


def read_info(encoded: bytes) -> Info:
    """The record that ends a step."""
    reader = RecordDecoder(encoded)
    version = reader.uint()
    if version > 2:
        raise MalformedRecord(f"version {version} of the system view is not known")
    reader.uint()  # how many members there are
    pending = reader.array(reader.key)
    indexers = read_clock(reader)
    return Info(frozenset(pending), frozenset(key for key, _ in indexers), read_clock(reader))


def _step(
    length: int,
    changes: Mapping[bytes, tuple[bool, int]],
    seen: dict[bytes, int],
    active: set[bytes],
    before: Info,
    after: Info,
) -> Step:
    runs: list[Run] = []
    for key, (_, written) in changes.items():
        known = seen.get(key, 0)
        if known < written:
            runs.append((key, known + 1, written))
            seen[key] = written
    added = {key for key, (is_removed, _) in changes.items() if not is_removed} - active
    removed = {key for key, (is_removed, _) in changes.items() if is_removed} & active
    active |= added
    active -= removed
    fresh = (after.pending - before.pending) | (after.indexers - before.indexers - before.pending)
    gone = (before.indexers | before.pending) - after.indexers - after.pending
    return Step(
        tuple(runs), length, after, fresh, frozenset(gone), frozenset(added), frozenset(removed)
    )


def _puts(blocks: Mapping[int, bytes]) -> Iterator[tuple[int, bytes, bytes]]:
    """The keys and values that were put, each with the length of the view then."""
    place = 1  # the first block says only that this is a Hyperbee
    while place in blocks:
        fields = dict(_fields(blocks[place]))
        key, value = fields.get(2), fields.get(3)
        if key is not None and value is not None:
            yield place + 1, key, value
        place += 1


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protocol buffer that hold bytes."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        kind = tag & 7
        if kind == 0:
            _, at = _varint(message, at)
        elif kind == 2:
            length, at = _varint(message, at)
            if length > len(message) - at:
                raise MalformedRecord("a block of the system view ends too early")
            yield tag >> 3, message[at : at + length]
            at += length
        else:
            raise MalformedRecord("a block of the system view holds an unknown field")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        if at >= len(message) or shift > 63:
            raise MalformedRecord("a block of the system view ends too early")
        byte = message[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at
