"""The file itself: pages, rows and what they refer to; whether rows fit together."""

from collections.abc import Iterator

from engine.store.check.subject import CheckSubject, How, Problem, RowRange, whole
from engine.store.files.soundness import contradictions
from engine.store.files.sqlite import Database


def compare(database: Database, _part: RowRange, _how: How) -> Iterator[Problem]:
    """Pages and rows."""
    for (line,) in database.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield Problem(f"SQLite: {line}", "the file")
    for what, where in contradictions(database):
        yield Problem(what, where)
    for table, column, what in _BEYOND:
        newest = "(SELECT ifnull(max(id), 0) FROM messages)"
        if database.execute(f"SELECT 1 FROM {table} WHERE {column} > {newest}").fetchone():
            yield Problem(what, f"{column} of {table}")


_BEYOND = (
    ("joined", "message", "Tangle data of messages to come is said to have been looked at."),
    ("kept_everything", "revision", "Everything is kept in one piece for messages to come."),
)
"""Numbers of messages that can't be above that of the newest one: what comes would be left out."""


STRUCTURE = CheckSubject("the file", whole, compare)
