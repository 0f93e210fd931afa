"""Alone: of all jobs that would make the same database, one at a time is at work.

They would build it in the same file beside its place, and put their parts into the same folder.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from engine.pipeline.errors import ImportGoesOn
from engine.store.files.locking import is_locked_within, open_lock

_SECONDS = 2.0
"""As long as processes of a killed job may take to see that it is gone."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other jobs from the database at `path`. Raises `ImportGoesOn` if one is at work."""
    lock = path.with_name(f".{path.name}.importing.lock")
    with _locked(lock, path):
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def _locked(lock: Path, path: Path) -> IO[bytes]:
    while True:
        file = open_lock(lock)
        if not is_locked_within(_SECONDS, file):
            file.close()
            raise ImportGoesOn(path)
        if _is_at(lock, file):
            return file
        file.close()  # the one before took it away when it had ended


def _is_at(path: Path, file: IO[bytes]) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False
