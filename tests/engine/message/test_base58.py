import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message import base58


@given(st.binary(max_size=70))
def test_what_was_encoded_is_decoded(data: bytes) -> None:
    assert base58.decode(base58.encode(data), len(data), "text") == data


def test_zero_bytes_are_ones() -> None:
    assert base58.encode(b"\0\0\1") == "112"
    assert base58.encode(b"Hello World!") == "2NEpo7TZRRrLZSi2U"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0OIl", "characters"),
        ("é" * 4, "characters"),
        ("2", "is 1 bytes"),
        ("1" * 33, "is 33 bytes"),
        ("z" * 44, "is 33 bytes"),
        ("z" * 1_000_000, "longer"),
        ("", "is 0 bytes"),
    ],
)
def test_anything_but_the_bytes_asked_for_is_refused(text: str, reason: str) -> None:
    with pytest.raises(base58.NotBase58, match=f"sig .*{reason}"):
        base58.decode(text, 32, "sig")
