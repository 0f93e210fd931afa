"""Collections: databases with names given by the user."""

import json
import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tanglescope import resources
from tanglescope.engine.library import Library
from tanglescope.engine.store.files.collections import (
    LONGEST_NAME,
    Collection,
    CollectionError,
    Collections,
    archive_name,
    backup_name,
    version_of,
)
from tanglescope.engine.store.files.import_lock import importing_alone, is_imported_into
from tanglescope.engine.system import files
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.store.older_databases import is_older, release_migration


@pytest.fixture
def usual(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tanglescope.db"


@pytest.fixture
def collections(usual: Path) -> Collections:
    return Collections(usual)


def make(database: Path, archive: Path | None = None) -> Path:
    database.parent.mkdir(parents=True, exist_ok=True)
    with Library.open(database) as library:
        if archive:
            library.ingest(archive)
    return database


def names(collections: Collections) -> list[str]:
    return [each.name for each in collections.all()]


def test_there_are_none_to_begin_with(collections: Collections) -> None:
    assert collections.all() == []


def test_an_archive_gets_a_collection_of_its_own_that_is_found_again(
    collections: Collections, tmp_path: Path
) -> None:
    first = collections.for_archive(tmp_path / "patch.ndjson")
    second = collections.for_archive(tmp_path / "oasis.ndjson")
    assert (first.name, second.name) == ("patch", "oasis")
    assert first.database != second.database
    assert collections.all() == [], "neither has a database yet"
    make(first.database)
    make(second.database)
    assert names(collections) == ["oasis", "patch"]
    assert collections.for_archive(tmp_path / "patch.ndjson") == first


def test_archives_of_one_name_get_two_names_and_two_databases(
    collections: Collections, tmp_path: Path
) -> None:
    first = collections.for_archive(tmp_path / "a" / "talk.ndjson")
    second = collections.for_archive(tmp_path / "b" / "talk.ndjson")
    assert (first.name, second.name) == ("talk", "talk 2")
    assert first.database != second.database


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/people/maud/.ssb/flume/log.offset", "ssb"),
        ("/backup/2019/manyverse/db2/log.bipf", "manyverse"),
        ("/people/maud/talk.ndjson.gz", "talk"),
        ("/people/maud/.ssb", "ssb"),
        ("/log", "log"),
        (os.fsdecode(b"/people/caf\xe9.ndjson"), r"caf\xe9"),
    ],
)
def test_a_collection_is_named_after_what_says_most_of_its_archive(path: str, name: str) -> None:
    assert archive_name(Path(path)) == name


def test_the_usual_database_stays_where_it_is_and_becomes_a_collection(
    collections: Collections, usual: Path
) -> None:
    make(usual)
    assert collections.all() == [Collection("My messages", usual)]
    collections.rename(usual, "Old talk")
    assert collections.all() == [Collection("Old talk", usual)]


def test_an_archive_that_is_alone_in_a_database_has_its_collection_there(
    collections: Collections, usual: Path
) -> None:
    with resources.sample_archive() as archive:
        archive = archive.resolve()  # a checkout has it behind a link
        make(usual, archive)
        assert collections.for_archive(archive).database == usual


