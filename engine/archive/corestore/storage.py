"""The database of a Corestore, read without changing its folder.

RocksDB writes a log even when it only reads. So it gets a mirror: a temporary folder of links to
the files of the database. RocksDB writes its log there.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from tanglescope.engine.archive.corestore.encoding import (
    KeyTable,
    MalformedRecord,
    RecordDecoder,
    key,
)
from tanglescope.engine.archive.processes import context
from tanglescope.engine.archive.rocks import has_lacked_memory, records_in, serve
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.system.child_processes import has_run_too_long


class CorestoreError(TanglescopeError):
    """A Corestore that can't be read."""

    exit_code = ExitCode.BAD_INPUT
    words = "{what}"

    def __init__(self, path: Path, what: str = "") -> None:
        super().__init__(f"{path}: {tr(self.words, what=what)}")


class NotACorestore(CorestoreError):
    """A folder that isn't a Corestore."""

    words = later("this isn't a Corestore; choose the folder that holds CORESTORE and db")


class UnsupportedStorage(CorestoreError):
    """A Corestore of an unsupported version."""


class DamagedCorestore(CorestoreError):
    """A Corestore whose database can't be opened."""

    words = later(
        "the database of this Corestore is damaged and can't be opened ({what}); try another copy"
    )


class EndlessCorestore(CorestoreError):
    """A Corestore that RocksDB doesn't finish reading."""

    words = later(
        "reading stopped because RocksDB doesn't finish; the database of this Corestore may be"
        " damaged, or crafted to cause this; try another copy"
    )


class LargeCorestore(CorestoreError):
    """A Corestore that needs more memory than the limit."""

    words = later(
        "{what}, so reading stopped; its database may be damaged, or crafted to cause this"
    )


class ReaderMissing(CorestoreError):
    """The optional reader of RocksDB isn't installed."""

    exit_code = ExitCode.NOT_POSSIBLE
    words = later(
        "reading a Corestore needs the package rocksdict; install it with: pip install rocksdict"
    )


NEWEST = 2
"""The newest supported version of the storage."""

PATIENCE = 30
"""Seconds of processor time without an answer after which a database is considered damaged."""

SILENCE = 600.0
"""The same in seconds by the clock: for a disk that doesn't answer, or a system without limits."""

MEMORY = 1 << 30
"""The memory limit of RocksDB in bytes: a block may claim any decompressed size."""

MOST = 1 << 29
"""The limit on bytes of records read: a few kilobytes may decompress into any number of them."""

_FAMILY = "corestore"
_ATTEMPTS = 3  # a running program removes files while we link them
_SUFFIXES = (".log", ".sst", ".blob")
_READ_WHOLE = ("CURRENT", "IDENTITY", "OPTIONS-")
_NAMES = (*_READ_WHOLE, "MANIFEST-")
_LARGEST = 1 << 20
"""The size limit of a file that RocksDB reads whole; normal files have some thousand bytes."""


class Records(Protocol):
    """The records of a storage by key."""

    def get(self, *numbers: int) -> bytes | None:
        """The record of a key."""

    def range(self, *numbers: int) -> Iterator[tuple[bytes, bytes]]:
        """The keys that begin with these numbers, with their records, sorted by key."""


