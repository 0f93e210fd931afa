"""Resolve typed or pasted text to a conversation or a message in one."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from PySide6.QtWidgets import QLineEdit

from engine.library import Library, UnknownConversation
from engine.tangle.references import message_reference, names_message

_WHOLE = re.compile(
    r"(?:\S.*[: ])?"
    r"(?:%[A-Za-z0-9+/]{43}=\.[a-z0-9-]+|@[A-Za-z0-9+/]{43}=\.ed25519|ssb:[\w/:=.%-]{44,})"
    r"(?:\?by=[a-z]+)?",
    re.ASCII,
)


_ID = re.compile(
    r"%[A-Za-z0-9+/]{43}=\.[a-z0-9-]+|@[A-Za-z0-9+/]{43}=\.ed25519|ssb:[\w/:=.%-]{44,}", re.ASCII
)
_LONGEST_ADDRESS = 2_000
_LONGEST_PASTED = 100_000
_MOST = 20


def is_address(text: str) -> bool:
    """Whether a text looks like an id or address rather than words or a search such as `in:%…`."""
    from engine.store.query import terms_of  # only for some who type

    is_whole = _WHOLE.fullmatch(text.strip()) is not None
    return is_whole and not any(term.field for term in terms_of(text))


def addresses_in(text: str) -> Iterator[str]:
    """Candidate addresses in a text: the text itself if short, then the ids and links in it."""
    if len(text) <= _LONGEST_ADDRESS:
        yield text
    for found in islice(_ID.finditer(text[:_LONGEST_PASTED]), _MOST):
        yield found[0]


def place_named(library: Library, text: str) -> tuple[str, str | None] | None:
    """The address that a text names, and the message if any; None if it is unknown."""
    if not (text := text.strip()):
        return None
    key = message_reference(text) if names_message(text) else None
    addresses = [text] if key is None else [key, *library.conversations_of(key)]
    for address in addresses:
        try:
            return str(library.conversation(address).address), key
        except UnknownConversation:
            continue
    return None


def watch_for_addresses(field: QLineEdit, found: Callable[[str], None]) -> None:
    """Report the text of a field as soon as it looks like an address, or at Enter."""

    def look(text: str) -> None:
        if is_address(text):
            found(text)

    field.textChanged.connect(look)
    field.returnPressed.connect(lambda: found(field.text()))
