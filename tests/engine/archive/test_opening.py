import hashlib
import os
import re
import shutil
from pathlib import Path

import pytest

from tanglescope.engine.archive.folder import find_log, store_of
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import (
    ArchiveError,
    MissingArchive,
    NoLogInFolder,
    NotAnArchive,
    UnreadableArchive,
)
from tests.engine.archive.following import Follower
from tests.engine.archive.samples import DATA, VARIANTS


def is_sentence(text: str) -> bool:
    return "\n" not in text and text.endswith(".")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(MissingArchive) as told:
        open_archive(tmp_path / "nothing")
    assert is_sentence(str(told.value))


def test_a_folder_without_a_log_is_reported(tmp_path: Path) -> None:
    with pytest.raises(NoLogInFolder) as told:
        open_archive(tmp_path)
    assert is_sentence(str(told.value))
    assert "Corestore" in str(told.value)


def test_a_folder_that_is_closed_to_the_user_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Path.stat

    def refuse(file: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if tmp_path in file.parents:  # as in a folder of another user; root may read anything
            raise PermissionError(13, "Permission denied", str(file))
        return state(file, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(UnreadableArchive, match="can't be read: Permission denied") as caught:
        open_archive(tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert store_of(tmp_path / "CORESTORE") == tmp_path / "CORESTORE"


def test_archives_some_levels_below_are_suggested_but_none_inside_of_another(
    tmp_path: Path,
) -> None:
    for folder in ("two/peers/ann", "two/peers/bob", "two/peers/bob/copy"):
        (tmp_path / folder / "db2").mkdir(parents=True)
        (tmp_path / folder / "db2" / "log.bipf").write_bytes(b"x")
    inner = tmp_path / "two" / "peers" / "loop"
    inner.symlink_to(tmp_path)
    with pytest.raises(NoLogInFolder, match=r"Open one of them: two/peers/ann, two/peers/bob\.$"):
        open_archive(tmp_path)
    with pytest.raises(NoLogInFolder, match=r"Open one of them: peers/ann, peers/bob\.$"):
        open_archive(tmp_path / "two")


def test_archives_one_level_below_are_suggested(tmp_path: Path) -> None:
    (tmp_path / "app" / "db2").mkdir(parents=True)
    (tmp_path / "app" / "db2" / "log.bipf").write_bytes(b"x")
    (tmp_path / "repository").mkdir()
    (tmp_path / "repository" / "HEAD").write_text("ref: refs/heads/main\n")
    for name in ("objects", "refs"):
        (tmp_path / "repository" / name).mkdir()
    (tmp_path / "notes").mkdir()
    with pytest.raises(NoLogInFolder, match=r"Open one of them: app, repository\.$"):
        open_archive(tmp_path)


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, b"hello, world\n" * 9, b"\x7fELF\x02\x01\x01"],
)
def test_anything_but_an_archive_is_reported(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(NotAnArchive) as told:
        open_archive(tmp_path / "file")
    assert is_sentence(str(told.value))
    assert str(tmp_path / "file") in str(told.value)


def test_a_file_of_a_folder_is_refused_with_the_name_of_the_folder(tmp_path: Path) -> None:
    repository = tmp_path / "boats"
    (repository / ".git" / "objects").mkdir(parents=True)
    (repository / ".git" / "refs").mkdir()
    (repository / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (repository / ".git" / "config").write_text("[core]\n\tbare = false\n")
    (repository / "photos").mkdir()
    (repository / "photos" / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" * 20)
    program = tmp_path / ".ssb"
    (program / "db2").mkdir(parents=True)
    (program / "db2" / "log.bipf").write_bytes(bytes(16))
    (program / "db2" / "base.index").write_bytes(bytes(range(256)))
    tiny = tmp_path / "tiny" / "feeds" / ("48" * 32)
    tiny.mkdir(parents=True)
    (tiny / "log.bin").write_bytes(bytes(range(48, 168)))
    for file, folder in (
        (repository / ".git" / "HEAD", repository),
        (repository / ".git" / "config", repository),
        (repository / "photos" / "a.png", repository),
        (program / "db2" / "base.index", program),
        (tiny / "log.bin", tmp_path / "tiny"),
    ):
        with pytest.raises(NotAnArchive, match=re.escape(f"in the archive {folder}. Open that")):
            open_archive(file)
    (tmp_path / "letter").write_text("Dear Ann,\n")  # beside the folder of a program
    with pytest.raises(NotAnArchive, match=r"known format\. Open the log or"):
        open_archive(tmp_path / "letter")


@pytest.mark.parametrize("kind", ["zip", "tar", "gztar"])
def test_what_has_to_be_unpacked_is_reported(tmp_path: Path, kind: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "log.ndjson").write_bytes((VARIANTS / "kvt.ndjson").read_bytes())
    packed = shutil.make_archive(str(tmp_path / "packed"), kind, tmp_path / "folder", "log.ndjson")
    with pytest.raises(NotAnArchive, match="unpack it"):
        open_archive(Path(packed))


def test_anything_but_a_file_is_reported(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ArchiveError):
        open_archive(tmp_path / "pipe")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_archive_without_records(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "empty").write_bytes(data)
    assert list(open_archive(tmp_path / "empty").records()) == []


def test_the_name_of_a_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "log.offset").write_bytes((VARIANTS / "kvt-array.json").read_bytes())
    assert open_archive(tmp_path / "log.offset").format == "JSON array"


@pytest.mark.parametrize("digits", [40, 64])
def test_a_branch_of_a_repository_is_not_taken_for_a_secret_key(
    tmp_path: Path, digits: int
) -> None:
    branch = tmp_path / "master"
    branch.write_text(f"{'0123456789abcdef' * 4}"[:digits] + "\n")
    with pytest.raises(NotAnArchive, match="no messages in a known format"):
        open_archive(branch)


def test_a_link_that_leads_nowhere_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("gone")
    with pytest.raises(MissingArchive, match="loop is a link that leads to itself"):
        open_archive(tmp_path / "loop")
    with pytest.raises(MissingArchive, match="is a link to gone, which doesn't exist"):
        open_archive(tmp_path / "dangling")


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
