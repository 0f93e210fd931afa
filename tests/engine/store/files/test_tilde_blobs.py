"""Blobs in the database of Tilde Friends, which is read without trusting it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.blobs.folders import BlobError, BlobFolders
from tanglescope.engine.blobs.formats import PictureShape
from tanglescope.engine.library import Library
from tanglescope.engine.store.files.tilde_friends import tables_in
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import blob_id, picture
from tests.engine.blobs.test_links import boxed, link_to
from tests.engine.store.files.test_database_reader import tilde

TABLE = "CREATE TABLE blobs (id TEXT PRIMARY KEY, content BLOB, created INTEGER)"


def database(path: Path, *contents: bytes, table: str = TABLE) -> sqlite3.Connection:
    """The database of a running program, with blobs on the disk."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(table)
    for content in contents:
        connection.execute("INSERT INTO blobs VALUES (?, ?, 0)", (blob_id(content), content))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return connection


def test_blobs_are_found_in_the_table_beside_the_messages(tmp_path: Path) -> None:
    file, png = tmp_path / "db.sqlite", picture("png")
    with closing(database(file, png, b"hello")):
        before = sorted(tmp_path.iterdir())
        folders = BlobFolders(tables=tables_in([file]))
        found = folders.find(blob_id(png))
        assert found is not None
        assert (found.shape, found.size) == (PictureShape("png", 60, 40), len(png))
        assert folders.read(blob_id(b"hello")) == b"hello"
        assert folders.find(blob_id(b"other")) is None
        with pytest.raises(BlobError, match="larger than 3 bytes"):
            folders.read(blob_id(b"hello"), 3)
        assert sorted(tmp_path.iterdir()) == before
        folders.copy(blob_id(png), tmp_path / "copy.png")
        assert (tmp_path / "copy.png").read_bytes() == png


def test_an_encrypted_blob_in_the_table_opens_with_the_key_in_its_link(tmp_path: Path) -> None:
    file, data, key = tmp_path / "db.sqlite", picture("png"), bytes(range(32))
    database(file, boxed(data, key)).close()
    folders = BlobFolders(tables=tables_in([file]))
    assert folders.read(link_to(data, key)) == data
    found = folders.find(link_to(data, key))
    assert found is not None
    assert found.shape == PictureShape("png", 60, 40)
    with pytest.raises(BlobError, match="key in the link"):
        folders.read(link_to(data, key).replace("?unbox=AA", "?unbox=BB"))


def test_a_collection_of_an_archive_finds_the_blobs_in_it(tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite"
    tilde(file, Author("ann").say(post("a picture"))).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(TABLE)
        connection.execute("INSERT INTO blobs VALUES (?, ?, 0)", (blob_id(b"hello"), b"hello"))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(file)
        assert library.blob_folders().read(blob_id(b"hello")) == b"hello"


def test_a_blob_with_other_bytes_than_its_id_says_is_none(tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite"
    with closing(database(file, b"hello")) as running:
        running.execute("UPDATE blobs SET content = CAST('forged' AS BLOB)")
        running.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        folders = BlobFolders(tables=tables_in([file]))
        with pytest.raises(BlobError, match="match its name"):
            folders.read(blob_id(b"hello"))
        with pytest.raises(BlobError, match="match its name"):
            folders.copy(blob_id(b"hello"), tmp_path / "copy")
        assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    "table",
    [
        "CREATE VIEW blobs AS SELECT 'a' AS id, x'00' AS content",
        "CREATE TABLE blobs (id TEXT, content BLOB AS (zeroblob(1000000000)))",
        "CREATE TABLE blobs (id TEXT)",
        "CREATE VIRTUAL TABLE blobs USING fts5(id, content)",
    ],
)
def test_a_table_that_computes_or_lacks_what_it_should_hold_is_not_read(
    tmp_path: Path, table: str
) -> None:
    with closing(database(tmp_path / "db.sqlite", table=table)):
        assert tables_in([tmp_path / "db.sqlite"]) == []
