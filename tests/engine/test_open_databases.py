"""Files in use, which nothing is written over."""

from pathlib import Path, PosixPath

import pytest

from tanglescope.engine.open_databases import keep_off, note_followed, note_left


def test_an_archive_stays_protected_while_another_thread_leaves_one(tmp_path: Path) -> None:
    first, last = tmp_path / "first", tmp_path / "last"
    last.touch()

    class Slow(PosixPath):
        """A path during whose comparison another thread goes on."""

        is_compared = False

        def __hash__(self) -> int:
            if not self.is_compared:
                self.is_compared = True
                note_left(first)
            return super().__hash__()

    slow = Slow(tmp_path / "slow")
    archives = first, slow, last
    for archive in archives:
        note_followed(archive, lambda _: ())
    try:
        with pytest.raises(FileExistsError):
            keep_off(last)
    finally:
        for archive in archives[1:]:
            note_left(archive)
