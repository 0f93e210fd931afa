"""A full disk is reported as full, whichever component notices it first."""

import errno
import sqlite3
from pathlib import Path

import pytest

from tanglescope.engine.library import import_archives, room_warning
from tanglescope.engine.pipeline import disk_space
from tanglescope.engine.pipeline.disk_space import DiskSpace
from tanglescope.engine.pipeline.errors import NoRoom
from tanglescope.engine.store.files.errors import DiskFull
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


def full_database() -> sqlite3.Error:
    """SQLite's error where a database can't grow."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        database.execute("PRAGMA max_page_count = 2")
        database.execute("CREATE TABLE filled (blob)")
        database.execute("INSERT INTO filled VALUES (zeroblob(100000))")
    except sqlite3.Error as error:
        return error
    finally:
        database.close()
    raise AssertionError("it had room")


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        OSError(errno.EFBIG, "File too large"),
        DiskFull("new.db can't be written"),
        NoRoom(Path("elsewhere")),
        full_database(),
    ],
    ids=repr,
)
def test_whatever_says_that_a_disk_is_full_is_reported_alike(
    error: Exception, tmp_path: Path
) -> None:
    again = "Free some space and start the import again"
    with pytest.raises(NoRoom, match=again), DiskSpace(tmp_path / "new.db"):
        raise error


@pytest.mark.parametrize(
    ("error", "is_cache"),
    [(OSError(errno.ENOSPC, "from Arrow, without a path"), True), (full_database(), False)],
    ids=["a part", "the database"],
)
def test_the_disk_that_is_full_is_named(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_cache: bool
) -> None:
    database = tmp_path / "new.db"
    monkeypatch.setattr(disk_space, "_free", lambda place: int(place == database))
    room = DiskSpace(database)
    with pytest.raises(NoRoom) as raised, room:
        raise error
    assert raised.value.place == str(room.places[is_cache])


def test_other_errors_stay_what_they_are(tmp_path: Path) -> None:
    for error in (OSError(errno.EIO, "Input/output error"), sqlite3.OperationalError("locked")):
        with pytest.raises(type(error)) as raised, DiskSpace(tmp_path / "new.db"):
            raise error
        assert raised.value is error


def test_what_is_missing_is_what_the_rest_takes_beyond_what_is_free(tmp_path: Path) -> None:
    room = DiskSpace(tmp_path / "new.db")
    room.waiting = 1 << 60
    with pytest.raises(NoRoom, match=r"about [\d,]{9,} MB more are needed"), room:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_too_little_space_is_reported_before_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("long " * 900_000))])
    database = tmp_path / "new.db"
    assert room_warning([archive], database) == ""
    monkeypatch.setattr(disk_space, "_free", lambda _: 1_000_000)
    warning = (
        f"The disk of {database} probably has too little space: the import needs about 12 MB "
        "more than are free."
    )
    assert room_warning([archive], database) == warning
    assert room_warning([archive, tmp_path / "gone.ndjson"], database) == warning
    import_archives([archive], database)
    assert room_warning([archive], database) == "", "nothing in it is new"
    other = tmp_path / "other.db"
    assert room_warning([archive], other)
    monkeypatch.setattr(disk_space, "_free", lambda path: path.with_name("closed").stat())
    assert room_warning([archive], other) == "", "the disk can't be looked at"
    database.write_bytes(b"no database" * 999)
    assert room_warning([archive], database) == "", "the import reports what is wrong with it"
