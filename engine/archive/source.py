"""Sources: the bytes of an archive, opened read-only and decompressed if necessary.

Text in UTF-16, which Windows writes when output is redirected to a file, and in UTF-32 is converted
to UTF-8.
Line ends of old Macs (a carriage return alone) are converted to line feeds.
"""

import bz2
import codecs
import gzip
import io
import lzma
import os
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from errno import EIO, ENXIO
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from tanglescope.engine.archive.record import (
    MissingArchive,
    NotAnArchive,
    Reader,
    UnreadableArchive,
)
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import missing, open_database_of, unreadable

_REFS: ContextVar[tuple[str, ...]] = ContextVar("refs", default=())


_UNITS = 5
"""Characters by which UTF-16 is recognized, as in `{"id"`."""

_AT_ONCE = 512
_READ_AT_ONCE = 1 << 14
_SECTOR = 1 << 12
_MOST_FAILED = 256
"""The limit on sectors in a row that the disk can't read; each may take seconds."""

_MOST_FOR_XZ = 128 << 20
"""The memory limit in bytes: `xz -9` takes 65 MiB, and a hostile file could demand 4 GiB."""


@dataclass(frozen=True, slots=True)
class ArchiveSource:
    """A file on disk, and the magic number of its compression or encoding, if it has one."""

    path: Path
    magic: bytes = b""
    inner: bytes = b""
    """The encoding of text that is compressed, as `magic`."""

    has_old_ends: bool = False
    """Whether lines end in 0x0D alone. Both line ends have one byte, so offsets stay the same."""

    @classmethod
    def of(cls, path: Path) -> "ArchiveSource":
        """The source at `path`, recognized by its first bytes."""
        with ArchiveSource(path).open() as file:
            source = cls(path, _magic_of(file.read(_LONGEST_MAGIC)))
        if not source.magic or source.magic in _ENCODINGS:
            return source
        with source.open() as file:
            inner = _magic_of(file.read(_LONGEST_MAGIC))
        return replace(source, inner=inner) if inner in _ENCODINGS else source

    def open(self, offset: int = 0) -> BinaryIO:
        """The decompressed bytes from `offset` on; damaged compression looks like an early end.

        Raises `MissingArchive`, `NotAnArchive` or `UnreadableArchive`.
        """
        if (database := open_database_of(self.path)) is not None:
            raise NotAnArchive(
                tr(
                    "{path} belongs to the open database {database} and isn't an archive. Its "
                    "messages are here already.",
                    path=self.path,
                    database=database.name,
                )
            )
        try:
            file: BinaryIO = open_disk_file(self.path)
        except FileNotFoundError:
            raise MissingArchive(missing(self.path)) from None
        except OSError as error:
            raise UnreadableArchive(unreadable(self.path, error)) from None
        if self.magic:
            file = _opener_for(self.magic)(file)
            file = _opener_for(self.inner)(file) if self.inner else file
            _skip(file, offset)
        else:
            file.seek(offset)
        return _with_new_ends(file) if self.has_old_ends else file

    def with_old_ends(self) -> "ArchiveSource":
        """The same file, read with line ends of 0x0D alone."""
        return replace(self, has_old_ends=True)


@dataclass(frozen=True, slots=True)
class FileReader(Reader):
    """The common part of readers of one file."""

    source: ArchiveSource

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self.source.path


class _DiskFile(io.FileIO):
    """A file in which zeros are read where the disk is damaged, and which remembers the damage.

    So readers lose only the records there, and search for the next one as after any other damage.
    """

    is_damaged = False
    _failed = 0

    def readinto(self, buffer: Any) -> int:
        """Read into `buffer`. Raises `UnreadableArchive`."""
        try:
            size = self._read(buffer)
        except OSError as error:
            left = os.fstat(self.fileno()).st_size - self.tell()
            self._failed += 1
            if error.errno != EIO or left <= 0 or self._failed > _MOST_FAILED:
                raise UnreadableArchive(unreadable(os.fsdecode(self.name), error)) from None
            self.is_damaged = True
            size = min(len(buffer), _SECTOR - self.tell() % _SECTOR, left)
            memoryview(buffer)[:size] = bytes(size)
            self.seek(size, os.SEEK_CUR)
        else:
            self._failed = 0
        return size

    def _read(self, buffer: Any) -> int:
        return super().readinto(buffer) or 0


