"""Files on the disk: private files, regular files, locks, and atomic writes.

The program's own files are readable only by the user: databases, backups, settings, caches, logs
and crash reports may have private texts. Their permissions don't depend on the user's umask: new
files get 0600, folders 0700, and existing files of the user lose the permissions of others.

Paths from untrusted sources may lead anywhere. `is_there`, `is_regular` and `open_regular` accept
any path and never block.

The folder of a user's file may be a stranger's. `Beside` lists the fixed names that the program
uses there. What has such a name is removed, or opened by `open_plain`: never through a link, and
never if it is anything but a file of its own.

A process that closes any descriptor of a file releases all its locks on that file. Another process
may then believe that it is the last user of a database, and delete the log that is in use
(https://www.sqlite.org/howtocorrupt.html, section 2.2). So code that opens a file named by a user
or an archive asks `open_database_of` first, which only compares names and inodes.
"""

import errno
import io
import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from secrets import token_hex
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import IO, BinaryIO, NamedTuple
from urllib.parse import unquote_to_bytes

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.system.systems import (
    OPEN_AT_ONCE,
    is_locked_now,
    is_ours,
    is_running,
    open_safely,
    set_mode,
    sync,
)

REPLACED = later("another file was put in its place while it was open, or it was moved or deleted")

_COMPANIONS = ("", "-wal", "-shm", "-journal")

Identity = tuple[int, int]
"""The identity of a file, independent of its name: device and inode."""

_open: list[Path] = []
"""One entry per connection; any thread may add and remove entries, each in one atomic step."""

_files: dict[Path, Identity] = {}
"""The file at the path of an open database when its first connection was opened."""


class _Followed(NamedTuple):
    """An archive that is read, and what finds its files."""

    archive: Path
    files_of: Callable[[Path], Iterable[Path]]


_followed: list[_Followed] = []
"""One entry per reader or follower of an archive, changed like `_open`."""


def note_open(database: Path) -> None:
    """Note that a connection to a database is about to be opened.

    Raises `OSError` if another file has replaced an open one: the log beside it belongs to the old
    file.
    """
    there = _identity(database)
    if database not in _open and there is not None:
        _files[database] = there
    elif is_replaced(database):
        raise OSError(errno.ESTALE, tr(REPLACED), str(database))
    _open.append(database)


def note_closed(database: Path) -> None:
    """Note that a connection is closed."""
    _open.remove(database)
    if database not in _open:
        _files.pop(database, None)


def is_open(database: Path) -> bool:
    """Whether this process has a connection to the database at a path."""
    return database in _open


def is_replaced(database: Path) -> bool:
    """Whether the file of an open database was moved, removed or replaced by another one."""
    noted = _files.get(database)
    return noted is not None and _identity(database) != noted


def open_database_of(path: Path) -> Path | None:
    """The open database to which the file at `path` belongs, under any name; None if none."""
    identity = _identity(path)
    if identity is None:
        return None
    for database in dict.fromkeys(list(_open)):
        for companion in _COMPANIONS:
            if _identity(database.with_name(database.name + companion)) == identity:
                return database
    return None


def note_followed(archive: Path, files_of: Callable[[Path], Iterable[Path]]) -> None:
    """Note that an archive is being read or followed, so that nothing is written over its files.

    `files_of` finds them when something is about to be written, as a folder may get more.
    """
    _followed.append(_Followed(archive, files_of))


def note_left(archive: Path) -> None:
    """Note that one reader or follower of an archive has finished."""
    _followed.remove(next(each for each in list(_followed) if each.archive == archive))


def keep_off(file: Path) -> None:
    """Check a file before it is overwritten.

    Raises `OSError` if it belongs to an open database, or is an archive that is read or followed.
    """
    if open_database_of(file) is not None:
        raise OSError(errno.EEXIST, tr("it belongs to the database that is open"), str(file))
    identity = _identity(file)
    if identity is not None and identity in map(_identity, _followed_files()):
        raise OSError(errno.EEXIST, tr("it is an archive that is open here"), str(file))


def _followed_files() -> Iterator[Path]:
    for archive, files_of in dict.fromkeys(list(_followed)):  # other threads change it
        yield archive
        yield from files_of(archive)


