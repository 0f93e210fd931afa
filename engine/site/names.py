"""Names of files and anchors that depend on a text and hold nothing of it."""

from hashlib import sha256

_DIGITS = 20


def hashed(text: str) -> str:
    """The beginning of a hash of a text, which may be any."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
