"""Signatures of Ed25519, verified by libsodium."""

from nacl.bindings import crypto_sign_BYTES, crypto_sign_open
from nacl.exceptions import CryptoError

SIGNATURE_BYTES: int = crypto_sign_BYTES


def is_signed(text: bytes, signature: bytes, public: bytes) -> bool:
    """Whether a signature is that of a key over a text; neither need be well-formed."""
    if len(signature) != SIGNATURE_BYTES:
        return False
    try:
        crypto_sign_open(signature + text, public)
    except (CryptoError, ValueError):
        return False
    return True
