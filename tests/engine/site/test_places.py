import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.site.collection import page_links
from tanglescope.engine.site.markup import short_hash
from tanglescope.engine.site.places import SitePlaces, anchor, fragment
from tests.engine.site.parsed import parsed

KEY = "%" + "k9" * 21 + "A=.sha256"


def test_the_anchor_of_a_message_is_its_key() -> None:
    assert anchor(KEY) == KEY
    assert unquote(fragment(KEY)) == f"#{KEY}"


@given(st.text())
def test_whatever_a_node_is_called_its_anchor_is_found_by_its_link(key: str) -> None:
    assert re.fullmatch(r"m-[0-9a-f]{20}|%[\w+/=.]+|ssb:[\w:/.=-]+", anchor(key))
    assert unquote(fragment(key)) == f"#{anchor(key)}"


@given(st.text())
def test_no_text_is_in_the_name_of_a_file(text: str) -> None:
    assert re.fullmatch("[0-9a-f]{20}", short_hash(text))


def test_links_lead_from_where_they_are() -> None:
    places = SitePlaces({"conversation page": {"a": "x/a.html"}, "home": {KEY: "x/a.html"}})
    assert places.seen_from("index.html").conversation("a") == "x/a.html"
    assert places.seen_from("y/b.html").conversation("a") == "../x/a.html"
    assert places.seen_from("x/a.html").message(KEY) == fragment(KEY)
    assert places.seen_from("y/b.html").message(KEY) == "../x/a.html" + fragment(KEY)
    assert places.seen_from("y/b.html").conversation("b") is None


def test_an_id_that_holds_what_looks_escaped_is_found() -> None:
    places = SitePlaces({"home": {"%38" + "C" * 40 + "A=.sha256": "a.html"}})
    key = next(iter(places.pages["home"]))
    view = places.seen_from("b.html")
    assert view.reference(key) == view.reference(key.replace("%", "%25")) == view.message(key)


@pytest.mark.parametrize(
    ("pages", "current", "shown"),
    [
        (5, 0, "12345"),
        (9, 0, "123…9"),
        (9, 4, "123456789"),
        (9, 5, "1…456789"),
        (19, 9, "1…89101112…19"),
    ],
)
def test_pages_that_are_left_out_have_a_sign(pages: int, current: int, shown: str) -> None:
    names = [f"{number}.html" for number in range(pages)]
    links = page_links(names, current, SitePlaces().seen_from(names[current]))
    assert parsed(str(links)).text == shown
