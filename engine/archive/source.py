"""Sources: the bytes of an archive, decompressed where need be, opened read-only."""

import gzip
import io
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from engine.archive.errors import MissingArchive, UnreadableArchive

_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Source:
    """A file on disk, and how it is compressed (None or `gzip`)."""

    path: Path
    compression: str | None = None

    @classmethod
    def of(cls, path: Path) -> "Source":
        """Look at the first bytes of the file at `path`."""
        with Source(path).open() as file:
            start = file.read(4)
        return cls(path, "gzip" if start.startswith(_GZIP) else None)

    def open(self, offset: int = 0) -> BinaryIO:
        """The decompressed bytes from `offset` on; damaged compression reads as an early end.

        Raises `MissingArchive` or `UnreadableArchive`.
        """
        try:
            file: BinaryIO = self.path.open("rb")
        except FileNotFoundError:
            raise MissingArchive(f"{self.path}: there is no such file.") from None
        except OSError as error:
            raise UnreadableArchive(f"{self.path} cannot be read: {error.strerror}.") from None
        if self.compression == "gzip":
            file = cast(BinaryIO, io.BufferedReader(_Gunzip(file)))
            _skip(file, offset)
        else:
            file.seek(offset)
        return file


def is_damaged(file: BinaryIO) -> bool:
    """Whether `file`, read to its end, ended early because its compression is damaged."""
    raw = getattr(file, "raw", None)
    return isinstance(raw, _Gunzip) and raw.is_damaged


def _skip(file: BinaryIO, count: int) -> None:
    while count > 0 and (skipped := len(file.read(min(count, 1 << 20)))):
        count -= skipped


class _Gunzip(io.RawIOBase):
    """Gzip that ends where it is damaged instead of raising, and remembers that it was."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._unzipped = gzip.GzipFile(fileobj=file, mode="rb")
        self.is_damaged = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        if self.is_damaged:
            return 0
        try:
            # One byte at least is asked for, so that an empty answer means the end.
            data = self._unzipped.read1(len(buffer))
        except (EOFError, OSError, zlib.error):
            self.is_damaged = True
            return 0
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._unzipped.close()
            self._file.close()
        super().close()
