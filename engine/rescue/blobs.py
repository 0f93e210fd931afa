"""Blobs: those of the archives of a rescue, copied if their bytes have the right hash."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tanglescope.engine.blobs.folders import BlobError, BlobFolders, BlobTable, hash_of
from tanglescope.engine.message.keys import is_blob_id

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
