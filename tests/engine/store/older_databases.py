"""Databases as older versions would have left them."""

from contextlib import closing
from pathlib import Path

from engine.store.files.schema import migrations
from engine.store.files.sqlite import Database, quoted

_SCHEMA = "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"


def take_back(path: Path, step: str) -> None:
    """Revert a migration and all later ones: their tables and indexes, and their records."""
    with closing(Database(path)) as database, closing(Database(memory=True)) as before:
        migrations.apply(before, stop_before=step)
        made = {*database.execute(_SCHEMA)} - {*before.execute(_SCHEMA)}
        for kind, name in sorted(made):  # indexes before their tables
            database.execute(f"DROP {kind} {quoted(name)}")
        for table in before.table_names():
            for column in database[table].columns_dict.keys() - before[table].columns_dict.keys():
                database.execute(f"ALTER TABLE {quoted(table)} DROP COLUMN {quoted(column)}")
        for (name,) in database.execute("SELECT name FROM _sqlite_migrations").fetchall():
            if name in {each.name for each in migrations.pending(before)}:
                database.execute("DELETE FROM _sqlite_migrations WHERE name = ?", (name,))
        database.conn.commit()
