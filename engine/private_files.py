"""Private files: what the program keeps for itself is readable by its user only.

Databases, backups, settings, caches, logs and reports of crashes may hold private texts. Their
permissions don't depend on the umask of the user: new ones get 0600, folders 0700, and of files
that are there and belong to the user the others' permissions are taken away.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

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
