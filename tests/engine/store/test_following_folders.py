"""Following folders of other systems, which are read as a whole whenever they have grown."""

import subprocess
from pathlib import Path

import pytest

from tanglescope.engine.archive.record import UnreadableArchive
from tanglescope.engine.library import Library
from tanglescope.engine.store.arrivals import importer
from tests.engine.archive.corestore.writers import base_of, message, write


def store_with(folder: Path, entries: int) -> Path:
    """A Corestore whose Autobase has this many entries."""
    core = base_of([message(b'{"entry":%d}' % number) for number in range(entries)])
    return write(folder / "store", core.records(1))


def added(follower: importer.Follower) -> int:
    return sum(change.added for change in follower.poll())


def test_a_corestore_that_grows_is_followed(library: Library, tmp_path: Path) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    follower = library.follow(store_with(tmp_path, 2))
    assert added(follower) == 2
    assert follower.is_there
    assert follower.poll() == []
    store_with(tmp_path, 3)
    assert added(follower) == 1
    [summary] = library.conversations(kind="autobase")
    assert summary.messages == 3
    assert len(library.quarantine) == 0


def test_a_corestore_is_given_up_only_if_it_stays_unreadable(
    library: Library, tmp_path: Path
) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    store = store_with(tmp_path, 2)
    current = store / "db" / "CURRENT"
    whole = current.read_bytes()
    follower = library.follow(store)
    current.write_bytes(b"in between\n")
    assert follower.poll() == []
    current.write_bytes(whole)
    assert added(follower) == 2
    current.write_bytes(b"in between\n")
    assert follower.poll() == []
    with pytest.raises(UnreadableArchive, match="damaged"):
        follower.poll()


def test_a_look_that_takes_long_is_followed_by_a_pause(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    times = iter([10.0, 10.0, 12.0, 15.0, 16.0, 16.0, 16.1])
    monkeypatch.setattr(importer, "monotonic", lambda: next(times))
    monkeypatch.setattr(importer, "LONG", 0.5)
    follower = library.follow(store_with(tmp_path, 1))
    assert added(follower) == 1
    store_with(tmp_path, 2)
    assert added(follower) == 0, "two seconds of work, so four of rest"
    assert added(follower) == 1


def test_a_git_repository_that_gets_a_commit_is_followed(library: Library, tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=alice", "-c", "user.email=alice@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    git("commit", "--allow-empty", "-m", "first")
    follower = library.follow(tmp_path)
    assert added(follower) == 1
    assert follower.poll() == []
    git("commit", "--allow-empty", "-m", "second")
    git("pack-refs", "--all")
    assert added(follower) == 1
    git("checkout", "-q", "-b", "side")
    git("commit", "--allow-empty", "-m", "third")
    assert added(follower) == 1


def test_a_work_tree_of_its_own_is_followed_where_its_branches_are(
    library: Library, tmp_path: Path
) -> None:
    main, tree = tmp_path / "main", tmp_path / "tree"
    main.mkdir()

    def git(folder: Path, *arguments: str) -> None:
        who = ["-c", "user.name=alice", "-c", "user.email=alice@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)

    git(main, "init", "--initial-branch=main")
    git(main, "commit", "--allow-empty", "-m", "first")
    git(main, "worktree", "add", "-b", "side", str(tree))
    follower = library.follow(tree)
    assert added(follower) == 1
    git(main, "commit", "--allow-empty", "-m", "second")
    assert added(follower) == 1
