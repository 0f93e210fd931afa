"""Strategies for hostile JSON: numbers, texts, nesting and keys that encoders treat differently."""

from hypothesis import strategies as st

texts = st.text(st.characters(codec=None) | st.sampled_from('\ud83d\udc7e\u2028\x7f\\"\n\x01é'))
numbers = (
    st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.sampled_from([0.1 + 0.2, 1e21, 1e-6, 1e-7, 5e-324, -0.0, 2**53 + 1.0, 1e16, 123456.0])
)
keys = texts | st.sampled_from(["0", "1", "10", "01", "4294967294", "4294967295", "-1", "1.5"])
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)
objects = st.dictionaries(keys, values, max_size=6)
