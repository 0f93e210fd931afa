"""The conversations of a message, as a reader chooses between them: their addresses and titles."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.library import Library, UnknownConversation
from viewer.models.thread_model import title

Titled: TypeAlias = tuple[str, str]
"""The address of a conversation, and its title."""


def conversations_of(library: Library, key: str) -> list[Titled]:
    """The conversations that a message is in, with their titles."""
    return titled(library, library.conversations_of(key))


def titled(library: Library, addresses: Sequence[str]) -> list[Titled]:
    """The titles of conversations, as far as anything is known of them."""
    found = []
    for address in addresses:
        try:
            found.append((address, title(library.conversation(address).summary())))
        except UnknownConversation:
            continue
    return found
