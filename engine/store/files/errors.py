"""The errors about a database as a whole."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from inspect import isgeneratorfunction
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.store.files.soundness import first_damage
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.files import REPLACED, system_message


class DatabaseError(TanglescopeError):
    """A database that can't be opened, read or written; the text says which one and why."""

    exit_code = ExitCode.BAD_INPUT


class MissingDatabase(DatabaseError):
    """There is no database at the path."""

    exit_code = ExitCode.NOT_FOUND


class Unreachable(DatabaseError):
    """A database that can't be read or written now: the file may be sound."""

    exit_code = ExitCode.NOT_POSSIBLE


class DiskFull(Unreachable):
    """A database that can't be written because there is no room left on its disk."""


_ANEW = later("Import the archives into a new one, or restore a backup.")

LATER = later("Correct that, then try again.")

HELP = {
    sqlite3.SQLITE_FULL: later("Free some space on its disk, then try again."),
    sqlite3.SQLITE_CANTOPEN: later("Check its path and its permissions, then try again."),
    sqlite3.SQLITE_READONLY: later("Change its permissions, then try again."),
    sqlite3.SQLITE_NOMEM: later("Close some windows or other programs, then try again."),
    sqlite3.SQLITE_IOERR: later("Check whether its disk is full or damaged."),
    sqlite3.SQLITE_CORRUPT: _ANEW,
    sqlite3.SQLITE_NOTADB: _ANEW,
    sqlite3.SQLITE_ERROR: _ANEW,  # one of our queries fails: the schema or the rows aren't ours
    sqlite3.SQLITE_BUSY: later("Another program is writing to it; try again when it has finished."),
}


NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The exceptions caused by damaged rows; if the file is sound, they are our own bugs."""


Reader = TypeVar("Reader")


def path_of(database: Database) -> Path:
    """The path of an open database."""
    # SQLite isn't queried: after a failed write without a journal, it no longer answers.
    return Path(getattr(database.conn, "database", None) or "")


def replaced_in_words(path: Path) -> str:
    """The error if the file of an open database is no longer at its path."""
    return tr(
        "{path} is no longer the database that is open: {why}. Nothing was written. Close "
        "all windows on it, put the right file back in its place, without a log (-wal) "
        "beside it, and open it again.",
        path=path,
        why=tr(REPLACED),
    )


def kind_of(code: int) -> type[DatabaseError]:
    """The exception class for an SQLite error with this primary code."""
    if code == sqlite3.SQLITE_FULL:
        return DiskFull
    return DatabaseError if HELP.get(code, _ANEW) is _ANEW else Unreachable


def code_of(error: sqlite3.Error) -> int:
    """The primary code of an error of SQLite.

    Python raises some itself, such as an `OperationalError` for text that isn't UTF-8.
    """
    without = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else 0
    return getattr(error, "sqlite_errorcode", without) & 0xFF


def _unreadable(database: Database, code: int, why: object) -> str:
    """The reason why nothing can be read, and what to do about it."""
    text = tr("{path} can't be read: {why}.", path=path_of(database), why=why)
    return f"{text} {tr(HELP.get(code, LATER))}"


@contextmanager
def reporting_damage(
    database: Database,
    in_words: Callable[[Database, int, object], str] = _unreadable,
    *,
    with_conflicts: bool = False,
) -> Iterator[None]:
    """Raise `DatabaseError` for exceptions caused by a damaged or unreachable database.

    In a sound database, our own errors stay unchanged, and so do conflicts of rows, unless they are
    reported, too, `with_conflicts`.
    """
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # our own error, independent of the file
    except sqlite3.DatabaseError as error:
        code = code_of(error)
        if isinstance(error, sqlite3.OperationalError) or code in HELP:
            raise kind_of(code)(in_words(database, code, system_message(error))) from error
        damage = first_damage(database) or (system_message(error) if with_conflicts else None)
        if damage is None:
            raise
        raise DatabaseError(in_words(database, sqlite3.SQLITE_CORRUPT, damage)) from error
    except NONSENSE as error:
        if isinstance(error, TanglescopeError) or (damage := first_damage(database)) is None:
            raise
        raise DatabaseError(in_words(database, sqlite3.SQLITE_CORRUPT, damage)) from error


def reports_damage(
    database_of: Callable[[Any], Database | None],
) -> Callable[[type[Reader]], type[Reader]]:
    """Decorate a class: its public methods and properties raise `DatabaseError` for damage."""

    def decorate(reader: type[Reader]) -> type[Reader]:
        for name, found in list(vars(reader).items()):
            if name.startswith("_") and name != "__len__":
                continue
            if isinstance(found, FunctionType):
                setattr(reader, name, _reporting(found, database_of))
            elif isinstance(found, property) and isinstance(found.fget, FunctionType):
                setattr(reader, name, found.getter(_reporting(found.fget, database_of)))
        return reader

    return decorate


def _reporting(
    method: FunctionType, database_of: Callable[[Any], Database | None]
) -> Callable[..., Any]:
    def reporting(self: Any) -> AbstractContextManager[None]:
        database = database_of(self)
        return nullcontext() if database is None else reporting_damage(database)

    if isgeneratorfunction(method):

        @wraps(method)
        def iterate(self: Any, *arguments: Any, **more: Any) -> Iterator[Any]:
            with reporting(self):
                yield from method(self, *arguments, **more)

        return iterate

    @wraps(method)
    def answer(self: Any, *arguments: Any, **more: Any) -> Any:
        with reporting(self):
            return method(self, *arguments, **more)

    return answer
