import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tangle.letters import whole_letters
from engine.tangle.titles import LONGEST, one_line

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
def test_titles_hide_nothing_in_words(text: str) -> None:
    assert "\u200d" not in one_line(text)
    assert "\u200c" not in one_line(text)


def test_a_long_title_ends_with_a_whole_letter() -> None:
    title = one_line("x" + FAMILY * 40)
    assert len(title) <= LONGEST
    assert title.removesuffix("…").removeprefix("x").replace(FAMILY, "") == ""
