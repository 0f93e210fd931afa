"""Parts of an import are believed, so they are where only this user can write."""

import os
import stat
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tanglescope.engine.archive.record import START
from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.pipeline.files.parts import GOOD, check_slice, kept_part
from tanglescope.engine.pipeline.files.sliced import folder_for
from tanglescope.engine.pipeline.files.slices import cut
from tanglescope.engine.pipeline.files.staging import forget_parts, own_parts, parts_for
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_parts_are_in_a_private_folder_of_the_cache(tmp_path: Path, cache: Path) -> None:
    folder = parts_for(tmp_path / "new.db", shared=False)
    assert folder.is_relative_to(cache)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert folder == parts_for(tmp_path / "new.db", shared=False)
    assert folder != parts_for(tmp_path / "other.db", shared=False)


def test_parts_that_a_cluster_shares_are_in_a_folder_that_nobody_can_guess(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new.db"
    folder = parts_for(path, shared=True)
    assert folder.parent == tmp_path
    assert parts_for(path, shared=True) == folder, "so that an import continues"
    folder.mkdir()
    forget_parts(path, folder)
    assert not folder.exists()
    assert parts_for(path, shared=True) != folder


def test_parts_that_someone_prepared_beside_the_database_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.pipeline.importing.BULK", 0)
    database = tmp_path / "new.db"
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("I owe nobody anything"))])
    for beside in (tmp_path / ".new.db.importing", tmp_path / ".new.db.0123456789abcdef.importing"):
        folder = folder_for(beside, archive)
        (piece,) = cut(archive, START, folder)
        check_slice(piece)
        part = piece.file(GOOD)
        footer, rows = pq.read_metadata(part).metadata, pq.read_table(part)
        place = rows.schema.get_field_index("text")
        forged = pa.array(["I owe Mallory 1000 euros"], pa.string())
        rows = rows.set_column(place, rows.schema.field("text"), forged)
        pq.write_table(rows.replace_schema_metadata(footer), part)
        assert kept_part(piece), "as a part of this program"
    import_archives([archive], database, engine=Engine.DIRECT)
    with Library.open(database) as library:
        assert library.check().ok


def test_parts_of_another_user_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.db"
    own = own_parts(path)
    own.mkdir(parents=True)
    monkeypatch.setattr(os, "geteuid", lambda: own.stat().st_uid + 1)
    folder = parts_for(path, shared=False)
    assert folder.parent == tmp_path
    assert folder != parts_for(path, shared=False), "it has a random name"


@pytest.mark.parametrize("place", ["parts", "imports"])
def test_parts_behind_a_link_are_not_read(tmp_path: Path, place: str) -> None:
    path = tmp_path / "new.db"
    own = own_parts(path)
    linked = own if place == "parts" else own.parent
    linked.parent.mkdir(parents=True)
    (tmp_path / "prepared").mkdir()
    linked.symlink_to(tmp_path / "prepared")
    folder = parts_for(path, shared=False)
    assert folder.parent == tmp_path
    assert not list((tmp_path / "prepared").iterdir())


def test_parts_of_an_import_that_is_not_continued_are_removed(tmp_path: Path) -> None:
    old = parts_for(tmp_path / "old.db", shared=False)
    (old / "part").touch()
    recent = parts_for(tmp_path / "recent.db", shared=False)
    os.utime(old, (0, 0))
    parts_for(tmp_path / "new.db", shared=False)
    assert not old.exists()
    assert recent.exists()


def test_an_import_without_a_cache_leaves_nothing(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.pipeline.importing.BULK", 0)
    cache.write_text("not a folder")
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    import_archives([archive], tmp_path / "new.db", engine=Engine.DIRECT)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cache", "log.ndjson", "new.db"]
