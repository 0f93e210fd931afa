"""Databases of strangers: what is not ours, or not only ours, is left untouched.

Whoever sends a database can put more into it than tables. A trigger would act when we write, a
view could stand in the place of a table. We make neither, so whatever holds one was changed. And
tables and indexes are those that our steps make, to the letter: of other types, or computed by
expressions, they would bring about what nobody here has thought of.
"""

from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TypeAlias

from engine.store.errors import DatabaseError
from engine.store.schema import APPLICATION, migrations
from engine.store.search import TABLE
from engine.store.sqlite import Database
from engine.wording import tr

_FOREIGN = """SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index')
    OR (type = 'table' AND sql LIKE 'create virtual table%' AND sql <> ?)"""

Made: TypeAlias = dict[str, tuple[str, str]]
"""Tables and indexes by name: which of both, and the statement that made it."""


def refuse_strangers(database: Database, path: Path) -> None:
    """Look at what a database holds before anything in it is used. Raises `DatabaseError`."""
    ((application,),) = database.execute("PRAGMA application_id").fetchall()
    if application != APPLICATION and database.table_names():
        raise DatabaseError(
            tr("{path} is a database of another program; it is left untouched.", path=path)
        )
    for kind, name in database.execute(_FOREIGN, (TABLE,)):
        raise DatabaseError(
            tr(
                "{path} holds a {kind} ({name!r}), which Tanglescope never makes:"
                " somebody changed it. It is left untouched; import the archives into a"
                " new one.",
                path=path,
                kind=kind,
                name=name[:80],
            )
        )
    taken = {step.name for step in migrations.applied(database)}
    if newer := taken - _steps().keys():
        raise DatabaseError(
            tr(
                "{path} was written by a newer Tanglescope ({steps}); this version can't"
                " read it. Update the program.",
                path=path,
                steps=", ".join(sorted(newer)),
            )
        )
    _refuse_changes(_made(database), taken, path)


def _refuse_changes(theirs: Made, taken: set[str], path: Path) -> None:
    """Hold what there is against what these steps of the schema make."""
    ours: Made = {}
    for step, made in _steps().items():
        ours |= made if step in taken else {}
    for name, (kind, statement) in theirs.items():
        if kind == "index" if name not in ours else statement != ours[name][1]:
            raise DatabaseError(
                tr(
                    "The {kind} {name!r} in {path} is not as Tanglescope makes it: somebody changed"
                    " it. It is left untouched; import the archives into a new one.",
                    kind=kind,
                    name=name[:80],
                    path=path,
                )
            )
    if missing := sorted(ours.keys() - theirs.keys()):
        raise DatabaseError(
            tr(
                "{path} lacks the {kind} {name!r}: somebody changed it. It is left untouched;"
                " import the archives into a new one.",
                path=path,
                kind=ours[missing[0]][0],
                name=missing[0],
            )
        )


@cache
def _steps() -> dict[str, Made]:
    """The steps of the schema in their order, and how each of them makes what."""
    steps: dict[str, Made] = {}
    with closing(Database(memory=True, execute_plugins=False)) as fresh:
        for step in migrations.pending(fresh):
            before = _made(fresh)
            step.fn(fresh)
            made = _made(fresh)
            steps[step.name] = dict(made.items() - before.items())
    return steps


def _made(database: Database) -> Made:
    """What was made in a database.

    Those that the search and the migrations keep are made by them, each version in its way.
    """
    rows = database.execute(
        "SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL"
        " AND name NOT GLOB 'search_*' AND tbl_name <> '_sqlite_migrations'"
    )
    return {name: (kind, sql) for name, kind, sql in rows}
