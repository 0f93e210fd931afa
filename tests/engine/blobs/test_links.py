"""The attributes of files that a message declares."""

import hashlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_secretbox

from tanglescope.engine.blobs.folders import BlobError, BlobFolders
from tanglescope.engine.blobs.links import (
    MOST,
    BlobLink,
    blobs_in,
    decrypt_blob,
    key_of,
    with_pictures_described,
)
from tests.engine.blobs.pictures import blob_id, picture

ONE, TWO = blob_id(b"one"), blob_id(b"two")


def test_a_picture_in_the_text_is_one_file_with_its_mention() -> None:
    mention = {"link": ONE, "name": "boat.jpg", "type": "image/jpeg", "size": 900, "width": 40}
    content = {"type": "post", "text": f"look ![a boat]({ONE})", "mentions": [mention]}
    assert blobs_in(content) == (
        BlobLink(ONE, "a boat", "image/jpeg", 900, 40, 0, is_picture=True),
    )


def test_files_come_in_the_order_of_the_text() -> None:
    content = {"text": f"[second]({TWO}) ![first]({ONE})", "mentions": [{"link": ONE}]}
    assert [(each.id, each.is_picture) for each in blobs_in(content)] == [
        (TWO, False),
        (ONE, True),
    ]


@pytest.mark.parametrize(
    "field",
    [
        {"image": ONE},
        {"image": {"link": ONE, "type": "image/png"}},
        {"image": {"set": {"blob": ONE}}},
        {"thumbnail": ONE},
        {"images": [{"link": ONE}]},
    ],
)
def test_fields_of_other_types_name_pictures(field: dict[str, Any]) -> None:
    [link] = blobs_in({"type": "about", **field})
    assert link.id == ONE
    assert link.is_picture


def test_a_blog_is_a_file_and_no_picture() -> None:
    assert [each.is_picture for each in blobs_in({"type": "blog", "blog": ONE})] == [False]


def test_a_link_with_a_key_is_an_encrypted_file() -> None:
    [link] = blobs_in({"text": f"![secret]({ONE}?unbox=AAAA.boxs)"})
    assert link.is_encrypted


@pytest.mark.parametrize("size", [-1, 0, True, "9", 1e400, float("nan"), 1 << 80, None])
def test_absurd_claims_count_for_nothing(size: object) -> None:
    [link] = blobs_in({"mentions": [{"link": ONE, "size": size, "width": size}]})
    assert (link.size, link.width) == (0, 0)


def test_a_message_has_so_many_files_at_most() -> None:
    text = " ".join(f"[x]({blob_id(bytes([number]))})" for number in range(200))
    assert len(blobs_in({"text": text})) == MOST


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.sampled_from([ONE, TWO]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["text", "mentions", "link", "image", "name", "size", "set", "images"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["text", "mentions", "image", "images"]), JSON))
def test_any_content_is_read(content: dict[str, Any]) -> None:
    assert all(each.id in (ONE, TWO) for each in blobs_in(content))


def test_only_pictures_of_a_text_are_described() -> None:
    text = (
        f"a ![the\nboat]({ONE}) [song]({TWO}) ![]({ONE}?unbox=abc.boxs) ![x](&short) ![y](http://z)"
    )
    assert with_pictures_described(text, lambda name: f"<{name}>") == (
        f"a <the boat> [song]({TWO}) <> ![x](&short) ![y](http://z)"
    )


DATA = bytes(number * 7 % 251 for number in range(9000))
KEY = hashlib.sha256(DATA).digest()
BY_THE_ORIGINAL = "a35fa9425879f588175287cd7d4cd677da7a1bcbdfa9e50cd1fa60e68358a4ac"


def boxed(data: bytes, key: bytes) -> bytes:
    """A file as programs encrypt it."""
    stream, number = b"", 0
    for place in range(0, len(data), 4096):
        piece = crypto_secretbox(data[place : place + 4096], (number + 1).to_bytes(24, "big"), key)
        header = (len(piece) - 16).to_bytes(2, "big") + piece[:16]
        stream += crypto_secretbox(header, number.to_bytes(24, "big"), key) + piece[16:]
        number += 2
    return stream + crypto_secretbox(bytes(18), number.to_bytes(24, "big"), key)


def link_to(data: bytes, key: bytes) -> str:
    """The id of a boxed file, with its key."""
    return f"{blob_id(boxed(data, key))}?unbox={b64encode(key).decode()}.boxs"


def test_a_box_is_as_the_original_writes_it_and_opens() -> None:
    whole = boxed(DATA, KEY)
    assert hashlib.sha256(whole).hexdigest() == BY_THE_ORIGINAL
    assert decrypt_blob(whole, KEY) == DATA


def test_what_is_cut_changed_or_has_more_does_not_open() -> None:
    whole = boxed(DATA, KEY)
    for place in (0, 40, 5000, len(whole) - 1):
        assert decrypt_blob(whole[:place], KEY) is None
        assert (
            decrypt_blob(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :], KEY)
            is None
        )
    assert decrypt_blob(whole + b"more", KEY) is None
    assert decrypt_blob(whole, bytes(32)) is None


def test_the_beginning_of_a_file_gives_its_whole_pieces() -> None:
    whole = boxed(DATA, KEY)
    assert decrypt_blob(whole[:5000], KEY, is_beginning=True) == DATA[:4096]
    assert decrypt_blob(whole[:100], KEY, is_beginning=True) is None


@pytest.mark.parametrize(
    ("written", "key"),
    [
        (b64encode(KEY).decode() + ".boxs", KEY),
        (b64encode(KEY).decode().replace("+", "%2B").replace("=", "%3D"), KEY),
        ("AAAA.boxs", None),
        ("", None),
    ],
)
def test_the_key_is_behind_the_id(written: str, key: bytes | None) -> None:
    assert key_of(f"&id?unbox={written}") == key


def test_a_boxed_picture_is_found_read_and_saved_in_the_clear(tmp_path: Path) -> None:
    data = picture("png", 300, 200)
    key = hashlib.sha256(data).digest()
    (tmp_path / hashlib.sha256(boxed(data, key)).hexdigest()).write_bytes(boxed(data, key))
    folders = BlobFolders([tmp_path])
    [link] = blobs_in({"text": f"![a secret]({link_to(data, key)})"})
    found = folders.find(link.address)
    assert found is not None
    assert found.shape is not None
    assert (found.shape.width, found.shape.height) == (300, 200)
    assert folders.read(link.address) == data
    folders.copy(link.address, tmp_path / "saved.png")
    assert (tmp_path / "saved.png").read_bytes() == data
    other = f"{link.id}?unbox={b64encode(bytes(32)).decode()}.boxs"
    assert folders.find(other) is not None
    with pytest.raises(BlobError, match="key in the link doesn't decrypt"):
        folders.copy(other, tmp_path / "other.png")
    assert not (tmp_path / "other.png").exists()


def test_the_key_may_be_beside_the_link() -> None:
    blob = blob_id(b"box")
    mention = {"link": blob, "query": {"unbox": "abc.boxs"}}
    [link] = blobs_in({"mentions": [mention]})
    assert link.address == f"{blob}?unbox=abc.boxs"
    [unread] = blobs_in({"mentions": [{"link": blob, "query": {"unbox": 7}}]})
    assert unread.address == blob
