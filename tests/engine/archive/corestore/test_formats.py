"""Parsing of single records, with any content."""

import struct
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_secretbox

from tanglescope.engine.archive.corestore.bases import (
    MOST,
    ValueForm,
    last_info,
    read_content,
    read_history,
    read_info,
)
from tanglescope.engine.archive.corestore.encoding import (
    MalformedRecord,
    OplogBlock,
    RecordDecoder,
    key,
    read_message,
    read_numbers,
    text_at,
)
from tanglescope.engine.archive.corestore.encryption import _beginnings, _xor

NUMBERS = st.integers(0, 2**64 - 1)


@given(NUMBERS, NUMBERS)
def test_keys_sort_as_their_numbers_count(one: int, other: int) -> None:
    assert (key(one) < key(other)) == (one < other)
    assert read_numbers(key(one), 1) == ([one], len(key(one)))


def test_the_text_of_a_key_is_between_zeros() -> None:
    assert text_at(b"\4\7\6\0referrer\0\1", 3) == "referrer"
    assert text_at(b"\0a\0\2b\0\1", 0) == "a\0b"
    with pytest.raises(MalformedRecord):
        text_at(b"referrer", 0)


@pytest.mark.parametrize(
    ("encoded", "number"),
    [(b"\0", 0), (b"\xfc", 252), (b"\xfd\0\1", 256), (b"\xfe\0\0\0\1", 1 << 24)],
)
def test_numbers_are_read_as_compact_encoding_writes_them(encoded: bytes, number: int) -> None:
    assert RecordDecoder(encoded).uint() == number


@pytest.mark.parametrize(
    "read",
    [
        read_message,
        read_info,
        lambda block: read_history({1: block}),
        lambda block: last_info({1: block}),
    ],
)
@given(block=st.binary(max_size=200))
def test_any_bytes_are_read_or_malformed(read: Callable[[bytes], object], block: bytes) -> None:
    with suppress(MalformedRecord):
        read(block)


# Entries

HEAD = bytes(range(32))
NODE = b"\1" + HEAD + b"\5" + b"\2" + b"\3abc"  # one head of length 5, batch 2, a value


def test_version_2_is_read() -> None:
    assert read_message(b"\2" + NODE + b"\4") == OplogBlock(2, ((HEAD, 5),), 2, b"abc", True)


def test_version_1_is_read_with_and_without_signatures() -> None:
    plain = OplogBlock(1, ((HEAD, 5),), 2, b"abc", False)
    assert read_message(b"\1\2\0" + NODE) == plain
    signature = b"\0" + bytes(64) + b"\x07"
    assert read_message(b"\1\2\1" + b"\2" + signature + b"\3" + b"\0" + HEAD + NODE) == plain
    assert read_message(b"\1\2\3" + b"\0" + b"\4" + NODE).optimistic


def test_version_0_is_read_with_and_without_signatures() -> None:
    plain = OplogBlock(0, ((HEAD, 5),), 2, b"abc", False)
    assert read_message(b"\0\0" + NODE + b"\0\0") == plain
    signer = b"\0" + HEAD + HEAD
    assert read_message(b"\0\1" + b"\0\1" + signer + b"\1\4" + NODE + b"\0\0") == plain


def test_another_version_is_named() -> None:
    with pytest.raises(MalformedRecord, match="version 9"):
        read_message(b"\x09")


# Values


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (None, ValueForm.NOTHING, ""),
        (b'{"a":1}', ValueForm.JSON, '{"a":1}'),
        (b'\x07{"a":1}', ValueForm.JSON, '{"a":1}'),
        ("Grüße".encode(), ValueForm.TEXT, "Grüße"),
        (b"\x05hello", ValueForm.TEXT, "hello"),
        (b"\0\1\2", ValueForm.BINARY, "000102"),
        (b"\xff\xfe", ValueForm.BINARY, "fffe"),
        ("turned\u202eround".encode(), ValueForm.BINARY, "turned\u202eround".encode().hex()),
        (b"[" * 100_000, ValueForm.TEXT, "[" * MOST),
    ],
)
def test_a_value_is_json_text_or_bytes(value: bytes | None, form: ValueForm, text: str) -> None:
    content = read_content(value)
    assert (content.form, content.text) == (form, text)
    assert content.is_cut == (value is not None and len(value) > MOST)


@given(st.binary())
def test_no_value_is_longer_than_is_shown(value: bytes) -> None:
    content = read_content(value)
    assert len(content.text) <= MOST
    assert content.size == len(value)


# XSalsa20


def test_the_stream_begins_as_nacl_says() -> None:
    secret = bytes.fromhex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")
    nonce = bytes.fromhex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    [start] = _beginnings(secret, [nonce])
    assert start.hex() == "eea6a7251c1e72916d11c2cb214d3c252539121d8e234e652d651fa4c8cff880"


@given(st.binary(max_size=200), st.binary(min_size=32, max_size=32), st.integers(0, 2**64 - 1))
def test_what_was_encrypted_is_opened(text: bytes, secret: bytes, place: int) -> None:
    nonce = struct.pack("<Q", place) + bytes(16)
    [start] = _beginnings(secret, [nonce])
    sealed = bytes(a ^ b for a, b in zip(text, start, strict=False))
    if len(text) > 32:
        sealed += crypto_secretbox(text[32:], nonce, secret)[16:]
    assert _xor(sealed, start, nonce, secret) == text


# The system view


def put(name: bytes, value: bytes) -> bytes:
    """A block of a Hyperbee: a protocol buffer with key and value."""
    return b"\x12" + bytes([len(name)]) + name + b"\x1a" + bytes([len(value)]) + value


def info(heads: bytes, indexers: bytes = b"\0") -> bytes:
    return put(b"\0\0info", b"\1\0\0" + indexers + heads + b"\0")


def member(number: int, length: int, flags: int = 0) -> bytes:
    return put(b"\1\0" + bytes([number]) * 32, bytes([flags, length]))


ONE, TWO = bytes([1]) * 32, bytes([2]) * 32
VIEW = {
    0: b"",
    1: member(1, 2),
    2: info(b"\1" + ONE + b"\2", b"\1" + ONE + b"\2"),
    3: member(2, 1),
    4: info(b"\1" + TWO + b"\1", b"\1" + ONE + b"\2"),
}


def test_the_system_view_says_what_was_applied_in_which_order() -> None:
    history = read_history(VIEW)
    assert [step.runs for step in history.steps] == [((ONE, 1, 2),), ((TWO, 1, 1),)]
    assert [step.length for step in history.steps] == [3, 5]
    assert history.steps[0].indexers_added == {ONE}
    assert history.active == {ONE, TWO}
    assert history.is_whole


def test_a_system_view_with_a_gap_says_only_what_is_last() -> None:
    late = {place: block for place, block in VIEW.items() if place != 3}
    history = read_history(late)
    assert len(history.steps) == 1
    assert not history.is_whole
    assert history.info is not None
    assert history.info.heads == ((TWO, 1),)
