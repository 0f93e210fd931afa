from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.reduce.labels import MOST, change_label, item_label, set_label
from tanglescope.engine.reduce.sets import NonStringItem

FOLLOWS = "set_v1__follows"


@pytest.mark.parametrize(
    ("content", "label"),
    [
        ({"add": ["alice"], "del": [], "supersedes": []}, "adds alice"),
        ({"add": [], "del": ["bob"], "supersedes": []}, "deletes bob"),
        ({"add": ["a", "b"], "del": ["c"], "supersedes": []}, "adds a, b, deletes c"),
        ({"add": [], "del": [], "supersedes": []}, "changes nothing"),
        ({"add": [1, None, {"a": 1}], "del": []}, 'adds 1, null, {"a": 1}'),
        ({"text": "ciphertext.box"}, "(encrypted set data)"),
        ({"add": "alice"}, "(malformed set data)"),
        ({}, "(malformed set data)"),
    ],
)
def test_a_set_message_says_what_it_does(content: dict[str, Any], label: str) -> None:
    assert set_label({**content, "type": FOLLOWS}) == label


def test_anything_but_a_set_message_has_no_such_label() -> None:
    for content in ({"type": "post", "text": "hi"}, {"type": None}, {}, {"type": "pzp-root"}):
        assert set_label(content) is None
    assert set_label({"type": "pzp-root", "domain": FOLLOWS}) == f"begins {FOLLOWS}"
    assert set_label({"type": "pzp-erased", "domain": FOLLOWS}) == f"erased, in {FOLLOWS}"


def test_no_more_items_are_named_than_one_reads() -> None:
    label = change_label([f"i{number}" for number in range(MOST + 5)], [])
    assert label.endswith(" and 5 more")


@given(st.text() | st.integers() | st.builds(NonStringItem, st.just("[1]")))
def test_an_item_is_one_short_line_of_visible_characters(item: object) -> None:
    label = item_label(item)
    assert label.isprintable()
    assert 0 < len(label) <= 60
