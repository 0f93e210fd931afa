"""Regular files, asked for by paths that others wrote: nothing waits, and any path may be asked."""

import os
import stat
from pathlib import Path
from typing import BinaryIO


def is_there(path: Path) -> bool:
    """Whether a path leads to something; one that can't be a path leads nowhere."""
    try:
        path.stat()
    except (OSError, ValueError):
        return False
    return True


def is_regular(path: Path) -> bool:
    """Whether a path leads to a regular file."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def open_regular(path: Path) -> BinaryIO:
    """A regular file, to be read; a pipe or a device doesn't make anyone wait. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path} is no regular file")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise
