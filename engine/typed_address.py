"""Resolve typed or pasted text to a conversation or a message in one."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from engine.library import Library, UnknownConversation
from engine.tangle.references import message_reference, names_feed, names_message
from engine.wording import tr

_IDS = (
    r"%[A-Za-z0-9+/]{43}=\.[a-z0-9-]+|@[A-Za-z0-9+/]{43}=\.ed25519|ssb:[\w/:=.%-]{44,}"
    r"|\$[\w+/-]{43}(?![\w+/-])"
)
"""Ids of SSB, and of events in Matrix rooms."""
_WHOLE = re.compile(rf"(?:\S.*[: ]|:)?(?:{_IDS})(?:\?by=[a-z]+)?", re.ASCII)
_ID = re.compile(_IDS, re.ASCII)
_URI = "ssb:"
_BEGUN = re.compile(
    r"(?:(?P<message>[%$])|@[\w+/-]{3}|[\w+/-]{5}[\w+/:=.-]{2})[\w+/:=.-]{1,200}"
    r"(?:…(?::[0-9]+)?)?",
    re.ASCII,
)
"""What may be the beginning of an id: four characters of a feed, or eight without a sigil.

Of an entry of an Autobase, it may be followed by the number.
"""
_SHORT = re.compile(rf"(?!\$[\d.]+$)(?=[%@$]|.*[A-Z0-9]){_BEGUN.pattern}", re.ASCII)
"""The beginning of an id, as the window shows it; neither a word nor a price."""
_KIND = re.compile(r"[a-z][\w-]*:\S")
"""The beginning of an address."""
_LONGEST_ADDRESS = 2_000
_LONGEST_PASTED = 100_000
_MOST = 20


def is_address(text: str) -> bool:
    """Whether a text looks like an id or address rather than words or a search such as `in:%…`."""
    from engine.store.query import terms_of  # only for some who type

    is_whole = _WHOLE.fullmatch(text.strip()) is not None
    return is_whole and not any(term.field for term in terms_of(text))


def is_short_id(text: str) -> bool:
    """Whether a text looks like the beginning of an id, as the window shows it, not like a word."""
    return _SHORT.fullmatch(text.strip()) is not None


def looks_like_address(library: Library, text: str) -> bool:
    """Whether a text looks like an id, the beginning of one, or a conversation's address."""
    return is_address(text) or is_short_id(text) or _names_kind(library, text.strip())


def _names_kind(library: Library, text: str) -> bool:
    """Whether a text begins like the address of a kind of conversation, and is no search."""
    from engine.store.query import terms_of

    kind, _, subject = text.partition(":")
    if not subject or re.search(r"\s", text) or any(term.field for term in terms_of(text)):
        return False
    return kind in library.kinds()


def why_nowhere(library: Library, text: str) -> str:
    """Why a text that looks like an id or address leads nowhere; `""` for other texts."""
    short = text.strip()
    is_whole = is_address(text) or short.startswith(_URI)
    if not is_whole and _KIND.match(short) and library.addresses_beginning(short):
        return tr("Several addresses begin with {text}; enter more of the address.", text=short)
    if is_whole or _names_kind(library, short):
        return tr(
            "Nothing with that address is known here. Check it, or import the archive"
            " that it comes from."
        )
    begun = _BEGUN.fullmatch(short)
    if begun is None:
        return ""
    if library.ids_beginning(short):
        return tr("Several ids begin with {text}; enter more of the id.", text=short)
    # Without the sign of messages it can be a name or a word.
    return (
        tr(
            "No known id begins with {text}. Check it, or import the archive that it comes from.",
            text=short,
        )
        if begun["message"]
        else ""
    )


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
    place = _place(library, text, key)
    if place is not None or key is not None:
        return place
    if place := _place_of_node(library, text):
        return place
    if _KIND.match(text) and (addresses := library.addresses_beginning(text)):
        return _place(library, addresses[0], None) if len(addresses) == 1 else None
    if _BEGUN.fullmatch(text) is None:
        return None
    ids = library.ids_beginning(text)
    if len(ids) != 1:
        return None
    return _place(library, ids[0], None if names_feed(ids[0]) else ids[0])


def _place_of_node(library: Library, text: str) -> tuple[str, str] | None:
    """The graph of the node whose id a text is: any text can be one."""
    for address in library.conversations_of(text):
        with suppress(UnknownConversation):
            return str(library.conversation(address).address), text
    return None


def _place(library: Library, address: str, key: str | None) -> tuple[str, str | None] | None:
    for each in [address] if key is None else [key, *library.conversations_of(key)]:
        with suppress(UnknownConversation):
            return str(library.conversation(each).address), key
    return None
