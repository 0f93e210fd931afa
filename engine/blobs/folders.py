"""Folders: where blobs are kept beside an archive, and how one is read from there.

ssb-server and Manyverse keep the blob with the hash aabb... as `blobs/sha256/aa/bb...`. A folder
that a person names may also hold files that are named by their whole hash. Nothing is ever
fetched, nothing is written, and a file counts only if its bytes have the hash that its name says.
"""

import hashlib
import os
from base64 import b64decode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.blobs.boxes import key_of, unboxed
from engine.blobs.formats import HEAD, MOST_BYTES, PictureShape, glance
from engine.errors import TanglescopeError
from engine.files import open_regular, replacing, write_whole
from engine.wording import later, tr

_ABOVE = 3
"""How deep an archive may be in the folder of its program: `.ssb/db2/log.bipf`."""
_LAYERS = ("", "sha256", "blobs/sha256", "blobs")
_PIECE = 1 << 20

_NOT_HERE = later("The file is not here.")
_OTHER = later("The bytes of the file don't match its name.")
_CLOSED = later("The key in the link doesn't open the file.")
_LARGEST_BOX = 256 << 20


class BlobError(TanglescopeError):
    """A blob can't be read, and why."""


@dataclass(frozen=True, slots=True)
class FoundBlob:
    """A file that has the name of a blob: its bytes haven't been checked yet."""

    path: Path
    size: int
    shape: PictureShape | None
    """What the file says of its picture, where it is one."""


def hash_of(blob: str) -> bytes:
    """The SHA-256 that a well-formed blob id holds."""
    return b64decode(blob[1:45])


def folders_beside(archive: Path) -> list[Path]:
    """The folders of blobs that belong to an archive, the nearest first."""
    near = [archive, *list(archive.parents)[:_ABOVE]]
    return [each / "blobs" for each in near if _is_folder(each / "blobs" / "sha256")]


class BlobFolders:
    """The folders in which the blobs of a collection are looked for."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders = tuple(dict.fromkeys(folders))

    @classmethod
    def of(cls, archives: Iterable[Path], named: Iterable[Path] = ()) -> "BlobFolders":
        """Those that a person has named, then those beside the archives."""
        beside = (folder for archive in archives for folder in folders_beside(archive))
        return cls([*named, *beside])

    def __bool__(self) -> bool:
        """Whether there is anything to look in."""
        return bool(self.folders)

    def find(self, blob: str) -> FoundBlob | None:
        """The file of a blob and what its beginning says; None where there is none.

        Behind the id may be the key that opens the file, here and elsewhere: `?unbox=KEY`.
        """
        for path in self._paths(blob):
            with suppress(OSError, ValueError), open_regular(path) as file:
                size = os.fstat(file.fileno()).st_size
                head = file.read(HEAD)
                if key := key_of(blob):
                    head = unboxed(head, key, is_beginning=True) or b""
                return FoundBlob(path, size, glance(head))
        return None

    def read(self, blob: str, most: int = MOST_BYTES) -> bytes:
        """The bytes of a blob, which have its hash. Raises `BlobError`."""
        problem = tr(_NOT_HERE)
        for path in self._paths(blob):
            with suppress(OSError, ValueError), open_regular(path) as file:
                data = file.read(most + 1)
                if len(data) > most:
                    problem = tr("The file is larger than {most:,} bytes.", most=most)
                elif hashlib.sha256(data).digest() == hash_of(blob):
                    return _opened(data, blob)
                else:
                    problem = tr(_OTHER)
        raise BlobError(problem)

    def copy(self, blob: str, target: Path) -> None:
        """Write a blob of any size to a file, if its hash is right. Raises `BlobError`.

        Nothing is left at `target` that isn't the blob.
        """
        if key_of(blob):
            _write_bytes(self.read(blob, _LARGEST_BOX), target)
            return
        problem = tr(_NOT_HERE)
        for path in self._paths(blob):
            with suppress(OSError, ValueError), open_regular(path) as source:
                if _digest(source) == hash_of(blob):
                    source.seek(0)
                    _write(source, target, hash_of(blob))
                    return
                problem = tr(_OTHER)
        raise BlobError(problem)

    def _paths(self, blob: str) -> Iterator[Path]:
        name = hash_of(blob).hex()
        for folder in self.folders:
            for layer in _LAYERS:
                yield folder / layer / name[:2] / name[2:]
            yield folder / name


def _opened(data: bytes, blob: str) -> bytes:
    """What a file holds that is encrypted if the link has a key. Raises `BlobError`."""
    key = key_of(blob)
    found = unboxed(data, key) if key else data
    if found is None:
        raise BlobError(tr(_CLOSED))
    return found


def _digest(source: BinaryIO) -> bytes:
    digest = hashlib.sha256()
    while piece := source.read(_PIECE):
        digest.update(piece)
    return digest.digest()


def _write(source: BinaryIO, target: Path, expected: bytes) -> None:
    """Copy to a new file, which takes the target's place when all is right. Raises `BlobError`."""
    digest = hashlib.sha256()
    try:
        with replacing(target) as file:
            while piece := source.read(_PIECE):
                digest.update(piece)
                file.write(piece)
            if digest.digest() != expected:
                raise BlobError(tr(_OTHER))
    except OSError as error:
        raise BlobError(tr("The file can't be copied: {why}", why=error)) from error


def _write_bytes(data: bytes, target: Path) -> None:
    """Write a file whole or not at all. Raises `BlobError`."""
    try:
        write_whole(target, [data])
    except TanglescopeError as error:
        raise BlobError(str(error)) from error


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
