"""What operating systems do in different ways, or not at all: locks, owners, signals.

The rest of the program calls these functions, and imports no module that only some systems have.
Where a system lacks a protection, the program works without it.
"""

import errno
import os
import signal
import stat
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType


def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


_fcntl = _module("fcntl")
_msvcrt = None if _fcntl else _module("msvcrt")

_AT_ONCE = ("O_NONBLOCK", "O_CLOEXEC", "O_NOINHERIT", "O_BINARY")
OPEN_AT_ONCE = sum(getattr(os, name, 0) for name in _AT_ONCE)
"""Flags to open a file as bytes, without waiting for anyone, and not for children."""

ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if getattr(signal, name, None)
)
"""The signals that ask a program to end, besides that of Ctrl+C."""

_FAR = 1 << 30
"""Windows keeps others from reading a locked byte, so this one is behind the end of the file."""


def open_safely(path: str | os.PathLike[str], flags: int, mode: int = 0o777) -> int:
    """Open a file whose path may have been replaced by a link: that isn't followed.

    Raises `OSError`.
    """
    if not hasattr(os, "O_NOFOLLOW") and Path(path).is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
    return os.open(path, flags | OPEN_AT_ONCE | getattr(os, "O_NOFOLLOW", 0), mode)


def is_locked_now(file: int) -> bool:
    """Lock a file for this process; false if another one has locked it."""
    if _fcntl is None:
        return are_bytes_locked_now(file, _FAR, 1)
    try:
        _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def are_bytes_locked_now(file: int, start: int, length: int) -> bool:
    """Lock a part of a file, as SQLite does; false if another process has locked some of it."""
    with suppress(OSError):
        if _fcntl is not None:
            _fcntl.lockf(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB, length, start)
        elif _msvcrt is not None:
            place = os.lseek(file, 0, os.SEEK_CUR)
            os.lseek(file, start, os.SEEK_SET)
            try:
                _msvcrt.locking(file, _msvcrt.LK_NBLCK, length)
            finally:
                os.lseek(file, place, os.SEEK_SET)
        return True
    return False


def is_ours(status: os.stat_result) -> bool:
    """Whether a file belongs to this user, as far as the system knows."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def is_running(process: int) -> bool:
    """Whether there is a process with this number."""
    if os.name == "nt":  # there, `kill` ends processes whatever the signal
        kernel = import_module("ctypes").WinDLL("kernel32")
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, process)
        return bool(handle and kernel.CloseHandle(handle))
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


_SYNCHRONIZE = 0x00100000  # winnt.h


def set_mode(file: int, mode: int) -> None:
    """Set the permissions of an open file, on systems that have them."""
    if hasattr(os, "fchmod"):
        os.fchmod(file, stat.S_IMODE(mode))


def write_at(file: int, content: bytes, place: int) -> None:
    """Write at a place of an open file that is written in no other way."""
    if hasattr(os, "pwrite"):
        os.pwrite(file, content, place)
    else:
        os.lseek(file, place, os.SEEK_SET)
        os.write(file, content)


def sync(path: str | os.PathLike[str]) -> None:
    """Have a file, or the names in a folder, on the disk. Raises `OSError`."""
    if os.name == "nt":
        return  # syncs only what is open for writing, and no folders
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
