"""Two imports into one database: one at a time, and neither damages the other's work."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tanglescope.engine.archive.record import UnreadableArchive
from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.direct import DirectExecutor
from tanglescope.engine.pipeline.errors import TooManyArchives
from tanglescope.engine.pipeline.files.sliced import MOST_ARCHIVES
from tanglescope.engine.pipeline.plan import ImportPlan
from tanglescope.engine.store.arrivals.reports import ImportReport, Progress
from tanglescope.engine.store.files import import_lock as subject
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.files.import_lock import (
    ImportRunning,
    importing_alone,
    is_imported_into,
    keeping_imports_off,
)
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system import files
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched, written


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make imports refuse at once instead of waiting for another one to end."""
    monkeypatch.setattr(subject, "_SECONDS", 0.0)


@pytest.mark.usefixtures("in_bulk")
def test_a_second_import_into_a_database_on_its_way_is_refused_and_the_first_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    database = tmp_path / "new.db"
    run = ImportPlan.run

    def disturbed(plan: ImportPlan) -> ImportReport:
        with pytest.raises(ImportRunning, match=r"new\.db is running"):
            import_archives([archive], database, engine=Engine.DIRECT)
        return run(plan)

    monkeypatch.setattr(ImportPlan, "run", disturbed)
    import_archives([archive], database, engine=Engine.DIRECT)
    assert differences(database, watched(archive, tmp_path / "other.db")) == []
    assert not list(tmp_path.glob(".*")), "nothing is left over"


def _import(archive: Path, database: Path, look: Callable[[object], None]) -> None:
    import_archives([archive], database, engine=Engine.DIRECT, on_progress=look)


def _ingest(archive: Path, database: Path, look: Callable[[object], None]) -> None:
    with Library.open(database) as library:
        library.ingest(archive, on_change=look)


WAYS = pytest.mark.parametrize("way", [_import, _ingest], ids=["a command", "a window"])
OTHERS = pytest.mark.parametrize("other", [_import, _ingest], ids=["a command", "a window"])


@WAYS
@OTHERS
def test_no_import_into_a_database_begins_while_an_archive_is_read(
    way: Callable[..., None], other: Callable[..., None], tmp_path: Path
) -> None:
    archive, database = written(tmp_path, "ndjson", seed=1), tmp_path / "own.db"
    elsewhere = tmp_path / "link.db"
    elsewhere.symlink_to(database)
    refused = []

    def look(_: object) -> None:
        for path in (database, elsewhere):
            with pytest.raises(ImportRunning, match=r"is running\. Wait until it ends or cancel"):
                other(archive, path, lambda _: None)
            refused.append(path)

    way(archive, database, look)
    assert refused
    other(archive, database, lambda _: None)
    assert not list(tmp_path.glob(".*")), "nothing is left over"


def test_a_followed_archive_is_not_read_during_an_import(tmp_path: Path) -> None:
    archive, database = written(tmp_path, "ndjson", seed=1), tmp_path / "own.db"
    with Library.open(database) as library:
        follower = library.follow(archive)
        with importing_alone(database):
            assert follower.poll() == []
        assert sum(change.added for change in follower.poll()) == len(library) > 0


def test_only_an_import_counts_as_one_and_not_a_look_at_a_followed_archive(tmp_path: Path) -> None:
    database = tmp_path / "own.db"
    assert not is_imported_into(database)
    with keeping_imports_off(database):
        assert not is_imported_into(database)
    with importing_alone(database):
        assert is_imported_into(database)
    assert not is_imported_into(database)
    (tmp_path / ".own.db.importing.lock").write_bytes(b"import")
    assert not is_imported_into(database), "the program that left it is gone"


def test_an_import_without_a_folder_for_its_lock_goes_on_to_say_what_is_wrong(
    tmp_path: Path,
) -> None:
    with importing_alone(tmp_path / "nowhere" / "own.db"):
        pass


