"""The glossary: one entry for each term in each language, and terms are found in sentences."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tanglescope.viewer import language
from tanglescope.viewer.manual import glossary
from tanglescope.viewer.panels.table import PANELS


@pytest.fixture(params=["en", "de"])
def spoken(application: QApplication, request: pytest.FixtureRequest) -> Iterator[str]:
    language.put_on(application, request.param)
    yield request.param
    language.put_on(application, "en")


def test_every_term_has_one_entry(spoken: str) -> None:
    forms = [form.casefold() for term in glossary.terms() for form in term.forms]
    assert len(forms) == len(set(forms))
    assert all(term.meaning.endswith((".", "?")) for term in glossary.terms())
    assert len(glossary.terms()) > 45


def test_the_words_are_in_alphabetical_order(spoken: str) -> None:
    umlauts = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
    words = [term.word.casefold().translate(umlauts) for term in glossary.terms()]
    assert words == sorted(words)


def test_both_languages_explain_the_same_terms(application: QApplication) -> None:
    counts = []
    for code in ("en", "de"):
        language.put_on(application, code)
        counts.append(len(glossary.terms()))
    language.put_on(application, "en")
    assert counts[0] == counts[1]


def test_terms_are_found_in_the_lines_of_the_panels(spoken: str) -> None:
    from tanglescope.engine.language.wording import tr

    assert sum(any(glossary.find(tr(kind.answers))) for kind in PANELS) >= 10


def test_a_term_is_found_once_in_any_form_and_not_inside_a_word() -> None:
    sentence = "Lanes, a lane, and what is laned; open ends."
    found = [(sentence[each.start : each.end], each.term.word) for each in glossary.find(sentence)]
    assert found == [("Lanes", "lane"), ("open ends", "tip")]


def test_a_place_in_the_glossary_has_a_term(spoken: str) -> None:
    for term in glossary.terms():
        assert glossary.term_at(term.place) == term
