"""Resolve typed or pasted text to a conversation or a message in one."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library, UnknownConversation
from tanglescope.engine.store.conversations.address import why_no_order
from tanglescope.engine.tangle.references import message_reference, names_feed, names_message

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
    from tanglescope.engine.store.query import terms_of  # only for some who type

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
    from tanglescope.engine.store.query import terms_of

    kind, _, subject = text.partition(":")
    if not subject or re.search(r"\s", text) or any(term.field for term in terms_of(text)):
        return False
    return kind in library.kinds()


def addresses_in(text: str) -> Iterator[str]:
    """Candidate addresses in a text: the text itself if short, then the ids and links in it."""
    if len(text) <= _LONGEST_ADDRESS:
        yield text
    for found in islice(_ID.finditer(text[:_LONGEST_PASTED]), _MOST):
        yield found[0]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a text names: a conversation, and a message in it unless the whole is meant.

    Without an address, it names nothing: the reason says why, if it looks like an address.
    """

    address: str = ""
    key: str | None = None
    reason: str = ""


def resolve(library: Library, text: str) -> Resolution:
    """Find what a typed, pasted or linked text names in a collection."""
    text = _without_query(text.strip())
    if not text:
        return Resolution()
    if names_message(text):
        key = message_reference(text)
        found = _place(library, [key, *library.conversations_of(key)], key)
        return found or Resolution(reason=_not_here())
    return (
        _place(library, [text], None)
        or _place(library, library.conversations_of(text), text)  # any text can be a node's id
        or _of_shortened_address(library, text)
        or _of_whole_address(library, text)
        or _of_shortened_id(library, text)
    )


def _without_query(text: str) -> str:
    """An id without what follows `?` in a link, such as the key of a file; any other as it is."""
    written, _, query = text.partition("?")
    is_id = _ID.fullmatch(written) is not None
    return written if is_id and not query.startswith("by=") else text


def _place(library: Library, addresses: Iterable[str], key: str | None) -> Resolution | None:
    """The first conversation that exists."""
    for each in addresses:
        with suppress(UnknownConversation):
            return Resolution(str(library.conversation(each).address), key)
    return None


def _of_shortened_address(library: Library, text: str) -> Resolution | None:
    if not _KIND.match(text) or not (addresses := library.addresses_beginning(text)):
        return None
    if len(addresses) == 1:
        return _place(library, addresses, None)
    reason = tr("Several addresses begin with {text}; enter more of the address.", text=text)
    return Resolution(reason=reason)


def _of_whole_address(library: Library, text: str) -> Resolution | None:
    problem = why_no_order(text)
    if problem and resolve(library, text.rpartition("?")[0]).address:
        return Resolution(reason=problem)
    is_whole = is_address(text) or text.startswith(_URI) or _names_kind(library, text)
    return Resolution(reason=_not_here()) if is_whole else None


def _of_shortened_id(library: Library, text: str) -> Resolution:
    begun = _BEGUN.fullmatch(text)
    if begun is None:
        return Resolution()
    ids = library.ids_beginning(text)
    if len(ids) > 1:
        reason = tr("Several ids begin with {text}; enter more of the id.", text=text)
        return Resolution(reason=reason)
    for each in ids:
        key = None if names_feed(each) else each
        if found := _place(library, [each, *library.conversations_of(each)], key):
            return found
    # Without the sign of messages it can be a name or a word.
    return Resolution(reason=_no_such_id(text) if begun["message"] else "")


def _not_here() -> str:
    return tr(
        "Nothing with that address is known here. Check it, or import the archive"
        " that it comes from."
    )


def _no_such_id(text: str) -> str:
    return tr(
        "No known id begins with {text}. Check it, or import the archive that it comes from.",
        text=text,
    )
