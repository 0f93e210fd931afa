"""Plain text: Markdown without its markup, for titles, quotes and lists.

A line about a message shows the same text as the message: without markup, with code unchanged, and
with characters instead of entities. This isn't a parser: markup that depends on a whole paragraph,
such as a mark within a word, stays unchanged. The time is bounded for any text.
"""

import re
from html.entities import html5

ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""An entity: a character by its name or number; see `character`."""

_PART = re.compile(
    rf"""
      (?<!`)(?P<ticks>`+)(?!`) (?P<code>.+?) (?<!`)(?P=ticks)(?!`)
    | ^[ \t]*`{{3,}}[^\n`]*$                                      # code without an end
    | \\(?P<escaped>[!-/:-@\[-`{{-~])
    | (?P<entity>{ENTITY.pattern.replace("#", r"[#]")})
    | !?\[(?P<link>[^\]\n]{{0,200}})\]\([^)\n]{{0,2000}}\)
    | ^(?:[ \t]*(?:[#]{{1,6}}[ \t]+|>[ \t]?|[-*+][ \t]+))+            # heading, quote, item
    | (?<!\w)(?:[*_]{{1,3}}|~~)(?=\S)
    | (?<=\S)(?:[*_]{{1,3}}|~~)(?!\w)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

_MARKED = re.compile(r"[`\\&\[*_~]|^[ \t]*[#>+-]", re.MULTILINE)
"""A quick test: the first characters of all markup; most texts have none."""


def plain(text: str) -> str:
    """A Markdown text without markup, with the same lines."""
    return text if _MARKED.search(text) is None else _PART.sub(_visible_part, text)


def character(entity: str) -> str:
    """The character of an entity; the entity itself if it is unknown."""
    if entity[1] != "#":
        return html5.get(entity[1:], entity)
    number = int(entity[3:-1], 16) if entity[2] in "xX" else int(entity[2:-1])
    is_one = 0 < number < 0x110000 and not 0xD800 <= number < 0xE000
    return chr(number) if is_one else "\ufffd"


def _visible_part(part: re.Match[str]) -> str:
    if part["code"] is not None:
        _, _, block = part["code"].partition("\n")
        return block if len(part["ticks"]) > 2 and block else part["code"]
    if part["entity"] is not None:
        return character(part["entity"])
    if part["link"] is not None:
        return plain(part["link"])
    return part["escaped"] or ""
