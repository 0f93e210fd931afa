"""Thumbnails on disk are private, limited in size, and removable."""

import os
from pathlib import Path

from tanglescope.engine.blobs.thumbnails import Thumbnails

BLOB = "&" + "A" * 43 + "=.sha256"


def test_what_was_put_in_is_there_for_its_size_only(tmp_path: Path) -> None:
    thumbnails = Thumbnails(tmp_path / "cache")
    thumbnails.put(BLOB, 320, b"small")
    assert thumbnails.get(BLOB, 320) == b"small"
    assert thumbnails.get(BLOB, 64) is None


def test_thumbnails_are_private_to_the_user(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        Thumbnails(tmp_path / "cache").put(BLOB, 320, b"small")
    finally:
        os.umask(old)
    [file] = (tmp_path / "cache").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    assert "A" * 20 not in file.name


def test_what_was_looked_at_longest_ago_goes_first(tmp_path: Path) -> None:
    thumbnails = Thumbnails(tmp_path, most=25)
    for side in (1, 2, 3):
        thumbnails.put(BLOB, side, b"0123456789")
    for number, path in enumerate(sorted(tmp_path.iterdir())):
        os.utime(path, (number, number))
    thumbnails.get(BLOB, 2)
    thumbnails.trim()
    assert thumbnails.get(BLOB, 2) is not None
    assert thumbnails.size() == 20


def test_they_can_be_removed_and_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("stays")
    thumbnails = Thumbnails(tmp_path)
    thumbnails.put(BLOB, 1, b"small")
    thumbnails.empty()
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_a_disk_that_takes_nothing_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    thumbnails = Thumbnails(tmp_path / "file")
    thumbnails.put(BLOB, 1, b"small")
    assert thumbnails.get(BLOB, 1) is None
    assert thumbnails.size() == 0
