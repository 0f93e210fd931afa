from sqlite3 import connect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.store.search import match
from tanglescope.viewer.models.finding import excerpt, spans

FILLER = "other words of the text " * 10


def marked(text: str, words: str) -> list[str]:
    found = excerpt(text, words)
    return [found.text[first:last] for first, last in found.spans]


def test_an_excerpt_begins_shortly_before_the_first_word_that_was_found() -> None:
    found = excerpt(f"{FILLER}and then a whale swam by. {FILLER}", "whale")
    assert found.text.startswith("… ")
    assert found.text.endswith("…")
    assert 0 < found.text.index("whale") < 40
    assert [found.text[first:last] for first, last in found.spans] == ["whale"]


def test_the_beginning_is_shown_where_nothing_is_found() -> None:
    assert excerpt("A short text", "whale") == ("A short text", ())
    assert excerpt(FILLER, "whale").text.startswith("other words of the text")


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Ferry, FERRY and ferries", "ferry", ["Ferry", "FERRY"]),
        ("Ferry, FERRY and ferries", "ferr", ["Ferry", "FERRY", "ferries"]),
        ("ferr and ferries", "ferr x", ["ferr"]),
        ("Das Café, cafe\u0301 und CAFE", "café", ["Café", "cafe\u0301", "CAFE"]),
        ("to ssb-server and back", "ssb-serv", ["ssb-server"]),
        ("server of ssb", "ssb-server", []),
        ("the whale and the boat", "boat whale", ["whale", "boat"]),
        ('a "quoted" word', '"quoted"', ["quoted"]),
        ("anything", "  ", []),
    ],
)
def test_words_are_marked_as_the_index_finds_them(
    text: str, words: str, expected: list[str]
) -> None:
    assert marked(text, words) == expected


@given(st.text("aAéb c-._", max_size=24), st.text("aébAc -", max_size=6))
def test_an_excerpt_has_marks_if_the_index_finds_all_words(text: str, words: str) -> None:
    conn = connect(":memory:")
    conn.execute("CREATE VIRTUAL TABLE s USING fts5(t, tokenize='unicode61 remove_diacritics 2')")
    conn.execute("INSERT INTO s VALUES (?)", [text])
    query = match(words)
    is_hit = bool(query and conn.execute("SELECT 1 FROM s WHERE s MATCH ?", [query]).fetchall())
    conn.close()
    found = spans(text, words)
    assert not is_hit or found
    assert all(0 <= first < last <= len(text) for first, last in found)
    assert sorted(found) == found


def test_phrases_are_marked_as_a_whole_and_alternatives_separately() -> None:
    found = excerpt("An old oak, an older ash, old ash", "", ("old oak", "ash"))
    marked = [found.text[first:last] for first, last in found.spans]
    assert marked == ["old oak", "ash", "ash"]
