"""Blobs are found beside archives, and count only if their hash matches their name."""

import hashlib
import os
from pathlib import Path

import pytest

from tanglescope.engine.blobs.folders import BlobError, BlobFolders, folders_beside
from tanglescope.engine.blobs.formats import PictureShape
from tests.engine.blobs.pictures import blob_id, picture, put_blob


@pytest.mark.parametrize("archive", ["flume/log.offset", "db2/log.bipf", "log.ndjson", ""])
def test_the_blobs_of_a_program_are_found_from_each_of_its_archives(
    archive: str, tmp_path: Path
) -> None:
    blob = put_blob(tmp_path / "ssb" / "blobs", picture("png"))
    folders = BlobFolders.of([tmp_path / "ssb" / archive])
    found = folders.find(blob)
    assert found is not None
    assert found.shape == PictureShape("png", 60, 40)
    assert found.size == len(folders.read(blob))


def test_a_folder_without_hashes_beside_an_archive_is_none(tmp_path: Path) -> None:
    (tmp_path / "blobs").mkdir()
    assert folders_beside(tmp_path / "log.offset") == []


@pytest.mark.parametrize("name", ["{digest}", "{first}/{rest}", "sha256/{first}/{rest}"])
def test_a_folder_that_a_person_names_may_have_other_layers(name: str, tmp_path: Path) -> None:
    digest = hashlib.sha256(b"hello").hexdigest()
    path = tmp_path / name.format(digest=digest, first=digest[:2], rest=digest[2:])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"hello")
    assert BlobFolders([tmp_path]).read(blob_id(b"hello")) == b"hello"


def test_a_file_with_other_bytes_than_its_name_says_is_no_blob(tmp_path: Path) -> None:
    blob = put_blob(tmp_path, b"something else", blob_id(b"hello"))
    with pytest.raises(BlobError, match="match its name"):
        BlobFolders([tmp_path]).read(blob)
    with pytest.raises(BlobError, match="match its name"):
        BlobFolders([tmp_path]).copy(blob, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_damaged_file_doesnt_hide_a_good_one_elsewhere(tmp_path: Path) -> None:
    blob = put_blob(tmp_path / "one", b"damaged", blob_id(b"hello"))
    put_blob(tmp_path / "two", b"hello")
    assert BlobFolders([tmp_path / "one", tmp_path / "two"]).read(blob) == b"hello"


def test_a_missing_blob_is_missing(tmp_path: Path) -> None:
    folders = BlobFolders([tmp_path])
    assert folders.find(blob_id(b"hello")) is None
    with pytest.raises(BlobError, match="isn't here"):
        folders.read(blob_id(b"hello"))


def test_a_blob_that_is_too_large_is_not_read_but_copied(tmp_path: Path) -> None:
    blob = put_blob(tmp_path, b"x" * 100)
    with pytest.raises(BlobError, match="larger"):
        BlobFolders([tmp_path]).read(blob, most=99)
    BlobFolders([tmp_path]).copy(blob, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"x" * 100


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_a_pipe_in_place_of_a_blob_does_not_block(tmp_path: Path) -> None:
    blob = put_blob(tmp_path, b"hello")
    [path] = (each for each in tmp_path.rglob("*") if each.is_file())
    path.unlink()
    os.mkfifo(path)
    assert BlobFolders([tmp_path]).find(blob) is None


def test_nothing_is_written_into_a_folder_of_blobs(tmp_path: Path) -> None:
    blob = put_blob(tmp_path, b"hello")
    before = {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*")}
    folders = BlobFolders([tmp_path])
    folders.find(blob)
    folders.read(blob)
    assert {each: each.stat().st_mtime_ns for each in tmp_path.rglob("*")} == before
