"""What messages say, out of their canonical texts; a damaged database may hold other texts."""

import json

from engine.message.message import Content


def content_of(value: str) -> Content:
    """The content in a message's canonical text; nothing where a damaged database has no such."""
    try:
        content = json.loads(value)["content"]
    except (ValueError, KeyError, TypeError, RecursionError):
        content = None
    return content if isinstance(content, dict | str) else {}
