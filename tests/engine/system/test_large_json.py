"""Large JSON: values are counted before they take memory, and long lists are parsed in pieces."""

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.system import large_json
from tanglescope.engine.system.large_json import MOST_VALUES, TooManyValues, load

VALUES = st.recursive(
    st.none() | st.integers(0, 9) | st.sampled_from(["}", "},", '"nodes":[', "]}", "{"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["nodes", "txns", "x},"]), inner, max_size=3)
    ),
)
LISTS = st.lists(VALUES | st.fixed_dictionaries({"id": VALUES, "after": VALUES}), max_size=12)


@given(
    value=LISTS | st.fixed_dictionaries({"name": VALUES, "nodes": LISTS, "end": VALUES}),
    size=st.integers(4, 80),
    separators=st.sampled_from([(",", ":"), (", ", ": ")]),
)
def test_pieces_make_the_same_value(value: object, size: int, separators: tuple[str, str]) -> None:
    text = json.dumps(value, separators=separators).encode()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(large_json, "_AT_ONCE", size)
        assert load(text) == value
        with pytest.raises(orjson.JSONDecodeError):
            load(text[:-1])


@pytest.mark.parametrize("item", [b"[]", b"{}", b"1", b'{"":[]}'])
def test_some_kilobytes_never_become_gigabytes(item: bytes) -> None:
    text = b"[%b%b]" % ((item + b",") * (MOST_VALUES + 1), item)
    with pytest.raises(TooManyValues):
        load(text, size=33_000)


def test_a_large_file_may_have_more_values() -> None:
    text = b'{"nodes":[%b{"id":"1","after":[]}]}' % (b'{"id":"1","after":[]},' * 700_000)
    assert len(load(text)["nodes"]) == 700_001
    with pytest.raises(TooManyValues):
        load(text, size=33_000)


@pytest.mark.parametrize(
    "text",
    [
        b'{"x":[%b{}]}' % (b"{}," * MOST_VALUES),
        b'{"x":{"nodes":[%b{}]}}' % (b"{}," * MOST_VALUES),
        b'{"id":"x","text":"%b"}' % (b"a" * (large_json._LONGEST_AT_ONCE + 1)),
    ],
    ids=["another list", "a list in another value", "a text"],
)
def test_what_is_parsed_at_once_has_a_limit(text: bytes) -> None:
    """No other thread runs meanwhile."""
    with pytest.raises(TooManyValues):
        load(text)


def test_several_long_lists_are_parsed_in_pieces() -> None:
    item = b'{"a":1,"b":2,"c":3,"text":"as long"},'
    text = b'{"pdus":[%b{}],"state":[%b{}],"x":1}' % (item * 300_000, item * 300_000)
    value = load(text)
    assert (len(value["pdus"]), len(value["state"]), value["x"]) == (300_001, 300_001, 1)
