"""Checking up: whether everything in a database agrees with everything else.

What is derived (orders, links, sums, the proven part of feeds) is derived once more from
the messages themselves and compared.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.linear.errors import CycleError
from engine.linear.timeline import Timeline
from engine.message import pzp
from engine.message.formats import key_of
from engine.message.verdict import Rule, Standing
from engine.store.contents import content_of
from engine.store.database import reading
from engine.store.everything import Everything
from engine.store.everything_graph import all_named
from engine.store.kept_orders import KeptOrders
from engine.store.reports import held
from engine.store.sqlite import Database
from engine.store.thread_orders import ThreadOrders
from engine.tangle.links import Link, links_in
from engine.tangle.thread import causes_in_thread, thread_root

_NONSENSE = (CycleError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
"""What comes of numbers and texts that nobody here has written."""

MOST_PROBLEMS = 100
"""How many problems are told; a ruined database has no end of them."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """What was found: `ok` when there are no `problems`, each a sentence."""

    ok: bool
    messages: int
    threads: int
    quarantined: int
    problems: tuple[str, ...]


def check_up(database: Database) -> Checkup:
    """Compare everything in the database with everything else."""
    with reading(database):
        problems: list[str] = []
        for problem in _problems(database):
            problems.append(problem)
            if len(problems) == MOST_PROBLEMS:
                break
        return Checkup(
            not problems,
            held(database),
            _count(database, "threads"),
            _count(database, "quarantine"),
            tuple(problems),
        )


def _count(database: Database, table: str) -> int:
    return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _problems(database: Database) -> Iterator[str]:
    for (line,) in database.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite: {line}"
    for table, row, *_ in database.execute("PRAGMA foreign_key_check"):
        yield f"Row {row} of {table} refers to a row that isn't there."
    for compared in (_texts, _words, _feeds, _threads, _kept, _ranks, _pzp):
        try:
            yield from compared(database)
        except _NONSENSE as error:
            what = (compared.__doc__ or "").partition("\n")[0].rstrip(".")
            yield f"What is here makes no sense ({error}), while looking at this: {what}."


def _pzp(database: Database) -> Iterator[str]:
    """Ids of PZP messages against what they are the hash of."""
    for key, value in database.execute("SELECT key, value FROM pzp_messages"):
        try:
            good = pzp.read(json.loads(value)).id == key
        except (ValueError, pzp.RefusedError):
            good = False
        if not good:
            yield f"The PZP message {key} doesn't hash to its id."


def _texts(database: Database) -> Iterator[str]:
    """Keys against texts, and links against contents."""
    rows = database.execute("SELECT id, key, value, rule FROM messages")
    for number, key, value, rule in rows:
        if rule != Rule.LOST_TEXT and key_of(value.encode()) != key:
            yield f"The text of {key} doesn't hash to its key."
        stored = {
            Link(kind, target)
            for kind, target in database.execute(
                "SELECT kind, target FROM links WHERE message = ?", (number,)
            )
        }
        if stored != set(links_in(content_of(value))):
            yield f"The links of {key} are not those in its text."


def _words(database: Database) -> Iterator[str]:
    """Every message is indexed, and nothing else."""
    for (key,) in database.execute(
        "SELECT key FROM messages WHERE id NOT IN (SELECT id FROM search_docsize)"
    ):
        yield f"{key} can't be found by its words."


def _feeds(database: Database) -> Iterator[str]:
    """The proven part of every feed, and how many wait behind it."""
    proven = (Standing.VALID, Standing.UNVERIFIED)
    rows = database.execute(
        """SELECT feeds.key, feeds.sequence, feeds.waiting,
            sum(standing IN (?, ?)), sum(standing = ?),
            sum(standing IN (?, ?) AND messages.sequence = feeds.sequence
                AND messages.key = feeds.latest)
        FROM feeds LEFT JOIN messages ON messages.author = feeds.id GROUP BY feeds.id""",
        (*proven, Standing.GAP, *proven),
    )
    for feed, sequence, waiting, accepted, gaps, ends in rows:
        if (accepted or 0) != sequence or (sequence and not ends):
            yield f"The feed {feed} is said to be proven up to {sequence}, and isn't."
        if (gaps or 0) != waiting:
            yield f"The feed {feed} is said to have {waiting} waiting messages; it has {gaps}."


def _kept(database: Database) -> Iterator[str]:
    """The orders that are kept a second time, against those in the levels."""
    orders = KeptOrders(database)
    for thread, root in database.execute("SELECT id, root FROM threads").fetchall():
        kept = orders.keys(thread)
        if kept is not None and kept.numbers != orders.sorted_out(thread):
            yield f"The order of {root} that is kept in one piece is not the one in its levels."


def _threads(database: Database) -> Iterator[str]:
    """The members, sums and order of every thread, against its messages."""
    rows = database.execute("SELECT id, root, messages, authors, present FROM threads").fetchall()
    known = {root for _, root, *_ in rows}
    members: dict[str, list[tuple[str, int, tuple[str, ...]]]] = {root: [] for root in known}
    said = database.execute(
        "SELECT key, author, value FROM messages WHERE standing <> ?", (Standing.INVALID,)
    )
    for key, author, value in said:
        content = content_of(value)
        for root in {thread_root(content), key if key in known else None} - {None}:
            if root not in members:
                yield f"{key} replies in {root}, and no such thread is kept."
            else:
                members[root].append((key, author, causes_in_thread(key, content, root)))
    orders = ThreadOrders(database)
    for number, root, messages, authors, present in rows:
        found = members.pop(root)
        writers = Counter(author for _, author, _ in found)
        if (len(found), len(writers), any(key == root for key, *_ in found)) != (
            messages,
            authors,
            bool(present),
        ):
            yield f"The sums of the thread {root} are not those of its messages."
        timeline = Timeline()
        timeline.extend((key, causes) for key, _, causes in found)
        if list(timeline) != list(orders.keys(number)):
            yield f"The order of the thread {root} is not that of its ranks and keys."


def _ranks(database: Database) -> Iterator[str]:
    """The timeline of everything, as far as it is ranked, against what everybody names."""
    import numpy as np  # not before somebody checks: it takes 25 MB

    from engine.linear.longest_paths import longest_paths_past_cycles

    ranked = dict(
        database.execute("SELECT key, rank FROM messages JOIN ranks ON message = id").fetchall()
    )
    kept = {key: rank for key, rank in ranked.items() if rank is not None}
    named = {key: causes for key, causes in all_named(database) if key in ranked}
    if kept.keys() != named.keys():
        yield "The messages in the timeline of everything are not those that are here."
        return
    index = {key: place for place, key in enumerate(named)}
    edges = [
        (index[cause], index[key])
        for key, causes in named.items()
        for cause in causes
        if cause in index
    ]
    cause, effect = np.array(edges, np.int64).reshape(-1, 2).T
    right = longest_paths_past_cycles(len(index), cause, effect).tolist()
    for key, place in index.items():
        if kept[key] != right[place]:
            yield f"The rank of {key} among everything is {kept[key]}; it should be {right[place]}."
    order = Everything(database).order
    if order.numbers() != order.sorted_out():
        yield "The order of everything that is kept in one piece is not that of its ranks."
