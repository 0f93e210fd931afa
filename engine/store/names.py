"""Names in the database: the newest name that each author gives a feed."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from tanglescope.engine.message.bendybutt import is_feed as is_metafeed
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.message import content_of
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database, as_json, is_storable
from tanglescope.engine.store.messages import NOT_DELETED
from tanglescope.engine.tangle.metafeeds import ANNOUNCE, People, Person, Statement
from tanglescope.engine.tangle.names import LONGEST, Naming, naming_in, person_name
from tanglescope.engine.tangle.titles import one_line

_BENDYBUTT = ("ssb:feed/bendybutt-v1/", "ssb:feed/bendybutt-v10")
"""The bounds between which the ids of metafeeds sort."""

_ROWS = f"""SELECT {{}} FROM feeds CROSS JOIN messages ON messages.author = feeds.id
    WHERE feeds.key > ? AND feeds.key < ?
    UNION ALL SELECT {{}} FROM messages JOIN feeds ON feeds.id = messages.author
    WHERE type = '{ANNOUNCE}'"""


_NAMES_IN_GRAPHS = """SELECT json_each.value, ifnull(
        (SELECT name FROM graph_names WHERE writer = json_each.value ORDER BY graph DESC LIMIT 1),
        (SELECT writer_name FROM nodes INDEXED BY nodes_with_names
            WHERE author = (SELECT id FROM feeds WHERE key = json_each.value)
                AND writer_name IS NOT NULL ORDER BY asserted DESC LIMIT 1))
    FROM json_each(?)"""
"""The name of each writer: the one that was given for a graph, or the latest in its nodes."""


_IS_ANY_CHANGED = """SELECT EXISTS (
    SELECT 1 FROM links INDEXED BY links_that_revise
    WHERE kind IN ('edit', 'replaces', 'tombstone'))"""
_WITHDRAWN = f"""SELECT DISTINCT namings.feed, namings.author FROM namings
    JOIN feeds ON feeds.key = namings.author
    JOIN messages ON messages.author = feeds.id AND messages.sequence = namings.sequence
    WHERE namings.feed IN ({{marks}}) AND NOT {NOT_DELETED}"""
_STANDING = f"""SELECT messages.sequence, value FROM messages
    JOIN feeds ON feeds.id = messages.author
    WHERE feeds.key = ? AND type = 'about' AND instr(value, ?) AND status <> 'invalid'
    AND {NOT_DELETED}
    ORDER BY messages.sequence DESC"""
_NAMED_BY_WITHDRAWN = """SELECT DISTINCT namings.feed FROM messages AS tombs
    CROSS JOIN links AS ends ON ends.message = tombs.id AND ends.kind = 'tombstone'
    CROSS JOIN messages AS said ON said.key = ends.target AND said.author = tombs.author
    CROSS JOIN feeds ON feeds.id = said.author AND said.type = 'about'
    CROSS JOIN namings ON namings.author = feeds.key
    WHERE tombs.id IN ({marks})"""


@reports_damage(attrgetter("_database"))
class Names:
    """The names of the feeds of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people = People()
        self._version: tuple[Any, ...] = ()
        """What the people were found in."""
        self.opened: Callable[[], Sequence[Statement]] = tuple
        """Returns the statements in decrypted private messages."""

    def person(self, feed: str) -> Person:
        """The person who writes in a feed, with all of their feeds that are known."""
        return self.people().of(feed)

    def people(self) -> People:
        """The people behind the feeds, as currently known."""
        with reading(self._database):
            private = tuple(self.opened())
            version = (*self._statements("count(*), max(messages.id)"), private)
            if version != self._version:
                rows = self._statements("feeds.key, messages.sequence, value")
                public = [
                    Statement(author, sequence, content_of(value))
                    for author, sequence, value in rows
                ]
                self._people, self._version = People([*public, *private]), version
        return self._people

    def _statements(self, columns: str) -> list[tuple[Any, ...]]:
        """Columns of the public messages about metafeeds."""
        question = _ROWS.format(columns, columns)
        return self._database.execute(question, _BENDYBUTT).fetchall()

    def put(self, namings: Sequence[Naming]) -> None:
        """Store the names that authors give to feeds; of an author, the highest sequence counts."""
        self._database.conn.executemany(
            "INSERT INTO namings (feed, author, sequence, name) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET sequence = excluded.sequence, name = excluded.name"
            " WHERE excluded.sequence > sequence",
            [(naming.feed, naming.author, naming.sequence, naming.name) for naming in namings],
        )

    def withdrawn_by(self, tombstones: Iterable[int]) -> set[str]:
        """The feeds that may be named otherwise after what some messages delete."""
        return {feed for (feed,) in self._database.among(_NAMED_BY_WITHDRAWN, tombstones)}

    def of(self, feeds: Iterable[str]) -> dict[str, str]:
        """The name to show for each of `feeds`."""
        people = self.people()
        persons = {feed: people.of(feed) for feed in dict.fromkeys(feeds)}
        wanted = list(dict.fromkeys(id_ for each in persons.values() for id_ in each.ids))
        given = self._given_names(wanted)
        called = {
            feed: person_name(person, [each for id_ in person.ids for each in given[id_]])
            for feed, person in persons.items()
        }
        return called | self._in_graphs([feed for feed in called if not given[feed]])

    def _given_names(self, feeds: Sequence[str]) -> dict[str, list[Naming]]:
        """The names that authors gave to feeds, and didn't withdraw."""
        given: dict[str, list[Naming]] = {feed: [] for feed in feeds}
        with reading(self._database):
            for row in self._database.among(
                "SELECT feed, author, sequence, name FROM namings WHERE feed IN ({marks})", feeds
            ):
                given[row[0]].append(Naming(*row))
            ((is_any_changed,),) = self._database.execute(_IS_ANY_CHANGED)
            if is_any_changed:
                for feed, author in list(self._database.among(_WITHDRAWN, feeds)):
                    given[feed] = [each for each in given[feed] if each.author != author]
                    given[feed] += self._standing(feed, author)
        return given

    def _standing(self, feed: str, author: str) -> list[Naming]:
        """The latest name that an author gave to a feed and didn't withdraw, if there is one."""
        for sequence, value in self._database.execute(_STANDING, (author, feed)).fetchall():
            naming = naming_in(author, sequence, content_of(value))
            if naming is not None and naming.feed == feed:
                return [naming]
        return []

    def _in_graphs(self, writers: Sequence[str]) -> dict[str, str]:
        """What graphs call their writers; a graph can't name a feed of SSB."""
        others = [
            each
            for each in writers
            if not is_feed_id(each) and not is_metafeed(each) and is_storable(each)
        ]
        rows = self._database.execute(_NAMES_IN_GRAPHS, (as_json(others),))
        names = ((writer, one_line(name or "", LONGEST)) for writer, name in rows.fetchall())
        return {writer: name for writer, name in names if name}
