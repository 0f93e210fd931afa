"""Binary field encodings (BFE): values of JSON inside bencode, as ssb-bfe 3 writes and reads them.

Integers, lists and dictionaries stay what they are. Everything else becomes bytes that begin with
two for the kind and the format. A text that looks like an id is encoded as one. Arbitrary bytes are
what JavaScript makes of a buffer in JSON: `{"type": "Buffer", "data": [...]}`.
"""

from typing import Any

from engine.message.bencode import LARGEST, Value
from engine.message.uris import BY_CODE, Identifier, code_of, identifier

_STRING, _BOOLEAN, _NIL, _BYTES = b"\x06\x00", b"\x06\x01", b"\x06\x02", b"\x06\x03"
_BOOLEANS = {_BOOLEAN + b"\x00": False, _BOOLEAN + b"\x01": True}
_BUFFER = {"type", "data"}
DEEPEST = 200
"""Levels of nesting up to which a value is encoded."""


class NotBFE(ValueError):
    """A value that has no such encoding, or bytes that are none."""


def encode(value: object, depth: int = 0) -> Value:
    """A value of JSON as bencode can hold it. Raises `NotBFE`."""
    if depth > DEEPEST:
        raise NotBFE(f"nested deeper than {DEEPEST} levels")
    if isinstance(value, str):
        return encode_text(value)
    if value is None:
        return _NIL
    if isinstance(value, bool):
        return _BOOLEAN + bytes([value])
    if isinstance(value, int | float):
        if (isinstance(value, float) and not value.is_integer()) or abs(value) > LARGEST:
            raise NotBFE(f"{value} is no whole number that JavaScript can hold")
        return int(value)
    if isinstance(value, list):
        return [encode(item, depth + 1) for item in value]
    if isinstance(value, dict):
        if (data := buffer_in(value)) is not None:
            return _BYTES + data
        return {key: encode(item, depth + 1) for key, item in value.items()}
    raise NotBFE(f"a {type(value).__name__} has no encoding")


def encode_text(text: str) -> bytes:
    """A text, encoded as the id that it looks like, else as text."""
    if text.startswith(("ssb:", "@", "%", "&")) or text.endswith((".box", ".box2", ".sig.ed25519")):
        found = identifier(text)
        if found is not None and (code := code_of(found)) is not None and _is_known(found):
            return code
    try:
        return _STRING + text.encode()
    except UnicodeEncodeError:
        raise NotBFE("half a character") from None


def decode(value: Value) -> Any:
    """A value of JSON out of bencode. Raises `NotBFE`."""
    if isinstance(value, bytes):
        return _decode_bytes(value)
    if isinstance(value, list):
        return [decode(item) for item in value]
    if isinstance(value, dict):
        return {key: decode(item) for key, item in value.items()}
    return value


def as_buffer(data: bytes) -> dict[str, Any]:
    """Bytes as JavaScript writes a buffer in JSON."""
    return {"type": "Buffer", "data": list(data)}


def buffer_in(value: object) -> bytes | None:
    """The bytes in what JavaScript writes for a buffer in JSON; None where it is none."""
    if not isinstance(value, dict) or value.keys() != _BUFFER or value["type"] != "Buffer":
        return None
    data = value["data"]
    if not isinstance(data, list) or any(type(byte) is not int for byte in data):
        return None
    return bytes(data) if all(0 <= byte < 256 for byte in data) else None


def _is_known(found: Identifier) -> bool:
    return found.kind != "identity" or found.format in ("po-box", "group")


def _decode_bytes(value: bytes) -> Any:
    code, data = value[:2], value[2:]
    if code == _STRING:
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise NotBFE("a text is no UTF-8") from None
    if code == _BYTES:
        return as_buffer(data)
    if value == _NIL:
        return None
    if value in _BOOLEANS:
        return _BOOLEANS[value]
    known = BY_CODE.get(code)
    if known is None or (known.size is not None and len(data) != known.size):
        raise NotBFE(f"{code.hex()} with {len(data)} bytes is no known encoding")
    return str(Identifier(known.kind, known.name, data))
