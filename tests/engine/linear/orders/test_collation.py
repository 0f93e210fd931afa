"""ICU's root collation, compared with `localeCompare` in Node."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.orders import collation
from tanglescope.engine.linear.orders.collation import CollationKey, key_among, sort_by_collation
from tests.vectors.pzp import load

ids = st.lists(st.text(max_size=12), max_size=12)


def test_strings_of_all_kinds_come_in_the_order_of_locale_compare() -> None:
    expected = load("collation")
    shuffled = expected[:]
    Random(1).shuffle(shuffled)
    assert sort_by_collation(shuffled) == expected


@pytest.mark.parametrize(
    ("kind", "accepts"),
    [
        ("ascii", str.isascii),
        ("letters and digits", lambda text: text.isascii() and text.isalnum()),
    ],
)
def test_every_cheaper_key_gives_the_same_order(kind: str, accepts: Callable[[str], bool]) -> None:
    expected = [text for text in load("collation") if accepts(text)]
    assert len(expected) > 200
    shuffled = expected[:]
    Random(2).shuffle(shuffled)
    assert sort_by_collation(shuffled) == expected


def test_keys_are_as_cheap_as_the_ids_allow() -> None:
    assert key_among(["a1", "B2"]) is collation._alphanumeric_key
    assert key_among(["%a=", "b"]) is collation._ascii_key
    assert key_among(["é", "b"]) is collation._unicode_key


def test_letters_come_without_case_first_and_lower_case_before_upper_case() -> None:
    assert sort_by_collation(["B", "b", "A", "a", "aB", "Ab", "9", "10"]) == [
        "10", "9", "a", "A", "aB", "Ab", "b", "B",
    ]  # fmt: skip


def test_strings_that_collate_as_equal_come_by_code_point() -> None:
    assert sort_by_collation(["a\x00", "a", "\x01a"]) == ["\x01a", "a", "a\x00"]
    assert sort_by_collation(["é", "e\u0301"]) == ["e\u0301", "é"]


@given(ids)
def test_the_order_is_a_function_of_the_set(names: list[str]) -> None:
    assert sort_by_collation(names) == sort_by_collation(reversed(names))


@given(st.lists(st.text(alphabet=st.characters(max_codepoint=127), max_size=12), max_size=12))
def test_a_name_outside_ascii_does_not_move_the_others(names: list[str]) -> None:
    def key(text: str) -> CollationKey:
        return collation._unicode_key(text)

    assert sorted(names, key=key) == sort_by_collation(names)
