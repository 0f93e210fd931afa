from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.site.markup import Html, element, join_html
from tests.engine.site.parsed import parsed

HOSTILE = st.one_of(
    st.text(),
    st.lists(
        st.sampled_from(['"', "'", "<", ">", "&", "<b>", "&lt;", "-->", "]]>", "=", " ", "\0"])
    ).map("".join),
)


@given(text=HOSTILE, value=HOSTILE)
def test_a_text_is_text_and_a_value_is_a_value_whatever_they_hold(text: str, value: str) -> None:
    found = parsed(element("p", text, title=value))
    assert [name for name, _ in found.elements] == ["p"]
    [(_, attributes)] = found.elements
    assert attributes.keys() == {"title"}
    if text.isprintable() and value.isprintable():
        assert (found.text, attributes["title"]) == (text, value)


def test_markup_stays_markup_only_where_it_is_put_into_an_element() -> None:
    bold = element("b", "&")
    assert element("p", bold) == "<p><b>&amp;</b></p>"
    assert element("p", f"{bold}") == "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"
    assert element("p", bold + "") == "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"
    assert join_html(["<", bold, None]) == "&lt;<b>&amp;</b>"
    assert isinstance(join_html([]), Html)


def test_attributes_are_left_out_have_an_empty_value_or_hyphens() -> None:
    assert element("a", hidden=None, open=False, download=True, aria_label="x", class_="y") == (
        '<a download="" aria-label="x" class="y"></a>'
    )
    assert element("br") == "<br/>"


def test_a_page_can_be_written_as_utf8_without_controls() -> None:
    assert (
        element("p", "a\ud800\0\x1b\x85\ufffe\n\tb")
        == "<p>a\ufffd\ufffd\ufffd\ufffd\ufffd\n\tb</p>"
    )
