"""The attributes of files that a message declares."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.blobs.links import MOST, BlobLink, blobs_in, with_pictures_described
from tests.engine.blobs.pictures import blob_id

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
