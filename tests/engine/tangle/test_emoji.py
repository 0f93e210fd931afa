"""Names of emoji: which are shown as emoji, and which stay."""

import pytest

from tanglescope.engine.tangle.emoji import show_emoji
from tanglescope.engine.tangle.titles import plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("good morning :smile:", "good morning 😄"),
        (":+1::heart: :stuck_out_tongue:!", "👍❤️ 😛!"),
        (":no_such_emoji: and :smile", ":no_such_emoji: and :smile"),
        ("at 10:30:45, ratio 1:100:3", "at 10:30:45, ratio 1:100:3"),
        ("std::key::Value and a:key:b", "std::key::Value and a:key:b"),
        ("http://host/:key:/x", "http://host/:key:/x"),
        (":a: :x:", ":a: :x:"),
    ],
)
def test_a_name_between_colons_is_an_emoji_unless_it_is_part_of_something(
    text: str, shown: str
) -> None:
    assert show_emoji(text) == shown
    assert plain(text) == shown


def test_code_keeps_its_names() -> None:
    assert plain("`:smile:` is *:smile:*") == ":smile: is 😄"


def test_a_long_run_of_names_takes_linear_time() -> None:
    assert show_emoji(":a_b" * 50_000) == ":a_b" * 50_000
    assert show_emoji(":smile:" * 20_000 + "x") == ":smile:" * 20_000 + "x"
