import hashlib
import os
import shutil
from pathlib import Path

import pytest

from tanglescope.engine.archive.errors import NoLogInFolder
from tanglescope.engine.archive.folder import find_log
from tanglescope.engine.archive.opening import open_archive
from tests.engine.archive.following import Follower
from tests.engine.archive.samples import DATA


@pytest.mark.parametrize(
    "log",
    [
        "db2/log.bipf",
        "flume/log.offset",
        "db/log",
        ".ssb/db2/log.bipf",
        ".ssb/flume/log.offset",
        "ssb/db2/log.bipf",
        "log.offset",
    ],
)
def test_the_log_of_a_client_is_found(tmp_path: Path, log: str) -> None:
    (tmp_path / log).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / log).write_bytes(b"x")
    assert find_log(tmp_path) == tmp_path / log


def test_the_inner_folder_of_a_pzp_folder_is_found() -> None:
    assert find_log(DATA / "pzp" / "db") == find_log(DATA / "pzp")
    inner = open_archive(DATA / "pzp" / "db")
    assert list(inner.records()) == list(open_archive(DATA / "pzp").records())


def test_a_file_called_log_is_no_log_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"2026-01-01 started\n")
    with pytest.raises(NoLogInFolder):
        find_log(tmp_path)


@pytest.mark.parametrize(("newer", "older"), [("db2/log.bipf", "flume/log.offset")] * 1)
def test_of_two_logs_the_one_in_use_is_read(tmp_path: Path, newer: str, older: str) -> None:
    for _ in range(2):
        for name, time in ((newer, 2000), (older, 1000)):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(b"x")
            os.utime(tmp_path / name, (time, time))
        assert find_log(tmp_path) == tmp_path / newer
        newer, older = older, newer


def test_an_empty_log_is_passed_over(tmp_path: Path) -> None:
    for name in ("db2/log.bipf", "flume/log.offset"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"" if "db2" in name else b"x")
    assert find_log(tmp_path) == tmp_path / "flume/log.offset"


def test_the_folder_of_a_program_that_is_not_read_is_reported_as_such(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    for name in ("data", "ofst", "jrnl"):
        (tmp_path / "log" / name).touch()
    with pytest.raises(NoLogInFolder, match="go-ssb"):
        find_log(tmp_path)


def picture(folder: Path) -> list[tuple[str, int, str]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [
        (str(path), path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in files
    ]


@pytest.mark.parametrize("name", ["flume/log.offset", "db2/log.bipf", "log.ndjson"])
def test_reading_and_following_leave_a_client_untouched(
    tmp_path: Path, small: Path, name: str
) -> None:
    shutil.copytree(small, tmp_path / "client")
    shutil.copytree(DATA / "pzp", tmp_path / "client" / "pzp")
    before = picture(tmp_path)
    times = [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*"))]
    list(open_archive(tmp_path / "client").records())
    list(open_archive(tmp_path / "client" / name).records())
    list(open_archive(tmp_path / "client" / "pzp").records())
    follower = Follower(tmp_path / "client" / name)
    list(follower.poll())
    list(follower.poll())
    assert picture(tmp_path) == before
    assert [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*"))] == times
