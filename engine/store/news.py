"""News: what has grown since a message, by the order in which messages were taken in."""

from collections import Counter
from operator import attrgetter

from engine.message.message import content_of
from engine.store.conversations.orders import KeptTimelines
from engine.store.conversations.table import ConversationTable
from engine.store.conversations.tangles import kept_address
from engine.store.files.database import reading
from engine.store.files.errors import reports_damage
from engine.store.files.sqlite import Database
from engine.tangle.memberships import TANGLE_DATA, memberships
from engine.tangle.rules import THREAD, RuleEntry, thread_roots

_GROWN = """SELECT root, sum(new) FROM (
    SELECT target AS root, count(*) AS new FROM messages
        CROSS JOIN links ON links.message = messages.id AND links.kind = 'root'
        WHERE messages.id > :since GROUP BY target
    UNION ALL
    SELECT key, 1 FROM messages WHERE messages.id > :since
) JOIN conversations USING (root) WHERE conversations.name = 'thread' GROUP BY root"""

"""Threads that have grown by messages with that root, or by the root itself."""

_WITH_DATA = """SELECT messages.key, feeds.key, messages.sequence, value
    FROM messages JOIN feeds ON feeds.id = author
    WHERE messages.id > ? AND type IS NOT NULL AND instr(value, ?)
    ORDER BY messages.id DESC LIMIT ?"""

_MOST = 10_000
"""So many of the latest messages with tangle data are looked at: 50 µs each."""


@reports_damage(attrgetter("_database"))
class News:
    """The messages that a database has taken in since a given one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def latest(self) -> int:
        """The number of the message that was taken in last; 0 without any."""
        with reading(self._database):
            (number,) = self._database.execute("SELECT ifnull(max(id), 0) FROM messages").fetchone()
        return int(number)

    def since(self, number: int) -> dict[str, int]:
        """How many messages have come to threads and tangles after a message, by address."""
        with reading(self._database):
            grown = Counter(dict(self._database.execute(_GROWN, {"since": number}).fetchall()))
            table, timelines = ConversationTable(self._database), KeptTimelines(self._database)
            for (name, root), keys in self._claimed(number).items():
                if (kept := table.number(name, root)) is not None:
                    grown[str(kept_address(name, root))] += len(timelines.holding(kept, keys))
        return dict(+grown)

    def _claimed(self, number: int) -> dict[tuple[str, str], set[str]]:
        """What is new by its tangle data, by the names and roots of where it says it belongs."""
        claimed: dict[tuple[str, str], set[str]] = {}
        rows = self._database.execute(_WITH_DATA, (number, TANGLE_DATA, _MOST)).fetchall()
        for key, author, sequence, value in rows:
            entry = RuleEntry(key, content_of(value), author, sequence)
            named = [(name, root) for name, root, _ in memberships(entry)]
            named += [(THREAD, root) for root in thread_roots(entry.content)]
            for name, root in named:
                if (name, root) != (THREAD, _root(entry)):  # that one is found by its link
                    claimed.setdefault((name, root), set()).add(key)
        return claimed


def _root(entry: RuleEntry) -> object:
    """What a message names as its root."""
    return entry.content.get("root") if isinstance(entry.content, dict) else None
