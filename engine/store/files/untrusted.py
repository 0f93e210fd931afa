"""Reject databases that another program created or changed, and leave them untouched.

A database file can contain more than tables. A trigger would run when we write, a view could
replace a table, and a table with computed columns or a name that is SQL would change what our own
queries do. So the schema of a database must be exactly the one that our migrations create, up to
the last one applied: nothing may be missing, added or written differently.
"""

from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.schema import APPLICATION, FORMER_SCHEMAS, migrations
from tanglescope.engine.store.files.sqlite import Database


class SchemaEntry(NamedTuple):
    """A row of the schema: its type, its name, the table it belongs to, and its statement."""

    kind: str
    name: str
    table: str
    statement: str | None


@dataclass(frozen=True, slots=True)
class Stage:
    """The schema of a database after some of our migrations."""

    taken: tuple[str, ...]
    entries: frozenset[SchemaEntry]


TODAY = "9fa58a7ba404ff7bff954d0b8f8d8017761c293a9236f3a8db722c5a01815918"
"""The digest of the schema after all of our migrations; a test checks it.

Applying them to an empty database, only to compare, would take a tenth of a short command.
"""

_KINDS = ("table", "index", "trigger", "view")
"""The types of entries in a schema; a file with any other type was tampered with."""

_MIGRATIONS = migrations.migrations_table
"""The table in which sqlite-utils records the applied migrations."""


def refuse_untrusted(database: Database, path: Path) -> None:
    """Compare the schema of a database with ours before anything in it is used.

    The caller holds a transaction, so that it reads one version. Raises `DatabaseError`.
    """
    theirs = _entries(database)
    ((application,),) = database.execute("PRAGMA application_id").fetchall()
    if application != APPLICATION and theirs:
        raise DatabaseError(
            tr("{path} is a database of another program; it is left untouched.", path=path)
        )
    if not theirs:
        return
    if _digest(theirs) == TODAY and migrations.applied_names(database) == migrations.names:
        return
    stages = _stages()
    # This table is read to check the others, so it must be checked first.
    _refuse_changes(_notes(theirs), _notes(stages[-1].entries), path)
    taken = migrations.applied_names(database)
    if not FORMER_SCHEMAS.isdisjoint(taken):
        raise DatabaseError(
            tr(
                "{path} was written by an older Tanglescope, which stored messages in another"
                " form. It is left untouched; import its archives again, into a new database.",
                path=path,
            )
        )
    if newer := sorted(set(taken).difference(stages[-1].taken)):
        raise DatabaseError(
            tr(
                "{path} was written by a newer Tanglescope ({steps}); this version can't"
                " read it. Update the program.",
                path=path,
                steps=", ".join(name[:80] for name in newer[:9]),
            )
        )
    stage = stages[len(taken)] if len(taken) < len(stages) else stages[-1]
    if stage.taken != taken:
        raise DatabaseError(
            tr(
                "{path} records migrations in an order that Tanglescope never uses, so "
                "another program changed it. It is left untouched; import the archives "
                "into a new database.",
                path=path,
            )
        )
    _refuse_changes(theirs, stage.entries, path)


def _digest(entries: frozenset[SchemaEntry]) -> str:
    """A fingerprint of a schema."""
    return sha256(
        repr(sorted(entries, key=lambda entry: (entry.kind, entry.name))).encode()
    ).hexdigest()


def own_tables() -> tuple[str, ...]:
    """The tables of this program with data, without those derived from others."""
    return tuple(
        sorted(
            entry.name
            for entry in _stages()[-1].entries - _notes(_stages()[-1].entries)
            if entry.kind == "table" and not entry.name.startswith("search_")
        )
    )


def _refuse_changes(
    theirs: frozenset[SchemaEntry], ours: frozenset[SchemaEntry], path: Path
) -> None:
    """Raise `DatabaseError` for the first entry, by name, that differs from our migrations."""
    if theirs == ours:
        return
    named = {entry.name for entry in ours}
    for kind, name, *_ in sorted(theirs - ours, key=lambda entry: entry.name):
        label = kind if kind in _KINDS else "object"
        if name not in named:
            raise DatabaseError(
                tr(
                    "{path} holds a {kind} ({name!r}), which Tanglescope never creates, so "
                    "another program changed it. It is left untouched; import the archives "
                    "into a new database.",
                    path=path,
                    kind=label,
                    name=name[:80],
                )
            )
        raise DatabaseError(
            tr(
                "The {kind} {name!r} in {path} isn't as Tanglescope creates it, so another"
                " program changed it. It is left untouched; import the archives into a new"
                " database.",
                kind=label,
                name=name[:80],
                path=path,
            )
        )
    lacking = min(ours - theirs, key=lambda entry: entry.name)
    raise DatabaseError(
        tr(
            "{path} lacks the {kind} {name!r}, so another program changed it. It is left untouched;"
            " import the archives into a new database.",
            path=path,
            kind=lacking.kind,
            name=lacking.name,
        )
    )


@cache
def _stages() -> tuple[Stage, ...]:
    """The schemas after each of our migrations, beginning with the empty database.

    They are found by applying the migrations, so that a new migration needs no second list.
    """
    with closing(Database.in_memory()) as fresh:
        migrations.ensure_migrations_table(fresh)
        stages = [Stage((), _entries(fresh))]
        for step in migrations.pending(fresh):
            step.fn(fresh)
            stages.append(Stage((*stages[-1].taken, step.name), _entries(fresh)))
    return tuple(stages)


def _notes(entries: frozenset[SchemaEntry]) -> frozenset[SchemaEntry]:
    """The entries that belong to the record of applied migrations."""
    return frozenset(entry for entry in entries if _MIGRATIONS in (entry.name, entry.table))


def _entries(database: Database) -> frozenset[SchemaEntry]:
    """The schema of a database."""
    rows = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return frozenset(
        SchemaEntry(str(kind), str(name), str(table), _plain(str(name), str(table), statement))
        for kind, name, table, statement in rows
    )


def _plain(name: str, table: str, statement: object) -> str | None:
    """A statement in a normalized form, for comparison.

    Statements of FTS5 and sqlite-utils may differ in their quotes, by version.
    """
    if statement is None:
        return None
    text = str(statement)
    if name.startswith("search_") or table == _MIGRATIONS:
        return " ".join(text.translate(_UNQUOTED).split()).casefold()
    return text


_UNQUOTED = str.maketrans(dict.fromkeys("\"'`[]"))
