"""SSB URIs and binary field encodings (BFE): one table of all kinds of ids and their encodings.

The same message is `%...=.sha256` to older programs, `ssb:message/classic/...` to newer ones, and
34 bytes in binary formats: a byte for the kind, a byte for the format, the data. See ssb-uri-spec
and ssb-bfe-spec.
"""

import re
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from functools import lru_cache
from typing import Any, NamedTuple

from tanglescope.engine.message.bencode import LARGEST, Value


class Format(NamedTuple):
    """A format of one kind of id: its two bytes in BFE, and how ids of it are written.

    With a `suffix`, ids have a sigil, the data in base64, and the suffix; otherwise they are URIs.
    `size` is that of the data, None for any size.
    """

    kind: str
    name: str
    code: bytes
    size: int | None
    sigil: str = ""
    suffix: str = ""


FORMATS = (
    Format("feed", "classic", b"\x00\x00", 32, "@", ".ed25519"),
    Format("feed", "gabbygrove-v1", b"\x00\x01", 32),
    Format("feed", "bamboo", b"\x00\x02", 32),
    Format("feed", "bendybutt-v1", b"\x00\x03", 32),
    Format("feed", "buttwoo-v1", b"\x00\x04", 32),
    Format("feed", "indexed-v1", b"\x00\x05", 32),
    Format("message", "classic", b"\x01\x00", 32, "%", ".sha256"),
    Format("message", "gabbygrove-v1", b"\x01\x01", 32),
    Format("message", "cloaked", b"\x01\x02", 32, "%", ".cloaked"),
    Format("message", "bamboo", b"\x01\x03", 64),
    Format("message", "bendybutt-v1", b"\x01\x04", 32),
    Format("message", "buttwoo-v1", b"\x01\x05", 32),
    Format("message", "indexed-v1", b"\x01\x06", 32),
    Format("blob", "classic", b"\x02\x00", 32, "&", ".sha256"),
    Format("encryption-key", "box2-dm-dh", b"\x03\x00", 32),
    Format("encryption-key", "box2-pobox-dh", b"\x03\x01", 32),
    Format("signature", "msg-ed25519", b"\x04\x00", 64, "", ".sig.ed25519"),
    Format("encrypted", "box1", b"\x05\x00", None, "", ".box"),
    Format("encrypted", "box2", b"\x05\x01", None, "", ".box2"),
    Format("identity", "po-box", b"\x07\x00", 32),
    Format("identity", "group", b"\x07\x01", 32),
)
"""All formats of ids, signatures and ciphertexts in BFE."""

BY_CODE = {known.code: known for known in FORMATS}

_ALIASES = {"ed25519": "classic", "sha256": "classic"}
"""Older names of formats in URIs."""

_BY_NAME = {(known.kind, known.name): known for known in FORMATS}
_SIGILS = {(known.sigil, known.suffix): known for known in FORMATS if known.suffix}
_URI = re.compile(
    r"ssb:(?://)?(?P<kind>[a-z-]+)[:/](?P<format>[A-Za-z0-9.-]+)[:/](?P<data>[A-Za-z0-9_-]*={0,2})"
    r"(?:[:/?#].*)?",
    re.ASCII | re.DOTALL,
)
_SIGIL = re.compile(r"(?P<sigil>[@%&]?)(?P<data>[A-Za-z0-9+/]*={0,2})(?P<suffix>\..+)", re.ASCII)
_URL_SAFE = str.maketrans("+/", "-_")
_SIGIL_OF = {"feed": "@", "message": "%", "blob": "&"}
_VERSION = re.compile(r"-v[0-9]+", re.ASCII)
_SHOWN = 8
_ENTRY = re.compile(r"([0-9a-f]{9})(?:[0-9a-f]{55}|…)(:[0-9]+)")
"""An entry of a log: the key of its writer, and its number, which distinguishes it."""
_DIGITS = re.compile(
    r"[%&@$]?[\w+/=-]{40,}(?:\.[a-z0-9-]+)?|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    re.ASCII,
)
"""A digest, which has 40 digits in Git, a key, which has 43 or more, or a UUID."""
_LONGEST_NAME, _LONGEST_WRITER = 39, 80  # characters
_NO_URIS = frozenset({"signature", "encrypted"})
LONGEST = 2048
"""Characters up to which a text is looked at as an id."""


