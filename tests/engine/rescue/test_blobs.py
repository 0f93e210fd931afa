"""Blobs beside the archives: those that verify are copied, and no others."""

import errno
import hashlib
from pathlib import Path

import pytest

from tanglescope.engine.blobs import folders
from tanglescope.engine.blobs.folders import BlobError
from tanglescope.engine.rescue.blobs import BlobCounts
from tanglescope.engine.rescue.rescuing import rescue
from tests.engine.archive.writers import offset_log
from tests.engine.authors import Author, post


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def home(folder: Path, author: str) -> Path:
    """The folder of a program with a log."""
    log = folder / "flume" / "log.offset"
    log.parent.mkdir(parents=True)
    log.write_bytes(offset_log([Author(author).say(post("hello")).record]))
    return folder


def place(folder: Path, data: bytes) -> Path:
    name = hashlib.sha256(data).hexdigest()
    file = folder / "blobs" / "sha256" / name[:2] / name[2:]
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def test_blobs_that_verify_in_any_archive_are_copied(tmp_path: Path) -> None:
    one, two = home(tmp_path / "one", "ann"), home(tmp_path / "two", "ben")
    place(one, b"a picture").write_bytes(b"a picture")
    place(one, b"damaged here").write_bytes(b"something else")
    place(two, b"damaged here").write_bytes(b"damaged here")
    place(two, b"damaged").write_bytes(b"")
    (one / "blobs" / "sha256" / "aa").mkdir()
    (one / "blobs" / "sha256" / "aa" / "no blob").write_text("private")
    report = rescue([one, two], tmp_path / "out")
    assert report.blobs == BlobCounts(copied=2, damaged=1)
    for data in (b"a picture", b"damaged here"):
        assert place(tmp_path / "out", data).read_bytes() == data
    files = [path for path in (tmp_path / "out" / "blobs").rglob("*") if path.is_file()]
    assert len(files) == 2


def test_a_full_disk_is_no_damage_and_the_rescue_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = home(tmp_path / "one", "ann")
    place(one, b"a picture").write_bytes(b"a picture")

    def fail(file: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    with monkeypatch.context() as full:
        full.setattr(folders, "replacing", fail)
        with pytest.raises(BlobError, match="No space left"):
            rescue([one], tmp_path / "out")
    assert rescue([one], tmp_path / "out").blobs == BlobCounts(copied=1)


def test_without_blobs_there_is_no_folder_of_them(tmp_path: Path) -> None:
    report = rescue([home(tmp_path / "one", "ann")], tmp_path / "out")
    assert report.blobs == BlobCounts()
    assert not (tmp_path / "out" / "blobs").exists()
