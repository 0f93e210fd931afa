"""Votes in the database: how many people like a message."""

from collections.abc import Iterable

from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database, in_chunks

# With a bare max(), SQLite takes the other columns from the same row.
_COUNT = """SELECT target, count(*) FROM (
    SELECT target, kind, max(sequence) FROM links
    JOIN messages ON messages.id = message
    WHERE kind IN ('vote', 'unvote') AND target IN ({marks})
    GROUP BY target, author
) WHERE kind = 'vote' GROUP BY target"""


_WHO = """SELECT key FROM (
    SELECT author, kind, max(sequence) FROM links
    JOIN messages ON messages.id = message
    WHERE kind IN ('vote', 'unvote') AND target = ?
    GROUP BY author
) JOIN feeds ON feeds.id = author WHERE kind = 'vote' ORDER BY key LIMIT ?"""


class Votes:
    """The votes of a database; the latest vote of each author counts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Iterable[str]) -> dict[str, int]:
        """The number of authors who vote for each of `keys` that has votes."""
        counts: dict[str, int] = {}
        with reading(self._database):
            for marks, some in in_chunks(list(keys)):
                counts.update(self._database.execute(_COUNT.format(marks=marks), some))
        return counts

    def voters(self, key: str, most: int) -> list[str]:
        """The voters of a message, up to a number."""
        with reading(self._database):
            return [feed for (feed,) in self._database.execute(_WHO, (key, most))]
