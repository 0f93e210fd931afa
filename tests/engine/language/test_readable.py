"""No character of a text is dropped; only controls and false directions are made visible."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.language.readable import (
    in_ascii,
    json_line,
    readable,
    unwrap,
    without_controls,
)


@pytest.mark.parametrize(
    "text",
    [
        "10\u00a0km",
        "東京\u3000大阪",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "soft\u00adhyphen, word\u2060joiner, mark\u200f",
        "\U00011f04 is in a script of 2022, \U000323b0 is assigned to nothing yet",
        "tab\tand\nbreak",
    ],
)
def test_what_a_reader_needs_is_kept(text: str) -> None:
    assert readable(text) == text
    assert without_controls(text).split() == text.split()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one\u2028two\u2029three\x85four\r\nfive\rsix", "one\ntwo\nthree\nfour\nfive\nsix"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("\u202eevil\u202c", "\\u202eevil\\u202c"),
        ("\x9b2J\x7f", "\\x9b2J\\x7f"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_moves_the_cursor_or_turns_text_is_shown_by_its_code(text: str, shown: str) -> None:
    assert readable(text) == shown


@given(st.text())
def test_a_text_for_a_picture_has_no_controls(text: str) -> None:
    shown = without_controls(text)
    assert len(shown) == len(text)
    assert readable(shown) == shown


@given(st.text())
def test_only_white_space_is_lost_on_one_line(text: str) -> None:
    assert "".join(unwrap(text).split()) == "".join(text.split())
    assert not set(unwrap(text)) & set("\t\n\r\x0b\x0c\x85\u2028\u2029")


texts = st.text(st.characters(), max_size=8) | st.sampled_from(["\ud83d", "\x7f", "\x9b", "\u202e"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(value=values)
def test_a_value_comes_back_and_is_printable_ascii(value: Any) -> None:
    line = json_line(value)
    assert json.loads(line) == value
    assert all(0x20 <= byte < 0x7F for byte in line)


@pytest.mark.parametrize("trick", "\x7f\x80\x9b\u061c\u200e\u200f\u202a\u202e\u2066\u2069")
def test_what_a_terminal_would_obey_is_escaped(trick: str) -> None:
    assert json_line({"a": trick}) == f'{{"a":"\\u{ord(trick):04x}"}}'.encode()


@given(value=values)
def test_lines_say_the_same_in_ascii(value: Any) -> None:
    line = json.dumps(value, ensure_ascii=False)
    assert json.loads(in_ascii(line)) == value
    assert all(byte < 0x7F for byte in in_ascii(line).encode())


def test_lines_in_ascii_keep_their_digits_and_spaces() -> None:
    assert (
        in_ascii('{ "a" : 1.0e2,\n"ö\u202e": -0 }\n') == '{ "a" : 1.0e2,\n"\\u00f6\\u202e": -0 }\n'
    )
