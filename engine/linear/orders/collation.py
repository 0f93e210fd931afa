"""Collation: ids in the order of ICU's root collation, as JavaScript's `localeCompare` sorts them.

pzp-db sorts the ids of one depth with `localeCompare`, and `prev` by bytes: two different orders in
one system. Ids are usually base58, for which a few lines of code suffice. Ids of other programs may
have any characters, which requires the whole Unicode Collation Algorithm (UTS #10, sections 6 and
7; CLDR root, punctuation not ignored, three levels, normalization on). The weights are those of
ICU; `tools/collation.py` reads them from the library.

Strings that collate as equal (they differ only in control characters, or are canonically
equivalent) are in code point order, so that the order is a function of the set of ids.
"""

import lzma
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypeAlias
from unicodedata import combining, normalize

CollationKey: TypeAlias = tuple[str, ...]

_ASCII_ORDER = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
# Control characters have no weight in either order: `None` removes them.
_ASCII_LETTERS: dict[int, str | None] = {
    **dict.fromkeys(range(128)),
    **{ord(char): chr(place) for place, char in enumerate(_ASCII_ORDER)},
    **{ord(char.upper()): chr(place) for place, char in enumerate(_ASCII_ORDER)},
}
_ASCII_CASES: dict[int, str | None] = {
    **{code: None if place is None else "a" for code, place in _ASCII_LETTERS.items()},
    **dict.fromkeys(range(ord("A"), ord("Z") + 1), "b"),
}


def sort_by_collation(ids: Iterable[str]) -> list[str]:
    """The ids in collation order."""
    ids = list(ids)
    return sorted(ids, key=key_among(ids))


def key_among(ids: Iterable[str]) -> Callable[[str], CollationKey]:
    """The cheapest sort key that is right for all of `ids`."""
    letters = "".join(ids)
    if not letters.isascii():
        return _unicode_key
    return _alphanumeric_key if letters.isalnum() else _ascii_key


def _alphanumeric_key(text: str) -> CollationKey:
    # Digits come before letters; letters are compared without case, then lower case comes first.
    return text.lower(), text.swapcase()


def _ascii_key(text: str) -> CollationKey:
    return text.translate(_ASCII_LETTERS), text.translate(_ASCII_CASES), text


def _unicode_key(text: str) -> CollationKey:
    weights = _elements(normalize("NFD", text), _root())
    levels = tuple("".join(level) for level in zip(*weights, strict=True)) if weights else ("",) * 3
    return *levels, text


_Weights: TypeAlias = tuple[str, str, str]  # primary, secondary, tertiary; "" weighs nothing


@dataclass(frozen=True, slots=True)
class _Table:
    """The root collation: weights of characters, and of sequences with their own weight."""

    weights: dict[str, tuple[_Weights, ...]]
    starts: dict[str, int]  # first character of a sequence -> length of the longest one
    unlisted: str  # the primary weight before the code point of characters that have no other
    common: tuple[str, str]  # the secondary and tertiary weight of an ordinary character

    def of(self, sequence: str) -> tuple[_Weights, ...]:
        found = self.weights.get(sequence)
        return ((self.unlisted + sequence, *self.common),) if found is None else found


def _elements(text: str, table: _Table) -> list[_Weights]:
    weights: list[_Weights] = []
    rest = list(text)
    rest.reverse()
    while rest:
        weights += table.of(_take_sequence(rest, table))
    return weights


def _take_sequence(rest: list[str], table: _Table) -> str:
    """Remove the longest sequence with a weight from the end of `rest`, the reversed text."""
    longest = table.starts.get(rest[-1], 1)
    for length in range(min(longest, len(rest)), 1, -1):
        sequence = "".join(rest[: -length - 1 : -1])
        if sequence in table.weights:
            del rest[-length:]
            return _take_marks(sequence, rest, table)
    return _take_marks(rest.pop(), rest, table) if longest > 1 else rest.pop()


def _take_marks(sequence: str, rest: list[str], table: _Table) -> str:
    """Extend `sequence` by later marks that nothing separates from it (UTS #10, S2.1)."""
    at = len(rest) - 1
    blocking = 0
    while at >= 0 and (mark := combining(rest[at])):
        if mark > blocking and sequence + rest[at] in table.weights:
            sequence += rest.pop(at)
        else:
            blocking = mark
        at -= 1
    return sequence


@cache
def _root() -> _Table:
    packed = (
        resources.files("tanglescope.resources").joinpath("collation", "root.txt.xz").read_bytes()
    )
    lines = lzma.decompress(packed).decode().splitlines()
    lines = [line for line in lines if not line.startswith("#")]
    common, order, *others = lines
    secondary, tertiary = (chr(int(weight)) for weight in common.split())
    weights: dict[str, tuple[_Weights, ...]] = {}
    unlisted = ""
    code = 0
    for place, step in enumerate(order.split(), start=1):
        match step:
            case "-":  # a weight that no single character has
                continue
            case "*":
                unlisted = chr(place)
            case _:
                code += int(step)
                weights[chr(code)] = ((chr(place), secondary, tertiary),)
    for line in others:
        sequence, _, listed = line.partition(":")
        weights["".join(chr(int(code, 16)) for code in sequence.split())] = tuple(
            _weights(element) for element in listed.split()
        )
    starts: dict[str, int] = {}
    for sequence in weights:
        if len(sequence) > 1:
            starts[sequence[0]] = max(starts.get(sequence[0], 1), len(sequence))
    return _Table(weights, starts, unlisted, (secondary, tertiary))


def _weights(element: str) -> _Weights:
    primary, secondary, tertiary = (
        "" if weight == "0" else chr(int(weight)) for weight in element.split(".")
    )
    return primary, secondary, tertiary
