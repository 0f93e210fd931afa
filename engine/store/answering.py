"""Answering: what a reply to a public conversation holds, after all that is known of it."""

from typing import Any

from engine.store.messages import Messages
from engine.store.private_threads import PrivateThread
from engine.store.thread_orders import ThreadOrders
from engine.store.threads import Threads, UnknownThread
from engine.tangle.publishing import reply
from engine.tangle.recipe import Entry


def answer(
    root: str, text: str, threads: Threads, orders: ThreadOrders, messages: Messages
) -> dict[str, Any]:
    """The content of a post after everything that is known of the thread of `root`.

    Raises `UnknownThread` if nothing is known, `PrivateThread` if it is not public.
    """
    number = threads.numbers([root]).get(root)
    keys = [root] if number is None else list(orders.keys(number))
    known = messages.get(keys)
    if not known:
        raise UnknownThread(root)
    if root in known and known[root].type is None:
        raise PrivateThread(root)
    return reply(root, text, (Entry(key, known[key].content) for key in keys))
