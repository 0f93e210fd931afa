"""Addresses: how conversations are named, in the window, on the command line and in links.

The long form is `kind:subject`; some kinds have a shorter one, such as the key of a thread's root.
`?by=ORDER` after either form selects an order other than the conversation's own. An address that
itself ends so, such as that of a graph with a strange name, has an empty `?by=` after it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.orders.named import is_order, known_orders

_BY = "?by="
_ESCAPED = re.compile(r"\\(?:[\\nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4})")


@dataclass(frozen=True, slots=True)
class Address:
    """The name of a conversation: its kind and its subject.

    `short` is the short form, if it has one; `by` is the order to read it in, None for its own.
    """

    kind: str
    subject: str
    short: str | None = None
    by: str | None = None

    @property
    def long(self) -> str:
        """The address with its kind as prefix."""
        return f"{self.kind}:{self.subject}"

    def __str__(self) -> str:
        written = self.long if self.short is None else self.short
        if _ends_in_order(written):
            written += _BY
        return written if self.by is None else f"{written}{_BY}{self.by}"

    def in_order_by(self, by: str | None) -> Self:
        """The address of the same conversation in another order, or in its own."""
        return replace(self, by=by)


def split_order(text: str) -> tuple[str, str | None]:
    """An address without its order, and the order that it selects."""
    written, found, by = text.rpartition(_BY)
    return (written, by) if found and is_order(by) else (text, None)


def meanings(text: str) -> Iterator[tuple[str, str | None]]:
    """What an address can mean: the name of a conversation, and the order that is selected.

    An address with an order can also be a name as a whole, and it can be in its `printable` form.
    """
    plain = _ESCAPED.sub(lambda found: found[0].encode("ascii").decode("unicode_escape"), text)
    for each in dict.fromkeys((text, plain)):
        written, by = split_order(each)
        yield written.removesuffix(_BY), by
        if _ends_in_order(each):
            yield each, None


def printable(address: str) -> str:
    """An address on one line, with its invisible characters and backslashes escaped."""
    return "".join(
        each if each.isprintable() and each != "\\" else each.encode("unicode_escape").decode()
        for each in address
    )


def _ends_in_order(text: str) -> bool:
    _, found, by = text.rpartition(_BY)
    return bool(found) and (not by or is_order(by))


class UnknownConversation(TanglescopeError):
    """There is no conversation with that address."""

    exit_code = ExitCode.NOT_FOUND

    def __init__(self, address: str) -> None:
        super().__init__(
            why_no_order(address) or _unknown(address),
            at_command_line="`tanglescope conversations` lists the addresses that are known.",
        )


def _unknown(address: str) -> str:
    return tr(
        "No conversation with the address {address} is known here. Check it, or import the archive"
        " that it comes from.",
        address=address,
    )


def why_no_order(address: str) -> str:
    """What is wrong with the order that an address ends in; `""` if nothing is."""
    _, found, by = address.rpartition(_BY)
    if not found or is_order(by):
        return ""
    return tr(
        "No order is called “{by}”. An address may end in {end} and one of: {orders}.",
        by=by,
        end=_BY,
        orders=", ".join(known_orders()),
    )
