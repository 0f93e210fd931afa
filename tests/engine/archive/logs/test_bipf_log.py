import math
import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.logs.bipf_log import NotBIPF, decode
from tanglescope.engine.message.canonical import canonical
from tests.engine.archive.writers import bipf, tagged
from tests.engine.message.strategies import objects, values


@given(objects)
def test_what_was_encoded_has_the_same_canonical_text_but_for_lone_surrogates(
    value: dict[str, object],
) -> None:
    def as_stored(value: object) -> object:
        match value:
            case str():
                return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            case list():
                return [as_stored(item) for item in value]
            case dict():
                return {as_stored(key): as_stored(item) for key, item in value.items()}
        return value

    assert canonical(decode(bipf(value))) == canonical(as_stored(value))


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    with suppress(NotBIPF):
        decode(data)


@given(values, st.data())
def test_changed_bytes_are_decoded_or_refused(value: object, data: st.DataObject) -> None:
    encoded = bytearray(bipf(value))
    for _ in range(data.draw(st.integers(1, 4))):
        encoded[data.draw(st.integers(0, len(encoded) - 1))] = data.draw(st.integers(0, 255))
    with suppress(NotBIPF):
        canonical(decode(bytes(encoded)))


@given(objects, st.integers(min_value=1))
def test_a_value_that_was_cut_is_refused(value: object, cut: int) -> None:
    encoded = bipf(value)
    with pytest.raises(NotBIPF):
        decode(encoded[: -(cut % len(encoded)) or -1])


def test_endless_nesting_is_refused() -> None:
    encoded = b""
    for _ in range(5_000):
        encoded = tagged(4, encoded)
    with pytest.raises(NotBIPF):
        decode(encoded)


@pytest.mark.parametrize(
    ("encoded", "value"),
    [
        (b"\x06", None),
        (b"\x0e\x00", False),
        (b"\x0e\x01", True),
        (b"\x0e\x02", None),
        (b"\x25\x08a\x0e\x02", {}),
        (b"\x14\x0e\x02", [None]),
        (b"\x11\x01\xff", {"type": "Buffer", "data": [1, 255]}),
        (b"\x22\xff\xff\xff\xff", -1),
        (b"\x43" + struct.pack("<d", 1.5e12), 1_500_000_000_000),
        (b"\x43" + struct.pack("<d", 0.5), 0.5),
        (b"\x08\xff", "\ufffd"),
    ],
)
def test_every_type_is_read_as_javascript_reads_it(encoded: bytes, value: object) -> None:
    assert decode(encoded) == value


@pytest.mark.parametrize(
    "encoded", [b"", b"\x07", b"\x0f\0", b"\x0e\x03", b"\x80" * 9, b"\x12\0\0"]
)
def test_anything_but_bipf_is_refused(encoded: bytes) -> None:
    with pytest.raises(NotBIPF):
        decode(encoded)


def test_doubles_that_json_cannot_hold_become_null() -> None:
    for number in (math.nan, math.inf):
        encoded = b"\x43" + struct.pack("<d", number)
        assert canonical({"n": decode(encoded)}) == b'{\n  "n": null\n}'
