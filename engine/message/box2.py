"""Private messages of the second kind, `base64(...).box2`: for groups and for single people.

    header[32]  slot[32] * n  body

After the envelope and private-group specifications (2020): every key is derived from the one before
it, the author and the previous message, so that an envelope can't be reused elsewhere. The key
schemes are: a group, oneself, and two people (converted Ed25519 keys).
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from nacl.bindings import (
    crypto_scalarmult,
    crypto_secretbox_open,
    crypto_sign_ed25519_pk_to_curve25519,
)
from nacl.exceptions import CryptoError

from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.keys import public_key
from tanglescope.engine.message.uris import Identifier, code_of, identifier

_BOX = 32
_MOST_SLOTS = 16
_NO_NONCE = bytes(24)  # every key is used once
_FEED = b"\x00\x00"
_EXCHANGE_KEY = b"\x03\x00"
_DM_SALT = hashlib.sha256(b"envelope-dm-v1-extract-salt").digest()


class Scheme(Enum):
    """The purpose of a shared key; the value goes into the keys derived from it."""

    GROUP = b"envelope-large-symmetric-group"
    SELF = b"envelope-symmetric-key-for-self"
    DIRECT = b"envelope-id-based-dm-converted-ed25519"
    LEAVES = b"envelope-id-based-metafeed-announced-curve25519"
    """Two subfeeds of two metafeeds."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that may open envelopes."""

    key: bytes = field(repr=False)
    scheme: Scheme

    @property
    def slots(self) -> int:
        """The number of slots to try: groups use the first one."""
        return 1 if self.scheme is Scheme.GROUP else _MOST_SLOTS


def open_with(
    ciphertext: bytes, author: str, previous: str | None, keys: Iterable[Key]
) -> bytes | None:
    """The text of a message of `author` after `previous`; None if none of `keys` opens it."""
    if (place := _place_of(author, previous)) is None:
        return None
    slots = min(_MOST_SLOTS, len(ciphertext) // _BOX - 2)
    for key in keys:
        slot_key = _derive(key.key, place, b"slot_key", key.scheme.value)
        for number in range(min(key.slots, slots)):
            slot = ciphertext[_BOX * (number + 1) : _BOX * (number + 2)]
            message_key = bytes(a ^ b for a, b in zip(slot, slot_key, strict=True))
            text = _open_envelope(ciphertext, place, _derive(message_key, place, b"read_key"))
            if text is not None:
                return text
    return None


def _place_of(author: str, previous: str | None) -> tuple[bytes, bytes] | None:
    """The position that an envelope is bound to: its author and the message before it, in BFE.

    For the first message of a feed, the message before it is an id of the same format of all zeros.
    """
    feed, message = identifier(author), identifier(previous or "")
    author_code = None if feed is None else code_of(feed)
    if feed is None or author_code is None:
        return None
    if previous is None:
        return author_code, code_of(Identifier("message", feed.format, bytes(32))) or b""
    code = None if message is None else code_of(message)
    return None if code is None else (author_code, code)


def direct_key(me: Identity, other: str) -> Key | None:
    """The key that `me` shares with the feed `other`; None for an invalid key."""
    try:
        theirs = crypto_sign_ed25519_pk_to_curve25519(public_key(other))
        shared = crypto_scalarmult(me.exchange_secret, theirs)
    except CryptoError:
        return None
    both = sorted(
        _EXCHANGE_KEY + exchange + _FEED + public_key(feed)
        for exchange, feed in ((me.exchange_public, me.feed), (theirs, other))
    )
    extracted = hmac.digest(_DM_SALT, shared, hashlib.sha256)
    return Key(_expand(extracted, _encode_list(b"envelope-ssb-dm-v1/key", *both)), Scheme.DIRECT)


def _open_envelope(ciphertext: bytes, place: tuple[bytes, bytes], read_key: bytes) -> bytes | None:
    try:
        header_key = _derive(read_key, place, b"header_key")
        header = crypto_secretbox_open(ciphertext[:_BOX], _NO_NONCE, header_key)
        (body,) = struct.unpack_from("<H", header)
        body_key = _derive(read_key, place, b"body_key")
        return crypto_secretbox_open(ciphertext[body:], _NO_NONCE, body_key)
    except CryptoError:
        return None


def _derive(key: bytes, place: tuple[bytes, bytes], *labels: bytes) -> bytes:
    return _expand(key, _encode_list(b"envelope", *place, *labels))


def _expand(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand of RFC 5869 with SHA-256, the first 32 bytes."""
    return hmac.digest(key, info + b"\x01", hashlib.sha256)


def _encode_list(*items: bytes) -> bytes:
    """Shallow length-prefixed encoding of a list."""
    return b"".join(struct.pack("<H", len(item)) + item for item in items)
