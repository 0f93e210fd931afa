"""Machines without disk space, a resolvable name, a network or a clean cache folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.system.files import new_run_folder
from tests.engine.pipeline.children import ROOT, WITH_JVM, Child
from tests.engine.pipeline.conftest import seldom_with_spark
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched, written

APART = ("unshare", "--map-root-user", "--net", "--uts", "--mount", "sh", "-c")


def can_be_apart() -> bool:
    try:
        return subprocess.run([*APART, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


apart = pytest.mark.skipif(not can_be_apart(), reason="no process may be apart here")


START = """
from tanglescope.engine.pipeline.errors import SparkError
from tanglescope.engine.pipeline.spark.session import SparkSettings, session
try:
    with session(SparkSettings("local[2,3]")):
        print("started")
except SparkError as error:
    print(error)
"""


def after(*commands: str) -> list[str]:
    """The prefix that runs commands before an import, on a machine of its own."""
    return [*APART, " && ".join([*commands, 'exec "$0" "$@"'])]


@apart
@pytest.mark.slow
@pytest.mark.spark
def test_neither_a_network_nor_a_resolvable_host_name_is_needed(tmp_path: Path) -> None:
    folder = tmp_path / "a folder ☃"
    folder.mkdir()
    archive = written(folder, "ndjson", seed=1)
    database = folder / "new one ☃.db"
    nowhere = after("hostname zz-nowhere", "ip link set lo up")
    with Child(*WITH_JVM, "--database", database, archive, before=nowhere) as child:
        _, status = child.finish()
    assert status == 0
    assert differences(database, watched(archive, tmp_path / "other.db")) == []


@apart
@pytest.mark.slow
@pytest.mark.spark
def test_a_machine_that_cannot_connect_to_itself_is_reported() -> None:
    """Spark is started without an import, which may have ended before Spark is needed."""
    command = (*after("ip link set lo down"), sys.executable, "-c", START)
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert "Network is unreachable" in done.stdout


@apart
@pytest.mark.slow
@pytest.mark.parametrize("size", ["100k", "400k"])
@pytest.mark.parametrize("by", ["direct", pytest.param("spark", marks=pytest.mark.spark)])
def test_a_disk_that_is_full_is_reported_and_the_import_goes_on_when_it_is_not(
    by: str, size: str, tmp_path: Path
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    full = tmp_path / "full"
    full.mkdir()
    database = full / "new.db"
    small = after(f"mount -t tmpfs -o size={size} none '{full}'", "ip link set lo up")
    engine = WITH_JVM if by == "spark" else ("--engine", by)
    with Child(*engine, "--database", database, archive, before=small) as child:
        last, status = child.finish()
    assert status == 1
    assert str(full) in last["error"]["message"]
    assert "no space left" in last["error"]["message"], last
    with Child(*engine, "--database", database, archive) as child:
        _, status = child.finish()
    assert status == 0
    assert differences(database, watched(archive, tmp_path / "other.db")) == []


def test_folders_of_processes_that_have_ended_are_swept_and_those_of_others_left(
    tmp_path: Path,
) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    (tmp_path / f"run-{ended.pid}-left" / "blockmgr").mkdir(parents=True)
    mine = tmp_path / f"run-{os.getpid()}-mine"
    mine.mkdir()
    other = tmp_path / "run-of-somebody"
    other.mkdir()
    made = new_run_folder(tmp_path)
    assert {*tmp_path.iterdir()} == {made, mine, other}


@seldom_with_spark
def test_what_a_killed_import_left_beside_the_database_is_swept_by_the_next(
    engine: Engine, tmp_path: Path
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    (tmp_path / ".new.db.building").write_bytes(b"half a database")
    (tmp_path / ".new.db.building-journal").write_bytes(b"half a journal")
    import_archives([archive], tmp_path / "new.db", engine=engine)
    with Library.open(tmp_path / "new.db") as library:
        assert library.check().ok
    if engine is Engine.SPARK:
        assert not list(tmp_path.glob(".*"))
