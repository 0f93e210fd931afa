"""The file itself: pages, rows and what they refer to, as SQLite checks them; numbers of rows."""

from collections.abc import Iterator

from engine.store.check.subject import How, Part, Problem, Subject, whole
from engine.store.sqlite import Database


def compare(database: Database, _part: Part, _how: How) -> Iterator[Problem]:
    """Pages and rows."""
    for (line,) in database.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield Problem(f"SQLite: {line}", "the file")
    yield from _numbers(database)
    for table, row, *_ in database.execute("PRAGMA foreign_key_check"):
        yield Problem(f"Row {row} of {table} refers to a row that isn't there.", str(table))


def _numbers(database: Database) -> Iterator[Problem]:
    """Numbers that are never given: other subjects, and orders in one piece, leave these out."""
    for table in _NUMBERED:
        for (number,) in database.execute(
            f"SELECT id FROM {table} WHERE id < 1 UNION ALL SELECT id FROM {table} WHERE id > ?",
            (_HIGHEST,),
        ):
            yield Problem("No row has such a number.", f"row {number} of {table}")


_NUMBERED = ("feeds", "messages", "conversations", "archives", "quarantine", "pzp_messages")
_HIGHEST = (1 << 31) - 1


STRUCTURE = Subject("the file", whole, compare)
