"""Databases of strangers: what lies beside one changes no file, whichever way it is opened."""

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library, import_archives
from tanglescope.engine.store.files import opening
from tanglescope.engine.store.files.backup import back_up, restore, to_read
from tanglescope.engine.store.files.collections import Collections
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write
from tests.engine.store.older_databases import release_migration
from tests.viewer.windows import Open

MAGIC = bytes.fromhex("d9d505f920a163d7")

LOG_LEFT = """
import os, sqlite3, sys
own = sqlite3.connect(sys.argv[1], isolation_level=None)
own.execute("PRAGMA journal_mode = WAL")
own.execute("INSERT INTO feeds (key) VALUES ('@in the log')")
os._exit(0)
"""


@pytest.fixture
def gift(tmp_path: Path) -> Path:
    """A database from elsewhere, with one message."""
    folder = tmp_path / "gift"
    folder.mkdir()
    with library_of(tmp_path, Author("ann").say(post("hello"))) as library:
        own = library.path
    return Path(shutil.copy(own, folder / "gift.db"))


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """A file of the user."""
    (tmp_path / "home").mkdir()
    path = tmp_path / "home" / "secret"
    path.write_text("mine")
    return path


def hot_journal(database: Path, victim: str) -> Path:
    """A journal that SQLite rolls back, and then deletes `victim`."""
    (size,) = struct.unpack(">H", database.read_bytes()[16:18])
    pages = database.stat().st_size // size
    name = victim.encode()
    head = MAGIC + struct.pack(">IIIII", 0, 1, pages, 512, size)
    check = sum(each - 256 if each > 127 else each for each in name) & 0xFFFFFFFF
    end = struct.pack(">I", 0x40000000 // size + 1) + name + struct.pack(">II", len(name), check)
    journal = database.with_name(f"{database.name}-journal")
    journal.write_bytes(head.ljust(512, b"\0") + end + MAGIC)
    return journal


def leave_log(database: Path) -> Path:
    """A log as a killed program left it that is not this one."""
    subprocess.run([sys.executable, "-c", LOG_LEFT, database], check=True)
    log = database.with_name(f"{database.name}-wal")
    assert log.stat().st_size
    return log


def test_sqlite_itself_deletes_what_a_journal_names(gift: Path, precious: Path) -> None:
    """What the tests below are about."""
    hot_journal(gift, str(precious))
    with closing(sqlite3.connect(gift)) as opened:
        opened.execute("SELECT count(*) FROM messages").fetchall()
    assert not precious.exists()


def names(command: click.Command) -> set[str]:
    return {name for each in command.params for name in each.opts}


READING = sorted(
    name
    for name, command in cli.all_commands().items()
    if "--database" in names(command) and name not in ("window", "demo")  # open windows: see below
)
MORE: dict[str, list[str]] = {
    "backup": ["copy.db"],
    "screenshot": ["shot.png"],
    "import": ["log.ndjson"],
    "restore": ["gift.db"],
    "search": ["hello"],
    "show": ["everything"],
    "site": ["site", "--all"],
    "compare": ["everything", "everything"],
    "tangle": ["everything"],
    "edits": ["everything"],
    "explain": ["everything"],
    "replay": ["everything"],
}


def relative(victim: Path) -> str:
    return os.path.relpath(victim)


@pytest.mark.parametrize("named", [str, relative])
@pytest.mark.parametrize("command", READING)
def test_no_command_deletes_what_a_journal_names(
    gift: Path,
    precious: Path,
    command: str,
    named: Callable[[Path], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(gift.parent)
    write(gift.with_name("log.ndjson"), [Author("bob").say(post("more"))])
    journal = hot_journal(gift, named(precious))
    before = gift.read_bytes(), journal.read_bytes()
    answer = CliRunner().invoke(cli, [command, *MORE.get(command, []), "--database", str(gift)])
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    assert precious.read_text() == "mine"
    assert (gift.read_bytes(), journal.read_bytes()) == before


WAYS: dict[str, Callable[[Path], object]] = {
    "read": lambda gift: Library.open(gift, read_only=True).close(),
    "write": lambda gift: Library.open(gift).close(),
    "as written": lambda gift: connect(gift, read_only=True, as_written=True).close(),
    "through a link": lambda gift: Library.open(linked(gift), read_only=True).close(),
    "a backup": lambda gift: back_up(gift, gift.with_name("copy.db")),
    "a backup to restore": lambda gift: restore(gift, gift.with_name("new.db")),
    "a database to restore into": lambda gift: restore(made(gift), gift),
    "a peer": lambda gift: to_read(gift, gift.with_name("copy.db")),
    "an import": lambda gift: import_archives([logged(gift)], gift),
    "a collection": lambda gift: listed(gift).known_for(gift.with_name("log.ndjson")),
}


def linked(gift: Path) -> Path:
    link = gift.parent.parent / "link.db"
    link.symlink_to(gift)
    return link


def made(gift: Path) -> Path:
    connect(gift.with_name("own.db")).close()
    return gift.with_name("own.db")


def logged(gift: Path) -> Path:
    return write(gift.with_name("log.ndjson"), [Author("bob").say(post("more"))])


def listed(gift: Path) -> Collections:
    found = Collections(gift.parent.parent / "data" / "usual.db")
    found.add(gift)
    return found


def asked(way: str, gift: Path) -> str:
    """What is said if it can't be opened."""
    try:
        WAYS[way](gift)
    except DatabaseError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("way", WAYS)
def test_no_way_in_reads_a_journal(gift: Path, precious: Path, way: str) -> None:
    journal = hot_journal(gift, str(precious))
    said = asked(way, gift)
    assert "gift.db-journal beside it is of another program" in said or way == "a collection"
    assert precious.read_text() == "mine"
    assert journal.exists()


@pytest.mark.parametrize("way", WAYS)
def test_no_way_in_waits_for_a_pipe_that_a_journal_names(gift: Path, way: str) -> None:
    pipe = gift.with_name("pipe")
    os.mkfifo(pipe)
    hot_journal(gift, str(pipe))
    asked(way, gift)
    assert pipe.is_fifo()


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("way", WAYS)
def test_no_way_in_writes_to_another_name_of_a_file(
    gift: Path, precious: Path, way: str, end: str
) -> None:
    gift.with_name(f"gift.db{end}").hardlink_to(precious)
    precious.chmod(0o644)
    said = asked(way, gift)
    refusal = "is of another program" if end == "-journal" else "has a second name"
    assert refusal in said or way == "a collection"
    assert (precious.read_text(), precious.stat().st_mode & 0o777) == ("mine", 0o644)


def test_a_database_of_another_program_is_left_untouched_with_its_journal(
    tmp_path: Path, precious: Path
) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE messages (text)")
    hot_journal(path, str(precious))
    for read_only in (True, False):
        with pytest.raises(DatabaseError):
            connect(path, read_only=read_only)
    assert precious.read_text() == "mine"


@pytest.mark.parametrize("place", ["the file", "its folder"])
def test_a_window_on_a_strangers_database_deletes_nothing(
    open_window: Open, gift: Path, precious: Path, place: str, qtbot: QtBot
) -> None:
    hot_journal(gift, str(precious))
    window = open_window(gift if place == "the file" else gift.parent)
    qtbot.waitUntil(lambda: bool(window.banner.text.text()), timeout=10_000)
    assert precious.read_text() == "mine"


def feeds(path: Path, *, read_only: bool = True) -> list[str]:
    with closing(connect(path, read_only=read_only)) as database:
        return [key for (key,) in database.execute("SELECT key FROM feeds ORDER BY id")]


def test_the_log_of_another_program_is_read_from_a_private_copy(
    gift: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    log = leave_log(gift)
    before = {each.name: each.read_bytes() for each in gift.parent.iterdir()}
    with closing(connect(gift, read_only=True)) as database:
        assert list((tmp_path / "cache" / "tanglescope" / "opened").iterdir()) == []
        found = database.execute("SELECT key FROM feeds ORDER BY id").fetchall()
        assert found[-1] == ("@in the log",)
    assert {each.name: each.read_bytes() for each in gift.parent.iterdir()} == before
    assert log.exists()


def test_an_older_database_with_a_log_of_another_program_is_upgraded_in_the_copy(
    gift: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release_migration(monkeypatch)
    leave_log(gift)
    before = gift.read_bytes()
    assert feeds(gift)[-1] == "@in the log"
    assert gift.read_bytes() == before


def test_who_writes_takes_the_log_of_another_program_in(gift: Path) -> None:
    leave_log(gift)
    inode = gift.stat().st_ino
    assert feeds(gift, read_only=False)[-1] == "@in the log"
    assert [each.name for each in gift.parent.iterdir()] == ["gift.db"]
    assert gift.stat().st_ino != inode
    with Library.open(gift, read_only=True) as library:
        assert not library.is_known()


def test_a_database_that_another_program_has_open_is_not_written(gift: Path) -> None:
    own = sqlite3.connect(gift, isolation_level=None)
    log = leave_log(gift)  # SQLite keeps it, as the database is open here
    program = (
        "import sys; from pathlib import Path\n"
        "from tanglescope.engine.store.files.database import connect\n"
        "from tanglescope.engine.errors import TanglescopeError\n"
        "try: connect(Path(sys.argv[1]))\n"
        "except TanglescopeError as error: print(error)"
    )
    own.execute("SELECT count(*) FROM feeds").fetchone()
    answer = subprocess.run(
        [sys.executable, "-c", program, gift], capture_output=True, text=True, check=True
    )
    assert "another program has it open" in answer.stdout
    assert log.exists()
    own.close()


def test_a_large_copy_is_only_made_when_asked_for(
    gift: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_log(gift)
    monkeypatch.setattr(opening, "LARGEST_COPY", 1000)
    monkeypatch.setattr(connect, "__kwdefaults__", connect.__kwdefaults__ | {"most": 1000})
    for read_only in (True, False):
        with pytest.raises(DatabaseError, match=r"gift\.db can't .*MB\. Back it up"):
            connect(gift, read_only=read_only)
    back_up(gift, gift.with_name("copy.db"))
    assert feeds(gift.with_name("copy.db"))[-1] == "@in the log"


def test_a_database_that_changes_while_it_is_copied_is_not_read_half(
    gift: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = leave_log(gift)
    copy = shutil.copyfileobj

    def grow(source: object, target: object, *how: int) -> None:
        copy(source, target, *how)  # type: ignore[type-var]
        with log.open("ab") as file:
            file.write(b"x")

    monkeypatch.setattr("tanglescope.engine.store.files.opening.shutil.copyfileobj", grow)
    with pytest.raises(DatabaseError, match="another program is writing to it"):
        connect(gift, read_only=True)


def test_own_logs_are_continued_in_place(gift: Path) -> None:
    with closing(connect(gift)) as database:
        with writing(database):
            database.execute("INSERT INTO feeds (key) VALUES ('@live')")
        program = (
            "import sys; from pathlib import Path\n"
            "from tanglescope.engine.store.files.database import connect\n"
            "own = connect(Path(sys.argv[1]), read_only=True)\n"
            "print(own.conn.is_copy, own.execute('SELECT max(key) FROM feeds').fetchone())"
        )
        answer = subprocess.run(
            [sys.executable, "-c", program, gift], capture_output=True, text=True, check=True
        )
        assert answer.stdout == "False ('@live',)\n"


def test_a_database_attaches_no_other(gift: Path, precious: Path) -> None:
    with closing(connect(gift, read_only=True)) as database, pytest.raises(sqlite3.Error):
        database.execute("ATTACH ? AS other", (str(precious),))
