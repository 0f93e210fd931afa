"""Writing: messages as a log that SSB programs open, or as lines of JSON, and their blobs.

    offset    flume/log.offset of ssb-server and Patchwork, whose codec is JSON
    bipf      db2/log.bipf of ssb-db2 and Manyverse
    ndjson    messages.ndjson, a line each

Each file gets its name when all of it is on the disk.
"""

import os
import struct
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from tanglescope.engine.archive.logs.blocks import BLOCK
from tanglescope.engine.blobs.folders import BlobError, BlobFolders, BlobTable, hash_of
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import parse
from tanglescope.engine.message.keys import is_blob_id
from tanglescope.engine.rescue.ledger import Kept
from tanglescope.engine.system.files import replacing

_LARGEST_OFFSET = 1 << 32
_LENGTH = struct.Struct(">I")
_FRAME = struct.Struct("<H")
_INTEGER = struct.Struct("<bi")
_DOUBLE = struct.Struct("<bd")
_BIPF_INTEGERS = range(-(2**31) + 1, 2**31)
_STRING, _INT, _DOUBLES, _ARRAY, _OBJECT, _CONSTANT = 0, 2, 3, 4, 5, 6
_END_OF_BLOCK = 2


class LogTooLarge(TanglescopeError):
    """More messages than the format of a log can hold."""


def write_log(format_: str, kept: Iterable[Kept], folder: Path) -> Path:
    """Write a log of a format into the folder of a program; return its path. Raises `OSError`."""
    path, encode = FORMATS[format_]
    return write_file(folder / path, encode(kept))


def write_file(file: Path, pieces: Iterable[bytes]) -> Path:
    """Write a file that appears when it is complete. Raises `OSError`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as growing:
        growing.writelines(pieces)
        growing.flush()
        os.fsync(growing.fileno())
    return file


def line_of(kept: Kept, **more: str) -> bytes:
    """A message as a line of JSON, with the fields that its receiver adds and perhaps others."""
    added = b"".join(f',"{name}":"{text}"'.encode() for name, text in more.items())
    return b"%b%b}\n" % (_record(kept)[:-1], added)


def encode(value: Any) -> bytes:
    """The BIPF of a JSON value; lone surrogates are replaced, as ssb-db2 does."""
    if isinstance(value, str):
        return _tag_payload(_STRING, _utf8(value))
    if isinstance(value, dict):
        return _tag_payload(_OBJECT, b"".join(map(_entry, value.items())))
    if isinstance(value, list):
        return _tag_payload(_ARRAY, b"".join(map(encode, value)))
    if value is None:
        return b"\x06"
    if isinstance(value, bool):
        return b"\x0e\x01" if value else b"\x0e\x00"
    if isinstance(value, int) and value in _BIPF_INTEGERS:
        return _INTEGER.pack(4 << 3 | _INT, value)
    return _DOUBLE.pack(8 << 3 | _DOUBLES, float(value))


def loses_text(text: bytes) -> bool:
    """Whether BIPF can't hold a message, given as JSON, because of lone surrogates."""
    if b"\\ud" not in text:
        return False
    try:
        orjson.dumps(parse(text))
    except TypeError:
        return True
    return False


def _offset(kept: Iterable[Kept]) -> Iterator[bytes]:
    end = 0
    for each in kept:
        data = _record(each)
        length = _LENGTH.pack(len(data))
        end += len(data) + 12
        if end >= _LARGEST_OFFSET:
            raise LogTooLarge(
                tr(
                    "A log.offset can't be longer than 4 GiB, and these messages take more. Choose"
                    " another format."
                )
            )
        yield b"%b%b%b%b" % (length, data, length, _LENGTH.pack(end))


def _bipf(kept: Iterable[Kept]) -> Iterator[bytes]:
    block: list[bytes] = []
    size = 0
    for each in kept:
        value = {"key": each.key, "value": parse(each.text), "timestamp": _number(each.time)}
        data = encode(value)
        if size + len(data) + 2 + _END_OF_BLOCK > BLOCK:
            yield b"".join(block).ljust(BLOCK, b"\0")
            block, size = [], 0
        block += (_FRAME.pack(len(data)), data)
        size += len(data) + 2
    if block:
        yield b"".join(block).ljust(BLOCK, b"\0")


def _ndjson(kept: Iterable[Kept]) -> Iterator[bytes]:
    return map(line_of, kept)


def _record(kept: Kept) -> bytes:
    time = repr(_number(kept.time)).encode()
    return b'{"key":"%b","value":%b,"timestamp":%b}' % (kept.key.encode(), kept.text, time)


def _number(time: float) -> int | float:
    return int(time) if time.is_integer() else time


def _entry(entry: tuple[str, Any]) -> bytes:
    name, value = entry
    return _name(name) + encode(value)


@lru_cache(1 << 10)
def _name(name: str) -> bytes:
    """The name of a field; most messages have the same ones."""
    return _tag_payload(_STRING, _utf8(name))


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _tag_payload(kind: int, payload: bytes) -> bytes:
    number = len(payload) << 3 | kind
    if number < 0x80:
        return bytes((number,)) + payload
    if number < 0x4000:
        return bytes((number & 0x7F | 0x80, number >> 7)) + payload
    tag = bytearray()
    while number >= 0x80:
        tag.append(number & 0x7F | 0x80)
        number >>= 7
    tag.append(number)
    return bytes(tag) + payload


FORMATS: Mapping[str, tuple[str, Callable[[Iterable[Kept]], Iterator[bytes]]]] = MappingProxyType(
    {
        "offset": ("flume/log.offset", _offset),
        "bipf": ("db2/log.bipf", _bipf),
        "ndjson": ("messages.ndjson", _ndjson),
    }
)
"""The formats of logs, each with its place in the folder of a program."""


_HEX_DIGITS = 64


class BlobCounts(NamedTuple):
    """How many blobs are in the result, and how many files are damaged wherever they are."""

    copied: int = 0
    damaged: int = 0


def copy_blobs(
    archives: Iterable[Path], target: Path, tables: Iterable[BlobTable] = ()
) -> BlobCounts:
    """Copy the blobs beside archives and in tables that verify into the folder `blobs` of `target`.

    A file that is there already was verified when it was copied. Raises `OSError`, and `BlobError`
    if a file can't be written.
    """
    folders = BlobFolders.of(archives, tables=tables)
    copied = damaged = 0
    names = {name for folder in folders.folders for name in _names(folder)}
    kept = (blob for table in folders.tables for blob in table.ids() if is_blob_id(blob))
    names.update(hash_of(blob).hex() for blob in kept)
    for name in sorted(names):
        file = target / "blobs" / "sha256" / name[:2] / name[2:]
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                folders.copy(f"&{b64encode(bytes.fromhex(name)).decode()}.sha256", file)
            except BlobError as error:
                if isinstance(error.__cause__, OSError):
                    raise  # of the target, a full disk for example
                damaged += 1
                continue
        copied += 1
    return BlobCounts(copied, damaged)


def _names(folder: Path) -> Iterator[str]:
    """The hashes in the names of files, in hexadecimal digits."""
    for file in (folder / "sha256").glob("??/*"):
        name = f"{file.parent.name}{file.name}"
        if len(name) == _HEX_DIGITS and not name.strip("0123456789abcdef"):
            yield name
