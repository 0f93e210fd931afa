"""Everything: the ranks of all messages, what they wait for, and the order in one piece."""

from collections.abc import Iterator
from heapq import merge
from itertools import groupby
from operator import itemgetter

from engine.store.check.subject import CheckSubject, How, Problem, RowRange, message_named
from engine.store.conversations.everything import Everything
from engine.store.files.sqlite import Database


def divide(database: Database) -> list[RowRange]:
    """One part: ranks are those of a path through all messages."""
    ((count,),) = database.execute("SELECT count(*) FROM messages")
    return [RowRange(weight=int(count) // 4 + 1)]


def compare(database: Database, _part: RowRange, _how: How) -> Iterator[Problem]:
    """The timeline of everything."""
    everything = Everything(database)
    derived = everything.derived()
    kept = database.execute("SELECT message, rank FROM ranks ORDER BY message")
    rows = merge(kept, derived.rows(), key=itemgetter(0))
    for number, ranks in groupby(rows, itemgetter(0)):
        one, *others = (rank for _, rank in ranks)
        if others != [one]:
            yield Problem(
                "Its rank among everything is not the length of the longest path to it.",
                message_named(database.conn, number),
            )
    ghosts = set(database.execute("SELECT cause, message FROM ghosts"))
    for cause, number in sorted(ghosts ^ set(derived.ghosts)):
        told = "waits" if (cause, number) in ghosts else "doesn't wait"
        yield Problem(
            f"It is said that it {told} for {cause}, and that isn't so.",
            message_named(database.conn, number),
        )
    order = everything.order
    if order.numbers() != order.sorted_out():
        yield Problem("The order that is kept in one piece is not that of its ranks.", "everything")


EVERYTHING = CheckSubject("everything", divide, compare)
