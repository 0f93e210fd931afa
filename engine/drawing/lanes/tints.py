"""Which colour an author has: the same in the window and in every exported picture."""

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=4096)
def tint(feed: str, colors: int) -> int:
    """The number of a feed's colour among so many: the same in every session, on every machine."""
    return sha256(feed.encode()).digest()[0] % colors


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one look: those of the authors, and all others by name."""

    colors: dict[str, str]
    authors: tuple[str, ...]

    def author(self, feed: str) -> str:
        """The colour of a feed; that of ghosts for `""`."""
        return self.authors[tint(feed, len(self.authors))] if feed else self.colors["ghost"]


@cache
def palette(name: str) -> Palette:
    """The colours in `resources/themes/NAME.toml`."""
    text = (files("resources") / "themes" / f"{name}.toml").read_text("utf-8")
    content: dict[str, Any] = tomllib.loads(text)
    return Palette(content["colors"], tuple(content["authors"]["colors"]))
