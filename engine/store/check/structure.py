"""The file itself: pages, rows and what they refer to, as SQLite checks them."""

from collections.abc import Iterator

from engine.store.check.subject import How, Part, Problem, Subject, whole
from engine.store.sqlite import Database


def compare(database: Database, _part: Part, _how: How) -> Iterator[Problem]:
    """Pages and rows."""
    for (line,) in database.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield Problem(f"SQLite: {line}", "the file")
    for table, row, *_ in database.execute("PRAGMA foreign_key_check"):
        yield Problem(f"Row {row} of {table} refers to a row that isn't there.", str(table))


STRUCTURE = Subject("the file", whole, compare)
