"""Mentions: the `mentions` of a new message, for what its Markdown text names.

Other programs read mentions instead of the text: they notify people, list a message in its
channels, and fetch its files.
"""

import re
from collections.abc import Iterator
from typing import Any

from tanglescope.engine.message.keys import is_blob_id, is_feed_id, is_message_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.bare_links import bare_links
from tanglescope.engine.tangle.references import channel_of

_MARKED = re.compile(
    r"""
      (?<!`)(?P<ticks>`+)(?!`) .+? (?<!`)(?P=ticks)(?!`)
    | ^[ \t]*`{3,}[^\n`]*$ .*                              # code without an end
    | \\.
    | !?\[(?P<name>[^\]\n]{0,200}+)\]\([ ]?(?P<link>[^)\s]{1,200}+)[^)\n]{0,200}+\)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def saying(content: Content, text: str) -> dict[str, Any]:
    """The content of a message with a text and its mentions."""
    assert isinstance(content, dict)
    others = {name: value for name, value in content.items() if name != "mentions"}
    found = mentions_in(text)
    return {**others, "text": text, **({"mentions": found} if found else {})}


def mentions_in(text: str) -> list[dict[str, str]]:
    """The people, messages, files and channels that a Markdown text names, each once."""
    found: dict[str, dict[str, str]] = {}
    for link, name in _links_with_names(text):
        if (target := _target(link)) is not None:
            named = {"name": name} if name and link[0] in "@&" else {}
            found.setdefault(target, {"link": target, **named})
    return list(found.values())


def _links_with_names(text: str) -> Iterator[tuple[str, str]]:
    """The links in a text outside of code, each with its name."""
    end = 0
    for marked in _MARKED.finditer(text):
        yield from _bare(text[end : marked.start()])
        end = marked.end()
        if marked["link"]:
            yield marked["link"], marked["name"].removeprefix("@").strip()
    yield from _bare(text[end:])


def _bare(text: str) -> Iterator[tuple[str, str]]:
    for start, end in bare_links(text):
        yield text[start:end], ""


def _target(link: str) -> str | None:
    """What a link names; None if other programs wouldn't understand it."""
    if link.startswith("#"):
        return channel_of(link)
    is_id = is_feed_id(link) or is_message_id(link) or is_blob_id(link)
    return link if is_id else None
