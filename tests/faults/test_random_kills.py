"""`kill -9` at random moments: the database stays consistent, and a restart completes the work.

`FAULTS=40 pytest tests/faults/test_random_kills.py` kills forty times, as does `make faults`.
The quick suite kills an import and a publisher, once each.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Library, OwnFeed
from tests.engine.authors import Author, Said, post
from tests.faults.killing import killed

IMPORT = """
import sys
from pathlib import Path
from tanglescope.engine.library import Library
with Library.open(Path(sys.argv[1])) as library:
    print(0, flush=True)
    library.ingest(Path(sys.argv[2]), on_change=lambda change: print(change.added, flush=True))
"""

FOLLOW = """
import sys
from pathlib import Path
from tanglescope.engine.library import Library
source, growing = Path(sys.argv[2]).read_bytes(), Path(sys.argv[3])
with Library.open(Path(sys.argv[1])) as library:
    follower = library.follow(growing)
    print(0, flush=True)
    with growing.open("ab", buffering=0) as file:
        while file.tell() < len(source):
            file.write(source[file.tell():file.tell() + 9_973])  # in the middle of a line
            print(sum(change.added for change in follower.poll()), flush=True)
"""

PUBLISH = """
import sys
from itertools import count
from pathlib import Path
from tanglescope.engine.library import Library, OwnFeed
with Library.open(Path(sys.argv[1])) as library:
    publisher = library.publisher(OwnFeed.open(Path(sys.argv[2])))
    publisher.catch_up()
    for number in count():
        preview = publisher.preview({"type": "post", "text": str(number)})
        print(publisher.publish(preview).key, flush=True)
"""

CREATE = """
import sys
from itertools import count
from pathlib import Path
from tanglescope.engine.store.files.database import connect
for number in count():
    path = Path(sys.argv[1]) / f"{number}.db"
    print(path.name, flush=True)
    connect(path).close()
"""

BACK_AND_FORTH = """
import sys
from pathlib import Path
from tanglescope.engine.store.files.backup import back_up, restore
own, other = Path(sys.argv[1]), Path(sys.argv[2])
print("", flush=True)
for number in range(1_000):
    copy = own.with_name(f"copy-{number}.db")
    back_up(own, copy)
    print(copy.name, flush=True)
    restore(other if number % 2 else copy, own)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thread long enough for several transactions, with bad lines between its messages."""
    people = [Author(str(number)) for number in range(5)]
    said: list[Said] = [people[0].say(post("root"))]
    for step in range(3500):
        said.append(people[step % 5].say(post(str(step), said[0], said[-1 - step % 3])))
    lines = [each.line for each in said]
    for place in range(500, 3500, 1100):
        lines.insert(place, b"{oops\n")
    log = tmp_path_factory.mktemp("kills") / "log.ndjson"
    log.write_bytes(b"".join(lines))
    return log


@pytest.fixture(scope="module")
def whole(archive: Path) -> tuple[object, ...]:
    with Library.open(archive.with_suffix(".db")) as library:
        library.ingest(archive)
    return described(archive.with_suffix(".db"))


def described(path: Path) -> tuple[object, ...]:
    with Library.open(path) as library:
        assert library.check().problems == ()
        [thread] = library.threads()
        return (
            thread,
            library.conversation(thread.root).in_order(),
            [bad.raw for bad in library.quarantine.page()],
        )


def test_an_import(archive: Path, whole: object, tmp_path: Path, chance: int) -> None:
    database = tmp_path / "own.db"
    committed = sum(map(int, killed(IMPORT, database, archive, chance=chance)))
    with Library.open(database) as library:
        assert library.check().problems == ()
        assert len(library) >= committed
        library.ingest(archive)
    assert described(database) == whole


@pytest.mark.slow
def test_following(archive: Path, whole: object, tmp_path: Path, chance: int) -> None:
    database, growing = tmp_path / "own.db", tmp_path / "growing.ndjson"
    committed = sum(map(int, killed(FOLLOW, database, archive, growing, chance=chance, within=2)))
    with Library.open(database) as library:
        assert library.check().problems == ()
        assert len(library) >= committed
        with growing.open("ab") as file:
            file.write(archive.read_bytes()[file.tell() :])
        library.follow(growing).poll()
    assert described(database) == whole


def test_publishing(tmp_path: Path, chance: int) -> None:
    database, folder = tmp_path / "own.db", tmp_path / "feed"
    out = killed(PUBLISH, database, folder, chance=chance)
    with Library.open(database) as library:
        publisher = library.publisher(OwnFeed.open(folder))
        publisher.catch_up()
        out.append(publisher.publish(publisher.preview(post("still here"))).key)
        assert set(library.messages(out)) == set(out)
        assert library.check().problems == ()


@pytest.mark.slow
def test_creating_a_database(tmp_path: Path, chance: int) -> None:
    for name in killed(CREATE, tmp_path, chance=chance)[-2:]:
        with Library.open(tmp_path / name) as library:
            assert library.check().problems == ()


@pytest.mark.slow
def test_backing_up_and_restoring(tmp_path: Path, chance: int) -> None:
    own, other = tmp_path / "own.db", tmp_path / "other.db"
    ann = Author("ann")
    for path, words in ((own, "mine"), (other, "theirs")):
        with Library.open(path) as library:
            log = path.with_suffix(".ndjson")
            log.write_bytes(b"".join(ann.say(post(words)).line for _ in range(300)))
            library.ingest(log)
    expected = {contents(own), contents(other)}
    copies = killed(BACK_AND_FORTH, own, other, chance=chance)
    for path in (own, *(tmp_path / name for name in copies)):
        assert contents(path) in expected


def contents(path: Path) -> tuple[str, ...]:
    """The keys in a database, after a check that it is consistent."""
    with Library.open(path) as library:
        assert library.check().problems == ()
    with closing(sqlite3.connect(path)) as database:
        return tuple(key for (key,) in database.execute("SELECT key FROM messages ORDER BY key"))