class Storage:
    """A Corestore's records by key, as they were when it was opened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._child, self._closing = _open_settled(folder)
        self._left = MOST

    def __enter__(self) -> "Storage":
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def check_version(self) -> None:
        """Raise `UnsupportedStorage` if the storage is too new."""
        head = self.get(KeyTable.HEAD)
        try:
            version = RecordDecoder(head).uint() if head else NEWEST
        except MalformedRecord as error:
            raise DamagedCorestore(self.folder, str(error)) from None
        if version > NEWEST:
            raise UnsupportedStorage(
                self.folder,
                tr(
                    "this Corestore uses storage version {version}; Tanglescope reads "
                    "versions up to {newest}",
                    version=version,
                    newest=NEWEST,
                ),
            )

    def get(self, *numbers: int) -> bytes | None:
        """The record of a key."""
        self._child.line.send_bytes(b"g" + key(*numbers))
        answer = self._answer()
        return None if answer[:1] == b"n" else answer[1:]

    def range(self, *numbers: int) -> Iterator[tuple[bytes, bytes]]:
        """The keys that begin with these numbers, with their records, sorted by key."""
        self._child.line.send_bytes(b"r" + key(*numbers))
        pieces = []
        while (piece := self._answer()) != b".":
            pieces.append(piece)
        for piece in pieces:
            yield from records_in(piece)

    def _answer(self) -> bytes:
        """The next piece of an answer, unless the answer is too long."""
        answer = self._child.answer()
        self._left -= len(answer)
        if self._left < 0:
            what = tr(
                "this Corestore expands to more than {limit} MiB of records", limit=MOST >> 20
            )
            raise LargeCorestore(self.folder, what)
        return answer


@dataclass(frozen=True, slots=True)
class _RocksProcess:
    """The process that reads the database of a folder, and the line to it."""

    folder: Path
    line: Connection
    process: BaseProcess
    mirror: Path

    def answer(self) -> bytes:
        """The next piece of an answer.

        Raises `DamagedCorestore`, `EndlessCorestore` and `LargeCorestore`.
        """
        try:
            answer = self.line.recv_bytes() if self.line.poll(SILENCE) else None
        except (EOFError, ConnectionError):
            self.process.join()
            is_endless = has_run_too_long(self.process.exitcode)
            answer = None if is_endless else b"e"
        if (answer is None or answer[:1] == b"e") and has_lacked_memory(self.mirror):
            what = tr("RocksDB needs more than {limit} MiB of memory for this", limit=MEMORY >> 20)
            raise LargeCorestore(self.folder, what)
        if answer is None:
            raise EndlessCorestore(self.folder)
        if answer[:1] == b"e":
            said = answer[1:].decode("utf-8", "replace")
            reason = quote_program("RocksDB", said) if said else tr("RocksDB gave up on it")
            raise DamagedCorestore(self.folder, reason)
        return answer


def _open_settled(folder: Path) -> tuple[_RocksProcess, ExitStack]:
    database = database_of(folder)
    if database is None:
        raise NotACorestore(folder)
    if find_spec("rocksdict") is None:
        raise ReaderMissing(folder)
    for _ in range(_ATTEMPTS - 1):
        before = _sizes(database)
        try:
            return _open(folder, database)
        except DamagedCorestore:
            if before is not None and before == _sizes(database):
                raise
    return _open(folder, database)


def _sizes(database: Path) -> dict[Path, tuple[int, int]] | None:
    """The sizes and times of the files; None while another program changes them."""
    try:
        return {
            file: (status.st_size, status.st_mtime_ns)
            for file, status in ((file, file.stat()) for file in parts_of(database))
        }
    except FileNotFoundError:
        return None


def _open(folder: Path, database: Path) -> tuple[_RocksProcess, ExitStack]:
    with ExitStack() as closing:
        mirror = Path(closing.enter_context(TemporaryDirectory(prefix="tanglescope-")))
        if (large := _too_large(database)) is not None:
            raise DamagedCorestore(folder, tr("{name} is too large", name=large))
        _mirror(database, mirror)
        started = context()
        line, other = started.Pipe()
        closing.callback(line.close)
        asked = (str(mirror), _FAMILY, other, MEMORY, PATIENCE)
        process = started.Process(target=serve, args=asked, daemon=True)
        process.start()
        other.close()
        closing.callback(process.join)
        closing.callback(process.kill)
        child = _RocksProcess(folder, line, process, mirror)
        if child.answer() == b"n":
            raise UnsupportedStorage(folder, tr("this RocksDB database holds no Corestore"))
        return child, closing.pop_all()


def database_of(folder: Path) -> Path | None:
    """The folder of the database: `db` within the Corestore, or the given folder."""
    for candidate in (folder / "db", folder):
        if (candidate / "CURRENT").is_file():
            return candidate
    return None


def parts_of(database: Path) -> Iterator[Path]:
    """The files that RocksDB reads, without pipes and devices, which may block when opened."""
    for file in database.iterdir():
        is_part = file.suffix in _SUFFIXES or file.name.startswith(_NAMES)
        if is_part and file.is_file():
            yield file


def _too_large(database: Path) -> str | None:
    """A file that is too large to be genuine; it may be a sparse file of gigabytes."""
    with suppress(FileNotFoundError):  # a running program removes files
        for file in parts_of(database):
            if file.name.startswith(_READ_WHOLE) and file.stat().st_size > _LARGEST:
                return file.name
    return None


def _mirror(database: Path, mirror: Path) -> None:
    for file in parts_of(database):
        link = mirror / file.name
        try:
            link.symlink_to(file.resolve())
        except FileNotFoundError:
            continue  # it was removed between listing and linking
        except OSError:
            shutil.copyfile(file, link)  # on Windows, links need a privilege
