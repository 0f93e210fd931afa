"""The message: what a person signed, independent of any file or database."""

import json
from typing import Any, NamedTuple, TypeAlias

Content: TypeAlias = dict[str, Any] | str
"""Public content is an object; encrypted content is text ending in `.box...`."""


class Message(NamedTuple):
    """One signed entry of a feed that satisfies every rule for a message by itself.

    A named tuple, since there are millions: frozen dataclasses take three times as long to make.

    `asserted` is the author's time in milliseconds, None if it isn't a finite number. `text` is the
    canonical text in UTF-8 with the signature; its hash is `key` (unless the archive lost a
    character of it: see `Rule.LOST_TEXT`).
    """

    key: str
    author: str
    sequence: int
    previous: str | None
    asserted: float | None
    content: Content
    text: bytes

    @property
    def is_encrypted(self) -> bool:
        """Whether only its recipients can read the content."""
        return isinstance(self.content, str)


def content_of(value: str) -> Content:
    """The content in a message's canonical text; empty if a damaged database has none."""
    try:
        content = json.loads(value)["content"]
    except (ValueError, KeyError, TypeError, RecursionError):
        content = None
    return content if isinstance(content, dict | str) else {}