def open_disk_file(path: Path, at_once: int = _READ_AT_ONCE) -> io.BufferedReader:
    """The bytes of a file, zeros where the disk is damaged. Raises `OSError`."""
    return io.BufferedReader(_DiskFile(path), at_once)


def open_decompressed(file: io.RawIOBase, start: bytes) -> BinaryIO:
    """Decompress `file`, which begins with `start`, if it is compressed."""
    buffered = io.BufferedReader(file)
    return _opener_for(_magic_of(start))(buffered) if is_packed(start) else buffered


def is_packed(start: bytes) -> bool:
    """Whether a file that begins like this is compressed."""
    return bool(_magic_of(start))


def _magic_of(start: bytes) -> bytes:
    found = next(filter(start.startswith, _DECOMPRESSORS), None)
    return found or next((each for each, begin in _UNMARKED.items() if begin.match(start)), b"")


def is_damaged(file: BinaryIO) -> bool:
    """Whether `file`, read to its end, lacks bytes because its compression or disk is damaged."""
    raw = getattr(file, "raw", None)
    return isinstance(raw, _Decompressed | _DiskFile) and raw.is_damaged


def is_zero(data: bytes) -> bool:
    """Whether all bytes are zeros; comparing is ten times as fast as testing each byte."""
    return data[:1] in (b"", b"\0") and data == bytes(len(data))


def skip_hole(file: BinaryIO, step: int = 1) -> int:
    """Move to the end of the hole that `file` is in; return the number of skipped bytes.

    That is a multiple of `step`, and all bytes are zeros. A sparse file may have terabytes of them.
    In a decompressed stream, or on a disk without sparse files, nothing is skipped.
    """
    try:
        descriptor, here = file.fileno(), file.tell()
        reading_at = os.lseek(descriptor, 0, os.SEEK_CUR)
        size = os.fstat(descriptor).st_size
        try:
            end = os.lseek(descriptor, here, os.SEEK_DATA)
        except OSError as error:
            end = size if error.errno == ENXIO else here  # only a hole up to the end
        finally:
            os.lseek(descriptor, reading_at, os.SEEK_SET)
    except (AttributeError, OSError):  # not a file, or a system without SEEK_DATA
        return 0
    skipped = max(end - here, 0) // step * step
    if skipped:
        file.seek(here + skipped)
    return skipped


def _skip(file: BinaryIO, count: int) -> None:
    while count > 0 and (skipped := len(file.read(min(count, 1 << 20)))):
        count -= skipped


class _Decompressed(io.RawIOBase):
    """A stream that ends at damaged compression instead of raising, and remembers the damage."""

    def __init__(self, fill: Callable[[memoryview], int], *inner: BinaryIO) -> None:
        self._fill = fill
        self._inner = inner
        self.is_damaged = False

    def readable(self) -> bool:
        """Whether this can be read: always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into `buffer`."""
        if self.is_damaged:
            return 0
        try:
            return self._fill(buffer)
        except (EOFError, OSError, zlib.error, lzma.LZMAError):
            self.is_damaged = True
            return 0

    def close(self) -> None:
        """Close the underlying files."""
        for each in () if self.closed else self._inner:
            each.close()
        super().close()


def _gunzip(file: BinaryIO) -> BinaryIO:
    unzipped: Any = gzip.GzipFile(fileobj=file, mode="rb")
    return io.BufferedReader(_Decompressed(unzipped.readinto1, unzipped, file))


def _unzstd(file: BinaryIO) -> BinaryIO:
    # Imported when needed: loading Arrow takes as long as reading a small archive.
    import pyarrow

    unzipped = pyarrow.CompressedInputStream(pyarrow.PythonFile(file, mode="r"), "zstd")

    def fill(buffer: memoryview) -> int:
        # Small reads, since bytes before the damage are lost with it. Not read(), which never
        # frees its bytes if the compression is damaged (Arrow 26).
        return int(unzipped.readinto(buffer[:_AT_ONCE]))

    return io.BufferedReader(_Decompressed(fill, unzipped, file))


