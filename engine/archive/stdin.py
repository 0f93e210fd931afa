"""Standard input as an archive: what comes is kept in a file, because archives are read twice."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

import orjson

from engine.errors import TanglescopeError
from engine.wording import tr

NAME = "stdin"
"""What a graph is called that came this way and has no name."""

DASH = Path("-")
"""The path by which standard input is named."""

_AT_ONCE = 1 << 16


class Spool:
    """A private file with all that has come from a stream, until it is removed."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="tanglescope-"))
        self.path = self._folder / NAME
        self.path.touch(mode=0o600)

    def fill(self, stream: IO[bytes]) -> None:
        """Write down what comes until the stream ends. Raises `TanglescopeError`.

        The file can be read meanwhile: lines of JSON are written when they are whole, and
        anything else when all of it is here.
        """
        held = bytearray()
        is_by_lines: bool | None = None
        try:
            with self.path.open("ab", buffering=0) as file:
                while data := _some(stream):
                    held += data
                    if b"\n" not in data:
                        continue
                    if is_by_lines is None:
                        is_by_lines = _is_json(bytes(held).partition(b"\n")[0])
                    if is_by_lines:
                        end = held.rfind(b"\n") + 1
                        file.write(held[:end])
                        del held[:end]
                file.write(held)
        except OSError as error:
            raise TanglescopeError(
                tr("Standard input can't be kept: {why}.", why=error.strerror)
            ) from None

    def remove(self) -> None:
        """Forget what has come."""
        shutil.rmtree(self._folder, ignore_errors=True)


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
