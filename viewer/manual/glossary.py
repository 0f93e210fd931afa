"""The terms of the field, read from the page of the glossary and found in any text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tanglescope.viewer.manual import pages
from tanglescope.viewer.manual.pages import ManualPlace

_ENTRY = re.compile(
    r"^### ([^\n(]+?)(?: \(([^)]*)\))?\n\n(.+?)(?=\n### |\Z)", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term, the forms in which it appears, and its explanation."""

    word: str
    forms: tuple[str, ...]
    meaning: str
    place: ManualPlace


@dataclass(frozen=True, slots=True)
class TermFound:
    """A term in a text."""

    start: int
    end: int
    term: GlossaryTerm


def page() -> str:
    """The page of the glossary in the current language, otherwise in English."""
    return pages.page_in_language("glossary.md")


def terms() -> tuple[GlossaryTerm, ...]:
    """All terms in the current language."""
    return _terms(page())


def term_at(place: ManualPlace) -> GlossaryTerm | None:
    """The term that is explained at a place in the manual."""
    if place.page not in ("glossary.md", page()):
        return None
    return next((term for term in _terms(place.page) if term.place == place), None)


def find(text: str) -> Iterator[TermFound]:
    """The terms in a text, each at its first occurrence."""
    by_form, pattern = _forms(page())
    seen: set[str] = set()
    for match in pattern.finditer(text):
        term = by_form[match[0].casefold()]
        if term.word not in seen:
            seen.add(term.word)
            yield TermFound(match.start(), match.end(), term)


@cache
def _terms(name: str) -> tuple[GlossaryTerm, ...]:
    found = []
    for entry in _ENTRY.finditer(pages.text(name)):
        word, forms = entry[1], [each.strip() for each in (entry[2] or "").split(",")]
        heading = entry[0].partition("\n")[0].removeprefix("### ")
        meaning = " ".join(entry[3].split())
        place = ManualPlace(name, pages.anchor(heading))
        found.append(GlossaryTerm(word, (word, *filter(None, forms)), meaning, place))
    return tuple(found)


@cache
def _forms(name: str) -> tuple[dict[str, GlossaryTerm], re.Pattern[str]]:
    by_form = {form.casefold(): term for term in _terms(name) for form in term.forms}
    longest_first = sorted(by_form, key=len, reverse=True)
    return by_form, re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
