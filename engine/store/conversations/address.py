"""Addresses: how conversations are named, in the window, on the command line and in links.

The long form is `kind:subject`; some kinds have a shorter one, such as the key of a thread's root.
`?by=ORDER` after either form selects an order other than the conversation's own.
"""

from dataclasses import dataclass, replace
from typing import Self

from engine.errors import TanglescopeError
from engine.linear.orders.named import LINEARIZERS
from engine.wording import tr

_BY = "?by="


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
        return written if self.by is None else f"{written}{_BY}{self.by}"

    def ordered(self, by: str | None) -> Self:
        """The address of the same conversation in another order, or in its own."""
        return replace(self, by=by)


def split_order(text: str) -> tuple[str, str | None]:
    """An address without its order, and the order that it selects."""
    written, found, by = text.rpartition(_BY)
    return (written, by) if found and by in LINEARIZERS else (text, None)


class UnknownConversation(TanglescopeError):
    """There is no conversation with that address."""

    def __init__(self, address: str) -> None:
        super().__init__(_unknown(address))


def _unknown(address: str) -> str:
    _, found, by = address.rpartition(_BY)
    if found and by not in LINEARIZERS:
        return tr(
            "No order is called “{by}”. An address may end in {end} and one of: {orders}.",
            by=by,
            end=_BY,
            orders=", ".join(LINEARIZERS),
        )
    return tr(
        "No conversation with the address {address} is known here;"
        " `tanglescope conversations` lists those that are.",
        address=address,
    )
