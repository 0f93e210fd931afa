"""Databases of strangers: what is not ours, or not only ours, is left untouched.

Whoever sends a database can put more into it than tables. A trigger would act when we write, a
view could stand in the place of a table. We make neither, so whatever holds one was changed.
"""

from contextlib import closing
from pathlib import Path

from engine.store.errors import DatabaseError
from engine.store.schema import APPLICATION, migrations
from engine.store.search import TABLE
from engine.store.sqlite import Database
from engine.wording import tr

_FOREIGN = """SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index')
    OR (type = 'table' AND sql LIKE 'create virtual table%' AND sql <> ?)"""


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
    newer = {step.name for step in migrations.applied(database)} - _known_steps()
    if newer:
        raise DatabaseError(
            tr(
                "{path} was written by a newer Tanglescope ({steps}); this version can't"
                " read it. Update the program.",
                path=path,
                steps=", ".join(sorted(newer)),
            )
        )


def _known_steps() -> frozenset[str]:
    with closing(Database(memory=True)) as fresh:
        return frozenset(migration.name for migration in migrations.pending(fresh))
