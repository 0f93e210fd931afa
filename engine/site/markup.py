"""Markup that texts can't break out of: elements with known names around escaped texts.

`Html` is the only thing that isn't escaped, and only `element` and `joined` make it. Every other
operation on it (adding, formatting, slicing) yields a plain text, which would be escaped again.
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
"""What no page may hold: controls, halves of characters, and what is no character."""


class Html(str):
    """Markup that is written as it is."""

    __slots__ = ()


Child: TypeAlias = Html | str | None
Attribute: TypeAlias = str | int | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element with its children; texts among them are escaped, and None is left out.

    Underscores in the names of attributes are hyphens, one at the end is dropped. An attribute that
    is None or False is left out, one that is True has no value.
    """
    opening = f"<{name}{_attributes(attributes)}>" if attributes else f"<{name}>"
    if name in _VOID:
        return Html(opening)
    return Html(f"{opening}{joined(children)}</{name}>")


def joined(children: Iterable[Child]) -> Html:
    """Several pieces in a row; texts among them are escaped."""
    return Html("".join(map(_written, children)))


def written(text: str) -> str:
    """A text as a page may hold it, escaped for elements and for attributes in quotes."""
    # Most texts hold nothing of this, and are written a hundred times on a page.
    return escape(_UNWRITABLE.sub("\ufffd", text)) if _SPECIAL.search(text) else text


def _written(child: Child) -> str:
    if isinstance(child, Html):
        return str.__str__(child)
    return "" if child is None else written(child)


def _attributes(attributes: dict[str, Attribute]) -> str:
    parts = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        plain = name.removesuffix("_").replace("_", "-")
        parts.append(f" {plain}" if value is True else f' {plain}="{written(str(value))}"')
    return "".join(parts)


_DIGITS = 20


def hashed(text: str) -> str:
    """The beginning of a hash of a text, which may be any."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
