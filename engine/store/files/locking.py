"""Locks on files, for what only one process at a time may do; they end with their process."""

import fcntl
import os
from pathlib import Path
from time import monotonic, sleep
from typing import IO

_LOOK_AGAIN = 0.01  # seconds


def open_lock(path: Path) -> IO[bytes]:
    """Open a file to lock, private to the user where it is made. Raises `OSError`."""
    return open(path, "ab", opener=_private)


def is_locked_within(seconds: float, file: IO[bytes]) -> bool:
    """Wait for others to give up a file, but not for ever; whether it is locked for us now."""
    patience = monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > patience:
                return False
            sleep(_LOOK_AGAIN)
        else:
            return True


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
