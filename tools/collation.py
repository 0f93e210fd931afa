"""Write `resources/collation/root.txt.xz`: the root collation, read from ICU.

    python tools/collation.py DIRECTORY-OF-THE-ICU-LIBRARIES

ICU's C interface returns the collation elements of every code point and of every contraction. The
table keeps only their order: weights are replaced by positions in it.
The format, one line each, except for lines that start with #:

    the common secondary and tertiary weight
    the primary weights, ascending: the distance to the code point that has this weight and the
        common others from the one before it; "-" where no code point has; "*" for all code points
        that are not listed at all (they follow one another by number)
    code points in hexadecimal ":" elements as primary.secondary.tertiary, 0 for none: the others
"""

import ctypes
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import is_normalized

NORMALIZATION_MODE, ON = 4, 17  # UCOL_NORMALIZATION_MODE, UCOL_ON
UNLISTED = range(0xFE000000, 0xFF000000)  # primary weights ICU computes from the code point
CONTINUATION, CASE_BITS = 0xC0, 0xC0
LEVELS = range(3)
TARGET = Path(__file__).parent.parent / "resources" / "collation" / "root.txt.xz"

Element = tuple[int, int, int]


class Icu:
    """The root collator of the ICU libraries in `directory`, called through ctypes."""

    def __init__(self, directory: Path) -> None:
        libraries = {}
        for name in ("data", "uc", "i18n"):
            path = next(directory.glob(f"libicu{name}*.so.*"))
            libraries[name] = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        self.version = path.name.partition(".so.")[2]
        suffix = "_" + self.version.split(".")[0]
        self._error = ctypes.c_int(0)

        def function(library: str, name: str, result: Any, *arguments: Any) -> Any:
            found = getattr(libraries[library], name + suffix)
            found.restype, found.argtypes = result, arguments
            return found

        pointer, error = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
        text = ctypes.c_char_p
        integer, integer_p = ctypes.c_int32, ctypes.POINTER(ctypes.c_int32)
        self._open_set = function("uc", "uset_openEmpty", pointer)
        self._count = function("uc", "uset_getItemCount", integer, pointer)
        self._item = function(
            "uc", "uset_getItem", integer, pointer, integer, integer_p, integer_p, pointer, integer,
            error,
        )  # fmt: skip
        self._contractions = function(
            "i18n", "ucol_getContractionsAndExpansions", None, pointer, pointer, pointer,
            ctypes.c_int8, error,
        )  # fmt: skip
        self._set_text = function("i18n", "ucol_setText", None, pointer, text, integer, error)
        self._next = function("i18n", "ucol_next", integer, pointer, error)
        set_attribute = function(
            "i18n", "ucol_setAttribute", None, pointer, ctypes.c_int, ctypes.c_int, error
        )
        open_elements = function(
            "i18n", "ucol_openElements", pointer, pointer, text, integer, error
        )
        self._collator = function("i18n", "ucol_open", pointer, text, error)(b"", self._error)
        set_attribute(self._collator, NORMALIZATION_MODE, ON, self._error)
        self._elements = open_elements(self._collator, b"a\0", 1, self._error)

    def sequences(self) -> Iterator[str]:
        """Every contraction: a sequence of code points with its own weight."""
        found = self._open_set()
        self._contractions(self._collator, found, None, True, self._error)
        for index in range(self._count(found)):
            first, last = ctypes.c_int32(), ctypes.c_int32()
            units = (ctypes.c_uint16 * 32)()
            length = self._item(found, index, first, last, units, 32, self._error)
            if length:
                yield bytes(units)[: 2 * length].decode("utf-16-le")

    def elements(self, text: str) -> tuple[Element, ...]:
        """The collation elements of `text`, without case, which is ignored by default."""
        units = text.encode("utf-16-le", "surrogatepass")
        self._set_text(self._elements, units, len(units) // 2, self._error)
        elements: list[Element] = []
        while (half := self._next(self._elements, self._error)) != -1:
            half &= 0xFFFFFFFF
            if half & CONTINUATION == CONTINUATION and elements:
                primary, secondary, tertiary = elements[-1]
                elements[-1] = (
                    primary | half >> 16,
                    secondary | half >> 8 & 0xFF,
                    tertiary | half & 0x3F,
                )
            else:
                tertiary = half & 0xFF & ~CASE_BITS
                elements.append((half & 0xFFFF0000, half & 0xFF00, tertiary << 8))
        if self._error.value > 0:
            raise RuntimeError(f"ICU answers error {self._error.value} for {text!r}")
        return tuple(elements)


def table(icu: Icu) -> Iterator[str]:
    """The lines of the table."""
    texts = (text for text in (*map(chr, range(0x110000)), *icu.sequences()))
    elements = {text: icu.elements(text) for text in texts if is_normalized("NFD", text)}
    common = elements["a"][0][1:]
    listed = {
        text: found
        for text, found in elements.items()
        if len(text) > 1 or len(found) != 1 or found[0][0] not in UNLISTED or found[0][1:] != common
    }
    # The lowest primary weight among the unlisted represents all of them.
    unlisted = min(elements[text][0][0] for text in elements.keys() - listed.keys())
    levels = [
        {element[level] for found in listed.values() for element in found} for level in LEVELS
    ]
    levels[0].add(unlisted)
    places = [{weight: at for at, weight in enumerate(sorted(level | {0}))} for level in levels]
    holders = holders_of(listed, common)

    yield f"# Root collation of ICU {icu.version}; written by tools/collation.py"
    yield f"{places[1][common[0]]} {places[2][common[1]]}"
    yield " ".join(steps(sorted(levels[0] - {0}), holders, unlisted))
    for text in sorted(listed.keys() - set(holders.values())):
        weights = (
            ".".join(str(places[level][element[level]]) for level in LEVELS)
            for element in listed[text]
        )
        yield f"{' '.join(f'{ord(char):x}' for char in text)}:{' '.join(weights)}"


def holders_of(listed: dict[str, tuple[Element, ...]], common: tuple[int, ...]) -> dict[int, str]:
    """For every primary weight, the first code point with it and with the common other weights."""
    holders: dict[int, str] = {}
    for text in sorted(listed):
        match listed[text]:
            case ((primary, *others),) if primary and tuple(others) == common and len(text) == 1:
                holders.setdefault(primary, text)
    return holders


def steps(primaries: list[int], holders: dict[int, str], unlisted: int) -> Iterator[str]:
    """The primary weights as distances between the code points that have them."""
    last = 0
    for primary in primaries:
        if primary == unlisted:
            yield "*"
        elif primary in holders:
            code = ord(holders[primary])
            yield str(code - last)
            last = code
        else:
            yield "-"


def main() -> None:
    """Read ICU and write the table."""
    lines = table(Icu(Path(sys.argv[1])))
    packed = lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(packed)
    print(f"{TARGET}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