def test_looking_for_the_collection_of_an_archive_upgrades_no_database(
    collections: Collections, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    database = make(tmp_path / "library.db", archive)
    release_migration(monkeypatch)
    collections.add(database)
    assert collections.known_for(archive) is not None
    assert collections.known_for(tmp_path / "other.ndjson") is None
    assert is_older(database)


def test_a_database_from_elsewhere_is_listed_and_stays_there(
    collections: Collections, tmp_path: Path
) -> None:
    database = make(tmp_path / "usb" / "friends.db")
    assert collections.add(database) == Collection("friends", database)
    assert collections.add(database, "again") == Collection("friends", database)
    assert collections.remove(database) is False
    assert database.exists()
    assert collections.all() == []


def test_removing_deletes_a_database_and_never_its_archive(
    collections: Collections, tmp_path: Path
) -> None:
    archive = tmp_path / "talk.ndjson"
    archive.write_text("")
    mine = collections.for_archive(archive)
    make(mine.database)
    assert collections.remove(mine.database) is True
    assert not mine.database.exists()
    assert archive.exists()
    assert collections.all() == []


def test_a_list_that_cannot_be_written_is_named_with_the_reason_and_a_remedy(
    collections: Collections, usual: Path
) -> None:
    usual.parent.write_text("a file where the folder should be")
    with pytest.raises(CollectionError) as refused:
        collections.for_archive(usual.parent)
    assert str(refused.value) == (
        f"The list of collections can't be written to {usual.parent}: File exists."
        " Something else has this name: rename it, or choose another name."
    )


@pytest.mark.parametrize("name", ["", "  ", "\n\t"])
def test_a_name_says_something(collections: Collections, usual: Path, name: str) -> None:
    make(usual)
    with pytest.raises(CollectionError, match="needs a name"):
        collections.rename(usual, name)


def test_a_collection_that_is_imported_into_is_not_removed(
    collections: Collections, tmp_path: Path
) -> None:
    database = make(collections.for_archive(tmp_path / "patch.ndjson").database)
    assert not is_imported_into(database)
    with importing_alone(database):
        assert is_imported_into(database)
        for refused in (collections.require_idle, collections.remove):
            with pytest.raises(CollectionError, match="is importing into this collection"):
                refused(database)
        assert database.exists()
    assert not is_imported_into(database)
    collections.require_idle(database)
    assert collections.remove(database)
    assert not list(database.parent.iterdir()), "nothing is left, the lock neither"


def test_a_window_that_looks_at_a_followed_archive_keeps_no_collection_from_being_removed(
    collections: Collections, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = make(collections.for_archive(tmp_path / "patch.ndjson").database)
    with ExitStack() as looking:
        looking.enter_context(importing_alone(database))
        monkeypatch.setattr(files, "sleep", lambda _: looking.close())
        collections.require_idle(database)
    assert collections.remove(database)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("boats.db", "boats"),
        ("v1.2 boats", "v1.2 boats"),
        ("boats-2026-11-23.db", "boats"),
        ("boats 2026-11-23 14.05.db", "boats"),
        ("boats_20261123T140500Z.sqlite3", "boats"),
        ("boats (23.11.2026).db", "boats"),
        ("boats (2).db", "boats"),
        ("Log 1984.db", "Log 1984"),
        ("tanglescope.db.before-1", "tanglescope"),
        ("2026-11-23.db", "2026-11-23"),
    ],
)
def test_a_backup_is_named_after_its_file_without_the_date(file: str, name: str) -> None:
    assert backup_name(Path("/backups") / file) == name


def test_a_new_collection_takes_the_name_that_it_is_given(
    collections: Collections, tmp_path: Path
) -> None:
    assert collections.for_archive(tmp_path / "saved.db", "Two  wheels").name == "Two wheels"
    assert collections.for_archive(tmp_path / "saved-2.db", "two wheels").name == "two wheels 2"
    assert collections.for_archive(tmp_path / "third.db", "  ").name == "third"


def test_two_collections_never_share_a_name(collections: Collections, tmp_path: Path) -> None:
    first = collections.for_archive(tmp_path / "a.ndjson")
    second = collections.for_archive(tmp_path / "b.ndjson")
    with pytest.raises(CollectionError, match="Another collection is called “A”"):
        collections.rename(second.database, "A")
    assert collections.rename(first.database, "A").name == "A", "its own name, written otherwise"


def test_a_name_is_one_line_and_not_endless(collections: Collections, usual: Path) -> None:
    make(usual)
    assert collections.rename(usual, " a\n b ").name == "a b"
    assert len(collections.rename(usual, "x" * 1000).name) == LONGEST_NAME


