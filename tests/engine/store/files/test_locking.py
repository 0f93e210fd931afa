"""Locks on files: one at a time, and for no longer than the file is open."""

import os
import stat
from pathlib import Path

from engine.store.files.locking import is_locked_within, open_lock


def test_a_file_is_locked_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with open_lock(path) as one, open_lock(path) as other:
        assert is_locked_within(0, one)
        assert not is_locked_within(0, other)
        one.close()
        assert is_locked_within(0, other)


def test_a_lock_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with open_lock(tmp_path / "lock"):
            assert stat.S_IMODE((tmp_path / "lock").stat().st_mode) == 0o600
    finally:
        os.umask(before)
