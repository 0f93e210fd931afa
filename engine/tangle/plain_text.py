"""Plain: a text in markdown as its reader sees it, for titles, quotes and lists.

What is in a line about a message is what the message itself shows: without marks, code as it
is written, and characters in the place of their entities. It is no parser: what only a whole
paragraph decides, such as a mark within a word, stays as it is. Bounded in time for any text.
"""

import re
from html.entities import html5

ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""A character by its name or number; `character` says which one, if there is one."""

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
"""What every part that is no word begins with; most texts have none, and this is found faster."""


def plain(text: str) -> str:
    """The words of a text in markdown, its lines where they were."""
    return text if _MARKED.search(text) is None else _PART.sub(_seen, text)


def character(entity: str) -> str:
    """The character of an entity; the entity itself if it is unknown."""
    if entity[1] != "#":
        return html5.get(entity[1:], entity)
    number = int(entity[3:-1], 16) if entity[2] in "xX" else int(entity[2:-1])
    is_one = 0 < number < 0x110000 and not 0xD800 <= number < 0xE000
    return chr(number) if is_one else "\ufffd"


def _seen(part: re.Match[str]) -> str:
    if part["code"] is not None:
        _, _, block = part["code"].partition("\n")
        return block if len(part["ticks"]) > 2 and block else part["code"]
    if part["entity"] is not None:
        return character(part["entity"])
    if part["link"] is not None:
        return plain(part["link"])
    return part["escaped"] or ""
