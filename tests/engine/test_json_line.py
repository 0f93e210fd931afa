import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.json_line import in_ascii, json_line

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
