"""Standard input as an archive: it is stored in a file, because archives are read twice."""

import io
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, BinaryIO

import orjson

from tanglescope.engine.archive.lines import LineReader
from tanglescope.engine.archive.record import LONGEST_RECORD, ArchiveError, Reader
from tanglescope.engine.archive.source import is_packed, open_decompressed
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import is_own_database, remedy, system_message
from tanglescope.engine.system.systems import is_locked_now, is_ours

NAME = "stdin"
"""The name for a nameless graph from standard input."""

DASH = Path("-")
"""The path that means standard input."""

_PREFIX = "tanglescope-stdin-"
_COMING = "coming"
_LOCK = "lock"
_PATH = re.compile(rf"(?:/[^/\n]*)*/{_PREFIX}\w+/(?:{NAME}|{_COMING})\b")
"""The path of a file in which standard input is stored."""

_AT_ONCE = 1 << 16
_SAMPLE = 1 << 18
_MOST_IN_VAIN = 1 << 22
"""The limit on compressed bytes that decompress into nothing."""


_LEFT_FREE = 1 << 30
"""The bytes that stay free on the disk, or a tenth of a small disk: a stream may be endless."""

_BETWEEN_LOOKS = 1 << 24


def naming_stdin(text: str) -> str:
    """A text for the user, with "standard input" in place of the path where it is stored."""

    def name_stdin(found: re.Match[str]) -> str:
        return tr("standard input") if found.start() else tr("Standard input")

    return _PATH.sub(name_stdin, text)


