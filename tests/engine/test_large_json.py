"""Large JSON: values are counted before they take memory, and long lists are parsed in pieces."""

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import large_json
from engine.large_json import MOST_VALUES, TooManyValues, load

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
