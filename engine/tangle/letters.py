"""Letters: where a text can be cut without tearing a letter apart.

An emoji may be made of several characters that are joined, varied or tinted; so may a letter with
marks. A text that is cut within one shows something else, which its author didn't write.
"""

import unicodedata

_JOINER = "\u200d"
_LONGEST = 24
"""Characters behind which a letter is torn after all: strangers could join any number."""


def whole_letters(text: str, end: int) -> int:
    """The last place up to `end` at which a text can be cut."""
    for place in range(end, max(-1, end - _LONGEST - 1), -1):
        if _is_between(text, place):
            return place
    return end


def _is_between(text: str, place: int) -> bool:
    """Whether a letter ends before `place` and another one begins."""
    if place >= len(text) or place <= 0:
        return True
    before, behind = text[place - 1], text[place]
    if _JOINER in (before, behind) or _goes_on(behind):
        return False
    return not (_is_regional(behind) and _regionals_before(text, place) % 2)


def _goes_on(character: str) -> bool:
    """Whether a character belongs to the one before: a mark, a variation, a tint, a tag."""
    is_tint = "\U0001f3fb" <= character <= "\U0001f3ff"
    is_tag = "\U000e0020" <= character <= "\U000e007f"
    return is_tint or is_tag or unicodedata.category(character) in ("Mn", "Me", "Mc")


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regionals_before(text: str, place: int) -> int:
    """How many letters of flags stand right before a place: two make a flag."""
    first = place
    while first > 0 and place - first < _LONGEST and _is_regional(text[first - 1]):
        first -= 1
    return place - first
