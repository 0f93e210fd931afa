"""Wrappings: how exports put a message into JSON, and what was signed before they did.

`{key, value, timestamp}`, with a sequence number around it, without some of the fields, or the
bare value. Exports that decrypted private messages keep the ciphertext beside the plain text.
"""

from math import isfinite
from typing import Any, NamedTuple, TypeGuard

from engine.archive.record import Dialect
from engine.message.verdict import Rule

_FIELDS_OF_A_MESSAGE = 7
_MARK = {"sync": True}
_ADDED_BY_DECRYPTION = frozenset({"meta", "cyphertext", "private", "unbox"})


class Unwrapped(NamedTuple):
    """A value as it was signed, and what the archive says about it."""

    value: object
    key: str | None = None
    received: float | None = None
    problem: Rule | None = None
    dialect: Dialect = Dialect.CLASSIC


def is_pzp(item: object) -> TypeGuard[dict[str, Any]]:
    """Whether this is a record of PZP, `{id, msg, received}`, as pzp-db writes it."""
    return (
        isinstance(item, dict)
        and "value" not in item
        and isinstance(item.get("id"), str)
        and isinstance(item.get("msg"), dict)
        and "metadata" in item["msg"]
        and "author" not in item
    )


def is_mark(item: object) -> bool:
    """Whether this is no record, but what a live stream says when it has caught up."""
    return item == _MARK


def unwrap(item: object) -> Unwrapped:
    """Take the message out of whatever is around it."""
    if is_pzp(item):
        return Unwrapped(item["msg"], item["id"], time_in(item.get("received")), None, Dialect.PZP)
    if not _is_wrapping(item):
        return Unwrapped(_as_signed(item, None))
    if "seq" in item and "key" not in item and not _is_wrapping(item := item["value"]):
        return Unwrapped(_as_signed(item, None))
    key, received = item.get("key"), item.get("timestamp")
    value, received = _as_signed(item["value"], item.get("meta")), time_in(received)
    if key is None or isinstance(key, str):
        return Unwrapped(value, key, received)
    return Unwrapped(value, None, received, Rule.SHAPE)


def _is_wrapping(item: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(item, dict)
        and "value" in item
        and not ("author" in item or "sequence" in item or "signature" in item)
    )


def time_in(received: object) -> float | None:
    """The received time, in milliseconds, where there is one."""
    if isinstance(received, int | float) and not isinstance(received, bool) and isfinite(received):
        return float(received)
    return None


def _as_signed(value: object, meta: object) -> object:
    """Put the ciphertext back where a program had replaced it by what it decrypted."""
    if not isinstance(value, dict):
        return value
    if isinstance(meta, dict) and isinstance(meta.get("originalContent"), str):
        return value | {"content": meta["originalContent"]}
    if len(value) <= _FIELDS_OF_A_MESSAGE or _ADDED_BY_DECRYPTION.isdisjoint(value):
        return value
    ciphertext = _original(value.get("meta")) or value.get("cyphertext")
    if not isinstance(ciphertext, str):
        return value
    kept = {name: item for name, item in value.items() if name not in _ADDED_BY_DECRYPTION}
    return kept | {"content": ciphertext}


def _original(meta: object) -> object:
    original = meta.get("original") if isinstance(meta, dict) else None
    return original.get("content") if isinstance(original, dict) else None
