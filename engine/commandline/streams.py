"""The three usual streams: a command does its work, whatever has become of them."""

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


def open_streams() -> None:
    """Open what was closed of the usual streams, and let no words on stderr end a command.

    Else the next file that is opened takes the number of a closed one, and whatever a library
    says goes into that file.
    """
    if sys.stderr is not None:
        sys.stderr = _heard_if_possible(sys.stderr)
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r+", encoding="utf-8"))  # noqa: SIM115 - it stays open


def _heard_if_possible(stream: TextIO) -> TextIO:
    """A stream for what is said besides an answer: what it has no room for is lost."""
    raw = getattr(stream.buffer, "raw", stream.buffer)  # without a buffer if Python has none
    return io.TextIOWrapper(
        io.BufferedWriter(_Lossy(raw)),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=True,
        write_through=True,
    )


class _Lossy(io.RawIOBase):
    """Writes where it can; a full disk, or a reader that has gone or is slow, changes nothing."""

    def __init__(self, raw: io.RawIOBase | BinaryIO) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, data: "ReadableBuffer") -> int:
        try:
            written = self._raw.write(data)
        except OSError:
            written = None
        return memoryview(data).nbytes if written is None else written
