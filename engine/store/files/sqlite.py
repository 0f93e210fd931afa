"""The connection class of the whole program, with sqlite-utils for migrations.

All queries are plain SQL on a connection of Python's `sqlite3`. sqlite-utils applies the
migrations. It is loaded on first use, since loading takes a quarter of the
start of a command that only reads.
"""

import re
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import orjson

from tanglescope.engine.system.hidden_imports import hide_modules

if TYPE_CHECKING:
    import sqlite_utils

_HALF = re.compile("[\ud800-\udfff]")


class Database:
    """A database: one connection that commits each statement outside of transactions."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.conn = connection
        self.turn: AbstractContextManager[object] = nullcontext()
        """Held during transactions; threads that share a connection take turns."""

    @classmethod
    def in_memory(cls, *, shared: bool = False) -> Self:
        """A new database that is in no file; several threads may read and write a shared one."""
        made = cls(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=not shared))
        # Otherwise SQLite may sort in temporary files.
        made.execute("PRAGMA temp_store = MEMORY")
        if shared:
            made.turn = RLock()
        return made

    def execute(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()
    ) -> sqlite3.Cursor:
        """Run one statement.

        A text with half a surrogate pair, which SQLite can't store, equals no stored text.
        """
        try:
            return self.conn.execute(sql, parameters)
        except UnicodeEncodeError:
            return self.conn.execute(sql, _without_halves(parameters))

    def column(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[Any]:
        """The first values of all rows."""
        return [row[0] for row in self.execute(sql, parameters).fetchall()]

    def number(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> int:
        """The number in the only row."""
        return int(self.execute(sql, parameters).fetchone()[0])

    def numbers(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> "array[int]":
        """The first values of all rows, which are numbers of messages, called `id`."""
        # As one text: row by row, many take ten times as long.
        row = self.execute(f"SELECT json_group_array(id) FROM ({sql})", parameters).fetchone()
        return array("i", orjson.loads(row[0]))

    def among(self, sql: str, keys: Iterable[Any], *before: object) -> Iterator[tuple[Any, ...]]:
        """The rows for all keys, whose placeholders for `IN (...)` are `{marks}` in a statement.

        Other parameters come before them. The rows for some hundred keys are read at once, so that
        a reader that stops at a damaged row leaves no open cursor.
        """
        for marks, some in in_chunks(list(dict.fromkeys(keys))):
            yield from self.execute(sql.format(marks=marks), (*before, *some)).fetchall()

    def commit(self) -> None:
        """Commit the transaction, if there is one."""
        if self.conn.in_transaction:
            self.conn.execute("COMMIT")

    def rollback(self) -> None:
        """Roll back the transaction, if there is one."""
        if self.conn.in_transaction:
            self.conn.execute("ROLLBACK")

    def enable_wal(self) -> None:
        """Switch to a write-ahead log, which is stored in the file.

        This changes the first page only, so it needs no journal on the disk.
        """
        if self.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            self.execute("PRAGMA journal_mode = memory")
            self.execute("PRAGMA journal_mode = wal")

    def table_names(self) -> list[str]:
        """The names of all tables."""
        rows = self.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return [name for (name,) in rows]

    def close(self) -> None:
        """Close the connection."""
        self.conn.close()


class Migration(NamedTuple):
    """A migration: one step from an older schema to the current one."""

    name: str
    fn: Callable[[Database], None]


class Migrations:
    """The migrations of a schema, in order.

    sqlite-utils applies them, and records in its own table which were applied.
    """

    migrations_table = "_sqlite_migrations"

    def __init__(self, name: str) -> None:
        self.name = name
        self._steps: list[Migration] = []

    def __call__(self) -> Callable[[Callable[[Database], None]], Callable[[Database], None]]:
        """Decorate a function as the next migration, which gets its name."""

        def add(function: Callable[[Database], None]) -> Callable[[Database], None]:
            self._steps.append(Migration(function.__name__, function))
            return function

        return add

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all migrations."""
        return tuple(step.name for step in self._steps)

    def pending(self, database: Database) -> list[Migration]:
        """The migrations that a database lacks."""
        taken = self.applied_names(database)
        return [step for step in self._steps if step.name not in taken]

    def applied_names(self, database: Database) -> tuple[str, ...]:
        """The migrations applied to a database, in order; a thousand at most."""
        if self.migrations_table not in database.table_names():
            return ()
        rows = database.execute(
            f"SELECT name FROM {self.migrations_table} WHERE migration_set = ? ORDER BY id",
            (self.name,),
        )
        return tuple(str(name) for (name,) in rows.fetchmany(1000))

    def apply(self, database: Database) -> None:
        """Apply the missing migrations, each in a transaction."""
        steps = _with_sqlite_utils().Migrations(self.name)
        for step in self._steps:
            steps(name=step.name)(partial(_take, database, step))
        steps.apply(_as_sqlite_utils(database))

    def ensure_migrations_table(self, database: Database) -> None:
        """Create the table in which migrations are recorded."""
        _with_sqlite_utils().Migrations(self.name).ensure_migrations_table(
            _as_sqlite_utils(database)
        )


def _take(database: Database, step: Migration, _: "sqlite_utils.Database") -> None:
    step.fn(database)


def _as_sqlite_utils(database: Database) -> "sqlite_utils.Database":
    """A database as an object of sqlite-utils."""
    described: sqlite_utils.Database = _with_sqlite_utils().Database(
        database.conn, execute_plugins=False
    )
    return described


def _with_sqlite_utils() -> ModuleType:
    """sqlite-utils, loaded without pandas and NumPy.

    It imports them if they are installed, for data frames and arrays that we never store; that
    costs 0.25 s and 80 MB. Spark needs pandas to be installed, and the timeline of everything is
    ranked with NumPy, so both are hidden while sqlite-utils is loaded.
    """
    with hide_modules("pandas", "numpy"):
        import sqlite_utils

    return sqlite_utils


def _without_halves(
    parameters: Sequence[Any] | Mapping[str, Any],
) -> Sequence[Any] | Mapping[str, Any]:
    """Parameters with bytes, which no text equals, for each text that UTF-8 can't encode."""
    if isinstance(parameters, Mapping):
        return {name: _encodable(value) for name, value in parameters.items()}
    return [_encodable(value) for value in parameters]


def _encodable(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return value if is_storable(value) else value.encode("utf-8", "surrogatepass")


def is_storable(text: str) -> bool:
    """Whether SQLite can store a text: it has no half of a surrogate pair."""
    return not _HALF.search(text)


def quote_name(name: str) -> str:
    """The quoted name of a table or an index for SQL; it may have any characters."""
    return '"' + name.replace('"', '""') + '"'


def as_json(values: object) -> str:
    """Values as a parameter for `json_each`."""
    return orjson.dumps(values).decode()


T = TypeVar("T")

AT_ONCE = 500


def in_chunks(values: Sequence[T]) -> Iterator[tuple[str, Sequence[T]]]:
    """Chunks of `values`, each with the placeholders for `IN (...)`."""
    for first in range(0, len(values), AT_ONCE):
        some = values[first : first + AT_ONCE]
        yield ", ".join("?" * len(some)), some
