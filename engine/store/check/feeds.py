"""Feeds: the verdicts of all messages and the heads of feeds, by playing the chains again."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.message.keys import is_feed_id
from engine.message.verdict import UNVERIFIED, VALID, Rule, Standing, Verdict
from engine.store.arrivals.chains import Chains
from engine.store.check.subject import LAST, CheckSubject, How, Problem, RowRange
from engine.store.files.sqlite import Database

_AT_ONCE = 20_000
"""Messages whose chains are played at once."""


class _Entry(NamedTuple):
    key: str
    author: str
    sequence: int
    previous: str | None


def divide(database: Database) -> list[RowRange]:
    """Feeds that hold some thousand messages together, by their numbers."""
    parts: list[RowRange] = []
    first, weight = -LAST, 0
    for author, count in database.execute(
        "SELECT author, count(*) FROM messages GROUP BY author ORDER BY author"
    ):
        weight += count
        if weight >= _AT_ONCE:
            parts.append(RowRange(first, author + 1, weight // 8))
            first, weight = author + 1, 0
    return [*parts, RowRange(first, LAST, weight // 8 + 1)]


def compare(database: Database, part: RowRange, _how: How) -> Iterator[Problem]:
    """Verdicts and heads of feeds."""
    chains, standings = Chains(), dict[str, Standing]()
    kept: list[tuple[str, str, str]] = []
    rows = database.execute(
        "SELECT messages.key, feeds.key, messages.sequence, previous, standing, rule FROM messages"
        " JOIN feeds ON feeds.id = author WHERE author >= ? AND author < ? ORDER BY messages.id",
        (part.first, part.end),
    )
    for key, author, sequence, previous, standing, rule in rows:
        verdict, changed = chains.judge(_Entry(key, author, sequence, previous), _alone(rule))
        standings[key] = verdict.standing
        standings.update((other, again.standing) for other, again in changed)
        kept.append((key, standing, rule))
    for key, standing, rule in kept:
        if rule != Rule.CYCLE and standings[key] != standing:
            yield Problem(
                f"It is said to be {standing}; by its feed it is {standings[key]}.",
                f"message {key}",
            )
    heads = dict(chains.rows())
    for feed, *head in database.execute(
        "SELECT key, sequence, latest, waiting FROM feeds WHERE id >= ? AND id < ?",
        (part.first, part.end),
    ):
        if feed not in heads:
            # All that a feed wrote may have been refused; then it is known by its id alone.
            if head == [0, None, 0] and is_feed_id(feed):
                continue
            yield Problem("No message here is by this feed.", f"feed {feed}")
            continue
        sequence, latest, waiting = heads[feed]
        if head != [sequence, latest, waiting]:
            yield Problem(
                f"It is said to be proven up to {head[0]}, with {head[2]} waiting messages;"
                f" it is proven up to {sequence}, with {waiting}.",
                f"feed {feed}",
            )


def _alone(rule: str | None) -> Verdict:
    return UNVERIFIED if rule == Rule.LOST_TEXT else VALID


FEEDS = CheckSubject("feeds", divide, compare)
