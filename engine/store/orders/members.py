"""The members of stored conversations, by author and sequence number.

From these and from what a message names follow its causes (`engine.tangle.causes`).
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence

from engine.message.message import content_of
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.timelines import StoredTimeline
from engine.tangle.causes import KnownMembers, SignedMember, Written
from engine.tangle.rules import Admitted, RuleEntry, rule_of

TABLE = """CREATE TABLE members (
    conversation INTEGER NOT NULL REFERENCES conversations(id),
    author INTEGER NOT NULL REFERENCES feeds(id),
    sequence INTEGER NOT NULL,
    message INTEGER NOT NULL REFERENCES messages(id),
    PRIMARY KEY (conversation, author, sequence, message)
) STRICT, WITHOUT ROWID"""

SHOWN = """SELECT effects.name, cause.name, EXISTS (
        SELECT 1 FROM messages CROSS JOIN links ON links.message = messages.id
        WHERE messages.key = effects.name AND links.target = cause.name
            AND (links.kind = 'branch' OR links.kind LIKE 'tangle:%')
    ), cause.level IS NOT NULL FROM events AS effects
    CROSS JOIN causes ON causes.timeline = ?1 AND causes.effect = effects.event
    CROSS JOIN events AS cause ON cause.timeline = ?1 AND cause.event = causes.cause
    WHERE effects.timeline = ?1 AND {chosen} ORDER BY cause.name"""
"""Messages with their causes, whether they name them, and whether these are here."""

_WRITTEN = """SELECT messages.key, members.sequence, previous FROM members
    CROSS JOIN messages ON messages.id = members.message
    WHERE conversation = ? AND members.author = ? AND members.sequence"""


class StoredMembers(KnownMembers):
    """The members of the conversation with a number, in its timeline."""

    timeline: StoredTimeline

    def __init__(self, database: Database, number: int) -> None:
        ((name, root),) = database.execute(
            "SELECT name, root FROM conversations WHERE id = ?", (number,)
        )
        super().__init__(root, StoredTimeline(database.conn, number))
        self._database = database
        self._number = number
        self._rule = rule_of(name)

    def all(self) -> list[SignedMember]:
        """All members."""
        rows = self._database.execute(
            "SELECT key FROM members CROSS JOIN messages ON messages.id = message"
            " WHERE conversation = ? ORDER BY message",
            (self._number,),
        )
        return self.members([key for (key,) in rows])

    def descending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author, from a sequence number down."""
        return self._written("<= ? ORDER BY members.sequence DESC", author, sequence)

    def ascending(self, author: Hashable, sequence: int) -> Iterator[Written]:
        """The members by an author above a sequence number, upwards."""
        return self._written("> ? ORDER BY members.sequence", author, sequence)

    def _written(self, condition: str, author: Hashable, sequence: int) -> Iterator[Written]:
        cursor = self._database.conn.execute(
            f"{_WRITTEN} {condition}", (self._number, author, sequence)
        )
        try:
            yield from map(Written._make, cursor)
        finally:
            cursor.close()

    def members(self, keys: Collection[str]) -> list[SignedMember]:
        """The members with these keys."""
        named: list[tuple[str, Sequence[str]]] = []
        for marks, some in in_chunks(list(keys)):
            for key, value in self._database.execute(
                f"SELECT key, value FROM messages WHERE key IN ({marks})", some
            ).fetchall():
                admitted = self._rule.admit(RuleEntry(key, content_of(value)), self.root)
                named.append((key, admitted.causes if isinstance(admitted, Admitted) else ()))
        return members_of(self._database, named)


def members_of(
    database: Database, named: Iterable[tuple[str, Sequence[str]]]
) -> list[SignedMember]:
    """Stored messages, each with what it names in a conversation."""
    causes = dict(named)
    places = {
        key: (Written(key, sequence, previous), author)
        for marks, some in in_chunks(list(causes))
        for key, author, sequence, previous in database.execute(
            f"SELECT key, author, sequence, previous FROM messages WHERE key IN ({marks})", some
        )
    }
    return [SignedMember(*places[key], named) for key, named in causes.items()]


def put_members(database: Database, keys: Iterable[tuple[int, str]]) -> None:
    """Add messages to conversations, given as the number of a conversation and a key."""
    database.conn.executemany(
        "INSERT INTO members (conversation, author, sequence, message)"
        " SELECT ?, author, sequence, id FROM messages WHERE key = ?",
        keys,
    )


def put_numbered(database: Database, rows: Iterable[tuple[int, ...]]) -> None:
    """Add messages to conversations by number: conversation, author, sequence and message."""
    database.conn.executemany(
        "INSERT INTO members (conversation, author, sequence, message) VALUES (?, ?, ?, ?)", rows
    )