def _stream_after_stream(
    file: BinaryIO, decompressor: Callable[[], bz2.BZ2Decompressor | lzma.LZMADecompressor]
) -> BinaryIO:
    """Decompress the streams in `file`, never more at once than requested."""
    stream = decompressor()

    def fill(buffer: memoryview) -> int:
        nonlocal stream
        data, text = b"", b""
        while not text:
            if stream.eof:
                # Zeros are allowed between streams and after the last one.
                data = stream.unused_data.lstrip(b"\0") or file.read(_READ_AT_ONCE).lstrip(b"\0")
                if not data:
                    return 0
                stream = decompressor()
            elif stream.needs_input:
                data = file.read(_READ_AT_ONCE)
                if not data:
                    raise EOFError
            text = stream.decompress(data, max_length=len(buffer))
            data = b""
        buffer[: len(text)] = text
        return len(text)

    return io.BufferedReader(_Decompressed(fill, file))


def _with_new_ends(file: BinaryIO) -> BinaryIO:
    def fill(buffer: memoryview) -> int:
        text = file.read(len(buffer))
        if not text and is_damaged(file):
            raise EOFError
        buffer[: len(text)] = text.replace(b"\r", b"\n")
        return len(text)

    return io.BufferedReader(_Decompressed(fill, file))


def _from_utf(file: BinaryIO, codec: str) -> BinaryIO:
    decoder = codecs.getincrementaldecoder(codec)("replace")

    def fill(buffer: memoryview) -> int:
        text, data = "", b"?"
        while data and not text:
            data = file.read(len(buffer) // 4 * 2)  # two bytes become at most three
            if not data and is_damaged(file):
                raise EOFError
            text = decoder.decode(data, final=not data)
        encoded = text.encode("utf-8", "replace")
        buffer[: len(encoded)] = encoded
        return len(encoded)

    return io.BufferedReader(_Decompressed(fill, file))


_DECOMPRESSORS: dict[bytes, Callable[[BinaryIO], BinaryIO]] = {
    b"\x1f\x8b": _gunzip,
    b"\x28\xb5\x2f\xfd": _unzstd,
    b"\x50\x2a\x4d\x18": _unzstd,  # a skippable frame, with which pzstd starts
    b"BZh": partial(_stream_after_stream, decompressor=bz2.BZ2Decompressor),
    b"\xfd7zXZ\0": partial(
        _stream_after_stream,
        decompressor=partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_MOST_FOR_XZ),
    ),
    # No log starts like these: its first record would be too long.
    codecs.BOM_UTF32_LE: partial(_from_utf, codec="utf-32"),
    codecs.BOM_UTF16_LE: partial(_from_utf, codec="utf-16"),
    codecs.BOM_UTF16_BE: partial(_from_utf, codec="utf-16"),
}
_SIGN, _TEXT = rb"[!-~]", rb"[\t\n\r -~]"  # blank lines between zeros alone are no text
_UNMARKED = {
    b"utf-16-le": re.compile(rb"(?=(?:.\0)*?%s\0)(?:%s\0){%d}" % (_SIGN, _TEXT, _UNITS), re.DOTALL),
    b"utf-16-be": re.compile(rb"(?=(?:\0.)*?\0%s)(?:\0%s){%d}" % (_SIGN, _TEXT, _UNITS), re.DOTALL),
}
"""How text in UTF-16 without a byte order mark begins, by codec; no log begins like this."""

_MARKED = {codecs.BOM_UTF32_LE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
_ENCODINGS = frozenset({*_MARKED, *_UNMARKED})
_LONGEST_MAGIC = max(2 * _UNITS, *map(len, _DECOMPRESSORS))


def _opener_for(magic: bytes) -> Callable[[BinaryIO], BinaryIO]:
    """What unpacks a file with this magic, or with the name of its codec."""
    return _DECOMPRESSORS.get(magic) or partial(_from_utf, codec=magic.decode())


@contextmanager
def choosing_refs(patterns: Sequence[str]) -> Iterator[None]:
    """Read only these branches and tags of Git repositories; all of them if there are none."""
    before = _REFS.set(tuple(patterns))
    try:
        yield
    finally:
        _REFS.reset(before)


def chosen_refs() -> tuple[str, ...]:
    """The patterns of branches and tags that were chosen; none for all."""
    return _REFS.get()
