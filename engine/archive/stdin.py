"""Standard input as an archive: what comes is kept in a file, because archives are read twice."""

import fcntl
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

import orjson

from engine.errors import TanglescopeError
from engine.wording import tr

NAME = "stdin"
"""What a graph is called that came this way and has no name."""

DASH = Path("-")
"""The path by which standard input is named."""

_PREFIX = "tanglescope-stdin-"
_LOCK = "lock"
_AT_ONCE = 1 << 16
_MOST_HELD = 1 << 26
"""Bytes of a line that are held back until it is whole: as long as a line of a graph may be."""


class Spool:
    """A private file with all that has come from a stream, until it is removed.

    What a process that was killed has left is removed with the next one.
    """

    def __init__(self) -> None:
        _sweep()
        self._folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = (self._folder / _LOCK).open("xb")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.path = self._folder / NAME
        self.path.touch(mode=0o600)

    def fill(self, stream: IO[bytes]) -> None:
        """Write down what comes until the stream ends. Raises `TanglescopeError`.

        The file can be read meanwhile: lines of JSON are written when they are whole, and
        anything else when all of it is here.
        """
        begin = bytearray()
        try:
            while len(begin) < _MOST_HELD and (data := _some(stream)):
                begin += data
                if b"\n" in data:
                    break
            if _is_json(bytes(begin).partition(b"\n")[0]):
                self._keep_lines(begin, stream)
            else:
                self._keep_whole(begin, stream)
        except OSError as error:
            raise TanglescopeError(
                tr("Standard input can't be kept: {why}.", why=error.strerror)
            ) from None

    def _keep_lines(self, held: bytearray, stream: IO[bytes]) -> None:
        with self.path.open("ab", buffering=0) as file:
            data = bytes(held)
            while data:
                if len(held) >= _MOST_HELD:
                    file.write(held)
                    held.clear()
                elif b"\n" in data:
                    end = held.rfind(b"\n") + 1
                    file.write(held[:end])
                    del held[:end]
                held += (data := _some(stream))
            file.write(held)

    def _keep_whole(self, begin: bytearray, stream: IO[bytes]) -> None:
        coming = self.path.with_name("coming")
        with coming.open("xb") as file:
            file.write(begin)
            while data := _some(stream):
                file.write(data)
        coming.chmod(0o600)
        coming.replace(self.path)

    def remove(self) -> None:
        """Forget what has come."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._lock.close()


def _sweep() -> None:
    """Remove what processes have left that are gone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # of one that is locked, too
            found = folder.lstat()
            # Others may make such a folder, and pipes in it.
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
                continue
            with (folder / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)


def _is_json(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _some(stream: IO[bytes]) -> bytes:
    """What there is by now, at least a byte unless the stream has ended."""
    try:
        number = stream.fileno()
    except OSError:
        return stream.read(_AT_ONCE)
    return os.read(number, _AT_ONCE)