def test_the_sample_is_a_collection_of_its_own(
    collections: Collections, usual: Path, tmp_path: Path
) -> None:
    make(usual)
    archive = tmp_path / "harbour.ndjson"
    archive.write_bytes(b"as it was released")
    sample = collections.for_sample("Sample", archive)
    assert sample.database != usual
    assert collections.for_sample("Sample", archive) == sample


def test_the_sample_of_another_version_stays_out_of_the_earlier_one(
    collections: Collections, tmp_path: Path
) -> None:
    archive = tmp_path / "harbour.ndjson"
    archive.write_bytes(b"as it was released")
    earlier = collections.for_sample("Sample", archive)
    archive.write_bytes(b"with other messages")
    later = collections.for_sample("Sample", archive)
    assert later.database != earlier.database
    assert (earlier.name, later.name) == ("Sample", "Sample 2")
    assert collections.is_own(later.database)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"/x.db": 1}', '{"/x.db": {"name": 7}}', '{"x.db": {"name": "relative"}}'],
)
def test_a_damaged_list_costs_names_and_nothing_else(
    collections: Collections, usual: Path, text: str
) -> None:
    make(usual)
    (usual.parent / "collections.json").write_text(text)
    assert names(collections) == ["My messages"]
    collections.rename(usual, "Mine")
    assert names(collections) == ["Mine"]


def test_what_a_lost_list_named_is_found_in_the_own_folder(
    collections: Collections, usual: Path, tmp_path: Path
) -> None:
    said = [Author("ann").say(post("hello"))]
    archives = [write(tmp_path / f"{name}.ndjson", said) for name in ("boats", "oak")]
    for archive in archives:
        make(collections.for_archive(archive).database, archive)
    collections.rename(collections.for_archive(archives[0]).database, "Sloops")
    (usual.parent / "collections.json").write_text("{")
    assert names(collections) == ["boats", "oak"]
    assert names(collections) == [collections.for_archive(each).name for each in archives]
    boats = collections.all()[0].database
    assert collections.add(boats).name == "boats"
    collections.remove(boats)
    assert names(collections) == ["oak"]


def test_a_forged_list_names_only_databases(
    collections: Collections, usual: Path, tmp_path: Path
) -> None:
    make(usual)
    os.mkfifo(tmp_path / "pipe.db")
    paths = ["/x" * 5000, "/" + "y" * 300, "/a\0b", "/dev/zero", "rel.db", f"{tmp_path}/pipe.db"]
    forged = {path: {"name": "<b>evil</b>\n\u202e"} for path in paths}
    (usual.parent / "collections.json").write_text(json.dumps(forged))
    assert names(collections) == ["My messages"]


def test_a_pipe_instead_of_a_list_is_not_waited_for(collections: Collections, usual: Path) -> None:
    make(usual)
    os.mkfifo(usual.parent / "collections.json")
    assert names(collections) == ["My messages"]


def test_a_list_of_thousands_is_kept(collections: Collections, usual: Path) -> None:
    usual.parent.mkdir()
    rows = {f"/{number:0200}.db": {"name": str(number)} for number in range(6000)}
    (usual.parent / "collections.json").write_text(json.dumps(rows))
    collections.add(usual)
    assert len(collections._list_rows()) == 6001


def test_the_list_is_private_and_whole(collections: Collections, usual: Path) -> None:
    make(usual)
    collections.rename(usual, "Mine")
    file = usual.parent / "collections.json"
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(file.read_text()) == {str(usual): {"name": "Mine"}}


def test_a_sample_is_read_anew_after_a_change_of_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "harbour.ndjson"
    archive.write_text("{}\n")
    before = version_of(archive)
    monkeypatch.setattr("tanglescope.engine.store.files.collections.TODAY", "other tables")
    assert version_of(archive) != before, "a database with former tables is refused"
