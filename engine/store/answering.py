"""Answering: what a reply in a public conversation holds, after all that is known of it."""

from collections.abc import Sequence
from typing import Any

from engine.store.conversations.address import UnknownConversation
from engine.store.conversations.private import PrivateConversation
from engine.store.files.sqlite import Database
from engine.store.messages import Messages
from engine.store.tangles import connected_after
from engine.tangle.growth import Growth, grow
from engine.tangle.publishing import names_written, reply
from engine.tangle.rules import THREAD, rule_of


def answer(
    database: Database, root: str, replies: Sequence[str], text: str, within: str
) -> dict[str, Any]:
    """The content of a post after everything that is known of the tangles of `root`.

    `replies` are the messages of its thread, `within` the name of the tangle to write in.

    Raises:
        UnknownConversation: nothing of it is known.
        PrivateConversation: it isn't public.
    """
    messages = Messages(database)
    in_thread = connected_after(database, THREAD, [root, *replies])
    known = messages.get(in_thread)
    if not known:
        raise UnknownConversation(root)
    if root in known and known[root].type is None:
        raise PrivateConversation(root)
    opening = known[root].content if root in known else ""

    def grown(name: str) -> Growth:
        keys = connected_after(database, name, in_thread)
        found = known | messages.get([key for key in keys if key not in known])
        return grow(rule_of(name), root, (found[key].entry for key in keys if key in found))

    thread, *others = map(grown, names_written(opening, within))
    return reply(text, thread, others)
