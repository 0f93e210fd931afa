"""Collections: the user's databases, by the names that the user gave them.

A list beside the default database names them. Databases that were made for an archive are in the
program's own folder; others stay where they are.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.files.import_lock import keeping_imports_off
from tanglescope.engine.store.files.opening import COMPANIONS
from tanglescope.engine.store.files.private_table import PrivateTable, Table
from tanglescope.engine.store.files.untrusted import TODAY
from tanglescope.engine.system.files import is_regular, path_as_text, remedy, system_message
from tanglescope.engine.system.user_folders import data_folder

LONGEST_NAME = 100
"""The greatest length of a collection's name."""

_LIST = "collections.json"
_FOLDER = "collections"
_USUAL = later("My messages")
_GENERIC = re.compile(r"(log|flume|db|db2|data)", re.IGNORECASE)
_IMPORTING = later(
    "Another window or program is importing into this collection. Wait until the import ends, or"
    " stop it there, then try again."
)
_A_LOOK = 0.1
"""Seconds to wait for a window that only looks whether a followed archive has grown."""

_ENDING = re.compile(
    r"([\s_.-]*\(?(\d{4}-?\d\d-?\d\d|\d\d\.\d\d\.\d{4})([T\s_-]+\d\d[:.-]?\d\d([:.-]?\d\d)?)?Z?\)?)?"
    r"(\s*\(\d+\))?(\.(db|sqlite3?))?(\.before-\d+)?$"
)
_STEM = 60  # characters of a file's name


def default_database() -> Path:
    """The path of the user's default database."""
    return data_folder() / "tanglescope.db"


class CollectionError(TanglescopeError):
    """A collection can't be listed, renamed or removed."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A database and its name."""

    name: str
    database: Path
    archive: Path | None = None
    """The archive for which it was made."""


class Collections:
    """The collections of a user whose default database is at `usual`."""

    def __init__(self, usual: Path) -> None:
        self._usual = usual
        self._folder = usual.parent / _FOLDER
        self._table = PrivateTable(usual.parent / _LIST)

    def all(self) -> list[Collection]:
        """The collections whose database exists, by name."""
        return sorted(
            (each for each in self._list_rows() if is_regular(each.database)),
            key=lambda each: (each.name.casefold(), str(each.database)),
        )

    def of(self, database: Path) -> Collection:
        """The collection of a database; an unlisted one is named after its file."""
        unlisted = Collection(database.stem, database)
        return next((each for each in self._list_rows() if each.database == database), unlisted)

    def lists(self, database: Path) -> bool:
        """Whether a database is in the list, even if its file is gone."""
        return any(each.database == database for each in self._list_rows())

    def add(self, database: Path, name: str = "") -> Collection:
        """List a database, under `name` if that is free. Raises `CollectionError`."""
        return self._enter(database, name or database.stem, None)

    def known_for(self, archive: Path) -> Collection | None:
        """The collection made for an archive, or one into which nothing else was imported."""
        own = (each for each in self._list_rows() if each.archive == archive)
        others = (each for each in self.all() if each.archive is None)
        alone = (each for each in others if _archives(each.database) == [archive])
        return next(chain(own, alone), None)

    def for_archive(self, archive: Path, name: str = "") -> Collection:
        """The collection of an archive, listed if it is new; its database may not exist yet.

        Without a `name`, a new one is named after the archive. Raises `CollectionError`.
        """
        if (known := self.known_for(archive)) is not None:
            return known
        name = _tidy(name) or archive_name(archive)
        return self._enter(self._free_file(name), name, archive)

    def for_sample(self, name: str, archive: Path) -> Collection:
        """The collection of a sample, which has nothing else in it. Raises `CollectionError`."""
        file = self._folder / f"{archive.stem}-{version_of(archive)}.db"
        return self._enter(file, name, None)

    def rename(self, database: Path, name: str) -> Collection:
        """Rename a collection. Raises `CollectionError`."""
        name = _tidy(name)
        if not name:
            raise CollectionError(tr("A collection needs a name. Enter one."))
        others = {each.name.casefold() for each in self._list_rows() if each.database != database}
        if name.casefold() in others:
            raise CollectionError(
                tr("Another collection is called “{name}”. Choose another name.", name=name)
            )
        renamed = replace(self.of(database), name=name)
        self._change(lambda rows: {**rows, str(database): _row(renamed)})
        return renamed

    def require_idle(self, database: Path) -> None:
        """Make sure that no process imports into a database. Raises `CollectionError`."""
        with keeping_imports_off(database, _A_LOOK) as is_idle:
            if not is_idle:
                raise CollectionError(tr(_IMPORTING))

    def is_own(self, database: Path) -> bool:
        """Whether a database is in the program's own folder, so that it may be deleted."""
        return database == self._usual or database.parent == self._folder

    def remove(self, database: Path) -> bool:
        """Remove a collection from the list; return whether its database was deleted.

        Only databases in the program's own folder are deleted, and never an archive.
        Raises `CollectionError`, also while any process imports into it.
        """
        is_own = self.is_own(database)
        with keeping_imports_off(database, _A_LOOK) as is_idle:
            if not is_idle:
                raise CollectionError(tr(_IMPORTING))
            if is_own:
                _delete(database)
        self._unlist(database)
        return is_own

    def forget(self, database: Path) -> None:
        """Take a database that was never made off the list. Raises `CollectionError`."""
        if not database.exists():
            self._unlist(database)

    def _unlist(self, database: Path) -> None:
        self._change(lambda rows: {key: row for key, row in rows.items() if key != str(database)})

    def _enter(self, database: Path, name: str, archive: Path | None) -> Collection:
        entered: list[Collection] = []

        def enter(rows: Table) -> Table:
            if str(database) in rows and (known := _collection(str(database), rows)):
                entered.append(known)
                return rows
            others = (each for each in self._list_rows(rows) if each.database != database)
            taken = (each.name for each in others)
            entered.append(Collection(_free_name(_tidy(name), taken), database, archive))
            return {**rows, str(database): _row(entered[0])}

        self._change(enter)
        return entered[0]

    def _list_rows(self, rows: Table | None = None) -> list[Collection]:
        rows = self._table.read() if rows is None else rows
        found = [each for key in rows if (each := _collection(key, rows)) is not None]
        listed = {each.database for each in found}
        unlisted = {database: database.stem for database in self._own_databases()}
        for database, name in {self._usual: tr(_USUAL), **unlisted}.items():
            if database not in listed:
                taken = (each.name for each in found)
                found.append(Collection(_free_name(name, taken), database))
        return found

    def _own_databases(self) -> list[Path]:
        """The databases in the program's own folder, where they stay if the list is lost."""
        try:
            return sorted(self._folder.glob("*.db"))
        except OSError:
            return []

    def _free_file(self, name: str) -> Path:
        stem = re.sub(r"[^\w.-]+", "-", name)[:_STEM].strip("-.") or _FOLDER
        taken = {each.database for each in self._list_rows()}
        files = (self._folder / f"{stem}{f'-{n}' if n > 1 else ''}.db" for n in count(1))
        return next(each for each in files if each not in taken and not each.exists())

    def _change(self, change: Callable[[Table], Table]) -> None:
        try:
            self._table.change(change)
        except OSError as error:
            text = tr(
                "The list of collections can't be written to {path}: {why}.",
                path=error.filename or self._usual.parent,
                why=system_message(error),
            )
            raise CollectionError(f"{text} {remedy(error)}") from error


