"""Migration: afterwards a database of the first version equals a new import."""

import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from engine.library import EVERYTHING, Engine, Library, import_archives
from engine.store.arrivals.importer import Importer
from engine.store.files.database import connect
from tests.engine.authors import Author, post
from tests.engine.pipeline.contents import differences
from tests.engine.store.libraries import write

FIRST_VERSION = Path(__file__).parents[3] / "data" / "first-version.tar.xz"


def unpacked(folder: Path) -> Path:
    """A database that the first version made, with its archives beside it."""
    with tarfile.open(FIRST_VERSION) as packed:
        # Python 3.11.2 (Debian 12) ignores this attribute; `filter=` would be an error there.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(folder)
    database = folder / "library.db"
    with closing(sqlite3.connect(database)) as opened, opened:
        for name in ("log.ndjson", "pzp"):
            opened.execute(
                "UPDATE archives SET path = ? WHERE path LIKE ?", (str(folder / name), f"%/{name}")
            )
    return database


def imported_anew(folder: Path) -> Path:
    """The database that today's program makes from the same archives."""
    path = folder / "new.db"
    with Library.open(path) as library:
        for name in ("log.ndjson", "pzp"):
            library.ingest(folder / name)
    return path


def assert_same(one: Path, other: Path) -> None:
    """Compare two databases, including ranks among everything."""
    for path in (one, other):
        with Library.open(path) as library:
            library.conversation(EVERYTHING).snapshot()
    assert differences(one, other) == []


def test_a_database_of_the_first_version_says_what_a_new_one_says(tmp_path: Path) -> None:
    database = unpacked(tmp_path)
    with closing(sqlite3.connect(database)) as opened:
        assert opened.execute("SELECT count(*) FROM threads").fetchone() > (10,)
        assert opened.execute("SELECT count(*) FROM kept_orders").fetchone() > (0,)
    new = imported_anew(tmp_path)
    with Library.open(database) as library:
        assert library.check().problems == ()
        assert library.conversations(kind="chess")
    assert_same(database, new)


@pytest.mark.parametrize("is_bulk", [False, True], ids=["ingest", "import"])
def test_what_arrives_before_it_was_caught_up_joins_as_anywhere(
    tmp_path: Path, is_bulk: bool
) -> None:
    old = unpacked(tmp_path)
    new = imported_anew(tmp_path)
    author = Author("newcomer")
    with Library.open(new) as library:
        [game] = [each.root for each in library.conversations(kind="chess") if each.messages > 1]
        tips = library.tangle("chess", game).tips
    move = {"type": "move", "tangles": {"chess": {"root": game, "previous": tips}}}
    more = write(tmp_path / "more.ndjson", [author.say(move), author.say(post("Well played"))])
    with Library.open(new) as library:
        library.ingest(more)
    if is_bulk:
        import_archives([more], old, engine=Engine.DIRECT)
    else:
        with closing(connect(old)) as database:
            Importer(database, more).run(None, None, lambda: False)
    with Library.open(old) as library:
        assert library.check().problems == ()
    assert_same(old, new)


def test_a_reader_brings_it_up_to_date_for_itself(tmp_path: Path) -> None:
    old = unpacked(tmp_path)
    new = imported_anew(tmp_path)
    with Library.open(old, read_only=True) as library:
        assert library.check().problems == ()
    assert_same(old, new)
