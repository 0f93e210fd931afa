"""Compose messages for signing, with a preview of exactly what will be signed.

unsigned = UnsignedMessage(feed, 3, previous, asserted, content)
unsigned.text                           exactly what the signature will cover
unsigned.length                         with the signature, as it counts for the limit
unsigned.fingerprint                    finds the message in a log once it is signed
sign(unsigned, identity)                a value that `engine.message.classic` accepts
"""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.message.canonical import TextTooLarge, canonical, utf16_length
from tanglescope.engine.message.classic import LONGEST_MESSAGE, broken_rule
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.message import Content
from tanglescope.engine.message.verdict import Rule, invalid, reason

_PLACEHOLDER = b64encode(bytes(64)).decode() + ".sig.ed25519"


class NotSignable(TanglescopeError):
    """A message that wasn't signed, because other programs wouldn't accept it."""


class MessageTooLong(NotSignable):
    """The message exceeds the limit of every SSB program.

    `length` is None if it is far too long.
    """

    def __init__(self, length: int | None) -> None:
        if length is None:
            text = tr(
                "This message is too long: with its links and its signature it would be far "
                "longer than {most:,} characters, the limit. Split it into two messages.",
                most=LONGEST_MESSAGE,
            )
        else:
            text = plural(
                "This message is too long by {n:,} characters: with its links and its "
                "signature it would have {length:,}, and the limit is {most:,}. Split it into "
                "two messages.",
                "This message is too long by {n:,} character: with its links and its "
                "signature it would have {length:,}, and the limit is {most:,}. Split it into "
                "two messages.",
                length - LONGEST_MESSAGE,
                length=length,
                most=LONGEST_MESSAGE,
            )
        super().__init__(text)
        self.length = length


@dataclass(frozen=True, slots=True)
class UnsignedMessage:
    """A message with its position in a feed, complete except for the signature.

    `asserted` is in milliseconds since 1970.
    """

    author: str
    sequence: int
    previous: str | None
    asserted: int
    content: Content

    @property
    def value(self) -> dict[str, Any]:
        """The message without its signature, its fields in the order in which they are signed."""
        return {
            "previous": self.previous,
            "sequence": self.sequence,
            "author": self.author,
            "timestamp": self.asserted,
            "hash": "sha256",
            "content": self.content,
        }

    @property
    def text(self) -> str:
        """The text that is signed. Raises `MessageTooLong` if far too long."""
        return _canonical(self.value).decode()

    @property
    def length(self) -> int:
        """Its UTF-16 units with the signature. Raises `MessageTooLong` like `text`."""
        return utf16_length(_canonical({**self.value, "signature": _PLACEHOLDER}).decode())

    @property
    def fingerprint(self) -> str:
        """Its sequence and a hash of its text. Raises `MessageTooLong` like `text`."""
        return fingerprint(self.value)

    def check(self) -> None:
        """Raise `MessageTooLong` or `NotSignable` if other programs wouldn't accept it."""
        value = {**self.value, "signature": _PLACEHOLDER}
        rule = broken_rule(value, _canonical(value))
        if rule is Rule.SIZE:
            raise MessageTooLong(self.length)
        if rule is not None:
            raise NotSignable(
                tr("This message can't be published. {reason}.", reason=reason(invalid(rule)))
            )


def sign(unsigned: UnsignedMessage, identity: Identity) -> dict[str, Any]:
    """The message with the signature of its author.

    Raises `MessageTooLong` or `NotSignable` if other programs wouldn't accept it.
    """
    if unsigned.author != identity.feed:
        raise NotSignable(
            tr(
                "This message is by {author}; {feed} can't sign it.",
                author=unsigned.author,
                feed=identity.feed,
            )
        )
    unsigned.check()
    signature = b64encode(identity.sign(_canonical(unsigned.value))).decode()
    return {**unsigned.value, "signature": f"{signature}.sig.ed25519"}


def fingerprint(value: dict[str, Any]) -> str:
    """The fingerprint of a message with or without its signature. Raises `MessageTooLong`."""
    signed = {name: part for name, part in value.items() if name != "signature"}
    return f"{value['sequence']} {hashlib.sha256(_canonical(signed)).hexdigest()}"


def _canonical(value: object) -> bytes:
    try:
        return canonical(value)
    except TextTooLarge:
        raise MessageTooLong(None) from None
