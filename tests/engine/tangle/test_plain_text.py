"""The one-line text of a message matches its full display."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle import plain_text as module
from tanglescope.engine.tangle.plain_text import plain
from tanglescope.engine.tangle.titles import title_of


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
