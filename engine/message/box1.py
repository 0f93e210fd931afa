"""Private messages of the first kind: `base64(...).box`, for up to seven recipients.

    nonce[24]  oneTimePublic[32]  slot[49] * n  body        slot, body: crypto_secretbox, same nonce
    slot := secretbox(count[1] key[32])                     body := secretbox(JSON) under key

Whom a message is for is not said: one tries to open the slots. After private-box 0.3.
"""

from base64 import b64decode

from nacl.bindings import crypto_scalarmult, crypto_secretbox_open
from nacl.exceptions import CryptoError

_NONCE = 24
_SLOTS_START = 56
_SLOT = 49
_MOST_RECIPIENTS = 8
_TAG = 16


def open_for(ciphertext: bytes, exchange_secret: bytes) -> bytes | None:
    """The text of a message for the owner of `exchange_secret`; None if it is for others."""
    key = body_key(ciphertext, exchange_secret)
    return None if key is None else open_with(ciphertext, key)


def body_key(ciphertext: bytes, exchange_secret: bytes) -> bytes | None:
    """The 33 bytes, count and key, that open this message alone: what `?unbox=` holds."""
    if len(ciphertext) < _SLOTS_START:
        return None  # libsodium would read on behind the end
    nonce, one_time_public = ciphertext[:_NONCE], ciphertext[_NONCE:_SLOTS_START]
    try:
        shared = crypto_scalarmult(exchange_secret, one_time_public)
    except CryptoError:
        return None
    for number in range(_MOST_RECIPIENTS):
        start = _SLOTS_START + _SLOT * number
        if start + _SLOT > len(ciphertext) - _TAG:
            return None
        if (key := _opened(ciphertext[start : start + _SLOT], nonce, shared)) is not None:
            return key
    return None


def open_with(ciphertext: bytes, key: bytes) -> bytes | None:
    """The text of a message of which the 33 bytes that open its body are known."""
    if len(key) != 1 + 32:
        return None
    return _opened(ciphertext[_SLOTS_START + _SLOT * key[0] :], ciphertext[:_NONCE], key[1:])


def _opened(box: bytes, nonce: bytes, key: bytes) -> bytes | None:
    try:
        return crypto_secretbox_open(box, nonce, key)
    except CryptoError:
        return None


def ciphertext_of(content: str) -> bytes | None:
    """The bytes of an encrypted content, whatever suffix it has; None if it holds none."""
    try:
        return b64decode(content.partition(".box")[0], validate=True)
    except ValueError:
        return None
