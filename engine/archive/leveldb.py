"""LevelDB, read without its library and without touching its folder.

    for key, value in read_leveldb(folder): ...

A folder holds tables (`.ldb`, sorted, compressed) and logs (`.log`, later changes); a manifest
lists the current ones. LevelDB itself takes a lock and rewrites files when it opens a folder, so
using it to read the keys of a running program would harm that program. The format is described in
leveldb's doc/log_format.md and doc/table_format.md. Every length is checked, sizes are bounded, and
damaged parts are left out.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tanglescope.engine.archive.varints import read_varint
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import open_database_of, unreadable

_Entry = TypeVar("_Entry")

LARGEST = 16 << 20
"""The limit on the bytes of a file and of a decompressed block."""

MOST = 64 << 20
"""The limit on the bytes of all files, and of all decompressed blocks and entries.

An index can name one block many times, and entries share prefixes of keys, so a small hostile file
can decompress into more than any memory.
"""

_LOG_BLOCK = 1 << 15
_HEADER = struct.Struct("<IHB")
_FULL, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
_FOOTER = 48
_MAGIC = struct.pack("<Q", 0xDB4775248B80FB57)
_TRAILER = 5
_RAW, _SNAPPY = 0, 1
_DELETED, _PUT = 0, 1
_CRC_DELTA = 0xA282EAD8
_BATCH = struct.Struct("<QI")


_LOG, _DELETED_FILE, _NEW_FILE, _PREVIOUS_LOG = 2, 6, 7, 9
_FIELDS = {
    1: "b",
    _LOG: "n",
    3: "n",
    4: "n",
    5: "nb",
    _DELETED_FILE: "nn",
    _NEW_FILE: "nnnbb",
    _PREVIOUS_LOG: "n",
}
"""The fields of an entry of the manifest, by its tag: numbers and bytes.

Of files, the second one is their number.
"""

_ENDS = (IndexError, KeyError, ValueError, struct.error)
"""The exceptions raised by decoding truncated or malformed bytes."""


class NotALevelDB(TanglescopeError):
    """A folder that isn't LevelDB, or that can't be read."""

    exit_code = ExitCode.BAD_INPUT


def is_leveldb(folder: Path) -> bool:
    """Whether a folder looks like a LevelDB folder."""
    return (folder / "CURRENT").is_file()


def read_leveldb(folder: Path) -> dict[bytes, bytes]:
    """All values in a LevelDB folder, by key. Raises `NotALevelDB`."""
    if not is_leveldb(folder):
        raise NotALevelDB(tr("{folder} isn't a LevelDB folder.", folder=folder))
    try:
        live = _live_files(folder)
        found = _Newest(folder)
        for number, path in sorted(_files_by_number(folder)):
            is_log = path.suffix == ".log"
            if live and (number < live.first_log if is_log else number not in live.tables):
                continue
            found.add(_read(path), is_log=is_log)
    except OSError as error:
        raise NotALevelDB(unreadable(folder, error)) from None
    return found.values()


class _Newest:
    """The newest value of every key."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read = 0
        self._unfolded = 0
        self._found: dict[bytes, tuple[int, bytes | None]] = {}

    def add(self, data: bytes, *, is_log: bool) -> None:
        """Add what a file has. Raises `NotALevelDB` if it is too much."""
        self._read += len(data)
        self._count(0)
        for batch in _log_records(data) if is_log else ():
            for sequence, key, value in _until_damage(_batch(batch)):
                self._note(key, sequence, value)
        for inner, value in () if is_log else _until_damage(_table(data, self._count)):
            self._count(len(inner) + len(value))
            if len(inner) >= 8:
                tail = int.from_bytes(inner[-8:], "little")
                self._note(inner[:-8], tail >> 8, value if tail & 0xFF == _PUT else None)

    def _count(self, size: int) -> None:
        """Count bytes that were decompressed."""
        self._unfolded += size
        if max(self._read, self._unfolded) > MOST:
            raise NotALevelDB(
                tr(
                    "{folder} holds more than {most} MiB, too much for a keyring, so it isn't"
                    " read.",
                    folder=self._folder,
                    most=MOST >> 20,
                )
            )

    def values(self) -> dict[bytes, bytes]:
        newest = sorted(self._found.items())
        return {key: value for key, (_, value) in newest if value is not None}

    def _note(self, key: bytes, sequence: int, value: bytes | None) -> None:
        known = self._found.get(key)
        if known is None or known[0] <= sequence:
            self._found[key] = sequence, value


@dataclass(slots=True)
class _Live:
    """The current files."""

    first_log: int = 0
    previous_log: int = 0
    tables: set[int] = field(default_factory=set)


def _live_files(folder: Path) -> _Live | None:
    """The current files; None if the manifest can't be read, then all count."""
    name = _read(folder / "CURRENT").decode("utf-8", "replace").strip()
    manifest = folder / Path(name).name
    if not manifest.is_file() or not manifest.name.startswith("MANIFEST-"):
        return None
    live: _Live | None = None
    try:
        for edit in _log_records(_read(manifest)):
            live = live or _Live()
            _apply(edit, live)
    except _ENDS:
        return None
    if live and live.previous_log:
        live.first_log = min(live.first_log, live.previous_log)
    return live


