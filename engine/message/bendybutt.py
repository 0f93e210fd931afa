"""Bendy Butt, the feed format of metafeeds: the rules that a message can break by itself.

After bendy-butt-spec, ssb-bendy-butt 1.0 and the rules for content of ssb-meta-feeds-spec:

    message := [[author, sequence, previous, timestamp, section], signature]    bencode of BFE
    section := [content, content signature] | ciphertext

A message is signed twice: the whole by the metafeed, and its content by the subfeed that it adds.
ssb-db2 stores JSON instead of bencode, from which the bytes can be derived again; so does this
program.
"""

import hashlib
import hmac
from typing import TYPE_CHECKING, Any

from tanglescope.engine.message import bencode, uris
from tanglescope.engine.message.canonical import canonical, parse
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.uris import Identifier, identifier
from tanglescope.engine.message.verdict import UNVERIFIED, VALID, Rule, invalid

if TYPE_CHECKING:
    from tanglescope.engine.message.classic import ValidationResult

NAME = "bendybutt-v1"
LONGEST_MESSAGE = 8192
"""Bytes of a message in bencode."""

ADDS = ("metafeed/add/derived", "metafeed/add/existing")
"""The types of messages that put a subfeed into a metafeed."""

_OF_METAFEEDS = frozenset({*ADDS, "metafeed/update", "metafeed/tombstone"})
_CONTENT_PREFIX = b"bendybutt"
_NONCE = 32
_FIELDS = {
    "author",
    "sequence",
    "previous",
    "timestamp",
    "signature",
    "content",
    "contentSignature",
}


def is_key(text: object) -> bool:
    """Whether this is the key of a Bendy Butt message, in its usual spelling."""
    return isinstance(text, str) and _id_of_kind(text, "message") == text


def is_feed(text: object) -> bool:
    """Whether this is the id of a Bendy Butt feed, in its usual spelling."""
    return isinstance(text, str) and _id_of_kind(text, "feed") == text


def examine(
    value: dict[str, Any], hmac_key: bytes | None = None, lossy_key: str | None = None
) -> "ValidationResult":
    """Validate the parsed `value` of a message, in the form of ssb-db2, except for its feed.

    `lossy_key` is the key that the archive claims, if characters of the value were lost.
    """
    # Imported here, so that callers that only test ids don't load cryptography.
    from tanglescope.engine.message.classic import ValidationResult

    try:
        payload, signature = _bencode_parts(value)
        native = bencode.encode([payload, signature])
        shown = _as_json(payload, signature)
        text = canonical(shown)
    except (ValueError, RecursionError):
        return ValidationResult(None, None, invalid(Rule.SHAPE))
    computed = _key(native)
    # Only one JSON text encodes these bytes; any other one was changed.
    rule = Rule.SHAPE if shown != value else _broken_rule(value, native)
    if rule is None and not _is_signed(_bytes_of(value["author"]), signature, payload, hmac_key):
        if lossy_key not in (None, computed) and is_key(lossy_key):
            return ValidationResult(_message(value, str(lossy_key), text), computed, UNVERIFIED)
        rule = Rule.SIGNATURE
    rule = rule or _broken_by_content(value, _section(payload), hmac_key)
    if rule is not None:
        return ValidationResult(None, computed, invalid(rule))
    return ValidationResult(_message(value, computed, text), computed, VALID)


def key_of(text: bytes) -> str | None:
    """The key of the message whose canonical JSON is `text`; None if it isn't one."""
    try:
        value = parse(text)
        return _key(native(value)) if isinstance(value, dict) else None
    except (ValueError, RecursionError):
        return None


def native(value: dict[str, Any]) -> bytes:
    """The message in bencode, as it is hashed and sent. Raises `ValueError` if there is none."""
    return bencode.encode(list(_bencode_parts(value)))


def content_in(plaintext: bytes) -> dict[str, Any] | None:
    """The content in the decrypted section of a message; None if it has none.

    Content about metafeeds must be signed by the subfeed, so that no metafeed can claim the feeds
    of others.
    """
    try:
        section = uris.decode(bencode.decode(plaintext))
    except (ValueError, RecursionError):
        return None
    if not isinstance(section, list) or len(section) != 2 or not isinstance(section[0], dict):
        return None
    content, signature = section
    if not _is_about_metafeeds(content):
        return dict(content)
    value = {"content": content, "contentSignature": signature}
    try:
        rule = _broken_by_section(value) or _broken_by_content(value, uris.encode(section))
    except (ValueError, RecursionError):
        return None
    return None if rule else dict(content)


def _id_of_kind(text: str, kind: str) -> str | None:
    found = identifier(text)
    is_ours = found is not None and (found.kind, found.format) == (kind, NAME)
    return str(found) if is_ours else None


def _key(native: bytes) -> str:
    return str(Identifier("message", NAME, hashlib.sha256(native).digest()))


