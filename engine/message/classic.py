"""Classic messages: the rules that a message can break by itself, in ssb-validate's order.

The rules are those of ssb-validate 4.1.4 (`checkInvalid`), including the looseness of JavaScript
where that lets messages pass; the rules of a feed's chain are in `engine.message.chain`. If
ssb-classic 1.1.0 refuses a message that ssb-validate accepts, the verdict is valid and names the
rule.
"""

import hashlib
import hmac
import re
from binascii import a2b_base64, b2a_base64
from math import isfinite
from typing import Any, NamedTuple

from tanglescope.engine.message.canonical import TextTooLarge, canonical, utf16_length
from tanglescope.engine.message.keys import is_feed_id, is_message_id, message_id, public_key
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.signatures import SIGNATURE_BYTES, is_signed
from tanglescope.engine.message.verdict import (
    UNVERIFIED,
    VALID,
    Rule,
    ValidationStatus,
    Verdict,
    invalid,
)

LONGEST_MESSAGE = 8192
"""UTF-16 units of the canonical text, signature included."""

_LAST_SEQUENCE = 2**31 - 1

_KEYS = (
    ["previous", "sequence", "author", "timestamp", "hash", "content", "signature"],
    ["previous", "author", "sequence", "timestamp", "hash", "content", "signature"],
)
_SIGNATURE_DIGITS = 88
# They hold 64 bytes and may have two more, which the original programs accept.
_SIGNATURE = re.compile(
    r"[A-Za-z0-9+/]{85}(?:[AQgw]==|[A-Za-z0-9+/](?:[AEIMQUYcgkosw048]=|[A-Za-z0-9+/]{2}))"
    r"\.sig\.ed25519",
    re.ASCII,
)
_SIGNATURE_LEAD = b',\n  "signature": "'
_SIGNATURE_END = b'==.sig.ed25519"\n}'
"""How a text ends whose signature has 64 bytes."""

_SIGNATURE_LINE = len(_SIGNATURE_LEAD) + _SIGNATURE_DIGITS + len('.sig.ed25519"\n}')

# Canonical base64 in a multiple of four digits: unused bits are zero.
_BASE64 = re.compile(r"[A-Za-z0-9+/]*+(?:(?<=[AQgw])==|(?<=[AEIMQUYcgkosw048])=)?", re.ASCII)
_LINE_BREAK = re.compile("[\n\r\u2028\u2029]")

_NUMBERS = (int, float)
"""The types of numbers that parsers make; `bool`, to Python an integer, is none of them."""


class SignatureClaim(NamedTuple):
    """A signature to verify, and who is said to have signed what."""

    text: bytes
    signature: bytes
    public: bytes

    def holds(self) -> bool:
        """Whether the signature is valid."""
        return is_signed(*self)


class ValidationResult(NamedTuple):
    """The result of validating a value: a message, or the rule that it breaks.

    `computed` is the key that its text hashes to, None only if it has no canonical text. While
    there is a `claim`, everything else depends on whether it holds; see `without_claim`.
    """

    message: Message | None
    computed: str | None
    verdict: Verdict
    claim: SignatureClaim | None = None

    def without_claim(self) -> "ValidationResult":
        """The result after its claim was verified; it has no claim any more."""
        if self.claim is None:
            return self
        if self.claim.holds():
            return self._replace(claim=None)
        return ValidationResult(None, self.computed, invalid(Rule.SIGNATURE))


def examine(value: object, hmac_key: bytes | None = None) -> ValidationResult:
    """Validate the parsed `value` of a message by everything except its feed.

    `hmac_key` (32 bytes) is that of the network the message was signed for, if it has one.
    """
    return examine_unsigned(value, hmac_key).without_claim()


def examine_unsigned(value: object, hmac_key: bytes | None = None) -> ValidationResult:
    """Validate a `value` by everything except its signature, which is verified later."""
    try:
        text = canonical(value)
    except TextTooLarge:
        return ValidationResult(
            None, None, invalid(Rule.SIZE if isinstance(value, dict) else Rule.SHAPE)
        )
    computed = message_id(text)
    if not isinstance(value, dict):
        return ValidationResult(None, computed, invalid(Rule.SHAPE))
    rule = broken_rule(value, text)
    if rule is not None:
        return ValidationResult(None, computed, invalid(rule))
    claim = claim_of(value, text, hmac_key)
    return ValidationResult(_message(value, computed, text), computed, _valid(value), claim)


def examine_lossy(value: object, key: str, hmac_key: bytes | None = None) -> ValidationResult:
    """Validate a `value` that lost characters, so that only its claimed `key` names it.

    Everything but the signature is checked; at best the verdict is `UNVERIFIED`. A value with a
    valid signature has lost nothing, so then the key is false. It is also false if the value names
    it, because a text can't contain its own hash.
    """
    examined = examine_unsigned(value, hmac_key)
    if examined.message is None or examined.claim is None:
        return examined
    if not is_message_id(key) or key.encode() in examined.message.text:
        return ValidationResult(None, examined.computed, invalid(Rule.ID))
    if examined.claim.holds():
        return ValidationResult(examined.message, examined.computed, invalid(Rule.ID))
    return ValidationResult(examined.message._replace(key=key), examined.computed, UNVERIFIED)


