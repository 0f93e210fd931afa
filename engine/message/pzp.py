"""PZP messages, version 4: their content, ids and role in tangles.

A message is `{data, metadata, sigkey, sig}`. Its id is the hash of the metadata alone, so that the
data can be erased later (`data: null`) while the tangle stays whole; `metadata.dataHash` and
`dataSize` say what the data was. Neither `sigkey` nor `sig` is part of the id.

The root of a *feed* tangle is a moot, a message without data that anyone can compute from an
account and a domain. The root of an *account* tangle is the message that created the account; the
tangle adds and deletes the keys that may sign for it. Any other root makes a *weave*.

Ids, keys and signatures are written in Base58 with bitcoin's alphabet.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message import canonical, jcs

SELF = "self"  # the account of messages in an account tangle
ANY = "any"  # the account of messages in a weave that anyone may write to
SIGNATURE_TAG = b":msg-v4:"
_SAFE_INTEGER = 2**53 - 1
_SHOWN = 60  # characters of a value that a reason quotes

Data: TypeAlias = Mapping[str, Any] | str | None


class PzpRule(StrEnum):
    """A rule that a message can break; `RefusedError.detail` explains how."""

    JSON = "json"
    SHAPE = "shape"
    VERSION = "version"
    CANONICAL = "canonical"
    ID = "id"
    SIGKEY = "sigkey"
    DATA = "data"
    DATA_SIZE = "data-size"
    DATA_HASH = "data-hash"
    DOMAIN = "domain"
    ACCOUNT = "account"
    ACCOUNT_TIPS = "account-tips"
    SIGNER = "signer"
    POWER = "power"
    ROOT = "root"
    TANGLE = "tangle"
    PREV = "prev"
    PREV_URI = "prev-uri"
    PREV_DUPLICATE = "prev-duplicate"
    PREV_ORDER = "prev-order"
    PREV_UNKNOWN = "prev-unknown"
    DEPTH = "depth"
    DEPTH_PREV = "depth-prev"
    DEPTH_GAP = "depth-gap"
    SIGNATURE = "signature"


class RefusedError(TanglescopeError):
    """A message breaks a rule of PZP; `detail` explains how."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, rule: PzpRule, detail: str) -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule = rule
        self.detail = detail


class TangleKind(StrEnum):
    """The kind of a tangle, determined by its root."""

    FEED = "feed"
    ACCOUNT = "account"
    WEAVE = "weave"


@dataclass(frozen=True, slots=True)
class TanglePlace:
    """The position of a message in a tangle: its declared depth and the messages it names."""

    depth: int
    prev: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PzpMessage:
    """A parsed PZP message; only its shape has been checked."""

    id: str
    metadata: bytes  # the canonical text that the id and the signature cover
    data: Data
    data_hash: object  # can't be checked any more once the data is erased
    data_size: object
    account: str
    account_tips: tuple[str, ...] | None
    tangles: Mapping[str, Any]
    domain: str
    sigkey: str
    sig: str

    @property
    def is_moot(self) -> bool:
        """Whether this is the root of a feed."""
        return (
            self.data is None
            and self.data_hash is None
            and whole(self.data_size) == 0
            and self.account != SELF
            and self.account_tips is None
            and not self.tangles
        )

    @property
    def is_root(self) -> bool:
        """Whether this is the root of a tangle."""
        return not self.tangles

    @property
    def is_erased(self) -> bool:
        """Whether the message had data that was erased."""
        return self.data is None and self.data_hash is not None

    @property
    def kind(self) -> TangleKind:
        """The kind of the tangle with this root."""
        if self.is_moot:
            return TangleKind.FEED
        return TangleKind.ACCOUNT if self.account == SELF else TangleKind.WEAVE

    def as_json(self) -> dict[str, Any]:
        """The message as pzp-db stores and sends it."""
        return {
            "data": self.data,
            "metadata": canonical.parse(self.metadata),
            "sigkey": self.sigkey,
            "sig": self.sig,
        }


def one_line_json(value: object) -> str:
    """A JSON value shortened to one printable line, for an error."""
    if isinstance(value, list):
        return tr("an array")
    if isinstance(value, dict):
        return tr("an object")
    return json.dumps(value[:_SHOWN] if isinstance(value, str) else value)


