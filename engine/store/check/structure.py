"""The file itself: pages, rows and what they refer to; whether rows fit together."""

from collections.abc import Iterator

from engine.store.check.subject import How, Part, Problem, Subject, whole
from engine.store.files.soundness import contradictions
from engine.store.files.sqlite import Database


def compare(database: Database, _part: Part, _how: How) -> Iterator[Problem]:
    """Pages and rows."""
    for (line,) in database.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield Problem(f"SQLite: {line}", "the file")
    for what, where in contradictions(database):
        yield Problem(what, where)


STRUCTURE = Subject("the file", whole, compare)
