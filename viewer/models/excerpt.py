"""Excerpts: the part of a text around search hits, and the positions of the hits.

Words are found as the index finds them: whole words in any case, with or without accents. The last
word may be incomplete, and punctuation within a word turns it into a phrase.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from tanglescope.engine.words import clean

_TOKEN = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")
_AHEAD = 24
"""Characters shown before the first hit."""
_LONGEST = 200

Span = tuple[int, int]


class Excerpt(NamedTuple):
    """A part of a text, and the spans of the hits in it."""

    text: str
    spans: tuple[Span, ...] = ()


def excerpt(text: str, words: str, phrases: Sequence[str] = ()) -> Excerpt:
    """The part of a text around the first word or phrase, or its beginning if none is in it."""
    found = spans(text, words, phrases)
    if not found:
        return Excerpt(clean(text, _LONGEST))
    start = text.rfind(" ", 0, max(0, found[0][0] - _AHEAD)) + 1
    ellipsis = "… " if start else ""
    part = ellipsis + text[start : start + _LONGEST]
    if start + _LONGEST < len(text):
        part += "…"
    shift = len(ellipsis) - start
    inside = ((first + shift, last + shift) for first, last in found)
    return Excerpt(part, tuple(span for span in inside if span[1] <= _LONGEST))


def spans(text: str, words: str, phrases: Sequence[str] = ()) -> list[Span]:
    """Where the words and phrases are in a text, from its beginning to its end."""
    single = [phrase for word in words.split() if (phrase := _folded_tokens(word))]
    unfinished = single[-1] if single else None
    sought = single + [phrase for each in phrases if (phrase := _folded_tokens(each))]
    tokens = [(_fold_case_and_marks(each[0]), *each.span()) for each in _TOKEN.finditer(text)]
    found: set[Span] = set()
    for phrase in sought:
        for first in range(len(tokens) - len(phrase) + 1):
            here = tokens[first : first + len(phrase)]
            if _fits([each[0] for each in here], phrase, may_go_on=phrase is unfinished):
                found.add((here[0][1], here[-1][2]))
    return _apart(sorted(found))


def _fits(tokens: Sequence[str], phrase: Sequence[str], *, may_go_on: bool) -> bool:
    if tokens[:-1] != phrase[:-1]:
        return False
    return tokens[-1].startswith(phrase[-1]) if may_go_on else tokens[-1] == phrase[-1]


def _apart(found: Sequence[Span]) -> list[Span]:
    """The spans without those that overlap an earlier one."""
    apart: list[Span] = []
    for span in found:
        if not apart or span[0] >= apart[-1][1]:
            apart.append(span)
    return apart


def _folded_tokens(word: str) -> list[str]:
    return [_fold_case_and_marks(each) for each in _TOKEN.findall(word)]


def _fold_case_and_marks(token: str) -> str:
    if token.isascii():
        return token.lower()
    letters = unicodedata.normalize("NFD", token.lower())
    return "".join(each for each in letters if not unicodedata.combining(each))
