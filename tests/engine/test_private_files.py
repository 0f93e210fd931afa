"""What the program keeps for itself is for its user only, whatever the umask says."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.private_files import keep_private, make_private_file, make_private_folder, private_mode


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_a_new_file_is_private(umask: int, tmp_path: Path) -> None:
    make_private_file(tmp_path / "new")
    assert mode(tmp_path / "new") == 0o600


def test_a_new_folder_and_those_above_it_are_private(umask: int, tmp_path: Path) -> None:
    make_private_folder(tmp_path / "one" / "two")
    assert (mode(tmp_path / "one"), mode(tmp_path / "one" / "two")) == (0o700, 0o700)
    make_private_folder(tmp_path / "one" / "two")


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private_folder(tmp_path)
    assert mode(tmp_path) == 0o755


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OSError, match="file"):
            make_private_folder(folder)


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o440, 0o400), (0o600, 0o600)])
def test_a_file_that_is_there_is_kept_from_others(tmp_path: Path, before: int, after: int) -> None:
    path = tmp_path / "file"
    path.write_text("kept")
    path.chmod(before)
    assert private_mode(path) == after
    make_private_file(path)
    assert (mode(path), path.read_text()) == (after, "kept")


def test_what_is_no_file_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    keep_private(tmp_path)
    keep_private(tmp_path / "missing")
    assert mode(tmp_path) == 0o755
