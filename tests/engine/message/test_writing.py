"""The engine's own messages obey the same rules as all others."""

from base64 import b64decode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message.canonical import canonical, utf16_length
from tanglescope.engine.message.classic import LONGEST_MESSAGE, examine
from tanglescope.engine.message.identity import new_identity, parse_identity
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.message.verdict import VALID
from tanglescope.engine.message.writing import MessageTooLong, NotSignable, UnsignedMessage, sign

ANN = new_identity()


def unsigned(content: Any, sequence: int = 1, previous: str | None = None) -> UnsignedMessage:
    return UnsignedMessage(ANN.feed, sequence, previous, 1_700_000_000_000, content)


def of_length(length: int) -> UnsignedMessage:
    empty = unsigned({"type": "post", "text": ""}).length
    return unsigned({"type": "post", "text": "x" * (length - empty)})


@given(st.text(st.characters(), max_size=300))
def test_other_programs_accept_what_is_signed_here(text: str) -> None:
    value = sign(unsigned({"type": "post", "text": text}), ANN)
    examined = examine(value)
    assert examined.verdict == VALID
    assert examined.message is not None
    assert examined.message.content["text"] == text


def test_lone_surrogates_can_be_signed() -> None:
    assert examine(sign(unsigned({"type": "post", "text": "\ud83d"}), ANN)).verdict == VALID


@pytest.mark.parametrize("text", ["x", "é漢", "😀" * 10, '"\\\n'])
def test_the_length_is_that_of_the_signed_message(text: str) -> None:
    draft = unsigned({"type": "post", "text": text})
    assert draft.length == utf16_length(canonical(sign(draft, ANN)).decode())


def test_the_text_is_what_the_signature_covers() -> None:
    draft = unsigned({"type": "post", "text": "hello"})
    value = sign(draft, ANN)
    signature = b64decode(value["signature"].removesuffix(".sig.ed25519"))
    assert signature == ANN.sign(draft.text.encode())


def test_the_longest_message_is_signed_and_one_longer_is_not() -> None:
    assert examine(sign(of_length(LONGEST_MESSAGE), ANN)).verdict == VALID
    with pytest.raises(MessageTooLong, match=r"by 1 character:.*8,193.*8,192") as refused:
        sign(of_length(LONGEST_MESSAGE + 1), ANN)
    assert refused.value.length == LONGEST_MESSAGE + 1


def test_a_message_of_any_length_is_reported_as_too_long() -> None:
    with pytest.raises(MessageTooLong, match="far longer"):
        sign(unsigned({"type": "post", "text": "x" * (20 << 20)}), ANN)


@pytest.mark.parametrize("content", [{}, {"type": "no"}, {"type": 7}, [], "no box", None])
def test_what_other_programs_refuse_is_not_signed(content: Any) -> None:
    with pytest.raises(NotSignable):
        sign(unsigned(content), ANN)


def test_no_identity_signs_for_another_feed() -> None:
    with pytest.raises(NotSignable, match="can't sign"):
        sign(unsigned({"type": "post"}), new_identity())


def test_the_place_in_the_feed_has_to_be_possible() -> None:
    with pytest.raises(NotSignable):
        sign(unsigned({"type": "post"}, sequence=2), ANN)


def test_a_new_identity_is_unique_and_reads_as_any_other() -> None:
    one, other = new_identity(), new_identity()
    assert one.feed != other.feed
    assert is_feed_id(one.feed)
    again = parse_identity(one.secret_file())
    assert again.feed == one.feed
    assert again.sign(b"x") == one.sign(b"x")
    assert "SECRET" in one.secret_file()
