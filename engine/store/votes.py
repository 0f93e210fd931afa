"""Votes in the database: how many people like a message."""

from collections.abc import Iterable

from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import STANDS

# With a bare max(), SQLite takes the other columns from the same row.
_COUNT = f"""SELECT target, count(*) FROM (
    SELECT target, kind, max(sequence) FROM links
    JOIN messages ON messages.id = message
    WHERE kind IN ('vote', 'unvote') AND target IN ({{marks}}) AND {STANDS}
    GROUP BY target, author
) WHERE kind = 'vote' GROUP BY target"""


_WHO = f"""SELECT key FROM (
    SELECT author, kind, max(sequence) FROM links
    JOIN messages ON messages.id = message
    WHERE kind IN ('vote', 'unvote') AND target = ? AND {STANDS}
    GROUP BY author
) JOIN feeds ON feeds.id = author WHERE kind = 'vote' ORDER BY key LIMIT ?"""


class Votes:
    """The votes of a database; the latest vote of each author counts that wasn't deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Iterable[str]) -> dict[str, int]:
        """The number of authors who vote for each of `keys` that has votes."""
        with reading(self._database):
            return dict(self._database.among(_COUNT, keys))

    def voters(self, key: str, most: int) -> list[str]:
        """The voters of a message, up to a number."""
        with reading(self._database):
            return self._database.column(_WHO, (key, most))
