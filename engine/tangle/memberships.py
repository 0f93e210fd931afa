"""Memberships: the tangles that a message belongs to by its tangle data, and their names."""

from collections.abc import Iterator
from typing import NamedTuple

from tanglescope.engine.tangle.references import message_reference, named_root, names_message
from tanglescope.engine.tangle.rules import (
    Admitted,
    RuleEntry,
    TangleData,
    names_of_tangles,
    rule_by_data,
    rule_of,
    tangle_data,
    thread_roots,
)

TANGLE_DATA = '"tangles": {'
"""A part of the canonical text of every message with tangle data."""

_OF_OTHER_RULES = ("feed", "thread")
"""The names of tangles whose members are found by more than tangle data."""


def identity(address: str) -> tuple[str, str] | None:
    """The name and the root of the tangle with an address; a key alone is that of a thread."""
    is_key = names_message(address)
    return ("thread", message_reference(address)) if is_key else named_root(address)


class TangleMembership(NamedTuple):
    """A message is a candidate of the tangle `name` of a root, after `causes`."""

    name: str
    root: str
    causes: tuple[str, ...]


def memberships(entry: RuleEntry) -> Iterator[TangleMembership]:
    """The tangles that a message is a candidate of by its tangle data.

    Names that can't be encoded as UTF-8 are left out: they can't be in an address.
    """
    for name in names_of_tangles(entry.content):
        if name in _OF_OTHER_RULES or not _is_text(name):
            continue
        data = tangle_data(entry.content, name)
        if not isinstance(data, TangleData):
            continue
        key = message_reference(entry.key)
        root = key if data.root is None else data.root
        admitted = rule_by_data(name).place(entry, data, is_root=key == root)
        if isinstance(admitted, Admitted):
            yield TangleMembership(name, root, admitted.causes)
    yield from _further_threads(entry)


def _further_threads(entry: RuleEntry) -> Iterator[TangleMembership]:
    """The threads that a message replies in besides the first."""
    for root in thread_roots(entry.content)[1:]:
        admitted = rule_of("thread").admit(entry, root)
        if root != entry.key and isinstance(admitted, Admitted):
            yield TangleMembership("thread", root, admitted.causes)


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
