"""Activities in the database: gatherings, polls, games and books with all messages about them."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from tanglescope.engine.message.message import content_of
from tanglescope.engine.reduce.activities import ACTIVITIES, Activity, Contribution, activity_of
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database, in_chunks
from tanglescope.engine.store.messages import STANDS

_TYPES = ", ".join(f"'{name}'" for name in ACTIVITIES)
_FIRST = f"""SELECT messages.key, feeds.key, messages.sequence, asserted, value
    FROM messages JOIN feeds ON feeds.id = messages.author
    WHERE messages.key IN ({{marks}}) AND type IN ({_TYPES}) AND {STANDS}"""
_ABOUT = f"""SELECT DISTINCT target, messages.key, feeds.key, messages.sequence, asserted, value
    FROM links CROSS JOIN messages ON messages.id = links.message
    JOIN feeds ON feeds.id = messages.author
    WHERE target IN ({{marks}}) AND kind IN ('root', 'about', 'updates') AND {STANDS}"""
_OF_PEOPLE = f"""SELECT DISTINCT first.key FROM messages AS first
    WHERE first.type IN ({_TYPES}) AND (
        first.author IN (SELECT id FROM feeds WHERE key IN ({{marks}}))
        OR first.key IN (
            SELECT target FROM feeds CROSS JOIN messages ON messages.author = feeds.id
            JOIN links ON links.message = messages.id
            WHERE feeds.key IN ({{marks}}) AND kind IN ('root', 'about', 'updates')
        )
    ) ORDER BY first.asserted DESC, first.key LIMIT ?"""


@reports_damage(attrgetter("_database"))
class Activities:
    """Reads activities from the public messages of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, keys: Iterable[str]) -> dict[str, Activity]:
        """The activities by their first messages, for those of `keys` that begin one."""
        firsts: dict[str, Contribution] = {}
        about: dict[str, list[Contribution]] = {}
        with reading(self._database):
            for row in self._database.among(_FIRST, keys):
                for first in _contribution(row):
                    firsts[first.key] = first
            for target, *rest in self._database.among(_ABOUT, firsts):
                about.setdefault(target, []).extend(_contribution(rest))
        found = {key: activity_of(first, about.get(key, ())) for key, first in firsts.items()}
        return {key: activity for key, activity in found.items() if activity is not None}

    def taken_part(self, feeds: Sequence[str], most: int) -> dict[str, Activity]:
        """The latest activities that these feeds began or published about."""
        with reading(self._database):
            for marks, some in in_chunks(feeds):
                question = _OF_PEOPLE.format(marks=marks)
                return self.of(self._database.column(question, [*some, *some, most]))
        return {}


def _contribution(row: Sequence[Any]) -> list[Contribution]:
    """The message in a row; none if it is encrypted."""
    key, author, sequence, asserted, value = row
    content = content_of(value)
    if isinstance(content, str):
        return []
    return [Contribution(key, author, sequence, asserted, content)]
