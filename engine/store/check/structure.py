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


STRUCTURE = CheckSubject("the file", whole, compare)