def broken_rule(value: dict[str, Any], text: bytes) -> Rule | None:
    """The first rule that `value` with its canonical `text` breaks, except the signature."""
    rule = _broken_by_signer(value) or _broken_by_place(value) or _broken_by_shape(value)
    if rule is not None:
        return rule
    # Every UTF-16 unit takes at least one byte of UTF-8.
    if len(text) > LONGEST_MESSAGE and utf16_length(text.decode()) > LONGEST_MESSAGE:
        return Rule.SIZE
    return None if _has_type(value["content"]) else Rule.TYPE


def claim_of(value: dict[str, Any], text: bytes, hmac_key: bytes | None = None) -> SignatureClaim:
    """The claim that the author of a well-formed `value` has signed its canonical `text`."""
    # The signature is the last key, so the signed text is the text without its line.
    signed = text[:-_SIGNATURE_LINE] + b"\n}"
    if hmac_key is not None:
        signed = hmac.digest(hmac_key, signed, hashlib.sha512)[:32]
    signature = a2b_base64(value["signature"][:_SIGNATURE_DIGITS])[:SIGNATURE_BYTES]
    return SignatureClaim(signed, signature, public_key(value["author"]))


def shorter(message: Message) -> Message | None:
    """The same message without the bytes after its signature; None if there are none.

    Anyone can add them to a message, or take them away: they aren't signed, but change its key.
    """
    text = message.text
    start = len(text) - _SIGNATURE_LINE
    if text.endswith(_SIGNATURE_END) or not text.startswith(_SIGNATURE_LEAD, start):
        return None
    begun = start + len(_SIGNATURE_LEAD)
    digits = text[begun : begun + _SIGNATURE_DIGITS]
    whole = b2a_base64(a2b_base64(digits)[:SIGNATURE_BYTES], newline=False)
    text = text[:begun] + whole + text[begun + _SIGNATURE_DIGITS :]
    return message._replace(key=message_id(text), text=text)


def _broken_by_signer(value: dict[str, Any]) -> Rule | None:
    if not is_feed_id(value.get("author")):
        return Rule.AUTHOR
    signature = value.get("signature")
    if not isinstance(signature, str) or not _SIGNATURE.fullmatch(signature):
        return Rule.SIGNATURE_FORM
    return None


def _broken_by_place(value: dict[str, Any]) -> Rule | None:
    """The rules of the chain that a message can break regardless of its feed."""
    if value.get("previous", "") is None:
        if not _is_number(value.get("sequence")) or value["sequence"] != 1:
            return Rule.PREVIOUS
        return None if _is_number(value.get("timestamp")) else Rule.TIMESTAMP
    if value.get("sequence") == 1 or not is_message_id(_link(value.get("previous"))):
        return Rule.PREVIOUS
    return None


def _broken_by_shape(value: dict[str, Any]) -> Rule | None:
    if list(value) not in _KEYS:
        return Rule.ORDER
    if not _is_sequence(value["sequence"]):
        return Rule.SEQUENCE
    content = value["content"]
    if isinstance(content, str):
        if not _is_box(content):
            return Rule.BOX
    elif not isinstance(content, dict | list):
        return Rule.CONTENT
    return None if value["hash"] == "sha256" else Rule.HASH


def _is_box(content: str) -> bool:
    digits, suffix, rest = content.partition(".box")
    return (
        bool(suffix)
        and len(digits) % 4 == 0
        and _BASE64.fullmatch(digits) is not None
        and _LINE_BREAK.search(rest) is None
    )


def _is_number(value: object) -> bool:
    return type(value) in _NUMBERS


def _is_sequence(number: Any) -> bool:
    return type(number) in _NUMBERS and 1 <= number <= _LAST_SEQUENCE and number == int(number)


def _link(previous: object) -> object:
    # ssb-validate compares with `!=`; in JavaScript, a list of one text equals the text.
    while isinstance(previous, list) and len(previous) == 1:
        previous = previous[0]
    return previous


def _has_type(content: object) -> bool:
    if isinstance(content, str):
        return True
    kind = content.get("type") if isinstance(content, dict) else None
    return isinstance(kind, str) and 3 <= utf16_length(kind) <= 52


def _valid(value: dict[str, Any]) -> Verdict:
    """The verdict valid, with the rule by which only ssb-classic refuses the message, if any."""
    if isinstance(value["previous"], list):
        return Verdict(ValidationStatus.VALID, Rule.PREVIOUS)
    if not _is_number(value["timestamp"]):
        return Verdict(ValidationStatus.VALID, Rule.TIMESTAMP)
    content = value["content"]
    if isinstance(content, str) and not content.endswith((".box", ".box2")):
        return Verdict(ValidationStatus.VALID, Rule.BOX)
    return VALID


def _message(value: dict[str, Any], key: str, text: bytes) -> Message:
    previous, asserted = _link(value["previous"]), value["timestamp"]
    return Message(
        key,
        value["author"],
        int(value["sequence"]),
        previous if isinstance(previous, str) else None,
        float(asserted) if _is_number(asserted) and isfinite(asserted) else None,
        value["content"],
        text,
    )
