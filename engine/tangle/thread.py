"""Threads: which conversation a message belongs to, and after what it is there.

A thread is a root message and every public message whose `content.root` names it, of
any type, or whose `content.tangles.thread` does. Within it a message comes after the messages its
author had seen: the ids in `branch` and those in the `previous` of the tangle data, or the root
itself where neither names any. `fork` leads from a thread to the one it came from and orders
nothing.

`engine.tangle.rules` says the same as a rule; here is what bulk work asks of every message.
"""

from engine.message.keys import is_message_id
from engine.message.message import Content
from engine.tangle.rules import THREAD, Admitted, RuleEntry, TangleData, rule_of, tangle_data

_RULE = rule_of(THREAD)


def thread_root(content: Content) -> str | None:
    """The key of the thread that a message with this content replies in, if any.

    It may reply in another one by tangle data; that is its second (`rules.thread_roots`).
    """
    root = _key_in(content, "root")
    if root is None and isinstance(content, dict) and "tangles" in content:
        data = tangle_data(content, THREAD)
        return data.root if isinstance(data, TangleData) else None
    return root


def opens_thread(content: Content) -> bool:
    """Whether a message is a conversation even without a reply."""
    # Clients also wrote `root: null`, and worse; a post that names no message answers none.
    is_post = isinstance(content, dict) and content.get("type") == "post"
    return is_post and thread_root(content) is None


def causes_in_thread(key: str, content: Content, root: str) -> tuple[str, ...]:
    """The causes of the message `key` in the thread of `root`, known or not, here or elsewhere.

    A well-formed branch that is outside the thread gives no cause, and
    the root doesn't replace it.
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
    """What the message `key` comes after among everything: known or not, each once."""
    root = thread_root(content)
    named = () if root is None else causes_in_thread(key, content, root)
    before = () if previous is None else (previous,)
    return tuple(cause for cause in dict.fromkeys((*before, *named)) if cause != key)
