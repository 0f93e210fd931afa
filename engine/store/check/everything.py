"""Everything: the ranks of all messages, what they wait for, and the order in one piece."""

from collections.abc import Iterator

from engine.store.check.subject import How, Part, Problem, Subject, message_named
from engine.store.everything import Everything
from engine.store.sqlite import Database


def divide(database: Database) -> list[Part]:
    """One part: ranks are those of a path through all messages."""
    ((count,),) = database.execute("SELECT count(*) FROM messages")
    return [Part(weight=int(count) // 4 + 1)]


def compare(database: Database, _part: Part, _how: How) -> Iterator[Problem]:
    """The timeline of everything."""
    everything = Everything(database)
    derived = everything.derived()
    kept = dict(database.execute("SELECT message, rank FROM ranks"))
    for number in sorted(kept.keys() | derived.ranks.keys()):
        rank, right = kept.get(number, "missing"), derived.ranks.get(number, "missing")
        if rank != right:
            yield Problem(
                f"Its rank among everything is {rank}; it should be {right}.",
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


EVERYTHING = Subject("everything", divide, compare)
