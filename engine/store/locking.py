"""Locks on files, for what only one process at a time may do; they end with their process."""

import fcntl
from time import monotonic, sleep
from typing import IO

_LOOK_AGAIN = 0.01  # seconds


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
