"""Titles: short, on one line, and harmless with any content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle import titles
from tanglescope.engine.tangle import titles as module
from tanglescope.engine.tangle.titles import LONGEST, one_line, plain, title_of, whole_letters


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
def test_one_line_of_text_is_short_printable_and_storable(text: str) -> None:
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


def test_printable_characters_are_never_taken_for_invisible() -> None:
    printable = "".join(filter(str.isprintable, map(chr, range(0x110000))))
    assert titles._UNSEEN.search(printable) is None


FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
THUMB = "\U0001f44d\U0001f3fd"
FLAG = "\U0001f1e9\U0001f1ea"
LETTERS = (FAMILY, RAINBOW, THUMB, FLAG, "e\u0301", "a", "語", "\U0001f600")


@given(st.lists(st.sampled_from(LETTERS), min_size=1, max_size=12), st.integers(0, 60))
def test_a_text_is_cut_between_letters(letters: list[str], end: int) -> None:
    text = "".join(letters)
    ends = [len("".join(letters[:count])) for count in range(len(letters) + 1)]
    end = min(end, len(text))
    assert whole_letters(text, end) == max(place for place in ends if place <= end)


@given(st.text(max_size=60), st.integers(0, 60))
def test_a_cut_is_never_behind_the_end_and_not_far_before_it(text: str, end: int) -> None:
    assert max(0, end - 24) <= whole_letters(text, end) <= end


@pytest.mark.parametrize(
    "text",
    [FAMILY, RAINBOW, "می\u200cخواهم", "क\u094d\u200dष", "\U0001f9d1\U0001f3fd\u200d\U0001f680"],
)
def test_titles_keep_what_joins_letters(text: str) -> None:
    assert one_line(f"With {text}, of course") == f"With {text}, of course"


@pytest.mark.parametrize("text", ["a\u200db", "\u200d", "a \u200cb", "pay\u200dpal"])
def test_titles_hide_nothing_in_a_text(text: str) -> None:
    assert "\u200d" not in one_line(text)
    assert "\u200c" not in one_line(text)


@pytest.mark.parametrize("text", ["10\u00a0km", "東京\u3000大阪", "1\u202f000", "a\u2009b"])
def test_titles_keep_spaces_that_are_written(text: str) -> None:
    assert one_line(f" {text}\n\t{text}\u3000 ") == f"{text} {text}"
    assert title_of({"text": f"Zimmer {text}"}) == f"Zimmer {text}"


def test_a_long_line_is_cut_at_a_word_unless_that_costs_most_of_it() -> None:
    assert one_line("the old oak in the garden", 16) == "the old oak in…"
    assert one_line('ann: {"add":"63859d0c"}', 16) == 'ann: {"add":"63…'


def test_a_long_title_ends_with_a_whole_letter() -> None:
    title = one_line("x" + FAMILY * 40)
    assert len(title) <= LONGEST
    assert title.removesuffix("…").removeprefix("x").replace(FAMILY, "") == ""


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("salt &amp; pepper &copy; &#39;&#x2603;", "salt & pepper © '☃"),
        ("&#0; &#xd800; &#xffffff; &#128;", "\ufffd \ufffd \ufffd \x80"),
        ("&bogus; &amp no &notit;", "&bogus; &amp no &notit;"),
        ("`&amp; *x*` and ``b`c``", "&amp; *x* and b`c"),
        ("```py\n&amp; *x*\n```", "&amp; *x*\n"),
        ("```\nnobody ends it", "\nnobody ends it"),
        ("TZ_OFFSET, `TZ_OFFSET`, _so_ and __so__", "TZ_OFFSET, TZ_OFFSET, so and so"),
        ("**bold** *it* ~~gone~~ ~100", "bold it gone ~100"),
        (r"\*x\* \_ \&amp;", "*x* _ &amp;"),
        ("[see *this* &amp; that](http://a.b) ![a cat](&blob)", "see this & that a cat"),
        ("# One\n> - two\n#three\n2 * 3 * 4", "One\ntwo\n#three\n2 * 3 * 4"),
    ],
)
def test_marks_go_and_words_stay(text: str, seen: str) -> None:
    assert plain(text) == seen


def test_a_title_shows_characters_in_the_place_of_entities() -> None:
    assert title_of({"type": "post", "text": "## Salt &amp; *pepper*\nmore"}) == "Salt & pepper"


@given(st.text(st.sampled_from("&#;x0amp[]()!`*_~\\> \n-")))
def test_any_text_becomes_no_longer(text: str) -> None:
    assert len(plain(text)) <= len(text)


@given(st.text(st.sampled_from("a1&#;x[]()!`*_~\\>+- \t\r\n\x85é")))
def test_a_text_without_marks_is_found_out_rightly(text: str) -> None:
    assert plain(text) == module._PART.sub(module._visible_part, text)