def _identity(path: Path) -> Identity | None:
    with suppress(OSError, ValueError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None


_FILE = 0o600
_FOLDER = 0o700
_OTHERS = 0o077
_ADDRESS = "file://"

SQLITE_HEADER = b"SQLite format 3\0"
_APPLICATION = slice(68, 72)
OWN_DATABASE = b"Tang"
"""The bytes in the header of an SQLite database that are its `application_id`, and our own."""
"""How the file of a database begins."""


class Beside(Enum):
    """The names of what the program makes beside a user's file; `{}` is the name of that file."""

    IMPORT_LOCK = ".{}.importing.lock"
    PARTS = ".{}.importing"
    BUILDING = ".{}.building"
    GROWING = ".{}.growing"
    GROWING_LOCK = ".{}.growing-lock"
    MIGRATED = ".{}.migrated"
    MIGRATED_LOCK = ".{}.migrated-lock"

    def of(self, file: Path) -> Path:
        """The path beside a file."""
        return file.with_name(self.value.format(file.name))


def make_private_folder(folder: Path) -> None:
    """Create a folder and its missing parents. Raises `OSError`."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        try:
            each.mkdir(_FOLDER)
        except FileExistsError:
            continue  # another process was quicker
        each.chmod(_FOLDER)
    if not folder.is_dir():
        folder.mkdir()  # raises the error that describes the obstacle


def make_own_folder(folder: Path) -> None:
    """Create a private folder, or make sure that only this user can write into an existing one.

    Raises `OSError`.
    """
    make_private_folder(folder)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or not is_ours(status):
        raise FileExistsError(errno.EEXIST, tr("it isn't a folder of yours"), str(folder))
    if status.st_mode & _OTHERS:
        folder.chmod(_FOLDER)


def new_run_folder(folder: Path) -> Path:
    """A new private folder for this process; those of processes that have ended are removed.

    Raises `OSError`.
    """
    make_own_folder(folder)
    for old in folder.glob("run-*"):
        process = old.name.split("-")[1]
        if process.isdigit() and not is_running(int(process)):
            shutil.rmtree(old, ignore_errors=True)
    return Path(mkdtemp(prefix=f"run-{os.getpid()}-", dir=folder))


def make_private_file(path: Path) -> None:
    """Create an empty file, or make an existing one private.

    Raises `OSError` if it can't be created.
    """
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE)
    except FileExistsError:
        keep_private(path)
        return
    try:
        set_mode(file, _FILE)
    finally:
        os.close(file)


def keep_private(path: Path) -> None:
    """Remove the permissions of others from a file of the user, if possible."""
    # This needs no descriptor, so SQLite's locks on the file stay.
    with suppress(OSError):
        status = path.lstat()
        is_own = stat.S_ISREG(status.st_mode) and is_ours(status)
        if is_own and status.st_mode & _OTHERS:
            path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def private_mode(path: Path) -> int:
    """The permissions of a copy: the user's permissions of the original, none for others."""
    return stat.S_IMODE(path.stat().st_mode) & _FILE


def path_as_text(path: str | Path) -> str:
    """A path, or a part of one, as text: invalid bytes are escaped.

    SQLite and Qt accept no lone surrogates. Two files might get the same name; archives are
    distinguished by their contents.
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def path_in_unicode(path: Path) -> str:
    """A path for Qt, which drops bytes that aren't UTF-8: with such bytes, a file address."""
    text = os.fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return path.absolute().as_uri()
    return text


def path_from_unicode(text: str) -> Path:
    """The path that was given to Qt as a text."""
    if text.startswith(_ADDRESS):
        return Path(os.fsdecode(unquote_to_bytes(text.removeprefix(_ADDRESS))))
    return Path(text)


def is_there(path: Path) -> bool:
    """Whether a path exists; False for an invalid path."""
    try:
        path.stat()
    except (OSError, ValueError):
        return False
    return True


def missing(path: Path) -> str:
    """Why there is nothing at a path, a sentence or two."""
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            return tr("{path} is a link that leads to itself.", path=path)
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            return unreadable(path, error)
        if path.is_symlink():
            return tr(
                "{path} is a link to {target}, which doesn't exist.",
                path=path,
                target=path.readlink(),
            )
    except ValueError:
        return tr("{path} doesn't exist.", path=path)  # no file can have such a name
    return tr("{path} doesn't exist.", path=path)


def is_regular(path: Path) -> bool:
    """Whether a path is that of a regular file."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def is_database(path: Path) -> bool:
    """Whether a file has the header of an SQLite database; False if there is no file."""
    try:
        if not path.is_file():  # opening a pipe waits for a writer
            return False
        if (own := open_database_of(path)) is not None:
            return path.samefile(own)
        with path.open("rb") as file:
            return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    except OSError:
        return False


def is_own_database(sample: bytes) -> bool:
    """Whether a file that begins so is a database of this program."""
    return sample.startswith(SQLITE_HEADER) and sample[_APPLICATION] == OWN_DATABASE


def open_regular(path: Path, access: int = os.O_RDONLY) -> BinaryIO:
    """Open a regular file; never blocks on pipes or devices. Raises `OSError`."""
    descriptor = os.open(path, access | OPEN_AT_ONCE)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, tr("it isn't a regular file"), str(path))
        if access & os.O_RDWR:
            return io.FileIO(descriptor, "r+")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def is_plain(status: os.stat_result) -> bool:
    """Whether this is a regular file without a second name."""
    return stat.S_ISREG(status.st_mode) and status.st_nlink <= 1  # 0: just removed


def open_plain(path: Path, flags: int = os.O_RDONLY) -> IO[bytes]:
    """Open a file with a fixed name beside a user's file; a new one is private to the user.

    Raises `OSError`, also if it isn't a plain file.
    """
    with suppress(FileNotFoundError):
        _require_plain(path.lstat(), path)  # opening a device may have an effect
    descriptor = open_safely(path, flags, _FILE)
    try:
        _require_plain(os.fstat(descriptor), path)
        return os.fdopen(descriptor, "r+b" if flags & os.O_RDWR else "rb", buffering=0)
    except BaseException:
        os.close(descriptor)
        raise


def _require_plain(status: os.stat_result, path: Path) -> None:
    if not is_plain(status):
        raise FileExistsError(errno.EEXIST, tr("it isn't a file of its own"), str(path))


@contextmanager
def replacing(file: Path) -> Iterator[BinaryIO]:
    """A new file that replaces `file` once it is complete; otherwise it is removed.

    It has a unique name, since the folder may have links and pipes of other users. Raises
    `OSError`, also if `file` is a database, a device or a pipe, which nothing may replace.
    """
    keep_off(file)
    if is_database(file):
        raise OSError(errno.EEXIST, tr("it is a database"), str(file))
    if is_there(file) and not (is_regular(file) or file.is_dir()):
        raise OSError(errno.EINVAL, tr("it isn't a regular file"), str(file))
    with _part_of(file) as part:
        with part.open("xb") as growing:
            yield growing
        part.replace(file)


@contextmanager
def replacing_private(file: Path, *, durably: bool = False) -> Iterator[BinaryIO]:
    """The same for a file that only the user can read, in a folder that others can't write.

    If it is replaced `durably`, it and its name survive a power failure. Raises `OSError`.
    """
    with _part_of(file) as part:
        make_private_file(part)
        with part.open("r+b") as growing:
            yield growing
            if durably:
                growing.flush()
                os.fsync(growing.fileno())
        part.replace(file)
        if durably:
            sync(file.parent)


@contextmanager
def _part_of(file: Path) -> Iterator[Path]:
    """A unique name beside a file, under which nothing is left afterwards."""
    part = file.with_name(f".{token_hex(8)}.part")
    try:
        yield part
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def write_whole(file: Path, batches: Iterable[bytes]) -> None:
    """Write a file; if that fails, the old file stays. Raises `TanglescopeError`."""
    try:
        with replacing(file) as growing:
            growing.writelines(batches)
    except OSError as error:
        raise TanglescopeError(unwritable(file, error)) from None


def unwritable(path: Path | str, error: OSError) -> str:
    """Which file or folder can't be written, why, and what to do about it."""
    return (
        tr("{path} can't be written: {why}.", path=path, why=system_message(error))
        + f" {remedy(error)}"
    )


def unreadable(path: Path | str, error: OSError) -> str:
    """Which file or folder can't be read, why, and what to do about it."""
    return (
        tr("{path} can't be read: {why}.", path=path, why=system_message(error))
        + f" {remedy(error)}"
    )


def describe_os_error(error: OSError) -> str:
    """Which file an error of the system is about, if any, why, and what to do about it."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{system_message(error)}. {remedy(error)}"


def remedy(error: OSError) -> str:
    """What to do about an error of the system, a sentence."""
    return tr(_REMEDIES.get(error.errno or 0, _CORRECT_THAT))


def system_message(error: Exception) -> str:
    """The message of the system or of SQLite, in the user's language or as a quotation."""
    message = getattr(error, "strerror", None) or str(error)
    if message in _USUAL_MESSAGES:
        return tr(message)
    if type(error).__module__ == "sqlite3":  # which commands without a database don't import
        return quote_program("SQLite", message)
    is_of_system = isinstance(error, OSError) and message == os.strerror(error.errno or 0)
    return quote_program(tr("the system"), message) if is_of_system else message


_USUAL_MESSAGES = (
    later("Permission denied"),
    later("Operation not permitted"),
    later("No such file or directory"),
    later("File exists"),
    later("Is a directory"),
    later("Not a directory"),
    later("File name too long"),
    later("Too many open files"),
    later("No space left on device"),
    later("Disk quota exceeded"),
    later("Read-only file system"),
    later("Input/output error"),
    later("Device or resource busy"),
    later("database disk image is malformed"),
    later("file is not a database"),
    later("unable to open database file"),
    later("attempt to write a readonly database"),
    later("database or disk is full"),
    later("database is locked"),
    later("disk I/O error"),
)
"""Messages of the system in English, and of SQLite, which knows no other language."""


_ALLOW = later("Change its permissions, then try again.")
_FREE = later("Free some space on its disk, then try again.")
_OTHER_DISK = later("Its disk doesn't allow this: choose another one.")
_RECONNECT = later("Check the connection to its disk, then try again.")
_WAIT = later("Another program is using it; try again when it has finished.")
_CLOSE_SOME = later("Close some windows or other programs, then try again.")
_CORRECT_THAT = later("Correct that, then try again.")
_REMEDIES = {
    errno.EACCES: _ALLOW,
    errno.EPERM: _ALLOW,
    errno.ENOSPC: _FREE,
    errno.EDQUOT: _FREE,
    errno.EROFS: later("Its disk can only be read: choose another one."),
    errno.EFBIG: _OTHER_DISK,
    errno.ENOTSUP: _OTHER_DISK,
    errno.EIO: later("Check whether its disk is full or damaged."),
    errno.ESTALE: _RECONNECT,
    errno.ETIMEDOUT: _RECONNECT,
    errno.ENOTCONN: _RECONNECT,
    errno.EHOSTDOWN: _RECONNECT,
    errno.EHOSTUNREACH: _RECONNECT,
    errno.EINVAL: later("Choose a file or a folder."),
    errno.EISDIR: later("That is a folder: choose a file."),
    errno.ENOENT: later("Check the path, then try again."),
    errno.ENOTDIR: later(
        "Part of its path is a file, not a folder: rename that file, or choose another path."
    ),
    errno.EEXIST: later("Something else has this name: rename it, or choose another name."),
    errno.ENAMETOOLONG: later("Choose a shorter name."),
    errno.ELOOP: later("A link in its path leads to itself: remove it, or choose another path."),
    errno.EBUSY: _WAIT,
    errno.ETXTBSY: _WAIT,
    errno.EMFILE: _CLOSE_SOME,
    errno.ENFILE: _CLOSE_SOME,
    errno.ENOMEM: _CLOSE_SOME,
    errno.EAGAIN: _CLOSE_SOME,
}


_LOOK_AGAIN = 0.01  # seconds


def open_lock(path: Path) -> IO[bytes]:
    """Open a file for locking; a new one is private to the user. Raises `OSError`."""
    return open_plain(path, os.O_RDWR | os.O_CREAT)


@contextmanager
def locked_by(lock: Path, seconds: float) -> Iterator[IO[bytes] | None]:
    """Hold a lock by the name of a file, which is gone afterwards; None if another one holds it.

    Raises `OSError`.
    """
    file = _acquire(lock, seconds)
    if file is None:
        yield None
        return
    with file:
        try:
            yield file
        finally:
            with suppress(PermissionError):  # Windows keeps what is open
                lock.unlink(missing_ok=True)


def _acquire(lock: Path, seconds: float) -> IO[bytes] | None:
    while True:
        file = open_lock(lock)
        if not is_locked_within(seconds, file):
            file.close()
            return None
        if _is_at(lock, file):
            return file
        file.close()  # the one before removed it at its end


def _is_at(path: Path, file: IO[bytes]) -> bool:
    try:
        return os.path.samestat(path.lstat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def is_locked_within(seconds: float, file: IO[bytes]) -> bool:
    """Wait a limited time for a lock on a file; return whether we have it."""
    patience = monotonic() + seconds
    while not is_locked_now(file.fileno()):
        if monotonic() > patience:
            return False
        sleep(_LOOK_AGAIN)
    return True
