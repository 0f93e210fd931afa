"""Channels: the hashtags under which people talk, in one spelling."""

import re

_LONGEST = 30
_LEFT_OUT = re.compile(r"[\s,.?!<>()\[\]\"#]")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def channel_of(text: object) -> str | None:
    """The channel in a field or a hashtag, with its `#`; None where it is none.

    Spelled as ssb-ref's `normalizeChannel` does: in lower case, shorter than 30 characters.
    """
    if not isinstance(text, str):
        return None
    name = _LEFT_OUT.sub("", text[: 4 * _LONGEST].lower())
    whole = 0 < len(name) < _LONGEST and _UNSTORABLE.search(name) is None
    return f"#{name}" if whole else None
