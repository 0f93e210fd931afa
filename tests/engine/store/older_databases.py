"""Databases as older versions would have left them."""

from contextlib import closing
from pathlib import Path

from engine.store.files.database import connect, is_outdated
from engine.store.files.schema import migrations
from engine.store.files.sqlite import Database, quoted

_SCHEMA = "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"

_FORMER_NAMES = (
    "ALTER TABLE messages RENAME COLUMN status TO standing",
    "ALTER TABLE graph_nodes RENAME COLUMN status TO standing",
    "ALTER TABLE order_cache RENAME TO kept_orders",
    "ALTER TABLE everything_cache RENAME TO kept_everything",
    "ALTER TABLE graph_order_cache RENAME TO kept_graphs",
    "ALTER TABLE stored_texts RENAME TO kept_texts",
    "ALTER TABLE storing_texts RENAME TO keeping",
)
"""Revert the migration `names_in_plain_english`."""


def take_back(path: Path, step: str) -> None:
    """Revert a migration and all later ones: their tables and indexes, and their records."""
    with closing(Database(path)) as database, closing(Database(memory=True)) as before:
        migrations.apply(before, stop_before=step)
        for renaming in _FORMER_NAMES:
            database.execute(renaming)
        made = {*database.execute(_SCHEMA)} - {*before.execute(_SCHEMA)}
        for kind, name in sorted(made):  # indexes before their tables
            database.execute(f"DROP {kind} {quoted(name)}")
        for table in before.table_names():
            for column in database[table].columns_dict.keys() - before[table].columns_dict.keys():
                database.execute(f"ALTER TABLE {quoted(table)} DROP COLUMN {quoted(column)}")
        # Renamed tables have quoted names, which differ from those in the statements of before.
        database.execute("PRAGMA writable_schema = ON")
        for name, statement in before.execute("SELECT name, sql FROM sqlite_master").fetchall():
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (statement, name))
        database.execute("PRAGMA writable_schema = RESET")
        for (name,) in database.execute("SELECT name FROM _sqlite_migrations").fetchall():
            if name in {each.name for each in migrations.pending(before)}:
                database.execute("DELETE FROM _sqlite_migrations WHERE name = ?", (name,))
        database.conn.commit()


def is_older(path: Path) -> bool:
    """Whether a database still is as an older version left it."""
    with closing(connect(path, read_only=True, as_written=True)) as database:
        return is_outdated(database)
