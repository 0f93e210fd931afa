"""Answering: what a reply to a public conversation holds, after all that is known of it."""

from typing import Any

from engine.store.messages import Messages
from engine.store.private_threads import PrivateThread
from engine.store.sqlite import Database
from engine.store.tangles import connected_after
from engine.store.thread_orders import ThreadOrders
from engine.store.threads import Threads, UnknownThread
from engine.tangle.growth import Growth, grow
from engine.tangle.publishing import names_written, reply
from engine.tangle.rules import THREAD, Entry, rule_of


def answer(
    database: Database,
    root: str,
    text: str,
    within: str,
    threads: Threads,
    orders: ThreadOrders,
    messages: Messages,
) -> dict[str, Any]:
    """The content of a post after everything that is known of the tangles of `root`.

    Raises `UnknownThread` if nothing is known, `PrivateThread` if it is not public.
    """
    number = threads.numbers([root]).get(root)
    replies = [] if number is None else orders.keys(number)
    in_thread = connected_after(database, THREAD, [root, *replies])
    known = messages.get(in_thread)
    if not known:
        raise UnknownThread(root)
    if root in known and known[root].type is None:
        raise PrivateThread(root)
    opening = known[root].content if root in known else ""

    def grown(name: str) -> Growth:
        keys = in_thread if name == THREAD else connected_after(database, name, [root])
        found = known | messages.get([key for key in keys if key not in known])
        entries = (Entry(key, found[key].content) for key in keys if key in found)
        return grow(rule_of(name), root, entries)

    thread, *others = map(grown, names_written(opening, within))
    return reply(text, thread, others)
