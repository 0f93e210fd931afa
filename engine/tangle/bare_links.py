"""Links in a text that aren't marked up: web addresses, ids, and channels."""

import re
from collections.abc import Iterator

_NAMED = re.compile(
    r"""
      (?<![\w/])(?P<url>https?://[^\s<>"'`\u3000-\u303f]{1,2000})
    | (?<![\w&/#@%])(?P<id>[@%&][\w+/]{43}=\.(?:ed25519|sha256))
    | (?<![\w&/#@%])(?P<channel>\#\w[\w-]{0,79})
    """,
    re.VERBOSE,
)

_NO_END = ".,:;!?'\"*_~)]}"


def bare_links(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of every link."""
    for found in _NAMED.finditer(text):
        url = found["url"]
        yield found.start(), found.end() if url is None else found.start() + len(without_end(url))


def without_end(url: str) -> str:
    """An address without the punctuation that follows it."""
    cut = url.rstrip(_NO_END)
    # A parenthesis that was opened within the address belongs to it.
    while len(cut) < len(url) and url[len(cut)] == ")" and cut.count("(") > cut.count(")"):
        cut = url[: len(cut) + 1]
    return cut
