"""Encrypt private messages for samples, according to the specifications.

The engine only decrypts.
"""

import base64
import hashlib
import hmac
import struct

from nacl.bindings import (
    crypto_scalarmult,
    crypto_scalarmult_base,
    crypto_secretbox,
    crypto_sign_ed25519_pk_to_curve25519,
)


def box1(text: bytes, recipients: list[str], one_time: bytes = b"\7" * 32) -> str:
    """Encrypt by private-box: a slot for each recipient, all with the same nonce."""
    nonce, key = b"\1" * 24, b"\2" * 32
    slots = []
    for feed in recipients:
        public = crypto_sign_ed25519_pk_to_curve25519(base64.b64decode(feed[1:45]))
        shared = crypto_scalarmult(one_time, public)
        slots.append(crypto_secretbox(bytes([len(recipients)]) + key, nonce, shared))
    body = crypto_secretbox(text, nonce, key)
    sealed = nonce + crypto_scalarmult_base(one_time) + b"".join(slots) + body
    return base64.b64encode(sealed).decode() + ".box"


def box2(
    text: bytes, author: str, previous: str | None, recipients: list[tuple[bytes, bytes]]
) -> str:
    """Encrypt an envelope for pairs of key and scheme."""
    feed = b"\0\0" + base64.b64decode(author[1:45])
    before = b"\1\0" + (base64.b64decode(previous[1:45]) if previous else bytes(32))

    def derive(key: bytes, *labels: bytes) -> bytes:
        items = (b"envelope", feed, before, *labels)
        info = b"".join(struct.pack("<H", len(item)) + item for item in items)
        return hmac.digest(key, info + b"\1", hashlib.sha256)

    message_key = b"\3" * 32
    read_key = derive(message_key, b"read_key")
    start = 32 + 32 * len(recipients)
    header = struct.pack("<H", start).ljust(16, b"\0")
    sealed = crypto_secretbox(header, bytes(24), derive(read_key, b"header_key"))
    for key, scheme in recipients:
        slot = derive(key, b"slot_key", scheme)
        sealed += bytes(a ^ b for a, b in zip(slot, message_key, strict=True))
    sealed += crypto_secretbox(text, bytes(24), derive(read_key, b"body_key"))
    return base64.b64encode(sealed).decode() + ".box2"