class Identifier(NamedTuple):
    """A parsed id: its kind (`feed`, `message`, ...), the name of its format, its data."""

    kind: str
    format: str
    data: bytes

    def __str__(self) -> str:
        """The id in its usual spelling: with a sigil if there is one."""
        known = _BY_NAME.get((self.kind, self.format))
        if known is not None and known.suffix:
            return f"{known.sigil}{b64encode(self.data).decode()}{known.suffix}"
        return f"ssb:{self.kind}/{self.format}/{urlsafe_b64encode(self.data).decode()}"

    @property
    def short(self) -> str:
        """The beginning of the id, enough to distinguish it from others, and its kind.

        For example `@dgZ3nr/T` for a classic feed, `@bendybutt/AZKgX4za`, `group/q7Muxyob`.
        """
        digits = b64encode(self.data).decode()[:_SHOWN]
        sigil = _SIGIL_OF.get(self.kind, "")
        if sigil and self.format == "classic":
            return sigil + digits
        name = _VERSION.sub("", self.format)
        return f"{sigil}{name}/{digits.translate(_URL_SAFE)}"


@lru_cache(maxsize=1 << 12)
def identifier(text: str) -> Identifier | None:
    """Parse an SSB URI or an id with a sigil; None if the text is neither.

    URIs of unknown formats are parsed, too: their data may have any size.
    """
    if len(text) > LONGEST:
        return None
    if found := _URI.fullmatch(text):
        name = _ALIASES.get(found["format"], found["format"])
        known = _BY_NAME.get((found["kind"], name))
        data = _decode_base64url(found["data"], None if known is None else known.size)
        return None if data is None else Identifier(found["kind"], name, data)
    if found := _SIGIL.fullmatch(text):
        known = _SIGILS.get((found["sigil"], found["suffix"]))
        if known is not None:
            data = _decode_base64url(found["data"].translate(_URL_SAFE), known.size)
            return None if data is None else Identifier(known.kind, known.name, data)
    return None


def usual(text: str) -> str:
    """An id in the spelling used for comparison; any other text is unchanged."""
    if not text.startswith("ssb:"):
        return text
    found = identifier(text)
    return str(found) if found is not None else text


def uri(text: str) -> str:
    """The SSB URI of an id; empty if the text isn't an id, or its format has no URIs."""
    found = identifier(text)
    if found is None or (found.kind, found.format) not in _BY_NAME or found.kind in _NO_URIS:
        return ""
    return f"ssb:{found.kind}/{found.format}/{urlsafe_b64encode(found.data).decode()}"


def code_of(identifier: Identifier) -> bytes | None:
    """An id in BFE; None if its format has no code in BFE."""
    known = _BY_NAME.get((identifier.kind, identifier.format))
    return None if known is None else known.code + identifier.data


def short_id(text: str) -> str:
    """The beginning of an id, readable and distinct for every kind; a name stays unchanged.

    Nodes of graphs have names such as `message-0012`, whose beginnings are all the same.
    """
    found = identifier(text)
    if found is not None and found.kind not in ("signature", "encrypted"):
        return found.short
    if entry := _ENTRY.fullmatch(text):
        return f"{entry[1]}…{entry[2]}"
    return text[: _SHOWN + 1 if _DIGITS.fullmatch(text) else _LONGEST_NAME]


def cut_id(text: str) -> str:
    """The beginning of an id, with an ellipsis if it was cut."""
    short = short_id(text)
    return short if short == text or "…" in short else f"{short}…"


def writer_name(writer: str) -> str:
    """The display name of a writer without a name: the beginning of its id, or its own text.

    The writers of graphs are names, not keys: addresses of committers or users of a room.
    """
    if identifier(writer) is not None or _DIGITS.fullmatch(writer):
        return short_id(writer)
    if len(writer) > _LONGEST_WRITER:
        return f"{writer[: _LONGEST_WRITER - 1]}…"
    return writer