def read(value: object) -> PzpMessage:
    """The message in a JSON value. Raises `RefusedError` if it is malformed."""
    message = _object(value, tr("the message"))
    metadata = _object(message.get("metadata"), "metadata")
    _require(message, ("data",), "")
    _require(metadata, ("dataHash", "dataSize", "account", "accountTips", "tangles"))
    # pzp-db calls it `domain`, the texts of PZP still call it `type`.
    domain = "type" if "type" in metadata and "domain" not in metadata else "domain"
    _require(metadata, (domain,))
    if metadata.get("v") != 4 or isinstance(metadata["v"], bool):
        version = tr("metadata.v is {value}, not 4", value=one_line_json(metadata.get("v")))
        raise RefusedError(PzpRule.VERSION, version)
    text = _canonical(metadata, "metadata")
    return PzpMessage(
        id=_hash(text),
        metadata=text,
        data=_data(message["data"]),
        data_hash=metadata["dataHash"],
        data_size=metadata["dataSize"],
        account=_text(metadata["account"], "metadata.account"),
        account_tips=_known_tips(metadata["accountTips"]),
        tangles=_object(metadata["tangles"], "metadata.tangles"),
        domain=_text(metadata[domain], f"metadata.{domain}", PzpRule.DOMAIN),
        sigkey=_text(message.get("sigkey"), "sigkey", PzpRule.SIGKEY),
        sig=_text(message.get("sig"), "sig"),
    )


def whole(value: object) -> int | None:
    """The unsigned integer, up to 2^53, that JavaScript reads from a JSON number; else None."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and 0 <= value <= _SAFE_INTEGER else None


def represent(data: Data) -> tuple[str, int]:
    """The `dataHash` and `dataSize` of data."""
    text = _canonical(data, "data")
    return _hash(text), len(text)


def _hash(text: bytes) -> str:
    return encode(hashlib.sha512(text).digest()[:32])


def _canonical(value: object, name: str) -> bytes:
    try:
        return jcs.dumps(value)
    except jcs.NotCanonicalError as error:
        text = tr("{name} has no canonical text: {error}", name=name, error=error)
        raise RefusedError(PzpRule.CANONICAL, text) from None


def _data(value: object) -> Data:
    if value is None or isinstance(value, dict | str):
        return value
    if isinstance(value, list):
        raise RefusedError(
            PzpRule.DATA, tr("data is an array; only objects, strings and null are allowed")
        )
    raise RefusedError(
        PzpRule.DATA,
        tr("data is {value}, not an object, a string or null", value=one_line_json(value)),
    )


def _require(holder: Mapping[str, Any], names: tuple[str, ...], path: str = "metadata.") -> None:
    for name in names:
        if name not in holder:
            raise RefusedError(PzpRule.SHAPE, tr("{name} is missing", name=path + name))


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RefusedError(
            PzpRule.SHAPE,
            tr("{name} is {value}, not an object", name=name, value=one_line_json(value)),
        )
    return value


def _text(value: object, name: str, rule: PzpRule = PzpRule.SHAPE) -> str:
    if not isinstance(value, str):
        raise RefusedError(
            rule, tr("{name} is {value}, not a string", name=name, value=one_line_json(value))
        )
    return value


def _known_tips(value: object) -> tuple[str, ...] | None:
    """The account messages that `accountTips` names; None if it is null.

    pzp-db accepts anything there: it looks up each item of an array, and finds nothing in others.
    """
    if value is None:
        return None
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


ID = re.compile(r"[1-9A-HJ-NP-Za-km-z]{16,64}", re.ASCII)
"""What ids of PZP look like."""

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DIGITS = {char: digit for digit, char in enumerate(_ALPHABET)}
_PAIRS = [one + other for one in _ALPHABET for other in _ALPHABET]
_CHUNK = 5
"""Pairs of digits that are split off at once: small numbers are divided faster than large ones."""


def encode(data: bytes) -> str:
    """The base58 text of `data`."""
    number = int.from_bytes(data, "big")
    pairs: list[str] = []
    while number:
        number, chunk = divmod(number, len(_PAIRS) ** _CHUNK)
        for _ in range(_CHUNK):
            chunk, pair = divmod(chunk, len(_PAIRS))
            pairs.append(_PAIRS[pair])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return _ALPHABET[0] * zeros + "".join(reversed(pairs)).lstrip(_ALPHABET[0])


class NotBase58(ValueError):
    """A text that isn't base58 of the expected size; the message gives its name and the reason."""


def decode(text: str, size: int, name: str) -> bytes:
    """Decode the text called `name` into `size` bytes. Raises `NotBase58`."""
    # Longer texts can't fit; refusing them first bounds the arithmetic below.
    if len(text) > size * 11 // 8 + 1:
        raise NotBase58(tr("{name} is longer than {size} bytes in base58", name=name, size=size))
    number = 0
    try:
        for char in text:
            number = number * 58 + _DIGITS[char]
    except KeyError:
        raise NotBase58(
            tr("{name} contains characters that aren't valid in base58", name=name)
        ) from None
    zeros = len(text) - len(text.lstrip(_ALPHABET[0]))
    data = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(data) != size:
        raise NotBase58(
            tr(
                "{name} is {found} bytes in base58, not {size}",
                name=name,
                found=len(data),
                size=size,
            )
        )
    return data
