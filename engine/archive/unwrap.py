"""Wrappings: the ways in which exports put a message into JSON, and how to get the signed value.

A wrapping is `{key, value, timestamp}`, the same with a sequence number around it, or without some
of the fields, or the bare value. Exports with decrypted private messages also have the ciphertext.
"""

from math import isfinite
from typing import Any, NamedTuple, TypeGuard

from tanglescope.engine.archive.record import Dialect
from tanglescope.engine.message.verdict import Rule

_FIELDS_OF_A_MESSAGE = 7
_MARK = {"sync": True}
_ADDED_BY_DECRYPTION = frozenset({"meta", "cyphertext", "private", "unbox"})


class UnwrappedValue(NamedTuple):
    """A signed value, with the key and the time that the archive gives for it."""

    value: object
    key: str | None = None
    received: float | None = None
    problem: Rule | None = None
    dialect: Dialect = Dialect.CLASSIC


def is_pzp(item: object) -> TypeGuard[dict[str, Any]]:
    """Whether this is a PZP record, `{id, msg, received}`, as pzp-db writes it."""
    return (
        isinstance(item, dict)
        and "value" not in item
        and isinstance(item.get("id"), str)
        and isinstance(item.get("msg"), dict)
        and "metadata" in item["msg"]
        and "author" not in item
    )


def is_mark(item: object) -> bool:
    """Whether this isn't a record, but the mark of a live stream that has caught up."""
    return item == _MARK


def unwrap(item: object) -> UnwrappedValue:
    """Take the message out of its wrapping."""
    if is_pzp(item):
        return UnwrappedValue(
            item["msg"], item["id"], time_in(item.get("received")), None, Dialect.PZP
        )
    if not _is_wrapping(item):
        return UnwrappedValue(_as_signed(item, None))
    if "seq" in item and "key" not in item and not _is_wrapping(item := item["value"]):
        return UnwrappedValue(_as_signed(item, None))
    key, received = item.get("key"), item.get("timestamp")
    value, received = _as_signed(item["value"], item.get("meta")), time_in(received)
    if key is None or isinstance(key, str):
        return UnwrappedValue(value, key, received)
    return UnwrappedValue(value, None, received, Rule.SHAPE)


def _is_wrapping(item: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(item, dict)
        and "value" in item
        and not ("author" in item or "sequence" in item or "signature" in item)
    )


def time_in(received: object) -> float | None:
    """The received time in milliseconds, if there is one."""
    if isinstance(received, int | float) and not isinstance(received, bool) and isfinite(received):
        return float(received)
    return None


def _as_signed(value: object, meta: object) -> object:
    """Restore the ciphertext if a program replaced it by the decrypted text."""
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
