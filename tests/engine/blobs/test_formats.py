"""A file is parsed completely before anything decodes it."""

import struct

import pytest

from tanglescope.engine.blobs.formats import (
    LONGEST_SIDE,
    MOST_BYTES,
    NoPictureError,
    PictureShape,
    examine,
    glance,
)
from tests.engine.blobs.pictures import FORMATS, bomb, chunk, damaged, gif, picture, turned


@pytest.mark.parametrize("kind", FORMATS)
def test_a_whole_picture_has_its_format_and_size(kind: str) -> None:
    assert examine(picture(kind)) == PictureShape(kind, 60, 40)
    assert glance(picture(kind)[:200]) in (PictureShape(kind, 60, 40), None)


@pytest.mark.parametrize("kind", FORMATS)
def test_no_beginning_of_a_picture_is_one(kind: str) -> None:
    data = picture(kind)
    for length in range(len(data)):
        with pytest.raises(NoPictureError):
            examine(data[:length])


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("tail", [b"PK\x03\x04 zip", b"<script>1</script>", b"\0\0MZ"])
def test_a_file_that_goes_on_after_its_picture_is_none(kind: str, tail: bytes) -> None:
    with pytest.raises(NoPictureError, match="more than a picture"):
        examine(picture(kind) + tail)


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif"])
def test_zeros_after_a_picture_are_nothing(kind: str) -> None:
    assert examine(picture(kind) + b"\0" * 9)


def test_a_photo_may_have_a_smaller_one_behind_it() -> None:
    assert examine(picture("jpeg") + picture("jpeg", 16, 16)).width == 60


@pytest.mark.parametrize("text", [b"%PDF-1.4", b"<html>", b"<SCRIPT src=x>", b"<?php x"])
def test_a_file_that_is_something_else_as_well_is_none(text: bytes) -> None:
    data = picture("png")
    comment = chunk(b"tEXt", b"Comment\0" + text)
    with pytest.raises(NoPictureError, match="more than a picture"):
        examine(data[:33] + comment + data[33:])


@pytest.mark.parametrize(
    "data",
    [b"", b"\x89PNG", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"BM" + b"\0" * 60, b"%PDF-"],
)
def test_other_formats_are_no_pictures(data: bytes) -> None:
    assert glance(data) is None
    with pytest.raises(NoPictureError):
        examine(data)


@pytest.mark.parametrize(("width", "height"), [(60_000, 60_000), (LONGEST_SIDE + 1, 1)])
def test_a_picture_with_too_many_pixels_is_refused(width: int, height: int) -> None:
    with pytest.raises(NoPictureError, match="too large"):
        examine(bomb(width, height))


def test_a_file_with_too_many_bytes_is_refused() -> None:
    with pytest.raises(NoPictureError):
        examine(picture("png") + bytes(MOST_BYTES))


def test_frames_are_counted() -> None:
    assert examine(gif(20, 10, frames=5)).frames == 5


def test_a_frame_outside_of_its_picture_is_refused() -> None:
    data = bytearray(gif(20, 10))
    place = data.index(b"\x2c")
    data[place + 1 : place + 3] = struct.pack("<H", 15)
    with pytest.raises(NoPictureError):
        examine(bytes(data))


@pytest.mark.parametrize("kind", FORMATS)
def test_damaged_pictures_are_refused_or_walked_to_their_end(kind: str) -> None:
    for seed in range(300):
        data = damaged(picture(kind), seed)
        glance(data)
        try:
            shape = examine(data)
        except NoPictureError:
            continue
        assert 0 < shape.width * shape.height <= 40_000_000


@pytest.mark.parametrize("place", range(12, 50))
@pytest.mark.parametrize("value", [0, 0x7F, 0xFF])
def test_exif_data_may_say_anything(place: int, value: int) -> None:
    data = bytearray(turned(6))
    data[place] = value
    assert {examine(bytes(data)).width, examine(bytes(data)).height} == {60, 40}
