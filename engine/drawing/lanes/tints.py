"""Which colour an author or a component has: the same in the window and in exported pictures."""

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeAlias

Hue: TypeAlias = str | int
"""What decides a colour: a feed, or the number of a component of a graph without authors.

What has neither has `""`, and the colour of ghosts.
"""


@lru_cache(maxsize=4096)
def tint(hue: Hue, colors: int) -> int:
    """The number of a colour among so many: a feed has the same in every session, anywhere."""
    if isinstance(hue, int):
        return (hue - 1) % colors
    return sha256(hue.encode()).digest()[0] % colors


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one look: those of the authors, and all others by name."""

    colors: dict[str, str]
    authors: tuple[str, ...]

    def author(self, hue: Hue) -> str:
        """The colour of an author or a component; that of ghosts for `""`."""
        return self.authors[tint(hue, len(self.authors))] if hue else self.colors["ghost"]


@cache
def palette(name: str) -> Palette:
    """The colours in `resources/themes/NAME.toml`."""
    text = (files("resources") / "themes" / f"{name}.toml").read_text("utf-8")
    content: dict[str, Any] = tomllib.loads(text)
    return Palette(content["colors"], tuple(content["authors"]["colors"]))
