"""Folders: finding and reading the blobs beside an archive.

ssb-server and Manyverse keep the blob with the hash aabb... as `blobs/sha256/aa/bb...`. A folder
that the user names may also have files named by their whole hash. Tilde Friends keeps blobs in a
table of its database. Nothing is ever
fetched or written, and a file counts only if its bytes have the hash in its name.
"""

import hashlib
import os
from base64 import b64decode
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Protocol

from tanglescope.engine.blobs.formats import HEAD, MOST_BYTES, PictureShape, glance
from tanglescope.engine.blobs.links import decrypt_blob, key_of
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.system.files import open_regular, replacing, system_message, write_whole

_ABOVE = 3
"""The depth of an archive in the folder of its program: `.ssb/db2/log.bipf`."""
_LAYERS = ("", "sha256", "blobs/sha256", "blobs")
_PIECE = 1 << 20

_NOT_HERE = later("The file isn't here.")
_OTHER = later("The bytes of the file don't match its name.")
_CLOSED = later("The key in the link doesn't decrypt the file.")
_LARGEST_BOX = 256 << 20


class BlobError(TanglescopeError):
    """The reason why a blob can't be read."""


@dataclass(frozen=True, slots=True)
class FoundBlob:
    """A file with the name of a blob, whose bytes haven't been checked yet."""

    path: Path
    size: int
    shape: PictureShape | None
    """The shape of its picture, if it is one."""


def hash_of(blob: str) -> bytes:
    """The SHA-256 in a well-formed blob id."""
    return b64decode(blob[1:45])


def folders_beside(archive: Path) -> list[Path]:
    """The folders of blobs that belong to an archive, the nearest first."""
    near = [archive, *list(archive.parents)[:_ABOVE]]
    return [each / "blobs" for each in near if _is_folder(each / "blobs" / "sha256")]


class BlobTable(Protocol):
    """A table with blobs, in a database."""

    @property
    def path(self) -> Path:
        """The database."""

    def content(self, blob: str, most: int) -> bytes | None:
        """The bytes under an id, not verified; None if there are none, or more than `most`."""

    def ids(self) -> Iterator[str]:
        """The ids in the table, whatever they are."""


class BlobFolders:
    """The folders and tables that are searched for the blobs of a collection."""

    def __init__(self, folders: Iterable[Path] = (), tables: Iterable[BlobTable] = ()) -> None:
        self.folders = tuple(dict.fromkeys(folders))
        self.tables = tuple(tables)

    @classmethod
    def of(
        cls,
        archives: Iterable[Path],
        named: Iterable[Path] = (),
        tables: Iterable[BlobTable] = (),
    ) -> "BlobFolders":
        """The folders named by the user, then those beside the archives, and tables."""
        beside = (folder for archive in archives for folder in folders_beside(archive))
        return cls([*named, *beside], tables)

    def __bool__(self) -> bool:
        """Whether there are any folders or tables."""
        return bool(self.folders or self.tables)

    def find(self, blob: str) -> FoundBlob | None:
        """The file of a blob, with the shape in its beginning; None if there is no file.

        As in all methods, the id may end in the key of the file: `?unbox=KEY`.
        """
        for path, file in self._files(blob):
            with suppress(OSError, ValueError):
                size = file.seek(0, os.SEEK_END)
                file.seek(0)
                head = file.read(HEAD)
                if key := key_of(blob):
                    head = decrypt_blob(head, key, is_beginning=True) or b""
                return FoundBlob(path, size, glance(head))
        return None

    def read(self, blob: str, most: int = MOST_BYTES) -> bytes:
        """The verified bytes of a blob. Raises `BlobError`."""
        problem = tr(_NOT_HERE)
        for _, file in self._files(blob):
            with suppress(OSError, ValueError):
                data = file.read(most + 1)
                if len(data) > most:
                    problem = tr("The file is larger than {most:,} bytes.", most=most)
                elif hashlib.sha256(data).digest() == hash_of(blob):
                    return _decrypt(data, blob)
                else:
                    problem = tr(_OTHER)
        raise BlobError(problem)

    def copy(self, blob: str, target: Path) -> None:
        """Write a blob of any size to a file, if its hash is correct. Raises `BlobError`.

        If it fails, nothing is left at `target`.
        """
        if key_of(blob):
            try:
                write_whole(target, [self.read(blob, _LARGEST_BOX)])
            except TanglescopeError as error:
                raise BlobError(str(error)) from error
            return
        problem = tr(_NOT_HERE)
        for _, source in self._files(blob):
            with suppress(OSError, ValueError):
                # BinaryIO has no `readinto` in the stubs.
                digest = hashlib.file_digest(source, "sha256")  # type: ignore[arg-type]
                if digest.digest() == hash_of(blob):
                    source.seek(0)
                    _write(source, target, hash_of(blob))
                    return
                problem = tr(_OTHER)
        raise BlobError(problem)

    def _files(self, blob: str) -> Iterator[tuple[Path, BinaryIO]]:
        """The files with the name of a blob, opened, and where each is."""
        for path in self._paths(blob):
            with suppress(OSError, ValueError), open_regular(path) as file:
                yield path, file
        for table in self.tables:
            if (data := table.content(blob.partition("?")[0], _LARGEST_BOX)) is not None:
                yield table.path, BytesIO(data)

    def _paths(self, blob: str) -> Iterator[Path]:
        name = hash_of(blob).hex()
        for folder in self.folders:
            for layer in _LAYERS:
                yield folder / layer / name[:2] / name[2:]
            yield folder / name


def _decrypt(data: bytes, blob: str) -> bytes:
    """Decrypt a file if the link has a key. Raises `BlobError`."""
    key = key_of(blob)
    found = decrypt_blob(data, key) if key else data
    if found is None:
        raise BlobError(tr(_CLOSED))
    return found


def _write(source: BinaryIO, target: Path, expected: bytes) -> None:
    """Copy to a new file, which replaces the target if the hash is correct. Raises `BlobError`."""
    digest = hashlib.sha256()
    try:
        with replacing(target) as file:
            while piece := source.read(_PIECE):
                digest.update(piece)
                file.write(piece)
            if digest.digest() != expected:
                raise BlobError(tr(_OTHER))
    except OSError as error:
        raise BlobError(tr("The file can't be copied: {why}", why=system_message(error))) from error


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