def _apply(edit: bytes, live: _Live) -> None:
    """Update `live` by one edit of the manifest."""
    at = 0
    while at < len(edit):
        tag, at = read_varint(edit, at)
        numbers = []
        for kind in _FIELDS[tag]:
            if kind == "n":
                number, at = read_varint(edit, at)
                numbers.append(number)
            else:
                _, at = _slice(edit, at)
        if tag == _LOG:
            [live.first_log] = numbers
        elif tag == _PREVIOUS_LOG:
            [live.previous_log] = numbers
        elif tag == _DELETED_FILE:
            live.tables.discard(numbers[1])
        elif tag == _NEW_FILE:
            live.tables.add(numbers[1])


def _files_by_number(folder: Path) -> Iterator[tuple[int, Path]]:
    for path in folder.iterdir():
        if path.suffix in (".log", ".ldb", ".sst") and path.stem.isdigit() and path.is_file():
            yield int(path.stem), path


def _read(path: Path) -> bytes:
    if open_database_of(path):
        raise NotALevelDB(tr("{path} belongs to the database that is open.", path=path))
    with path.open("rb") as file:
        return file.read(LARGEST)


def _until_damage(entries: Iterator[_Entry]) -> Iterator[_Entry]:
    try:
        yield from entries
    except _ENDS:
        return


def _log_records(data: bytes) -> Iterator[bytes]:
    """The records of a log, joined from their fragments; damaged ones are left out."""
    parts: list[bytes] = []
    for kind, piece in _pieces(data):
        if kind in (_FULL, _FIRST):
            parts = [piece]
        elif parts:
            parts.append(piece)
        if kind in (_FULL, _LAST) and parts:
            yield b"".join(parts)
        if kind in (_FULL, _LAST):
            parts = []


def _pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    for start in range(0, len(data), _LOG_BLOCK):
        block = data[start : start + _LOG_BLOCK]
        at = 0
        while at + _HEADER.size <= len(block):
            crc, length, kind = _HEADER.unpack_from(block, at)
            piece = block[at + _HEADER.size : at + _HEADER.size + length]
            if len(piece) < length or not _FULL <= kind <= _LAST:
                break
            if _masked_crc(bytes([kind]) + piece) == crc:
                yield kind, piece
            at += _HEADER.size + length


def _batch(data: bytes) -> Iterator[tuple[int, bytes, bytes | None]]:
    """The changes in one batch: sequence, key, and the value, or None for a deletion."""
    sequence, count = _BATCH.unpack_from(data)
    at = _BATCH.size
    for number in range(count):
        kind = data[at]
        key, at = _slice(data, at + 1)
        value = None
        if kind == _PUT:
            value, at = _slice(data, at)
        elif kind != _DELETED:
            raise ValueError(f"unknown kind {kind}")
        yield sequence + number, key, value


def _table(data: bytes, count: Callable[[int], None]) -> Iterator[tuple[bytes, bytes]]:
    """The entries of a table; keys include the eight bytes that LevelDB appends.

    `count` is called with the size of each block, and may raise.
    """
    footer = data[-_FOOTER:]
    if len(footer) < _FOOTER or not footer.endswith(_MAGIC):
        return
    _, at = read_varint(footer, 0)
    _, at = read_varint(footer, at)
    offset, at = read_varint(footer, at)
    size, at = read_varint(footer, at)
    for name, handle in _entries(_block(data, offset, size)):
        offset, at = read_varint(handle, 0)
        size, at = read_varint(handle, at)
        count(len(name) + size)
        try:
            block = _block(data, offset, size)
            count(len(block))
        except _ENDS:
            continue  # other blocks may be intact
        yield from _until_damage(_entries(block))


def _block(data: bytes, offset: int, size: int) -> bytes:
    end = offset + size
    if end + _TRAILER > len(data):
        raise ValueError("a block is longer than its file")
    (crc,) = struct.unpack_from("<I", data, end + 1)
    if _masked_crc(data[offset : end + 1]) != crc:
        raise ValueError("a block is damaged")
    kind = data[end]
    if kind == _RAW:
        return data[offset:end]
    if kind == _SNAPPY:
        return unsnap(data[offset:end])
    raise ValueError(f"compression {kind} isn't known")


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values; a shared prefix is copied from the key before."""
    (restarts,) = struct.unpack_from("<I", block, len(block) - 4)
    end = len(block) - 4 - 4 * restarts
    at, key = 0, b""
    while at < end:
        shared, at = read_varint(block, at)
        own, at = read_varint(block, at)
        length, at = read_varint(block, at)
        if shared > len(key) or at + own + length > end:
            raise ValueError("an entry is longer than its block")
        key = key[:shared] + block[at : at + own]
        at += own + length
        yield key, block[at - length : at]


def unsnap(data: bytes) -> bytes:
    """Decompress Snappy data. Raises `ValueError` or `IndexError`."""
    # Imported when needed: loading Arrow takes longer than reading a keyring.
    import pyarrow

    size, _ = read_varint(data, 0)
    if size > LARGEST:
        raise ValueError("a block is too large")
    try:
        unpacked: bytes = pyarrow.decompress(data, size, codec="snappy", asbytes=True)
    except OSError as error:  # of Arrow, not of the file
        raise ValueError(str(error)) from None
    return unpacked


def _slice(data: bytes, at: int) -> tuple[bytes, int]:
    length, at = read_varint(data, at)
    if at + length > len(data):
        raise ValueError("a text is longer than what holds it")
    return data[at : at + length], at + length


def _crc_table() -> list[int]:
    table = []
    for number in range(256):
        crc = number
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        table.append(crc)
    return table


_CRC = _crc_table()


def _masked_crc(data: bytes) -> int:
    """The CRC-32C of some bytes, masked (rotated and offset) as LevelDB stores it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + _CRC_DELTA) & 0xFFFFFFFF