def version_of(sample: Path) -> str:
    """The version of a sample and of the tables that hold it: neither may be mixed with another."""
    return hashlib.sha256(sample.read_bytes() + TODAY.encode()).hexdigest()[:8]


def archive_name(archive: Path) -> str:
    """The name of a collection made for an archive: the first specific part of its path."""
    for each in (archive, *archive.parents):
        stem = each.name.split(".")[0] or each.name.lstrip(".")
        if stem and not _GENERIC.fullmatch(stem):
            return path_as_text(stem)
    return path_as_text(archive.name or archive)


def _delete(database: Path) -> None:
    try:
        for end in ("", *COMPANIONS):
            database.with_name(database.name + end).unlink(missing_ok=True)
    except OSError as error:
        text = tr("{path} can't be removed: {why}.", path=database, why=system_message(error))
        raise CollectionError(f"{text} {remedy(error)}") from error


def backup_name(backup: Path) -> str:
    """What the collection in a backup was probably called: the file's name without its date."""
    return _ENDING.sub("", backup.name) or archive_name(backup)


def _archives(database: Path) -> list[Path]:
    """The archives that a database was made from; none if it can't be read."""
    try:
        with closing(connect(database, read_only=True, as_written=True)) as opened:
            return Archives(opened).paths()
    except TanglescopeError:
        return []


def _tidy(name: str) -> str:
    """A name on one line."""
    return " ".join(name.split())[:LONGEST_NAME].strip()


def _free_name(name: str, taken: Iterable[str]) -> str:
    folded = {each.casefold() for each in taken}
    names = (f"{name}{f' {n}' if n > 1 else ''}" for n in count(1))
    return next(each for each in names if each.casefold() not in folded)


def _row(collection: Collection) -> dict[str, str]:
    archive = {"archive": os.fspath(collection.archive)} if collection.archive else {}
    return {"name": collection.name, **archive}


def _collection(database: str, rows: dict[str, Any]) -> Collection | None:
    """An entry of the list; None if it is malformed."""
    match rows[database]:
        case {"name": str(name), **others} if _tidy(name) and Path(database).is_absolute():
            archive = others.get("archive")
            return Collection(
                _tidy(name), Path(database), Path(archive) if isinstance(archive, str) else None
            )
    return None