def _bencode_parts(value: dict[str, Any]) -> tuple[bencode.Value, bencode.Value]:
    """The payload and the signature, ready for bencode."""
    if value.keys() | {"contentSignature"} != _FIELDS:
        raise uris.NotBFE("fields are missing, or there are others")
    section = value["content"]
    if "contentSignature" in value:
        section = [section, value["contentSignature"]]
    fields = [value[name] for name in ("author", "sequence", "previous", "timestamp")]
    return uris.encode([*fields, section]), uris.encode(value["signature"])


def _as_json(payload: bencode.Value, signature: bencode.Value) -> dict[str, Any]:
    """The value in JSON, its fields in the order in which ssb-db2 writes them."""
    fields = uris.decode(payload)
    if not isinstance(fields, list) or len(fields) != 5:
        raise bencode.NotBencode("a payload is a list of five")
    author, sequence, previous, timestamp, section = fields
    shown = {
        "author": author,
        "sequence": sequence,
        "previous": previous,
        "timestamp": timestamp,
        "signature": uris.decode(signature),
    }
    if isinstance(section, str):
        return shown | {"content": section}
    if not isinstance(section, list) or len(section) != 2:
        raise bencode.NotBencode("content and its signature are a list of two")
    return shown | {"content": section[0], "contentSignature": section[1]}


def _broken_rule(value: dict[str, Any], native: bytes) -> Rule | None:
    """The first rule that the message breaks, except for signatures and the metafeed."""
    if len(native) > LONGEST_MESSAGE:
        return Rule.SIZE
    if not is_feed(value["author"]):
        return Rule.AUTHOR
    if not _is(value["signature"], "signature"):
        return Rule.SIGNATURE_FORM
    return _broken_by_place(value) or _broken_by_section(value)


def _broken_by_place(value: dict[str, Any]) -> Rule | None:
    sequence, previous = value["sequence"], value["previous"]
    if not _is_whole(sequence, 1):
        return Rule.SEQUENCE
    if not (previous is None if sequence == 1 else is_key(previous)):
        return Rule.PREVIOUS
    return None if _is_whole(value["timestamp"], 0) else Rule.TIMESTAMP


def _broken_by_section(value: dict[str, Any]) -> Rule | None:
    content = value["content"]
    is_open = isinstance(content, dict) and uris.buffer_in(content) is None
    if not is_open and not _is(content, "encrypted"):
        return Rule.CONTENT
    is_alone = not is_open and "contentSignature" not in value
    is_signed = is_alone or _is(value.get("contentSignature"), "signature")
    return None if is_signed else Rule.CONTENT_SIGNATURE


def _is_about_metafeeds(content: object) -> bool:
    kind = content.get("type") if isinstance(content, dict) else None
    return isinstance(kind, str) and kind in _OF_METAFEEDS


def _section(payload: bencode.Value) -> bencode.Value:
    assert isinstance(payload, list)
    return payload[4]


def _broken_by_content(
    value: dict[str, Any], section: bencode.Value, hmac_key: bytes | None = None
) -> Rule | None:
    """The first rule of metafeeds that the content breaks; other contents have no rules."""
    content = value["content"]
    if not _is_about_metafeeds(content):
        return None
    if not _is(content.get("subfeed"), "feed"):
        return Rule.SUBFEED
    if not is_feed(content.get("metafeed")):
        return Rule.METAFEED
    is_derived = content["type"] == "metafeed/add/derived"
    if is_derived and len(uris.buffer_in(content.get("nonce")) or b"") != _NONCE:
        return Rule.NONCE
    assert isinstance(section, list)
    subfeed = _bytes_of(content["subfeed"])
    is_signed = _is_signed(subfeed, section[1], section[0], hmac_key, _CONTENT_PREFIX)
    return None if is_signed else Rule.CONTENT_SIGNATURE


def _is(text: object, kind: str) -> bool:
    found = identifier(text) if isinstance(text, str) else None
    return found is not None and found.kind == kind


def _is_whole(number: object, least: int) -> bool:
    return type(number) is int and number >= least


def _bytes_of(text: str) -> bytes:
    found = identifier(text)
    assert found is not None
    return found.data


def _is_signed(
    public: bytes,
    signature: bencode.Value,
    signed: bencode.Value,
    hmac_key: bytes | None,
    prefix: bytes = b"",
) -> bool:
    """Whether a signature in BFE is that of an Ed25519 key over a value."""
    # Imported here, so that callers that only test ids don't load cryptography.
    from tanglescope.engine.message.signatures import is_signed

    assert isinstance(signature, bytes)
    text = prefix + bencode.encode(signed)
    if hmac_key is not None:
        text = hmac.digest(hmac_key, text, hashlib.sha512)[:32]
    return is_signed(text, signature[2:], public)


def _message(value: dict[str, Any], key: str, text: bytes) -> Message:
    return Message(
        key,
        value["author"],
        value["sequence"],
        value["previous"],
        float(value["timestamp"]),
        value["content"],
        text,
    )
