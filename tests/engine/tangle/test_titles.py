"""Titles: short, on one line, and harmless whatever a stranger wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tangle import titles
from engine.tangle.plain import plain
from engine.tangle.titles import LONGEST, one_line, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("\n\n# A *bold* heading\nmore", "A bold heading"),
        ("> quoted", "quoted"),
        ("see [the docs](https://example.org) now", "see the docs now"),
        ("![cat](&abc.sha256)\nbelow", "cat"),
        ("snake_case stays", "snake_case stays"),
        ("  \t ", ""),
    ],
)
def test_a_post_is_titled_by_its_first_line(text: str, title: str) -> None:
    assert title_of({"type": "post", "text": text}) == title


def test_a_title_of_its_own_comes_first() -> None:
    assert title_of({"type": "blog", "title": "On tides", "text": "Long ago"}) == "On tides"


@pytest.mark.parametrize("content", ["c2VjcmV0.box", {}, {"text": 7}, {"text": None, "title": []}])
def test_content_without_words_has_no_title(content: object) -> None:
    assert title_of(content) == ""  # type: ignore[arg-type]


@given(st.text(st.characters(), max_size=2000))
def test_one_line_is_short_printable_and_storable(text: str) -> None:
    line = one_line(text)
    assert len(line) <= LONGEST
    assert not any(c in line for c in "\n\r\t\x00\u202e\u2028")
    line.encode()


@given(st.text(st.characters(), max_size=400))
def test_any_text_gives_a_title(text: str) -> None:
    assert len(title_of({"type": "post", "text": text})) <= LONGEST


@given(st.text(st.sampled_from("ab&#;10[]()!`*_~\\> \t\r\n\x85\u2028\u200b\u200dé☃"), max_size=60))
def test_a_title_is_the_first_line_of_the_whole_text_that_shows_anything(text: str) -> None:
    shown = filter(None, map(one_line, plain(text).splitlines()))
    assert title_of({"type": "post", "text": text}) == next(shown, "")


def test_no_character_that_is_printable_is_taken_for_unseen() -> None:
    printable = "".join(filter(str.isprintable, map(chr, range(0x110000))))
    assert titles._UNSEEN.search(printable) is None
