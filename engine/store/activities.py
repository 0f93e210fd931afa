"""What many messages say together: activities, with all messages about them, and votes.

Activities are gatherings, polls, games of chess and books.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from tanglescope.engine.message.message import content_of
from tanglescope.engine.reduce.activities import ACTIVITIES, Activity, Contribution, activity_of
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.messages import NOT_DELETED

_TYPES = ", ".join(f"'{name}'" for name in ACTIVITIES)
_FIRST = f"""SELECT messages.key, feeds.key, messages.sequence, asserted, value
    FROM messages JOIN feeds ON feeds.id = messages.author
    WHERE messages.key IN ({{marks}}) AND type IN ({_TYPES}) AND {NOT_DELETED}"""
_ABOUT = f"""SELECT DISTINCT target, messages.key, feeds.key, messages.sequence, asserted, value
    FROM links CROSS JOIN messages ON messages.id = links.message
    JOIN feeds ON feeds.id = messages.author
    WHERE target IN ({{marks}}) AND kind IN ('root', 'about', 'updates') AND {NOT_DELETED}"""
_OF_PEOPLE = f"""SELECT DISTINCT first.key FROM messages AS first
    WHERE first.type IN ({_TYPES}) AND (
        first.author IN (SELECT id FROM feeds WHERE key IN (SELECT value FROM json_each(:feeds)))
        OR first.key IN (
            SELECT target FROM feeds CROSS JOIN messages ON messages.author = feeds.id
            JOIN links ON links.message = messages.id
            WHERE feeds.key IN (SELECT value FROM json_each(:feeds))
                AND kind IN ('root', 'about', 'updates')
        )
    ) ORDER BY first.asserted DESC, first.key LIMIT :most"""


@reports_damage(attrgetter("_database"))
class Activities:
    """Reads activities from the public messages of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Iterable[str]) -> dict[str, Activity]:
        """The activities by their first messages, for those of `keys` that begin one."""
        about: dict[str, list[Contribution]] = {}
        with reading(self._database):
            firsts = {each.key: each for each in contributions(self._database.among(_FIRST, keys))}
            for target, *rest in self._database.among(_ABOUT, firsts):
                about.setdefault(target, []).extend(contributions([rest]))
        found = {key: activity_of(first, about.get(key, ())) for key, first in firsts.items()}
        return {key: activity for key, activity in found.items() if activity is not None}

    def taken_part(self, feeds: Sequence[str], most: int) -> dict[str, Activity]:
        """The latest activities that these feeds began or published about."""
        with reading(self._database):
            asked = {"feeds": as_json(feeds), "most": most}
            return self.of(self._database.column(_OF_PEOPLE, asked))


def contributions(rows: Iterable[Sequence[Any]]) -> Iterator[Contribution]:
    """The messages in rows of key, author, sequence, time and text, without encrypted ones."""
    for key, author, sequence, asserted, value in rows:
        content = content_of(value)
        if isinstance(content, dict):
            yield Contribution(key, author, sequence, asserted, content)


# With a bare max(), SQLite takes the other columns from the same row.
_COUNT = f"""SELECT target, count(*) FROM (
    SELECT target, kind, max(sequence) FROM links
    JOIN messages ON messages.id = message
    WHERE kind IN ('vote', 'unvote') AND target IN ({{marks}}) AND {NOT_DELETED}
    GROUP BY target, author
) WHERE kind = 'vote' GROUP BY target"""


_WHO = f"""SELECT key FROM (
    SELECT author, kind, max(sequence) FROM links
    JOIN messages ON messages.id = message
    WHERE kind IN ('vote', 'unvote') AND target = ? AND {NOT_DELETED}
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
