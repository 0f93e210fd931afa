"""Locks on files: one at a time, and for no longer than the file is open."""

from pathlib import Path

from engine.store.locking import is_locked_within


def test_a_file_is_locked_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("ab") as one, path.open("ab") as other:
        assert is_locked_within(0, one)
        assert not is_locked_within(0, other)
        one.close()
        assert is_locked_within(0, other)
