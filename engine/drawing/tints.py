"""The colour of an author or component, and the pattern for a feed without a picture.

Both are the same in the window and in exported pictures. The pattern is from a hash of the feed's
id: five by five cells, mirror-symmetric, so that people recognize them at a glance.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeAlias

Hue: TypeAlias = str | int
"""What decides a colour: a feed, or the number of a component of a graph without authors.

What has neither has `""`, and the colour of ghosts.
"""


@lru_cache(maxsize=4096)
def tint(hue: Hue, colors: int, writers: tuple[str, ...] = ()) -> int:
    """The number of a colour among so many, in a conversation with these `writers`.

    A feed has the same colour everywhere, unless an earlier writer of the conversation has it.
    """
    if isinstance(hue, int):
        return (hue - 1) % colors
    own = spread(writers, colors).get(hue)
    return sha256(hue.encode()).digest()[0] % colors if own is None else own


@lru_cache(maxsize=64)
def spread(writers: tuple[str, ...], colors: int) -> Mapping[str, int]:
    """The colours of the first writers, all different: that of the name, or the next free one.

    Later writers don't change the colours of others. When no colour is free, they get that of their
    name, which others may have, too.
    """
    free, found = set(range(colors)), dict[str, int]()
    for writer in dict.fromkeys(writers):
        if not free:
            break
        first = tint(writer, colors)
        found[writer] = min(free, key=lambda number: (number - first) % colors)
        free.remove(found[writer])
    return found


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one look: those of the authors, and all others by name."""

    colors: dict[str, str]
    authors: tuple[str, ...]
    writers: tuple[str, ...] = ()
    """The writers of the drawn conversation, in order of appearance."""

    def author(self, hue: Hue) -> str:
        """The colour of an author or a component; that of ghosts for `""`."""
        if not hue:
            return self.colors["ghost"]
        return self.authors[tint(hue, len(self.authors), self.writers)]

    def among(self, writers: tuple[str, ...]) -> "Palette":
        """The same colours in a conversation with these writers."""
        return replace(self, writers=writers)


@cache
def palette(name: str) -> Palette:
    """The colours in `resources/themes/NAME.toml`."""
    text = (files("tanglescope.resources") / "themes" / f"{name}.toml").read_text("utf-8")
    content: dict[str, Any] = tomllib.loads(text)
    return Palette(content["colors"], tuple(content["authors"]["colors"]))


CELLS = 5
_HALF = 3
_FEWEST = 5


@lru_cache(maxsize=4096)
def identicon(feed: str) -> tuple[tuple[int, int], ...]:
    """The filled cells of a feed's identicon, as columns and rows."""
    filled = _pattern(sha256(feed.encode("utf-8", "surrogatepass")).digest())
    return tuple(
        (column, row)
        for column in range(CELLS)
        for row in range(CELLS)
        if (min(column, CELLS - 1 - column), row) in filled
    )


def _pattern(digest: bytes) -> set[tuple[int, int]]:
    """The filled cells of the left half; inverted if there are too few."""
    cells = {(column, row) for column in range(_HALF) for row in range(CELLS)}
    filled = {cell for cell in cells if digest[1 + cell[0] * CELLS + cell[1]] & 1}
    return filled if len(filled) >= _FEWEST else cells - filled
