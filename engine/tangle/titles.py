"""Titles: a line that distinguishes a thread from others, and texts without markup.

Posts have no subject; people recognize a conversation by its beginning. Texts are hostile input, so
a title is one line, without control characters, of bounded length.

Titles, quotes and lists show Markdown as plain text: without markup, with code unchanged, and with
characters instead of entities and names of emoji. This isn't a parser: markup that depends on a
whole paragraph, such as a mark within a word, stays unchanged. The time is bounded for any text.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from html.entities import html5
from itertools import islice
from typing import Any

from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.emoji import NAMED_EMOJI, show_emoji

ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""An entity: a character by its name or number; see `character`."""

_PART = re.compile(
    rf"""
      (?<!`)(?P<ticks>`+)(?!`) (?P<code>.+?) (?<!`)(?P=ticks)(?!`)
    | ^[ \t]*`{{3,}}[^\n`]*$                                      # code without an end
    | \\(?P<escaped>[!-/:-@\[-`{{-~])
    | (?P<entity>{ENTITY.pattern.replace("#", r"[#]")})
    | (?P<emoji>{NAMED_EMOJI})
    | !?\[(?P<link>[^\]\n]{{0,200}})\]\([^)\n]{{0,2000}}\)
    | ^(?:[ \t]*(?:[#]{{1,6}}[ \t]+|>[ \t]?|[-*+][ \t]+))+            # heading, quote, item
    | (?<!\w)(?:[*_]{{1,3}}|~~)(?=\S)
    | (?<=\S)(?:[*_]{{1,3}}|~~)(?!\w)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

_MARKED = re.compile(r"[`\\&\[*_~]|^[ \t]*[#>+-]|:[a-z0-9_+-]{2,40}:", re.MULTILINE)
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
    if part["emoji"] is not None:
        return show_emoji(part["emoji"])
    if part["link"] is not None:
        return plain(part["link"])
    return part["escaped"] or ""


_JOINER = "\u200d"
_LONGEST = 24
"""The limit on characters of one letter: a hostile text could join any number."""


def whole_letters(text: str, end: int) -> int:
    """The last position up to `end` at which a text can be cut."""
    for place in range(end, max(-1, end - _LONGEST - 1), -1):
        if _is_between(text, place):
            return place
    return end


def _is_between(text: str, place: int) -> bool:
    """Whether `place` is between two letters."""
    if place >= len(text) or place <= 0:
        return True
    before, behind = text[place - 1], text[place]
    if _JOINER in (before, behind) or _goes_on(behind):
        return False
    return not (_is_regional(behind) and _regionals_before(text, place) % 2)


def _goes_on(character: str) -> bool:
    """Whether a character belongs to the one before: a mark, a variation, a skin tone, a tag."""
    is_tint = "\U0001f3fb" <= character <= "\U0001f3ff"
    is_tag = "\U000e0020" <= character <= "\U000e007f"
    return is_tint or is_tag or unicodedata.category(character) in ("Mn", "Me", "Mc")


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regionals_before(text: str, place: int) -> int:
    """The number of flag letters directly before a position; two form a flag."""
    first = place
    while first > 0 and place - first < _LONGEST and _is_regional(text[first - 1]):
        first -= 1
    return place - first


LONGEST = 120
"""The greatest length of a title."""

_TITLED = ("title", "name", "subject")
_UNSEEN = re.compile(
    r"(?:[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff"
    r"\ufeff\ufffe\uffff]"
    r"|(?<![^\W\d_a-zA-Z]|[\u0900-\u0dff]|[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]"
    r"|[\u200c\u200d](?![^\W\d_a-zA-Z]|[\u2190-\u2bff\U0001f000-\U0001faff]))+"
)
"""Invisible characters, except joiners between emoji and between letters of some scripts."""


def title_of(content: Content) -> str:
    """A title for the thread that begins with this content; empty if it has no text."""
    if not isinstance(content, dict):
        return ""
    for field in _TITLED:
        value = content.get(field)
        if isinstance(value, str) and (line := one_line(value)):
            return line
    text = content.get("text")
    return _first_line(text) if isinstance(text, str) else ""


def warning_of(content: Mapping[str, Any] | str) -> str:
    """The author's warning of a text, on one line; empty if there is none."""
    if isinstance(content, str) or not isinstance(content.get("text"), str):
        return ""
    warning = content.get("contentWarning")
    return unwrap(warning) if isinstance(warning, str) else ""


MOST_READ = 100
"""The number of messages among which the first text is searched."""


def first_title(contents: Iterable[Content]) -> str:
    """The title of the first text among the first messages of a conversation without its root."""
    return next(filter(None, map(title_of, islice(contents, MOST_READ))), "")


def shown_title(title: str, *, present: bool) -> str:
    """A title for a list; a mark in front says that the conversation lacks its beginning."""
    if not title:
        return substitute_title(present=present)
    return title if present else f"… {title}"


def substitute_title(*, present: bool) -> str:
    """The title of a thread that has no text, or whose first message isn't here."""
    return tr("Thread without text") if present else tr("Thread whose beginning is missing")


def one_line(text: str, longest: int = LONGEST) -> str:
    """`text` on one line, without invisible characters, cut if it is too long.

    It is cut at a word, unless that would remove more than half of it, as in JSON and addresses.
    """
    begin = text[: longest * 8]
    # Nearly all texts are printable: their only white space is the ordinary space.
    is_plain = begin.isprintable()
    seen = " ".join(begin.split()) if is_plain else unwrap(_UNSEEN.sub(" ", begin))
    if len(seen) <= longest:
        return seen
    cut = seen[: whole_letters(seen, longest - 1)]
    words = cut.rpartition(" ")[0]
    return (words if 2 * len(words) >= len(cut) else cut) + "…"


def _first_line(text: str) -> str:
    text = text[:4000]
    first, end, _ = text.partition("\n")
    # Only code extends over several lines.
    if end and "`" not in first and (title := _first_shown(first)):
        return title
    return _first_shown(text)


def _first_shown(text: str) -> str:
    for line in plain(text).splitlines():
        if shown := one_line(line):
            return shown
    return ""
