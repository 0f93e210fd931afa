"""Files on the disk: private ones, regular ones, locks, and those written whole or not at all.

What the program keeps for itself is readable by its user only: databases, backups, settings,
caches, logs and reports of crashes may hold private texts. Their permissions don't depend on the
umask of the user: new files get 0600, folders 0700, and the permissions of others are taken from
existing files of the user.

Paths that others wrote may lead anywhere. `is_there`, `is_regular` and `open_regular` take any of
them, and wait for none.
"""

import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import IO, BinaryIO

from engine.errors import TanglescopeError
from engine.open_databases import keep_off
from engine.wording import tr

_FILE = 0o600
_FOLDER = 0o700
_OTHERS = 0o077


def make_private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing. Raises `OSError`."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        try:
            each.mkdir(_FOLDER)
        except FileExistsError:
            continue  # another process was quicker
        each.chmod(_FOLDER)
    if not folder.is_dir():
        folder.mkdir()  # says what is in the way


def make_private_file(path: Path) -> None:
    """Make an empty file where there is none; else keep others from what is there.

    Raises `OSError` where it can't be made.
    """
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE)
    except FileExistsError:
        keep_private(path)
        return
    try:
        os.fchmod(file, _FILE)
    finally:
        os.close(file)


def keep_private(path: Path) -> None:
    """Take the permissions of others from a file of the user, if that is possible."""
    # No descriptor is needed for that, so locks of SQLite on the file stay.
    with suppress(OSError):
        status = path.stat()
        is_own = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        if is_own and status.st_mode & _OTHERS:
            path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def private_mode(path: Path) -> int:
    """The permissions of a copy: the user's of the original, and nothing for others."""
    return stat.S_IMODE(path.stat().st_mode) & _FILE


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
            raise OSError(f"{path} isn't a regular file")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


@contextmanager
def replacing(file: Path) -> Iterator[BinaryIO]:
    """A new file that replaces `file` once all is written, and else leaves nothing.

    It has a name of its own, since links and pipes of others may be in the folder. Raises
    `OSError`.
    """
    keep_off(file)
    part = file.with_name(f".{token_hex(8)}.part")
    try:
        with part.open("xb") as growing:
            yield growing
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def write_whole(file: Path, batches: Iterable[bytes]) -> None:
    """Write a file; where that fails, what was there before stays. Raises `TanglescopeError`."""
    try:
        with replacing(file) as growing:
            growing.writelines(batches)
    except OSError as error:
        raise TanglescopeError(
            tr("{file} can't be written: {why}.", file=file, why=error.strerror)
        ) from None


_LOOK_AGAIN = 0.01  # seconds


def open_lock(path: Path) -> IO[bytes]:
    """Open a file to lock, private to the user where it is made. Raises `OSError`."""
    return open(path, "ab", opener=_private)


@contextmanager
def locked_by(lock: Path, seconds: float, *, is_shared: bool = False) -> Iterator[bool]:
    """Hold a lock by the name of a file, which is gone afterwards; whether it is held.

    Several may share it, unless one holds it alone. Raises `OSError`.
    """
    file = _locked(lock, seconds, is_shared=is_shared)
    if file is None:
        yield False
        return
    with file:
        try:
            yield True
        finally:
            if not is_shared or is_locked_within(0, file):  # for the last of those that share it
                lock.unlink(missing_ok=True)


def _locked(lock: Path, seconds: float, *, is_shared: bool) -> IO[bytes] | None:
    while True:
        file = open_lock(lock)
        if not is_locked_within(seconds, file, is_shared=is_shared):
            file.close()
            return None
        if _is_at(lock, file):
            return file
        file.close()  # the one before removed it at its end


def _is_at(path: Path, file: IO[bytes]) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def is_locked_within(seconds: float, file: IO[bytes], *, is_shared: bool = False) -> bool:
    """Wait a limited time for a lock on a file; whether it is locked for us now."""
    kind = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
    patience = monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > patience:
                return False
            sleep(_LOOK_AGAIN)
        else:
            return True


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
