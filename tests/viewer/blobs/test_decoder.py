"""Pictures are decoded in a separate process, so hostile files can't harm the window."""

import random
from collections.abc import Iterator

import pytest

from tanglescope.engine.blobs.formats import NoPictureError, examine
from tanglescope.viewer.blobs import decoder as decoder_module
from tanglescope.viewer.blobs.decoder import Decoder
from tests.engine.blobs.pictures import FORMATS, bomb, chunk, damaged, gif, picture, turned


@pytest.fixture(autouse=True)
def processes_are_forked() -> None:
    """Replace the fixture of all tests: here processes start as in the program."""


@pytest.fixture(scope="module")
def decoder() -> Iterator[Decoder]:
    decoder = Decoder()
    yield decoder
    decoder.end()


@pytest.mark.parametrize("kind", FORMATS)
def test_a_picture_of_each_format_becomes_pixels(kind: str, decoder: Decoder) -> None:
    image = decoder.still(picture(kind), 100).image
    assert (image.width(), image.height()) == (60, 40)
    if kind != "gif":
        left, right = image.pixelColor(4, 4), image.pixelColor(56, 36)
        assert left.red() > 150 > left.blue()
        assert right.blue() > 150 > right.red()


@pytest.mark.parametrize("kind", FORMATS)
def test_a_large_picture_is_scaled_down(kind: str, decoder: Decoder) -> None:
    image = decoder.still(picture(kind), 30).image
    assert (image.width(), image.height()) == (30, 20)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_space_for_a_picture_fits_every_camera_orientation(
    orientation: int, decoder: Decoder
) -> None:
    for order in "<>":
        data = turned(orientation, order)
        image, shape = decoder.still(data, 100).image, examine(data)
        assert (image.width(), image.height()) == (shape.width, shape.height)
    assert (shape.width, shape.height) == ((60, 40) if orientation < 5 else (40, 60))


def test_a_thumbnail_is_a_picture_that_decodes(decoder: Decoder) -> None:
    small = decoder.still(picture("jpeg"), 30, with_thumbnail=True).thumbnail
    assert decoder.still(small, 30).image.width() == 30


def test_frames_of_an_animation_are_decoded_only_on_request(decoder: Decoder) -> None:
    moving = decoder.moving(gif(20, 10, frames=3), 100)
    assert [delay for _, delay in moving.frames] == [100, 100, 100]
    assert [image.pixelColor(5, 5).red() for image, _ in moving.frames] == [0, 255, 0]
    assert len(decoder.still(gif(20, 10, frames=3), 100).frames) == 1


def test_a_thin_line_stays_visible(decoder: Decoder) -> None:
    image = decoder.still(picture("png", 3000, 1), 100).image
    assert (image.width(), image.height()) == (100, 1)


HOSTILE = {
    "a bomb": bomb(60_000, 60_000),
    "a large bomb that is allowed": bomb(6_000, 6_000),
    "a drawing that names files": b"<svg xmlns='http://www.w3.org/2000/svg'><image href='/x'/>",
    "a page": b"<html><img src=x>",
    "half a photo": picture("jpeg")[:300],
    "a text that unpacks to a gigabyte": picture("png")[:33]
    + chunk(b"zTXt", b"Comment\0\0" + b"x\x9c" + b"\0" * 100)
    + picture("png")[33:],
    "a photo with a program behind it": picture("jpeg") + b"MZ\x90\0",
    "pixels of another size": picture("png").replace((60).to_bytes(4), (9000).to_bytes(4), 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_picture_is_refused_or_small(name: str, decoder: Decoder) -> None:
    try:
        image = decoder.still(HOSTILE[name], 100).image
    except NoPictureError:
        pass
    else:
        assert max(image.width(), image.height()) <= 100
    assert decoder.still(picture("png"), 100).image.width() == 60


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder_module, "_TO_START", 0)
    hasty = Decoder(patience=0)
    try:
        with pytest.raises(NoPictureError):
            hasty.still(picture("png"), 100)
        assert hasty._process is None
    finally:
        hasty.end()


def fuzz(decoder: Decoder, count: int, seed: int) -> int:
    """Decode damaged pictures; return how many of them still decode."""
    source, decoded = random.Random(seed), 0
    for number in range(count):
        data = damaged(picture(source.choice(FORMATS), 120, 90), number)
        try:
            image = decoder.still(data, 100).image
        except NoPictureError:
            continue
        assert 0 < max(image.width(), image.height()) <= 100
        decoded += 1
    return decoded


def test_damaged_pictures_leave_the_process_alive(decoder: Decoder) -> None:
    decoder.still(picture("png"), 100)
    process = decoder._process
    assert fuzz(decoder, 300, seed=1) > 0
    assert decoder._process is process
    assert decoder.still(picture("png"), 100).image.width() == 60


@pytest.mark.slow
def test_thousands_of_damaged_pictures_do_no_harm(decoder: Decoder) -> None:
    fuzz(decoder, 3_000, seed=2)
    assert decoder.still(picture("png"), 100).image.width() == 60
