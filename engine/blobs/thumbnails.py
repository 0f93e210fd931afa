"""Thumbnails: small copies of pictures on disk, to avoid decoding pictures every time.

The folder is private: other users can't see which pictures were viewed or what they show. Its size
is limited; the least recently used files are removed first.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from tanglescope.engine.system.files import make_private_folder, replacing_private
from tanglescope.engine.system.user_folders import cache_folder

MOST_BYTES = 256 << 20
_TRIM_EVERY = 64
_END = ".thumbnail"


class Thumbnails:
    """A folder of thumbnails, by blob and by the length of their longer side."""

    def __init__(self, folder: Path | None = None, most: int = MOST_BYTES) -> None:
        self._folder = folder or cache_folder("thumbnails")
        self._most = most
        self._puts = 0

    def get(self, blob: str, side: int) -> bytes | None:
        """A stored thumbnail; None if there is none."""
        path = self._path(blob, side)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data or None

    def put(self, blob: str, side: int, data: bytes) -> None:
        """Store a thumbnail, if possible."""
        path = self._path(blob, side)
        with suppress(OSError):
            make_private_folder(self._folder)
            with replacing_private(path) as growing:
                growing.write(data)
        if self._puts % _TRIM_EVERY == 0:
            self.trim()
        self._puts += 1

    def trim(self) -> None:
        """Remove the least recently used files until the rest is small enough."""
        kept = sorted(self._files(), key=lambda each: each[1].st_mtime_ns, reverse=True)
        total = 0
        for path, status in kept:
            total += status.st_size
            if total > self._most:
                with suppress(OSError):
                    path.unlink()

    def size(self) -> int:
        """The total size in bytes."""
        return sum(status.st_size for _, status in self._files())

    def empty(self) -> None:
        """Remove all thumbnails."""
        for path, _ in self._files():
            with suppress(OSError):
                path.unlink()

    def _path(self, blob: str, side: int) -> Path:
        # The file name must not reveal which blob was viewed.
        name = hashlib.sha256(f"thumbnail {side} {blob}".encode()).hexdigest()
        return self._folder / f"{name}{_END}"

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        found = []
        with suppress(OSError), os.scandir(self._folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.name.endswith(_END) and entry.is_file(follow_symlinks=False):
                        found.append((Path(entry.path), entry.stat(follow_symlinks=False)))
        return found
