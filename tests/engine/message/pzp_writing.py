"""Create and sign PZP messages, with the positions that their authors compute.

Ed25519 and SHA-512 are deterministic, so the same content at the same position is the same message
with any of an account's keys.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nacl.signing import SigningKey

from tanglescope.engine.message import jcs, pzp
from tanglescope.engine.message.pzp import (
    SELF,
    SIGNATURE_TAG,
    Data,
    PzpMessage,
    TanglePlace,
    read,
    represent,
)

ALL_POWERS = ("add", "del", "external-encryption", "internal-encryption")
_CONSENT_TAG = b":account-add:"


@dataclass(frozen=True, slots=True)
class Author:
    """A writer for an account: a key, and the account messages that the writer knows."""

    key: SigningKey
    account: str
    account_tips: tuple[str, ...]


def public(key: SigningKey) -> str:
    """The public half of a key, as `sigkey` names it."""
    return pzp.encode(bytes(key.verify_key))


def write(author: Author, domain: str, data: Data, places: Mapping[str, TanglePlace]) -> PzpMessage:
    """A message signed by `author` in the tangles that `places` names."""
    tips = sorted(author.account_tips)
    return _write(author.key, author.account, tips, domain, data, places)


def write_moot(key: SigningKey, account: str, domain: str) -> PzpMessage:
    """The root of the feed of `account` in `domain`."""
    return _sign(key, _moot_metadata(account, domain), None)


def _moot_metadata(account: str, domain: str) -> dict[str, Any]:
    """The metadata of a moot; everything else in a moot is fixed."""
    return {
        "dataHash": None,
        "dataSize": 0,
        "account": account,
        "accountTips": None,
        "tangles": {},
        "domain": domain,
        "v": 4,
    }


def write_account(key: SigningKey, domain: str, nonce: str) -> PzpMessage:
    """The root of a new account whose `key` has all powers."""
    data = {
        "action": "add",
        "key": _key_entry(public(key), "shs-and-sig"),
        "nonce": nonce,
        "powers": list(ALL_POWERS),
    }
    return _write(key, SELF, None, domain, data, {})


def write_key_added(
    key: SigningKey,
    account: PzpMessage,
    added: SigningKey,
    place: TanglePlace,
    powers: Iterable[str] = (),
) -> PzpMessage:
    """The account message in which `key` allows `added` to sign for the account."""
    # pzp-db spells the account's bytes as JavaScript joins an array: in decimal, with commas.
    spelled = ",".join(map(str, pzp.decode(account.id, 32, "account")))
    consent = added.sign(_CONSENT_TAG + spelled.encode()).signature
    data = {
        "action": "add",
        "key": _key_entry(public(added), "sig"),
        "consent": pzp.encode(consent),
        "powers": list(powers),
    }
    return _write(key, SELF, None, account.domain, data, {account.id: place})


def write_key_deleted(
    key: SigningKey, account: PzpMessage, deleted: SigningKey, place: TanglePlace
) -> PzpMessage:
    """The account message after which `deleted` may not sign for the account any more."""
    data = {"action": "del", "key": _key_entry(public(deleted), "sig")}
    return _write(key, SELF, None, account.domain, data, {account.id: place})


def _key_entry(key: str, purpose: str) -> dict[str, str]:
    return {"purpose": purpose, "algorithm": "ed25519", "bytes": key}


def _write(
    key: SigningKey,
    account: str,
    account_tips: list[str] | None,
    domain: str,
    data: Data,
    places: Mapping[str, TanglePlace],
) -> PzpMessage:
    data_hash, data_size = represent(data)
    metadata = {
        "dataHash": data_hash,
        "dataSize": data_size,
        "account": account,
        "accountTips": account_tips,
        "tangles": {
            root: {"depth": place.depth, "prev": list(place.prev)} for root, place in places.items()
        },
        "domain": domain,
        "v": 4,
    }
    return _sign(key, metadata, data)


def _sign(key: SigningKey, metadata: dict[str, Any], data: Data) -> PzpMessage:
    signature = key.sign(SIGNATURE_TAG + jcs.dumps(metadata)).signature
    sig = pzp.encode(signature)
    return read({"data": data, "metadata": metadata, "sigkey": public(key), "sig": sig})
