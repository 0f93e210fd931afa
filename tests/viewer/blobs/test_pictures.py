"""Pictures are loaded asynchronously, latest request first, in bounded memory."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.viewer.blobs.pictures import SIDES, Pictures, side_for
from tests.engine.blobs.pictures import blob_id, gif, picture, put_blob
from tests.engine.blobs.test_links import boxed, link_to

MakePictures = Callable[..., Pictures]


@pytest.fixture
def make(application: QApplication, tmp_path: Path) -> Iterator[MakePictures]:
    made: list[Pictures] = []

    def make(**options: object) -> Pictures:
        made.append(
            Pictures(BlobFolders([tmp_path / "blobs"]), Thumbnails(tmp_path / "small"), **options)  # type: ignore[arg-type]
        )
        return made[-1]

    yield make
    for each in made:
        each.end()


def image(qtbot: QtBot, pictures: Pictures, blob: str, side: int = 96) -> QImage | str:
    qtbot.waitUntil(lambda: pictures.image(blob, side) is not None, timeout=20_000)
    found = pictures.image(blob, side)
    assert found is not None
    return found


def test_a_picture_is_scaled_down_and_the_small_copy_stored(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    blob = put_blob(tmp_path / "blobs", picture("jpeg", 600, 400))
    pictures = make()
    assert pictures.image(blob, 96) is None
    found = image(qtbot, pictures, blob)
    assert isinstance(found, QImage)
    assert (found.width(), found.height()) == (96, 64)
    assert len(list((tmp_path / "small").iterdir())) == 1
    # From now on, the small copy is enough.
    [file] = (each for each in (tmp_path / "blobs").rglob("*") if each.is_file())
    file.unlink()
    assert isinstance(image(qtbot, make(), blob), QImage)


def test_an_encrypted_picture_is_shown_and_leaves_nothing_on_disk(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    data, key = picture("jpeg", 600, 400), bytes(range(32))
    put_blob(tmp_path / "blobs", boxed(data, key))
    found = image(qtbot, make(), link_to(data, key))
    assert isinstance(found, QImage)
    assert (found.width(), found.height()) == (96, 64)
    assert not (tmp_path / "small").exists()


def test_a_damaged_copy_on_disk_is_replaced(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    blob = put_blob(tmp_path / "blobs", picture("png"))
    Thumbnails(tmp_path / "small").put(blob, 96, b"damaged")
    assert isinstance(image(qtbot, make(), blob), QImage)
    assert Thumbnails(tmp_path / "small").get(blob, 96) != b"damaged"


def test_a_file_that_isnt_a_valid_picture_says_why(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    other = put_blob(tmp_path / "blobs", picture("png"), blob_id(b"another"))
    cut = put_blob(tmp_path / "blobs", picture("jpeg")[:200])
    pictures = make()
    assert "match its name" in str(image(qtbot, pictures, other))
    assert "cut off" in str(image(qtbot, pictures, cut))
    assert "isn't here" in str(image(qtbot, pictures, blob_id(b"missing")))
    assert not (tmp_path / "small").exists()


def test_memory_stays_bounded_and_pictures_that_scrolled_by_are_not_loaded(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    blob = put_blob(tmp_path / "blobs", picture("png", 96, 96))
    pictures = make(most_kept=3 * 96 * 96 * 4)
    passed = [blob_id(number.to_bytes(4)) for number in range(10_000)]
    for each in passed:
        pictures.image(each, 96)
    assert isinstance(image(qtbot, pictures, blob), QImage)
    qtbot.waitUntil(pictures.is_settled, timeout=20_000)
    assert pictures.image(passed[5], 96) is None  # dropped: too many requests followed
    for number in range(8):
        image(qtbot, pictures, put_blob(tmp_path / "blobs", picture("png", 96, 90 - number)))
    assert pictures.bytes_kept() <= 3 * 96 * 96 * 4


def test_a_whole_picture_has_all_its_frames(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    blob = put_blob(tmp_path / "blobs", gif(20, 10, frames=4))
    heard: list[object] = []
    make().whole(blob, heard.append)
    qtbot.waitUntil(lambda: bool(heard), timeout=20_000)
    assert len(heard[0].frames) == 4  # type: ignore[attr-defined]


def test_a_file_is_saved_only_if_its_bytes_match_its_id(
    make: MakePictures, tmp_path: Path, qtbot: QtBot
) -> None:
    good = put_blob(tmp_path / "blobs", b"a song")
    bad = put_blob(tmp_path / "blobs", b"another", blob_id(b"a tune"))
    pictures, heard = make(), list[object]()
    pictures.save(good, tmp_path / "song.ogg", heard.append)
    qtbot.waitUntil(lambda: bool(heard), timeout=20_000)
    pictures.save(bad, tmp_path / "tune.ogg", heard.append)
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=20_000)
    assert heard[0] == ""
    assert (tmp_path / "song.ogg").read_bytes() == b"a song"
    assert "match its name" in str(heard[1])
    assert not (tmp_path / "tune.ogg").exists()


def test_a_new_folder_is_searched_at_once(make: MakePictures, tmp_path: Path, qtbot: QtBot) -> None:
    blob = put_blob(tmp_path / "elsewhere", picture("png"))
    pictures = make()
    assert pictures.find(blob) is None
    with qtbot.waitSignal(pictures.folders_changed):
        pictures.look_in(BlobFolders([tmp_path / "elsewhere"]))
    assert pictures.find(blob) is not None


def test_pictures_are_requested_in_the_next_larger_size() -> None:
    assert [side_for(length) for length in (1, 96, 97, 5000)] == [96, 96, 320, SIDES[-1]]