def _decode_base64url(digits: str, size: int | None) -> bytes | None:
    """The bytes in canonical base64 of the URL alphabet."""
    try:
        data = urlsafe_b64decode(digits)
    except (Error, ValueError):
        return None
    if urlsafe_b64encode(data).decode() != digits:
        return None
    return data if size is None or len(data) == size else None


_STRING, _BOOLEAN, _NIL, _BYTES = b"\x06\x00", b"\x06\x01", b"\x06\x02", b"\x06\x03"
_BOOLEANS = {_BOOLEAN + b"\x00": False, _BOOLEAN + b"\x01": True}
_BUFFER = {"type", "data"}
DEEPEST = 200
"""Levels of nesting up to which a value is encoded."""


class NotBFE(ValueError):
    """A value that can't be encoded in BFE, or bytes that aren't BFE."""


def encode(value: object, depth: int = 0) -> Value:
    """Encode a JSON value for bencode. Raises `NotBFE`."""
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
            raise NotBFE(f"{value} isn't a whole number that JavaScript can hold")
        return int(value)
    if isinstance(value, list):
        return [encode(item, depth + 1) for item in value]
    if isinstance(value, dict):
        if (data := buffer_in(value)) is not None:
            return _BYTES + data
        return {key: encode(item, depth + 1) for key, item in value.items()}
    raise NotBFE(f"a {type(value).__name__} has no encoding")


def encode_text(text: str) -> bytes:
    """Encode a text, as an id if it looks like one."""
    if text.startswith(("ssb:", "@", "%", "&")) or text.endswith((".box", ".box2", ".sig.ed25519")):
        found = identifier(text)
        if found is not None and (code := code_of(found)) is not None:
            return code
    try:
        return _STRING + text.encode()
    except UnicodeEncodeError:
        raise NotBFE("half a character") from None


def decode(value: Value) -> Any:
    """Decode a JSON value from bencode. Raises `NotBFE`."""
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
    """The bytes of a buffer as JavaScript writes it in JSON; None for any other value."""
    if not isinstance(value, dict) or value.keys() != _BUFFER or value["type"] != "Buffer":
        return None
    data = value["data"]
    if not isinstance(data, list) or any(type(byte) is not int for byte in data):
        return None
    return bytes(data) if all(0 <= byte < 256 for byte in data) else None


def _decode_bytes(value: bytes) -> Any:
    code, data = value[:2], value[2:]
    if code == _STRING:
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise NotBFE("a text isn't UTF-8") from None
    if code == _BYTES:
        return as_buffer(data)
    if value == _NIL:
        return None
    if value in _BOOLEANS:
        return _BOOLEANS[value]
    known = BY_CODE.get(code)
    if known is None or (known.size is not None and len(data) != known.size):
        raise NotBFE(f"{code.hex()} with {len(data)} bytes isn't a known encoding")
    return str(Identifier(known.kind, known.name, data))


def beginnings(short: str) -> list[str]:
    """The possible beginnings of the full id of a shortened one; its sigil may be left out.

    Every form of `short_id` and `cut_id` is accepted: `%dgZ3nr/T…`, `@bendybutt/AZKgX4za`.
    """
    text = short.strip().removesuffix("...").partition("…")[0]
    found = [text, f"%{text}"]
    name, _, digits = text[1:].partition("/")
    for known in FORMATS if digits else ():
        if text[:1] == _SIGIL_OF.get(known.kind) and _VERSION.sub("", known.name) == name:
            there = f"ssb:{known.kind}/{known.name}/"
            plain = digits.replace("-", "+").replace("_", "/")
            found.append(known.sigil + plain if known.suffix else there + digits)
    return found


def ending(short: str) -> str:
    """The text with which the id that a shortened one means ends; `""` if it is cut off.

    An entry of a log keeps its number: `ababababa…:12`.
    """
    return short.strip().partition("…")[2]
