"""The mentions of a new message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.links import links_in
from tanglescope.engine.tangle.mentioning import mentions_in, saying
from tests.engine.authors import Author

INES = Author("ines").feed
KEY = f"%{'k' * 42}A=.sha256"
BLOB = f"&{'b' * 42}A=.sha256"


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Hello", []),
        (f"Hi [@Ines]({INES})!", [{"link": INES, "name": "Ines"}]),
        (f"Hi [@Ines]({INES}) and [@I]({INES})", [{"link": INES, "name": "Ines"}]),
        (f"Hi {INES}.", [{"link": INES}]),
        ("In #Boats, #boats and [#wood](#wood)", [{"link": "#boats"}, {"link": "#wood"}]),
        (f"As in [this]({KEY}) and {KEY}", [{"link": KEY}]),
        (f"![a boat]({BLOB})", [{"link": BLOB, "name": "a boat"}]),
        (f"`[@Ines]({INES})` and ``{INES} ` #code``", []),
        (f"```\n#code {INES}\n```\n#boats", [{"link": "#boats"}]),
        (f"```\n#code\n{INES}", []),
        (rf"\[@Ines]({INES}", [{"link": INES}]),
        ("[a page](https://example.org/#part) https://example.org/#part", []),
        ("# A heading, ## another, C# and a#b", []),
        ("[](#) [nothing]() [@nobody](@nobody)", []),
    ],
)
def test_the_text_decides(text: str, mentions: list[dict[str, str]]) -> None:
    assert mentions_in(text) == mentions


def test_other_programs_find_what_the_text_names() -> None:
    content = saying({"type": "post", "text": ""}, f"Hi [@Ines]({INES}), see #boats")
    links = [(each.kind, each.target) for each in links_in(content)]
    assert links == [("mention", INES), ("channel", "#boats")]


def test_another_text_has_other_mentions() -> None:
    before = saying({"type": "post", "text": "", "root": KEY}, "see #boats")
    assert saying(before, "Nothing") == {"type": "post", "text": "Nothing", "root": KEY}


@given(st.text("@#[]()`\\!\n a" + INES[:4], max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert all(each["link"] for each in mentions_in(text))
