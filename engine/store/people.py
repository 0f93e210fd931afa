"""People in the database: whose feeds are whose, as metafeeds say.

Messages about metafeeds are few and found by indexes; they are looked at again when there are more.
What private ones say counts as long as they are unlocked, and is never written down.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from engine.message.message import Content
from engine.store.contents import content_of
from engine.store.files.database import reading
from engine.store.files.questions import in_portions
from engine.store.files.sqlite import Database
from engine.tangle.metafeeds import ANNOUNCE, TYPES, People, Statement

_BENDYBUTT = ("ssb:feed/bendybutt-v1/", "ssb:feed/bendybutt-v10")
"""What the ids of all metafeeds stand between."""

_ROWS = f"""SELECT {{}} FROM feeds CROSS JOIN messages ON messages.author = feeds.id
    WHERE feeds.key > ? AND feeds.key < ?
    UNION ALL SELECT {{}} FROM messages JOIN feeds ON feeds.id = messages.author
    WHERE type = '{ANNOUNCE}'"""


class Opened(Protocol):
    """Private messages that are unlocked."""

    @property
    def count(self) -> int:
        """How many there are."""

    def texts(self) -> dict[str, Content]:
        """What they say, by key."""


class KnownPeople:
    """The people behind the feeds of a database, as it is now."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._version: tuple[Any, ...] = ()
        self._people = People()

    def now(self, opened: Opened | None = None) -> People:
        """The people; `opened` are the private messages that are unlocked."""
        with reading(self._database):
            unlocked = None if opened is None else opened.count
            version = (*self._rows("count(*), max(messages.id)"), unlocked)
            if version != self._version:
                private = {} if opened is None else opened.texts()
                self._people = People([*self._public(), *self._private(private)])
                self._version = version
        return self._people

    def _rows(self, columns: str) -> Iterator[tuple[Any, ...]]:
        yield from self._database.execute(_ROWS.format(columns, columns), _BENDYBUTT)

    def _public(self) -> Iterator[Statement]:
        for author, sequence, value in self._rows("feeds.key, messages.sequence, value"):
            yield Statement(author, sequence, content_of(value))

    def _private(self, opened: Mapping[str, Content]) -> Iterator[Statement]:
        said = {key: content for key, content in opened.items() if _is_about_metafeeds(content)}
        for marks, some in in_portions(list(said)):
            rows = self._database.execute(
                "SELECT messages.key, feeds.key, messages.sequence FROM messages"
                f" JOIN feeds ON feeds.id = author WHERE messages.key IN ({marks})",
                some,
            )
            for key, author, sequence in rows:
                yield Statement(author, sequence, said[key])


def _is_about_metafeeds(content: Content) -> bool:
    return isinstance(content, dict) and content.get("type") in TYPES