class Spool:
    """A private file with all bytes read from a stream, until it is removed.

    Files left by killed processes are removed when the next one is created.
    """

    def __init__(self) -> None:
        _sweep()
        self._folder, self._lock = _locked_folder()
        self.path = self._folder / NAME
        self.path.touch(mode=0o600)

    def fill(self, stream: IO[bytes]) -> None:
        """Store the stream until it ends.

        The file can be read meanwhile: lines of JSON are written as soon as they are complete,
        anything else when all of it has arrived.

        Raises:
            TanglescopeError: it can't be stored, isn't an archive, or a record has no end.
        """
        begin = bytearray()
        try:
            while len(begin) < LONGEST_RECORD and (data := _some(stream)):
                begin += data
                if b"\n" in data or is_packed(bytes(begin[:_AT_ONCE])):
                    break
            if _is_json(bytes(begin).partition(b"\n")[0]):
                self._keep_lines(begin, stream)
            else:
                self._keep_whole(begin, stream)
        except OSError as error:
            text = tr("Standard input can't be kept: {why}.", why=system_message(error))
            raise TanglescopeError(f"{text} {remedy(error)}") from None

    def _keep_lines(self, held: bytearray, stream: IO[bytes]) -> None:
        watch = _Watch(LineReader.marks)
        with _SpooledFile(self.path, "ab") as file:
            data = bytes(held)
            while data:
                watch.see(data)
                if b"\n" in data:
                    end = held.rfind(b"\n") + 1
                    file.write(held[:end])
                    del held[:end]
                held += (data := _some(stream))
            file.write(held)

    def _keep_whole(self, begin: bytearray, stream: IO[bytes]) -> None:
        coming = self.path.with_name(_COMING)
        with _SpooledFile(coming, "xb") as file:
            coming.chmod(0o600)
            kept = _Tee(bytes(begin), stream, file)
            # Bytes after damaged compression can't be read, so they aren't stored.
            self._look_through(open_decompressed(kept, bytes(begin)), kept, coming)
        coming.replace(self.path)

    def _look_through(self, text: BinaryIO, kept: "_Tee", coming: Path) -> None:
        """Read the decompressed stream, as long as it may contain records."""
        sample = text.read(_SAMPLE)
        if len(sample) < _SAMPLE:
            return
        # Imported here, because every start of the window imports this module.
        opening = import_module("tanglescope.engine.archive.opening")
        left, watch = None, None
        if not is_own_database(sample):
            try:
                reader: Reader = opening.open_archive(coming)
            except ArchiveError as error:
                raise type(error)(naming_stdin(str(error))) from None
            left, watch = reader.size_limit, _Watch(reader.marks)
        data = sample
        while data and (left is None or left >= 0):
            if watch is not None:
                watch.see(data)
            kept.is_read()
            left = None if left is None else left - len(data)
            data = text.read(_AT_ONCE)

    def remove(self) -> None:
        """Remove the file."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._lock.close()


class _SpooledFile(io.FileIO):
    """A file that leaves some disk space to other programs."""

    _left = _BETWEEN_LOOKS

    def write(self, data: Any) -> int:
        """Write, unless too little space would be left. Raises `TanglescopeError`."""
        written = super().write(data)
        self._left -= written
        if self._left <= 0:
            self._left = _BETWEEN_LOOKS
            folder = Path(os.fsdecode(self.name)).parent
            disk = shutil.disk_usage(folder)
            if disk.free < min(_LEFT_FREE, disk.total // 10):
                raise _no_room(folder.parent, disk.free)
        return written


class _Tee(io.RawIOBase):
    """A stream that is copied to a file while it is read."""

    def __init__(self, begin: bytes, stream: IO[bytes], file: IO[bytes]) -> None:
        self._rest, self._stream, self._file = memoryview(begin), stream, file
        self._in_vain = 0
        file.write(begin)

    def readable(self) -> bool:
        """Whether this can be read: always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the bytes that have arrived into `buffer`."""
        if not self._rest:
            self._rest = memoryview(_some(self._stream))
            self._file.write(self._rest)
            self._in_vain += len(self._rest)
            if self._in_vain > _MOST_IN_VAIN:
                raise _no_end(1, _MOST_IN_VAIN)
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size

    def is_read(self) -> None:
        """Note that the bytes decompress into something."""
        self._in_vain = 0


class _Watch:
    """Refuses input that goes on too long without a mark that every record has."""

    def __init__(self, marks: Mapping[bytes, int]) -> None:
        self._most = marks
        self._without = dict.fromkeys(marks, 0)
        self._line = 1

    def see(self, data: bytes) -> None:
        """Check the next bytes. Raises `TanglescopeError`."""
        for mark, most in self._most.items():
            found = data.rfind(mark)
            self._without[mark] += len(data)
            if found >= 0:
                self._without[mark] = len(data) - found
            if self._without[mark] > most:
                raise _no_end(self._line, most)
        self._line += data.count(b"\n")


def _no_end(line: int, most: int) -> ArchiveError:
    return ArchiveError(
        tr(
            "Standard input, line {line}: no record ends within {limit} MiB, so reading stopped."
            " If this is an archive, save it as a file and open that.",
            line=line,
            limit=most >> 20,
        )
    )


def _no_room(folder: Path, free: int) -> TanglescopeError:
    return TanglescopeError(
        tr(
            "Standard input is too long to be kept: only {free:,} MiB are free in {folder}. Set"
            " TMPDIR to a folder on a larger disk, or save a part of it as a file and open that.",
            free=free >> 20,
            folder=folder,
        )
    )


def _locked_folder() -> tuple[Path, BinaryIO]:
    """A new folder, and the lock that keeps other processes from removing it."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = (folder / _LOCK).open("xb")
        if is_locked_now(lock.fileno()) and os.fstat(lock.fileno()).st_nlink:
            return folder, lock
        lock.close()  # another process removes the folder, or did before it was locked


def _sweep() -> None:
    """Remove files of processes that have ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # also raised if the file is locked
            found = folder.lstat()
            # Other users may create such a folder, with pipes in it.
            if not stat.S_ISDIR(found.st_mode) or not is_ours(found):
                continue
            with (folder / _LOCK).open("r+b") as lock:
                if is_locked_now(lock.fileno()):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_json(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _some(stream: IO[bytes]) -> bytes:
    """The bytes that have arrived; at least one, unless the stream has ended."""
    try:
        number = stream.fileno()
    except OSError:
        return stream.read(_AT_ONCE)
    return os.read(number, _AT_ONCE)
