"""Names in the database: what each author calls a feed, newest only."""

from collections.abc import Iterable, Sequence

from engine.store.database import reading
from engine.store.questions import in_portions
from engine.store.sqlite import Database
from engine.tangle.names import Naming, chosen_name


class Names:
    """What the feeds of a database are called."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, namings: Sequence[Naming]) -> None:
        """Remember what authors call feeds; of one author the message of the highest sequence."""
        self._database.conn.executemany(
            "INSERT INTO namings (feed, author, sequence, name) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET sequence = excluded.sequence, name = excluded.name"
            " WHERE excluded.sequence > sequence",
            [(naming.feed, naming.author, naming.sequence, naming.name) for naming in namings],
        )

    def of(self, feeds: Iterable[str]) -> dict[str, str]:
        """The name to show for each of `feeds`."""
        wanted = list(dict.fromkeys(feeds))
        given: dict[str, list[Naming]] = {feed: [] for feed in wanted}
        with reading(self._database):
            for marks, some in in_portions(wanted):
                rows = self._database.execute(
                    f"SELECT feed, author, sequence, name FROM namings WHERE feed IN ({marks})",
                    some,
                )
                for row in rows:
                    given[row[0]].append(Naming(*row))
        return {feed: chosen_name(feed, namings) for feed, namings in given.items()}
