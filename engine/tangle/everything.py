"""Everything: all messages of all feeds as one tangle, whatever they talk about.

A message comes after the one before it in its feed and after what it answers in its thread.
"""

from engine.message.message import Content
from engine.tangle.thread import causes_in_thread, thread_root

EVERYTHING = "everything"
"""Stands for the root of this tangle; no message has such a key."""


def causes_in_everything(key: str, previous: str | None, content: Content) -> tuple[str, ...]:
    """What the message `key` comes after among everything: known or not, each once."""
    root = thread_root(content)
    named = () if root is None else causes_in_thread(key, content, root)
    before = () if previous is None else (previous,)
    return tuple(cause for cause in dict.fromkeys((*before, *named)) if cause != key)
