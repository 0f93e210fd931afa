"""Threads: the thread of a message, its causes there, and the other tangles that it is in.

A thread is a root message and every public message whose `content.root` names it, of
any type, or whose `content.tangles.thread` does. Within it a message names the ids in `branch` and
those in the `previous` of the tangle data, or the root itself if both are empty. What else it comes
after is in `engine.tangle.causes`. `fork` leads from a thread to the one it came from and doesn't
affect the order.

`engine.tangle.rules` has the same as a rule; this module has fast functions for imports.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.references import message_reference, named_root, names_message
from tanglescope.engine.tangle.rules import (
    GROUP,
    THREAD,
    Admitted,
    RuleEntry,
    TangleData,
    names_of_tangles,
    rule_by_data,
    rule_of,
    tangle_data,
    thread_roots,
)

_RULE = rule_of(THREAD)


def thread_root(content: Content) -> str | None:
    """The key of the thread that a message with this content replies in, if any.

    It may also reply in another thread by tangle data (`rules.thread_roots`).
    """
    root = _key_in(content, "root")
    if root is None and isinstance(content, dict) and "tangles" in content:
        data = tangle_data(content, THREAD)
        return data.root if isinstance(data, TangleData) else None
    return root


def opens_thread(content: Content) -> bool:
    """Whether a message is a thread even without replies; a post of a group is a part of that."""
    # Clients also wrote `root: null`, and worse; such a post isn't a reply.
    if not isinstance(content, dict) or content.get("type") != "post":
        return False
    in_group = tangle_data(content, GROUP) if "tangles" in content else None
    return thread_root(content) is None and not isinstance(in_group, TangleData)


def causes_in_thread(key: str, content: Content, root: str) -> tuple[str, ...]:
    """The causes that the message `key` names in the thread of `root`, known or not, in it or not.

    A well-formed branch outside the thread isn't a cause, and the root doesn't replace it.
    """
    if key == root or not isinstance(content, dict):
        return ()
    if "tangles" in content:
        admitted = _RULE.admit(RuleEntry(key, content), root)
        if isinstance(admitted, Admitted):
            return admitted.causes
    branch = content.get("branch")
    named = branch if isinstance(branch, list) else [branch]
    heads = dict.fromkeys(head for head in named if is_message_id(head))
    return tuple(heads) or (root,)


def _key_in(content: Content, field: str) -> str | None:
    if not isinstance(content, dict):
        return None
    value = content.get(field)
    return value if is_message_id(value) else None


EVERYTHING = "everything"
"""The root of this tangle; no message has such a key."""


def causes_in_everything(key: str, previous: str | None, content: Content) -> tuple[str, ...]:
    """The causes that the message `key` names among everything, known or not, each once."""
    root = thread_root(content)
    named = () if root is None else causes_in_thread(key, content, root)
    before = () if previous is None else (previous,)
    return tuple(cause for cause in dict.fromkeys((*before, *named)) if cause != key)


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
