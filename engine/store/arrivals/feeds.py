"""Feeds in the database: how far each chain is proven, and who waits for a missing message."""

from collections.abc import Iterable, Iterator

from engine.message.chain import FeedState
from engine.message.verdict import Rule, Standing, Verdict
from engine.store.arrivals.chains import Chain, Chains, Waiting
from engine.store.files.questions import in_portions
from engine.store.files.sqlite import Database


class StoredChains(Chains):
    """The chains that one transaction touches: read when it begins, saved before it commits."""

    def __init__(self, database: Database, authors: Iterable[str]) -> None:
        super().__init__()
        self._database = database
        self._load(list(dict.fromkeys(authors)))

    def number(self, author: str) -> int:
        """The number under which the database knows an author."""
        return self._chains[author].number

    def save(self) -> None:
        """Write what has changed."""
        self._database.conn.executemany(
            "UPDATE feeds SET sequence = ?, latest = ?, waiting = ? WHERE id = ?",
            [(*chain.row, chain.number) for chain in self._chains.values() if chain.is_changed],
        )

    def forked(self, key: str) -> bool:
        """Whether the message is on a branch that lost."""
        if super().forked(key):
            return True
        row = self._database.execute(
            "SELECT standing FROM messages WHERE key = ?", (key,)
        ).fetchone()
        return row is not None and row[0] == Standing.FORKED

    def _load(self, authors: list[str]) -> None:
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO feeds (key) VALUES (?)", [(author,) for author in authors]
        )
        for marks, some in in_portions(authors):
            rows = self._database.execute(
                f"SELECT id, key, sequence, latest, waiting FROM feeds WHERE key IN ({marks})",
                some,
            ).fetchall()
            for number, author, sequence, latest, waiting in rows:
                state = FeedState(sequence, latest) if latest else None
                chain = self._chains[author] = Chain(number, state)
                if waiting:
                    for entry in self._waiting(number):
                        chain.wait(entry)

    def _waiting(self, number: int) -> Iterator[Waiting]:
        rows = self._database.execute(
            "SELECT key, sequence, previous, rule FROM messages"
            " WHERE author = ? AND standing = ? ORDER BY id",
            (number, Standing.GAP),
        )
        for key, sequence, previous, rule in rows:
            yield Waiting(key, sequence, previous, _alone(Rule(rule)))


def _alone(rule: Rule) -> Verdict:
    """The verdict without the chain of a message that waits with this rule."""
    if rule is Rule.GAP:
        return Verdict(Standing.VALID)
    lost = rule is Rule.LOST_TEXT
    return Verdict(Standing.UNVERIFIED if lost else Standing.VALID, rule)
