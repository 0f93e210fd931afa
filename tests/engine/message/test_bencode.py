import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message import bencode, uris
from tanglescope.engine.message.bencode import LARGEST, NotBencode

VALUES = st.recursive(
    st.integers(-LARGEST, LARGEST) | st.binary(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.text(st.characters(exclude_categories=["Cs"])).filter(lambda text: ":" not in text)
    | st.binary().map(uris.as_buffer),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
)


@given(VALUES)
def test_every_value_comes_back(value: bencode.Value) -> None:
    assert bencode.decode(bencode.encode(value)) == value


@given(st.binary())
def test_bytes_are_the_only_encoding_of_their_value_or_refused(data: bytes) -> None:
    try:
        value = bencode.decode(data)
    except NotBencode:
        return
    assert bencode.encode(value) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"i1",
        b"i01e",
        b"i-0e",
        b"i+1e",
        b"i1.5e",
        b"ie",
        b"i9007199254740992e",
        b"i99999999999999999999999999e",
        b"3:ab",
        b"03:abc",
        b"-1:",
        b"l",
        b"li1e",
        b"d1:b1:x1:a1:xe",
        b"d1:a1:x1:a1:xe",
        b"d1:\xff1:xe",
        b"di1e1:xe",
        b"lei1e",
        b"x",
        b"l" * 1000,
    ],
)
def test_what_is_not_written_as_it_should_be_is_refused(data: bytes) -> None:
    with pytest.raises(NotBencode):
        bencode.decode(data)


@given(JSON)
def test_json_survives_binary_field_encodings(value: object) -> None:
    assert uris.decode(bencode.decode(bencode.encode(uris.encode(value)))) == value


@pytest.mark.parametrize("value", [1.5, 2**53, float("inf"), float("nan"), object(), "\ud800"])
def test_what_has_no_encoding_is_refused(value: object) -> None:
    with pytest.raises(uris.NotBFE):
        uris.encode(value)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x06",
        b"\x06\x01",
        b"\x06\x01\x02",
        b"\x06\x02x",
        b"\x06\x00\xff",
        b"\x09\x00",
        b"\x00\x03x",
    ],
)
def test_bytes_that_are_no_encoding_are_refused(data: bytes) -> None:
    with pytest.raises(uris.NotBFE):
        uris.decode(data)
