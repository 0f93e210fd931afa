"""The timeline of everything in the database: of each message its rank among all of all feeds.

The order is by (rank, key), so nothing but ranks is kept. A transaction that adds messages ranks
them and lifts those that waited for them. Where it would have to lift many, as while archives
are read that tell a history backwards, it leaves all to `catch_up`; until then the timeline says
what it said before. The number of the last message that is ranked is its revision.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing
from operator import itemgetter
from pathlib import Path

from engine.linear.edges import Edges
from engine.linear.horizon import Horizon, closure, horizon
from engine.store.changes import TimelineSnapshot
from engine.store.database import connect, reading, writing
from engine.store.everything_graph import all_named, causes_of, effects_of
from engine.store.inspection import Place
from engine.store.messages import NewMessage
from engine.store.names import Names
from engine.store.sqlite import Database
from engine.store.threads import NAMES, ThreadSummary
from engine.tangle.everything import EVERYTHING


class Everything:
    """The ranks of all messages that aren't invalid."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_behind(self) -> bool:
        """Whether there are messages that aren't ranked yet."""
        return self._revision() < self._one("SELECT ifnull(max(id), 0) FROM messages")

    # Writing, within a transaction of the caller

    def add(self, new: Sequence[NewMessage]) -> None:
        """Rank messages that were just added, unless those before them aren't ranked either."""
        if new and self._revision() == new[0].number - 1:
            # NumPy takes 25 MB and some time, which nobody gives who only reads.
            from engine.store.ranking import Addition

            Addition(self._database, new).write()

    def put(self, rows: Iterable[tuple[int, int]], ghosts: Iterable[tuple[str, int]]) -> None:
        """Write ranks and ghosts that were found elsewhere, by the numbers of the messages."""
        connection = self._database.conn
        connection.executemany("INSERT INTO ranks (message, rank) VALUES (?, ?)", rows)
        connection.executemany("INSERT INTO ghosts (cause, message) VALUES (?, ?)", ghosts)

    # Writing, in one of its own

    def catch_up(self) -> None:
        """Rank everything anew if something isn't ranked."""
        if not self.is_behind:
            return
        with writing(self._database):
            self._database.execute("DELETE FROM ranks")
            self._database.execute("DELETE FROM ghosts")
            self._rank_all()

    def _rank_all(self) -> None:
        import numpy as np

        from engine.linear.longest_paths import longest_paths_past_cycles

        numbers: list[int] = []
        index: dict[str, int] = {}
        for number, key in self._database.execute(
            "SELECT id, key FROM messages WHERE standing <> 'invalid' ORDER BY id"
        ):
            index[key] = len(numbers)
            numbers.append(number)
        cause: list[int] = []
        effect: list[int] = []
        ghosts: list[tuple[str, int]] = []
        for place, (_, causes) in enumerate(all_named(self._database)):
            for name in causes:
                if name in index:
                    cause.append(index[name])
                    effect.append(place)
                else:
                    ghosts.append((name, numbers[place]))
        ends = (np.array(cause, np.int64), np.array(effect, np.int64))
        ranks = longest_paths_past_cycles(len(numbers), *ends).tolist()
        self.put(zip(numbers, ranks, strict=True), ghosts)
        self._database.execute(
            "INSERT INTO ranks (message) SELECT id FROM messages WHERE standing = 'invalid'"
        )

    # Reading: its sums

    def summary(self, names: Names) -> ThreadSummary:
        """What there is to say of it in a list; of its times nothing is kept."""
        feeds = [
            feed
            for (feed,) in self._database.execute(
                "SELECT key FROM feeds ORDER BY sequence DESC, key LIMIT ?", (NAMES,)
            )
        ]
        called = names.of(feeds)
        return ThreadSummary(
            root=EVERYTHING,
            present=False,
            messages=self._one("SELECT count(rank) FROM ranks"),
            authors=self._one("SELECT count(*) FROM feeds"),
            title="Everything",
            names=tuple(called[feed] for feed in feeds),
            first=None,
            latest=None,
        )

    # Reading, as of a thread with that root

    def snapshot(self, _root: str = EVERYTHING) -> TimelineSnapshot:
        """The order as far as it is ranked."""
        with reading(self._database):
            # From the index of keys, which are sorted there; sorting by rank keeps that order.
            rows = self._database.execute(
                "SELECT messages.key, rank FROM messages CROSS JOIN ranks ON message = messages.id"
                " WHERE rank IS NOT NULL ORDER BY messages.key"
            ).fetchall()
            rows.sort(key=itemgetter(1))
            waiting: dict[str, list[str]] = {}
            for key, ghost in self._database.execute(
                "SELECT key, cause FROM ghosts JOIN messages ON id = message ORDER BY cause"
            ):
                waiting.setdefault(key, []).append(ghost)
            missing = {key: tuple(ghosts) for key, ghosts in waiting.items()}
            return TimelineSnapshot(EVERYTHING, self._revision(), [key for key, _ in rows], missing)

    def edges(self, _root: str, keys: Sequence[str]) -> dict[str, Edges]:
        """What each of these comes after, and what comes after it; ghosts have effects, too."""
        effects = effects_of(self._database, keys)
        causes = dict(causes_of(self._database, keys))
        return {
            key: Edges(
                tuple(sorted(causes.get(key, ()))),
                tuple(sorted(name for _, name in effects.get(key, ()))),
            )
            for key in keys
        }

    def place(self, _root: str, key: str) -> Place | None:
        """Where a message stands; None for what isn't in the order."""
        found = self._database.execute(
            "SELECT rank FROM messages JOIN ranks ON message = id WHERE key = ?", (key,)
        ).fetchone()
        if found is None or found[0] is None:
            return None
        (rank,) = found
        below = self._one("SELECT count(*) FROM ranks WHERE rank < ?", rank)
        beside = self._one(
            "SELECT count(*) FROM ranks JOIN messages ON id = message WHERE rank = ? AND key < ?",
            rank,
            key,
        )
        return Place(below + beside, self._one("SELECT count(rank) FROM ranks"), rank)

    def horizon(self, _root: str, key: str) -> Horizon | None:
        """All that leads to a message or ghost and all it leads to; None when it isn't here."""
        causes = dict(all_named(self._database))
        effects: dict[str, list[str]] = {}
        for name, before in causes.items():
            for cause in before:
                effects.setdefault(cause, []).append(name)
        if key not in causes and key not in effects:
            return None
        past = closure(key, lambda name: causes.get(name, ()))
        future = closure(key, lambda name: effects.get(name, ()))
        return horizon(key, past, future, effects.keys() - causes.keys(), len(causes))

    def _revision(self) -> int:
        return self._one("SELECT ifnull(max(message), 0) FROM ranks")

    def _one(self, question: str, *values: object) -> int:
        ((number,),) = self._database.execute(question, values)
        return int(number)


def catch_up(path: Path) -> None:
    """Bring the timeline of everything in the database at `path` up to date."""
    with closing(connect(path)) as database:
        Everything(database).catch_up()
