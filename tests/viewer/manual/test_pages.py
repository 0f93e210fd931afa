"""The pages of the manual: it has all pages of the site, its links lead somewhere, search works."""

import re

import pytest
from PySide6.QtWidgets import QApplication

from tanglescope.viewer import language
from tanglescope.viewer.manual import pages
from tanglescope.viewer.manual.pages import ManualPlace
from tanglescope.viewer.panels.table import PANELS
from tests.house.repository import ROOT

MADE_FROM_CODE = {"api.md"}


def anchors(page: str) -> set[str]:
    return {part.place.anchor for part in pages._parts(page)}


def test_the_manual_has_all_pages_of_the_site_in_the_same_order() -> None:
    site = (ROOT / "mkdocs.yml").read_text().partition("\nnav:")[2]
    listed = re.findall(r"(\S+\.md)$", site, re.MULTILINE)
    assert [page for page in listed if page not in MADE_FROM_CODE] == list(pages.PAGES)


@pytest.mark.parametrize("page", pages.TRANSLATED)
def test_a_translated_page_has_the_headings_of_the_english_one(page: str) -> None:
    english = re.sub(r"\.[a-z]+\.md$", ".md", page)
    assert len(pages._parts(page)) == len(pages._parts(english))
    links = [re.findall(r"\]\(([^)#]+)", pages.text(each)) for each in (page, english)]
    spoken = [re.sub(r"\.[a-z]{2}\.md$", ".md", link) for link in links[0]]
    assert set(spoken) <= {*links[1], "reading.md", "conversations.md"}


def test_pages_and_headings_are_shown_in_the_language_of_the_window(
    application: QApplication,
) -> None:
    undo = ManualPlace("trouble.md", "undo-a-mistake")
    assert pages.place_in_language(undo) == undo
    language.put_on(application, "de")
    try:
        german = ManualPlace("trouble.de.md", "einen-fehler-rückgängig-machen")
        assert pages.place_in_language(undo) == german
        assert pages.place_in_language(ManualPlace("glossary.md")) == ManualPlace("glossary.de.md")
        rank = ManualPlace("glossary.md", "rank-ranks")
        assert pages.place_in_language(rank) == rank
        assert pages.place_in_language(ManualPlace("reading.md")) == ManualPlace("reading.md")
        found = {hit.place.page for hit in pages.find("rückgängig")}
        assert "trouble.de.md" in found
        assert "trouble.md" not in {hit.place.page for hit in pages.find("undo")}
    finally:
        language.put_on(application, "en")
    assert not {hit.place.page for hit in pages.find("undo")} & set(pages.TRANSLATED)


@pytest.mark.parametrize("kind", PANELS, ids=lambda kind: kind.name)
def test_every_panel_has_a_place_in_the_manual(kind: object) -> None:
    place = pages.target(kind.manual, "index.md")
    assert place is not None
    assert not place.anchor or place.anchor in anchors(place.page)


def test_links_lead_only_to_existing_pages_and_headings() -> None:
    definition = ManualPlace("settled.md", "definition")
    assert pages.target("settled.md#definition", "index.md") == definition
    assert pages.target("#definition", "settled.md") == definition
    assert pages.target("../settled.md", "proof/README.md") == ManualPlace("settled.md")
    for link in (
        "https://example.org/settled.md",
        "examples/order.py",
        "../../etc/passwd",
        "api.md",
    ):
        assert pages.target(link, "index.md") is None


def test_pictures_come_from_the_manual_only() -> None:
    assert pages.picture("pictures/autobase-01.svg").startswith(b"<svg")
    assert pages.picture("architecture.svg")
    for name in ("../README.md", "pictures/../../README.md", "/etc/passwd", "https://a.org/b.png"):
        assert pages.picture(name) is None


@pytest.mark.parametrize(("dark", "look"), [(True, "dark"), (False, "light")])
def test_a_page_shows_only_pictures_of_its_theme(dark: bool, look: str) -> None:
    shown = pages.with_pictures_of_theme("index.md", dark=dark)
    assert f"timeline-{look}.png)" in shown
    assert "#only" not in shown
    assert len(re.findall(r"!\[", shown)) * 2 == len(re.findall(r"!\[", pages.text("index.md")))


def test_a_search_finds_the_sections_with_all_words() -> None:
    hits = pages.find("settled LINE")
    assert hits
    assert hits[0].place.page == "settled.md"
    for hit in hits:
        assert hit.place.anchor in {"", *anchors(hit.place.page)}
    assert pages.find("xyzzy") == pages.find("  ") == []


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("settled xyzzy", "Glossary: settled"),
        ("how do I undo this", "When something goes wrong: Undo a mistake"),
    ],
)
def test_a_search_that_no_section_answers_whole_finds_the_one_with_the_rarest_words(
    words: str, title: str
) -> None:
    others = [hit.title for hit in pages.find(words) if not hit.has_all]
    assert others[0] == title


def test_of_a_pasted_text_only_the_first_words_are_searched() -> None:
    many = " ".join(["settled", *(f"xyzzy{number}" for number in range(31))])
    assert pages.find(f"{many} timeline {' '.join(map(str, range(9000)))}") == pages.find(many)


def test_a_word_in_a_longer_word_of_a_title_is_no_answer() -> None:
    assert "timeline" not in pages.find("time")[0].title.casefold()


def test_words_are_found_in_other_forms_and_the_last_one_before_it_is_written_whole() -> None:
    whole = {hit.place for hit in pages.find("undoing mistakes")}
    assert ManualPlace("trouble.md", "undo-a-mistake") in whole
    assert {hit.place for hit in pages.find("mistakes und") if hit.has_all} & whole


def test_a_search_is_text_and_no_query() -> None:
    for words in ('"', "a* OR b", "title:tangle", "NOT", "(", "--"):
        pages.find(words)


def test_pages_include_generated_sections() -> None:
    assert "## verify" in pages.text("commands.md")
    assert "| `cycle` |" in pages.text("verdicts.md")


def test_the_help_of_commands_is_as_wide_in_every_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = set()
    for columns in ("60", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        widths.add(pages.commands())
    [text] = widths
    assert max(map(len, text.splitlines())) <= 80


def test_no_part_of_a_page_is_found_twice() -> None:
    found = [hit.title for hit in pages.find("autobase")]
    assert "Debug an Autobase" in found
    assert sorted(set(found)) == sorted(found)


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("order", "glossary.md"),  # a term is explained before it is used
        ("tangle", "glossary.md"),
        ("pictures", "people.md"),  # guides come before benchmarks
        ("restore", "commands.md"),  # and not what is said of a Corestore
        ("hide", "diagrams.md"),
        ("font size", "reading.md"),
        ("dark", "reading.md"),  # which no picture's name answers
        ("shortcut", "reading.md"),
        ("mute", "reading.md"),
        ("unread", "reading.md"),
        ("disappeared", "trouble.md"),
        ("mistake", "trouble.md"),
        ("crash", "trouble.md"),
        ("lost", "trouble.md"),
        ("uninstall", "installing.md"),
        ("undo", "trouble.md"),  # which leads to the page about replies
    ],
)
def test_words_of_readers_lead_to_the_page_that_answers_them(words: str, page: str) -> None:
    assert pages.find(words)[0].place.page == page
