"""The program's own files are private to the user, with any umask."""

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path, PosixPath

import pytest

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import speak
from tanglescope.engine.system.files import (
    describe_os_error,
    is_locked_within,
    is_regular,
    is_there,
    keep_off,
    keep_private,
    make_private_file,
    make_private_folder,
    missing,
    note_followed,
    note_left,
    open_lock,
    open_regular,
    path_from_unicode,
    path_in_unicode,
    private_mode,
    replacing_private,
    system_message,
    unreadable,
    unwritable,
    write_whole,
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.skipif(not hasattr(os, "fchmod"), reason="has no permissions by descriptor")
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


def test_a_file_in_the_place_of_a_folder_is_reported(tmp_path: Path) -> None:
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


def test_anything_but_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    keep_private(tmp_path)
    keep_private(tmp_path / "missing")
    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("path", ["/x" * 5000, "/" + "y" * 300, "/a\0b", "nowhere", "\udcff"])
def test_what_cannot_be_a_path_leads_nowhere(path: str) -> None:
    assert not is_there(Path(path))
    assert not is_regular(Path(path))


def test_only_a_regular_file_is_opened_and_nothing_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"text")
    for other in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        assert is_there(other)
        assert not is_regular(other)
        with pytest.raises(OSError, match="isn't a regular file"):
            open_regular(other)
    assert is_regular(tmp_path / "file")
    with open_regular(tmp_path / "file") as file:
        assert file.read() == b"text"


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


def test_a_file_is_written_past_links_and_pipes_of_others(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("own")
    file = tmp_path / "out.html"
    file.symlink_to(own)
    (tmp_path / "out.html.part").symlink_to(own)
    write_whole(file, [b"new"])
    assert own.read_text() == "own"
    assert file.read_bytes() == b"new"
    assert not file.is_symlink()


def test_a_pipe_in_the_place_of_a_file_is_kept(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(TanglescopeError, match="it isn't a regular file"):
        write_whole(pipe, [b"new"])
    assert list(tmp_path.iterdir()) == [pipe]
    assert pipe.is_fifo()


def test_a_database_in_the_place_of_a_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE notes (text)")
    before = file.read_bytes()
    with pytest.raises(TanglescopeError, match=r"it is a database\. Something else has this name"):
        write_whole(file, [b"new"])
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_bytes() == before


def test_a_file_that_cannot_be_finished_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / ("a" * 255)  # the longest name
    write_whole(file, [b"before"])

    def batches() -> Iterator[bytes]:
        yield b"half"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(TanglescopeError, match="No space left"):
        write_whole(file, batches())
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"before"]


def test_a_private_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    with replacing_private(file, durably=True) as growing:
        growing.write(b"before")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with suppress(ZeroDivisionError), replacing_private(file) as growing:
        growing.write(b"half")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_bytes() == b"before"


@pytest.mark.parametrize(
    ("code", "what_to_do"),
    [
        (errno.EACCES, "Change its permissions"),
        (errno.EPERM, "Change its permissions"),
        (errno.ENOSPC, "Free some space"),
        (errno.EDQUOT, "Free some space"),
        (errno.EROFS, "choose another"),
        (errno.EIO, "disk is full or damaged"),
        (errno.EFBIG, "choose another one"),
        (errno.ESTALE, "Check the connection"),
        (errno.EISDIR, "choose a file"),
        (errno.ENOENT, "Check the path"),
        (errno.ENOTDIR, "rename that file, or choose another path"),
        (errno.EEXIST, "rename it, or choose another name"),
        (errno.ENAMETOOLONG, "Choose a shorter name"),
        (errno.ELOOP, "leads to itself"),
        (errno.EBUSY, "try again when it has finished"),
        (errno.EMFILE, "Close some windows"),
        (errno.ECHILD, "Correct that"),
    ],
)
def test_an_error_of_the_system_reports_where_why_and_what_to_do(
    code: int, what_to_do: str
) -> None:
    error = OSError(code, os.strerror(code), "/there/log")
    assert describe_os_error(error).startswith(f"/there/log: {system_message(error)}. ")
    assert os.strerror(code) in system_message(error)
    for sentence in (describe_os_error(error), unreadable("log", error), unwritable("log", error)):
        assert what_to_do in sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize("code", [errno.EACCES, errno.ENOENT, errno.ENOSPC, errno.EROFS, errno.EIO])
def test_usual_errors_of_the_system_are_said_in_the_language_of_the_user(code: int) -> None:
    error = OSError(code, os.strerror(code), "letters")
    assert os.strerror(code) in unreadable("letters", error)
    speak("de")
    try:
        assert os.strerror(code) not in unreadable("letters", error)
    finally:
        speak(ENGLISH)


def test_errors_of_sqlite_are_said_in_the_language_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "junk").write_text("nothing but text" * 40)
    with (
        closing(sqlite3.connect(tmp_path / "junk")) as junk,
        pytest.raises(sqlite3.DatabaseError) as raised,
    ):
        junk.execute("SELECT * FROM messages")
    assert system_message(raised.value) == "file is not a database"
    speak("de")
    try:
        assert system_message(raised.value) == "die Datei ist keine Datenbank"
        rare = sqlite3.DatabaseError("another one")
        assert system_message(rare) == "SQLite meldet „another one“"
    finally:
        speak(ENGLISH)


def test_a_rare_error_of_the_system_is_quoted() -> None:
    error = OSError(errno.EXDEV, os.strerror(errno.EXDEV), "letters")
    assert unreadable("letters", error).startswith(
        "letters can't be read: the system says “Invalid cross-device link”. "
    )
    own = OSError(errno.EINVAL, "it isn't a regular file", "letters")
    assert system_message(own) == "it isn't a regular file"


def test_an_error_without_a_number_says_what_it_can() -> None:
    error = OSError("the stream has ended")
    assert describe_os_error(error) == "the stream has ended. Correct that, then try again."
    assert unreadable("log", error).startswith("log can't be read: the stream has ended. ")


@pytest.mark.parametrize("name", [b"a b", b"\xff.ndjson", "é\n".encode(), b"file:"])
def test_a_path_is_the_same_after_qt_has_had_it(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / os.fsdecode(name)
    text = path_in_unicode(path)
    assert text.encode()
    assert path_from_unicode(text) == path


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may enter every folder"
)
def test_a_path_in_a_closed_folder_is_not_called_missing(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    assert "Permission denied" in missing(tmp_path / "closed" / "log")


def test_a_name_that_is_too_long_is_not_called_missing(tmp_path: Path) -> None:
    assert "File name too long" in missing(tmp_path / ("x" * 300))
    assert missing(tmp_path / "x\0") == f"{tmp_path}/x\\x00 doesn't exist."


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
