"""Safe markup: elements with known names around escaped texts, well-formed as HTML and as XML.

Only `Html` isn't escaped, and only `element` and `join_html` create it. Any other operation on it
(adding, formatting, slicing) yields plain text, which is escaped again.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from typing import TypeAlias

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_NEVER = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
_SPECIAL = re.compile(f"[&<>\"'{_NEVER}]")
_UNWRITABLE = re.compile(f"[{_NEVER}]")
"""Characters that no page may contain: control characters, surrogates and noncharacters."""


class Html(str):
    """Markup that is written without escaping."""

    __slots__ = ()


Child: TypeAlias = Html | str | None
Attribute: TypeAlias = str | int | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element with its children; texts among them are escaped, and None is left out.

    In attribute names, underscores become hyphens, and one at the end is dropped. An attribute that
    is None or False is left out, one that is True has an empty value.
    """
    opening = f"<{name}{_attributes(attributes)}" if attributes else f"<{name}"
    if name in _VOID and not children:
        return Html(f"{opening}/>")
    return Html(f"{opening}>{join_html(children)}</{name}>")


def join_html(children: Iterable[Child]) -> Html:
    """Several pieces in sequence; texts among them are escaped, and None is left out."""
    return Html("".join(map(_write_child, children)))


def escape_text(text: str) -> str:
    """A text escaped for elements and quoted attributes."""
    # Most texts contain none of these, and this runs a hundred times a page.
    return escape(_UNWRITABLE.sub("\ufffd", text)) if _SPECIAL.search(text) else text


def _write_child(child: Child) -> str:
    if isinstance(child, Html):
        return str.__str__(child)
    return "" if child is None else escape_text(child)


def _attributes(attributes: dict[str, Attribute]) -> str:
    parts = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        plain = name.removesuffix("_").replace("_", "-")
        text = "" if value is True else escape_text(str(value))
        parts.append(f' {plain}="{text}"')
    return "".join(parts)


_DIGITS = 20


def short_hash(text: str) -> str:
    """The beginning of the hash of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
