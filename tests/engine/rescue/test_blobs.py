"""Blobs beside the archives: those that verify are copied, and no others."""

import errno
import hashlib
import json
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.blobs import folders
from tanglescope.engine.blobs.folders import BlobError
from tanglescope.engine.rescue.rescuing import rescue
from tanglescope.engine.rescue.writing import BlobCounts
from tests.engine.archive.writers import offset_log
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import blob_id
from tests.engine.commandline.graphs import run
from tests.engine.store.files.test_database_reader import tilde
from tests.engine.store.files.test_tilde_blobs import database


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def home(folder: Path, author: str) -> Path:
    """The folder of a program with a log."""
    log = folder / "flume" / "log.offset"
    log.parent.mkdir(parents=True)
    log.write_bytes(offset_log([Author(author).say(post("hello")).record]))
    return folder


def place(folder: Path, data: bytes) -> Path:
    name = hashlib.sha256(data).hexdigest()
    file = folder / "blobs" / "sha256" / name[:2] / name[2:]
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def test_blobs_that_verify_in_any_archive_are_copied(tmp_path: Path) -> None:
    one, two = home(tmp_path / "one", "ann"), home(tmp_path / "two", "ben")
    place(one, b"a picture").write_bytes(b"a picture")
    place(one, b"damaged here").write_bytes(b"something else")
    place(two, b"damaged here").write_bytes(b"damaged here")
    place(two, b"damaged").write_bytes(b"")
    (one / "blobs" / "sha256" / "aa").mkdir()
    (one / "blobs" / "sha256" / "aa" / "no blob").write_text("private")
    report = rescue([one, two], tmp_path / "out")
    assert report.blobs == BlobCounts(copied=2, damaged=1)
    for data in (b"a picture", b"damaged here"):
        assert place(tmp_path / "out", data).read_bytes() == data
    files = [path for path in (tmp_path / "out" / "blobs").rglob("*") if path.is_file()]
    assert len(files) == 2


def test_blobs_in_a_table_are_copied_if_they_verify(tmp_path: Path) -> None:
    folder = home(tmp_path / "one", "ann")
    place(folder, b"beside").write_bytes(b"beside")
    file = tmp_path / "db.sqlite"
    tilde(file, Author("ben").say(post("a picture"))).close()
    with closing(database(file, b"in the table", b"beside", b"forged")) as table:
        table.execute("UPDATE blobs SET content = x'00' WHERE id = ?", (blob_id(b"forged"),))
        for strange in ("../../etc/passwd", "&" + "." * 44 + ".sha256", None):
            table.execute("INSERT INTO blobs VALUES (?, x'00', 0)", (strange,))
        table.execute("INSERT INTO blobs VALUES (CAST(zeroblob(26) || x'ff' AS TEXT), x'00', 0)")
        table.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    out = tmp_path / "out"
    words = [str(each) for each in (folder, file)]
    answer = json.loads(run("rescue", *words, "--to", str(out), "--json").stdout)
    assert answer["blobs"] == {"copied": 2, "damaged": 1}
    for data in (b"in the table", b"beside"):
        assert place(out, data).read_bytes() == data
    assert len([each for each in (out / "blobs").rglob("*") if each.is_file()]) == 2


def test_a_full_disk_is_no_damage_and_the_rescue_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = home(tmp_path / "one", "ann")
    place(one, b"a picture").write_bytes(b"a picture")

    def fail(file: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    with monkeypatch.context() as full:
        full.setattr(folders, "replacing", fail)
        with pytest.raises(BlobError, match="No space left"):
            rescue([one], tmp_path / "out")
    assert rescue([one], tmp_path / "out").blobs == BlobCounts(copied=1)


def test_without_blobs_there_is_no_folder_of_them(tmp_path: Path) -> None:
    report = rescue([home(tmp_path / "one", "ann")], tmp_path / "out")
    assert report.blobs == BlobCounts()
    assert not (tmp_path / "out" / "blobs").exists()