def test_every_import_keeps_its_database_from_being_removed(tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    database = tmp_path / "new.db"
    seen = []

    def look(_: object) -> None:
        with keeping_imports_off(database) as is_idle:
            seen.append(is_idle)

    import_archives([archive], database, on_progress=look)
    assert seen
    assert not any(seen)
    with keeping_imports_off(database) as is_idle:
        assert is_idle
    assert not list(tmp_path.glob(".*")), "nothing is left over"


def test_an_import_takes_over_what_the_one_before_left(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    (tmp_path / ".new.db.importing.lock").touch()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), importing_alone(path):
            raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


def test_a_lock_that_was_removed_meanwhile_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that waited for the previous one locks a file that doesn't exist any more."""
    path = tmp_path / "new.db"
    lock = tmp_path / ".new.db.importing.lock"
    is_locked_within = files.is_locked_within
    tries = []

    def late(seconds: float, file: object, **how: bool) -> bool:
        if not tries:
            lock.unlink()
        tries.append(file)
        return is_locked_within(seconds, file, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "is_locked_within", late)
    with importing_alone(path), pytest.raises(ImportRunning), importing_alone(path):
        pass
    assert len(tries) == 3
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "engine",
    ["in bulk", pytest.param("spark", marks=[pytest.mark.spark, pytest.mark.slow])],
    indirect=True,
)
def test_an_archive_that_is_removed_while_it_is_read_is_reported_with_a_remedy(
    engine: Engine, tmp_path: Path
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    aside, database = tmp_path / "aside", tmp_path / "new.db"

    def remove(progress: Progress) -> None:
        if archive.exists() and progress.stage != "starting":
            archive.rename(aside)

    with pytest.raises(UnreadableArchive, match=r"can't be read any more: No such file.* kept\."):
        import_archives([archive], database, engine=engine, on_progress=remove)
    aside.rename(archive)
    import_archives([archive], database, engine=engine)
    assert differences(database, watched(archive, tmp_path / "other.db")) == []


@pytest.mark.usefixtures("in_bulk")
def test_an_archive_that_becomes_shorter_while_it_is_read_is_no_plain_success(
    tmp_path: Path,
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    whole, database = archive.read_bytes(), tmp_path / "new.db"

    def shorten(_: object) -> None:
        archive.write_bytes(whole[:-2000])

    report = import_archives([archive], database, engine=Engine.DIRECT, on_progress=shorten)
    (sentence,) = report.failed
    assert f"{archive} became shorter while it was read: its last 2,000 bytes" in sentence
    archive.write_bytes(whole)
    assert import_archives([archive], database, engine=Engine.DIRECT).failed == ()
    assert differences(database, watched(archive, tmp_path / "other.db")) == []


def test_more_archives_than_can_be_numbered_are_refused_with_a_remedy(tmp_path: Path) -> None:
    archives = [tmp_path / "same.ndjson"] * MOST_ARCHIVES
    budget = Budget.of(0)
    assert ImportPlan(archives, tmp_path / "new.db", DirectExecutor(), budget).archives == []
    with pytest.raises(TooManyArchives, match=r"32,769 archives .* at most 32,768 at a time\."):
        ImportPlan([*archives, archives[0]], tmp_path / "new.db", DirectExecutor(), budget)


def test_an_import_that_reads_nothing_leaves_no_new_database(tmp_path: Path) -> None:
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(b"not an archive")
    database = tmp_path / "new.db"
    assert import_archives([archive], database).failed
    assert [each.name for each in tmp_path.iterdir()] == ["log.ndjson"]
    connect(database).close()
    assert import_archives([archive], database).failed
    assert database.exists(), "it was there before"


def test_a_new_database_that_is_open_is_left(tmp_path: Path) -> None:
    archive, database = tmp_path / "log.ndjson", tmp_path / "new.db"
    archive.write_bytes(b"not an archive")
    opened: list[Database] = []
    import_archives([archive], database, on_engine=lambda *_: opened.append(connect(database)))
    assert database.exists()
    opened[0].close()


def test_the_lock_of_a_killed_import_is_gone_when_the_database_is_next_opened(
    tmp_path: Path,
) -> None:
    database = tmp_path / "own.db"
    connect(database).close()
    lock = tmp_path / ".own.db.importing.lock"
    lock.write_bytes(b"import")
    Library.open(database, read_only=True).close()
    assert not lock.exists()
    with importing_alone(database):
        Library.open(database, read_only=True).close()
        assert lock.exists()
