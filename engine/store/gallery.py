"""Galleries: the files that the messages of a conversation name, in its order."""

from collections.abc import Iterator
from typing import NamedTuple

from tanglescope.engine.blobs.links import BlobLink, blobs_in
from tanglescope.engine.store.conversations.conversation import Conversation

_AT_ONCE = 500
_NEAR = 5_000
"""How far before and after a message files are near it."""


class NamedFile(NamedTuple):
    """A file and the message that names it."""

    key: str
    link: BlobLink


def files_of(conversation: Conversation, near: str = "") -> Iterator[NamedFile]:
    """Every file named in a conversation, perhaps only near a message, and where it is first."""
    seen: set[str] = set()
    keys = conversation.in_order()
    if near in keys:
        place = keys.index(near)
        keys = keys[max(0, place - _NEAR) : place + _NEAR]
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        found = conversation.messages(some)
        for key in some:
            message = found.get(key)
            for link in blobs_in(message.content) if message else ():
                if link.id not in seen:
                    seen.add(link.id)
                    yield NamedFile(key, link)
