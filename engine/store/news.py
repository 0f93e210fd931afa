"""News: which threads have grown since a message, by the order in which messages were taken in."""

from operator import attrgetter

from engine.store.files.damage import reports_damage
from engine.store.files.database import reading
from engine.store.files.sqlite import Database

_GROWN = """SELECT root, sum(new) FROM (
    SELECT target AS root, count(*) AS new FROM messages
        CROSS JOIN links ON links.message = messages.id AND links.kind = 'root'
        WHERE messages.id > :since GROUP BY target
    UNION ALL
    SELECT key, 1 FROM messages WHERE messages.id > :since
) JOIN conversations USING (root) WHERE conversations.name = 'thread' GROUP BY root"""


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
        """How many messages have come to each thread after a message, by the root of the thread."""
        with reading(self._database):
            return dict(self._database.execute(_GROWN, {"since": number}).fetchall())
