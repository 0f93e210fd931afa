"""Fixed names beside a file of the user: whatever has one, no other file is changed."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path

import pytest

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Engine, import_archives
from tanglescope.engine.store.files.backup import back_up, restore
from tanglescope.engine.store.files.database import connect, is_outdated
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.import_lock import (
    importing_alone,
    is_imported_into,
    keeping_imports_off,
)
from tanglescope.engine.system.files import Beside
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write
from tests.engine.store.older_databases import release_migration
from tests.quick import mostly_slow

SECONDS = 30


@pytest.fixture(autouse=True)
def ends() -> Iterator[None]:
    """Fail instead of waiting for a pipe."""

    def fail(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def device(path: Path, _: Path) -> None:
    try:
        os.mknod(path, 0o020600, os.makedev(1, 3))
    except PermissionError:
        path.symlink_to("/dev/null")


def listening(path: Path, _: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(os.path.relpath(path))


def folder(path: Path, _: Path) -> None:
    path.mkdir()
    (path / "file").touch()


OBSTACLES: dict[str, Callable[[Path, Path], object]] = {
    "a link": Path.symlink_to,
    "a link to nothing": lambda path, _: path.symlink_to(path.with_name("nothing")),
    "a second name": Path.hardlink_to,
    "a pipe": lambda path, _: os.mkfifo(path),
    "a folder": folder,
    "a device": device,
    "a socket": listening,
}


def keep_off(path: Path) -> None:
    is_imported_into(path)
    with keeping_imports_off(path):
        pass


def imported_alone(path: Path) -> None:
    with importing_alone(path):
        pass


ACTIONS: dict[str, Callable[[Path], object]] = {
    "an import": lambda own: import_archives([logged(own)], own),
    "a new database": lambda own: import_archives(
        [logged(own)], own.with_name("new.db"), engine=Engine.DIRECT
    ),
    "a lock": imported_alone,
    "a look": keep_off,
    "a backup": lambda own: back_up(own, own.with_name("new.db")),
    "a restore": lambda own: restore(own, own.with_name("new.db")),
    "a replacement": lambda own: restore(own, connected(own.with_name("new.db"))),
}


def logged(own: Path) -> Path:
    return write(own.with_name("log.ndjson"), [Author("bob").say(post("more"))])


def connected(path: Path) -> Path:
    connect(path).close()
    return path


@pytest.mark.parametrize(
    "case",
    mostly_slow(
        product(Beside, OBSTACLES, ACTIONS),
        *((Beside.IMPORT_LOCK, kind, "an import") for kind in OBSTACLES),
        *((Beside.GROWING_LOCK, kind, "a backup") for kind in OBSTACLES),
        *((Beside.GROWING, kind, "a backup") for kind in OBSTACLES),
        *((Beside.BUILDING, kind, "a new database") for kind in OBSTACLES),
        *((Beside.MIGRATED, kind, "a restore") for kind in OBSTACLES),
        *((Beside.MIGRATED_LOCK, kind, "a restore") for kind in OBSTACLES),
    ),
)
def test_what_has_a_fixed_name_leads_to_no_other_file(
    case: tuple[Beside, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, kind, action = case
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tanglescope.engine.pipeline.importing.BULK", 0)
    with library_of(tmp_path, Author("ann").say(post("hello"))) as library:
        own = library.path
    if name in (Beside.MIGRATED, Beside.MIGRATED_LOCK):
        release_migration(monkeypatch)
    precious = tmp_path / "precious"
    precious.write_text("mine")
    for each in (own, own.with_name("new.db")):
        OBSTACLES[kind](name.of(each), precious)
    with suppress(TanglescopeError):
        ACTIONS[action](own)
    assert precious.read_text() == "mine"
    assert not (tmp_path / "nothing").exists()
    for each in (own, own.with_name("new.db")):
        if each.exists():
            with closing(connect(each, read_only=True, as_written=True)) as database:
                assert not is_outdated(database) or name in (Beside.MIGRATED, Beside.MIGRATED_LOCK)


@pytest.mark.parametrize("kind", OBSTACLES)
def test_an_obstacle_to_the_lock_of_an_import_is_reported(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = connected(tmp_path / "own.db")
    (tmp_path / "precious").write_text("mine")
    monkeypatch.chdir(tmp_path)
    OBSTACLES[kind](Beside.IMPORT_LOCK.of(own), tmp_path / "precious")
    with pytest.raises(TanglescopeError, match=r"\.own\.db\.importing\.lock can't be written"):
        import_archives([logged(own)], own)


@pytest.mark.parametrize("kind", OBSTACLES)
def test_an_obstacle_to_the_lock_of_a_backup_is_reported(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = connected(tmp_path / "own.db")
    (tmp_path / "precious").write_text("mine")
    monkeypatch.chdir(tmp_path)
    OBSTACLES[kind](Beside.GROWING_LOCK.of(tmp_path / "copy.db"), tmp_path / "precious")
    with pytest.raises(DatabaseError, match=r"copy\.db can't be written: it isn't a file of its"):
        back_up(own, tmp_path / "copy.db")
