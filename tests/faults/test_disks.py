"""Full and read-only disks: reported in sentences, and no data is lost."""

from pathlib import Path

import pytest

from tests.engine.authors import Author, post
from tests.faults.disks import on_a_disk

FULL = """
import sys
from pathlib import Path
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
with Library.open(folder / "own.db") as library:
    ballast = folder / "ballast"
    try:
        ballast.write_bytes(bytes(int(sys.argv[3])))
        library.ingest(archive, on_change=lambda change: print("kept", len(library)))
    except TanglescopeError as error:
        print("refused", error)
    kept = len(library)
    print("ok", library.check().ok, kept)
    ballast.unlink()
    library.ingest(archive)
    print("whole", library.check().ok, len(library))
"""

BULK = """
import shutil, sys
from pathlib import Path
from tanglescope.engine.library import Library
from tanglescope.engine.pipeline import importing
from tanglescope.engine.pipeline.errors import NoRoom
folder, archive, kind = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
importing.BULK = 0
for free in map(int, sys.argv[4:]):
    own, ballast = folder / f"{free}.db", folder / "ballast"
    if kind != "new":
        with Library.open(own) as library:
            if kind == "used":
                library.ingest(archive.with_name("first.ndjson"))
    with ballast.open("wb") as file:
        file.write(bytes(shutil.disk_usage(folder).free - (free << 10)))
    try:
        importing.import_archives([archive], own, engine=importing.Engine.DIRECT)
        print("fits")
    except NoRoom as error:
        print("refused", error.folder == own, error)
    ballast.unlink()
    report = importing.import_archives([archive], own, engine=importing.Engine.DIRECT)
    with Library.open(own) as library:
        print("whole", library.check().ok, len(library), report.failed)
    print("left", sorted(path.name for path in folder.iterdir() if path != own))
    own.unlink()
"""

BACKUP = """
import sys
from pathlib import Path
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.engine.store.files.backup import back_up, restore
folder, archive = Path(sys.argv[1]), Path(sys.argv[2])
own = folder / "own.db"
with Library.open(own) as library:
    library.ingest(archive)
back_up(own, Path(sys.argv[3]))
ballast = folder / "ballast"
with ballast.open("wb", buffering=0) as file:
    try:
        while True:
            file.write(bytes(4096))
    except OSError:
        pass
for act in (lambda: back_up(own, folder / "copy.db"), lambda: restore(Path(sys.argv[3]), own)):
    try:
        act()
        print("done")
    except TanglescopeError as error:
        print("refused", error)
print(sorted(path.name for path in folder.iterdir()))
ballast.unlink()
with Library.open(own) as library:
    print("ok", library.check().ok, len(library))
"""

PUBLISH = """
import sys
from pathlib import Path
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library, OwnFeed
folder = Path(sys.argv[1])
own = OwnFeed.open(folder / "feed")
with Library.open(folder / "own.db") as library:
    publisher = library.publisher(own)
    def say(text):
        print(publisher.publish(publisher.preview({"type": "post", "text": text})).key)
    say("before")
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    refused = 0
    for number in range(9):
        try:
            say("x" * 3000)
        except TanglescopeError as error:
            refused += 1
    print("refused", refused > 0)
    ballast.unlink()
    publisher.catch_up()
    say("after")
    print("ok", library.check().ok, len(library), own.end().sequence)
"""

READ_ONLY = """
import os, subprocess, sys
from pathlib import Path
from tanglescope.engine.library import Library
from tanglescope.viewer.__main__ import main
folder, archive, picture = map(Path, sys.argv[1:4])
own = folder / "own.db"
with Library.open(own) as library:
    library.ingest(archive)
    root = library.threads()[0].root
subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
commands = {
    "threads": [], "show": [root], "search": ["answer"], "check": [],
    "import": [str(archive)], "restore": [str(own)],
}
for name, arguments in commands.items():
    reading, writing = os.pipe()
    if not os.fork():
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(writing, 2)
        sys.argv[1:] = [name, *arguments, "--database", str(own)]
        sys.exit(main())
    os.close(writing)
    with open(reading) as stream:
        said = stream.read().strip()
    status = os.waitstatus_to_exitcode(os.wait()[1])
    print(name, status, said.count("\\n"), said, flush=True)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    ann = Author("ann")
    root = ann.say(post("root"))
    said = [root, *(ann.say(post(f"answer {n}", root)) for n in range(2500))]
    path = tmp_path_factory.mktemp("disks") / "log.ndjson"
    path.write_bytes(b"".join(each.line for each in said))
    path.with_name("first.ndjson").write_bytes(root.line)
    return path


def test_a_full_disk_keeps_what_was_committed_and_room_is_all_it_takes(
    archive: Path, tmp_path: Path
) -> None:
    said = on_a_disk("16m", tmp_path / "disk", FULL, archive, 13 << 20).splitlines()
    refused = [line for line in said if line.startswith("refused")]
    assert len(refused) == 1, said
    assert "own.db can't be written" in refused[0]
    assert "Free some space" in refused[0]
    told = [int(line.split()[1]) for line in said if line.startswith("kept")]
    assert f"ok True {max(told, default=0)}" in said
    assert said[-1] == "whole True 2501"


@pytest.mark.parametrize(
    ("kind", "free"),
    [
        pytest.param("new", ["1000"], id="database"),
        pytest.param("new", ["0", "3000"], id="parts, indexes", marks=pytest.mark.slow),
        pytest.param("empty", ["1000", "2500"], id="parts, copy", marks=pytest.mark.slow),
        pytest.param("used", ["1000"], id="transactions", marks=pytest.mark.slow),
    ],
)
def test_a_disk_that_fills_up_at_any_stage_of_a_large_import_is_called_full(
    archive: Path, tmp_path: Path, kind: str, free: list[str]
) -> None:
    said = on_a_disk("40m", tmp_path / "disk", BULK, archive, kind, *free).splitlines()
    outcomes, wholes, left = said[::3], said[1::3], said[2::3]
    assert all(each.startswith("refused True There is no space left") for each in outcomes), said
    assert "MB more are needed. Free some space" in outcomes[0], said
    assert wholes == ["whole True 2501 ()"] * len(free), said
    assert left == ["left []"] * len(free), said


@pytest.mark.slow
def test_a_backup_on_a_full_disk_leaves_nothing_half_done(archive: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    said = on_a_disk("16m", tmp_path / "disk", BACKUP, archive, backup).splitlines()
    assert [line.split()[0] for line in said[:2]] == ["refused", "refused"], said
    assert all("can't be written" in line for line in said[:2]), said
    assert "copy" not in said[2]
    assert said[-1] == "ok True 2501"


def test_a_feed_is_one_chain_although_the_disk_was_full(tmp_path: Path) -> None:
    said = on_a_disk("4m", tmp_path / "disk", PUBLISH).splitlines()
    assert "refused True" in said
    word, fine, messages, sequence = said[-1].split()
    assert (word, fine) == ("ok", "True")
    assert messages == sequence


def test_a_database_on_a_disk_that_cannot_be_written_is_read(archive: Path, tmp_path: Path) -> None:
    said = on_a_disk("32m", tmp_path / "disk", READ_ONLY, archive, tmp_path / "out.png")
    status = {line.split()[0]: line.split()[1:3] for line in said.splitlines()}
    assert {name: code for name, (code, _) in status.items()} == {
        "threads": "0",
        "show": "0",
        "search": "0",
        "check": "0",
        "import": "5",
        "restore": "5",
    }, said
    assert status["import"][1] == status["restore"][1] == "0", f"not one line: {said}"
    assert "Traceback" not in said
