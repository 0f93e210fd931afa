"""Keys: the ids of messages, feeds and blobs, and the computation of a message's id."""

import re
from base64 import b64decode, b64encode
from binascii import b2a_base64
from functools import lru_cache
from hashlib import sha256
from typing import TypeGuard

from tanglescope.engine.message.canonical import low_bytes

# 32 bytes in canonical base64: the unused bits of the last digit are zero.
_HASH = "[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]="
_MESSAGE_ID = re.compile(rf"%{_HASH}\.sha256", re.ASCII)
_FEED_ID = re.compile(rf"@{_HASH}\.ed25519", re.ASCII)
_MESSAGE_ID_LENGTH = len("%.sha256") + 44
_FEED_ID_LENGTH = len("@.ed25519") + 44
_BLOB_ID = re.compile(rf"&{_HASH}\.sha256", re.ASCII)


def is_message_id(name: object) -> TypeGuard[str]:
    """Whether `name` is the well-formed key of a classic message, `%...=.sha256`."""
    return isinstance(name, str) and len(name) == _MESSAGE_ID_LENGTH and _is_message_id(name)


def is_feed_id(name: object) -> TypeGuard[str]:
    """Whether `name` is a well-formed feed id that can sign, `@...=.ed25519`."""
    return isinstance(name, str) and len(name) == _FEED_ID_LENGTH and _is_feed_id(name)


def is_blob_id(name: object) -> TypeGuard[str]:
    """Whether `name` is a well-formed blob id, `&...=.sha256`."""
    return isinstance(name, str) and _BLOB_ID.fullmatch(name) is not None


def message_id(text: bytes) -> str:
    """The key of the message whose canonical text, signature included, is `text` (UTF-8).

    SSB hashes the low byte of every UTF-16 unit, not the UTF-8 bytes.
    """
    data = text if text.isascii() else low_bytes(text.decode())
    return f"%{b2a_base64(sha256(data).digest())[:-1].decode()}.sha256"


def decode_base64(text: object) -> bytes:
    """The bytes of a text in strict base64; none of anything else."""
    try:
        return b64decode(text, validate=True) if isinstance(text, str) else b""
    except ValueError:
        return b""


def feed_id(public: bytes) -> str:
    """The feed of an Ed25519 key of 32 bytes."""
    return f"@{b64encode(public).decode()}.ed25519"


# Archives hold many messages of few feeds, and links to a message are checked repeatedly.
@lru_cache(maxsize=1 << 12)
def _is_message_id(name: str) -> bool:
    return _MESSAGE_ID.fullmatch(name) is not None


@lru_cache(maxsize=1 << 12)
def _is_feed_id(name: str) -> bool:
    return _FEED_ID.fullmatch(name) is not None


@lru_cache(maxsize=1 << 12)
def public_key(feed: str) -> bytes:
    """The 32 bytes of the Ed25519 key in a well-formed feed id."""
    return b64decode(feed[1:45])
