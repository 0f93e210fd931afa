"""New messages: those that a database has received since a given one."""

from functools import cached_property

from engine.message.message import content_of
from engine.store.files.sqlite import Database
from engine.tangle.memberships import TANGLE_DATA
from engine.tangle.rules import RuleEntry

_WITH_DATA = """SELECT messages.key, feeds.key, messages.sequence, value
    FROM messages JOIN feeds ON feeds.id = author
    WHERE messages.id > ? AND type IS NOT NULL AND instr(value, ?)
    ORDER BY messages.id DESC LIMIT ?"""

_MOST = 10_000
"""The number of latest messages with tangle data that are read, at 50 µs each."""


class MessagesSince:
    """The messages with numbers above `since`."""

    def __init__(self, database: Database, since: int) -> None:
        self.since = since
        self._database = database

    @cached_property
    def tangled(self) -> list[RuleEntry]:
        """The latest public ones with tangle data."""
        rows = self._database.execute(_WITH_DATA, (self.since, TANGLE_DATA, _MOST)).fetchall()
        return [
            RuleEntry(key, content_of(value), author, sequence)
            for key, author, sequence, value in rows
        ]


def latest_number(database: Database) -> int:
    """The number of the latest message; 0 if there is none."""
    ((number,),) = database.execute("SELECT ifnull(max(id), 0) FROM messages")
    return int(number)
