"""Names of emoji, such as `:smile:`, which programs for SSB show as the emoji.

The names are those of GitHub's gemoji. A name between colons counts only if it isn't part of a
word, an address or a path such as `std::key::Value`.
"""

import re
from functools import cache

from tanglescope import resources

NAMED_EMOJI = r"(?<![\w:/])(?::[a-z0-9_+\-]{2,40}:)+(?![\w:/])"
"""A pattern for names between colons, of which some may be no emoji; Qt understands it, too."""

_NAMED = re.compile(NAMED_EMOJI)
_NAME = re.compile(r":([^:]+):")


def has_named_emoji(text: str) -> bool:
    """Whether a text may have names of emoji."""
    return _NAMED.search(text) is not None


def show_emoji(text: str) -> str:
    """A text with emoji in place of their names; code isn't recognized."""
    return _NAMED.sub(lambda run: _NAME.sub(_emoji_or_name, run[0]), text)


def _emoji_or_name(name: re.Match[str]) -> str:
    return _emoji_by_name().get(name[1], name[0])


@cache
def _emoji_by_name() -> dict[str, str]:
    lines = (line.split() for line in resources.emoji().splitlines() if not line.startswith("#"))
    return {name: emoji for emoji, *names in lines for name in names}
