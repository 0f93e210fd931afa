import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message import jcs
from tanglescope.engine.message.canonical import parse, parse_exactly


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ('{"b":1.0,"a":[]}', b'{"a":[],"b":1}'),
        ("-0", b"0"),
        ("9007199254740993", b"9007199254740992"),
        ("12345678901234567890", b"12345678901234567000"),
        ("1e21", b"1e+21"),
        ("0.000001", b"0.000001"),
        ("1e-7", b"1e-7"),
        ('"\\u00e9\\u2028\\u0007"', '"é\u2028\\u0007"'.encode()),
        ('{"\\ufb33":1,"\\ud83d\\ude00":2}', '{"😀":2,"\ufb33":1}'.encode()),
        ('{"a":1,"a":2}', b'{"a":2}'),
    ],
)
def test_text_is_what_json_canon_writes(text: str, canonical: bytes) -> None:
    assert jcs.dumps(parse(text.encode())) == canonical
    assert jcs.dumps(parse_exactly(text)) == canonical


@pytest.mark.parametrize("text", ["1" + "0" * 400, "1e400", '"\\ud800"', '{"\\udfff":1}'])
def test_values_without_a_canonical_text_are_refused(text: str) -> None:
    with pytest.raises(jcs.NotCanonicalError):
        jcs.dumps(parse(text.encode()))


def test_a_whole_number_beyond_all_doubles_is_refused() -> None:
    with pytest.raises(jcs.NotCanonicalError):
        jcs.dumps({"a": [10**400]})


def test_a_value_nested_without_bound_is_refused() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(jcs.NotCanonicalError, match="too deeply"):
        jcs.dumps(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text("abé\x7f\n😀\ufb33", max_size=3), inner)
    ),
    max_leaves=8,
)


@given(JSON)
def test_a_value_has_the_same_text_whichever_way_is_quicker(value: object) -> None:
    try:
        expected = rfc8785.dumps(value)
    except rfc8785.IntegerDomainError:
        return
    assert jcs.dumps(value) == expected
