"""Cancelled imports end at once, and their completed checks are reused."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.pipeline import building, direct
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import DatabaseBuild
from tanglescope.engine.pipeline.direct import DirectExecutor
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.plan import ImportPlan
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.arrivals.reports import Progress
from tanglescope.engine.store.files.database import connect
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched, written
from tests.quick import mostly_slow

pytestmark = pytest.mark.usefixtures("in_bulk")


@pytest.mark.parametrize(
    "moment", mostly_slow(["index", "order", "order_everything", "publish"], "index", "publish")
)
def test_building_can_be_cancelled_at_every_step(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    database = tmp_path / "new.db"
    asked: list[str] = []
    step = getattr(DatabaseBuild, moment)
    over: list[str] = []

    def cancelled_before(building: DatabaseBuild, *given: object) -> None:
        asked.append(moment)
        step(building, *given)
        over.append(moment)

    monkeypatch.setattr(building, "_STEPS", 1)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(DatabaseBuild, moment, cancelled_before)
        report = import_archives(
            [archive], database, engine=Engine.DIRECT, cancelled=lambda: bool(asked)
        )
    assert (report.cancelled, over) == (True, [])
    assert not database.exists()
    assert not list(tmp_path.glob(".*")), "what is checked is in the user's cache"

    checked: list[Slice] = []
    monkeypatch.setattr(direct, "check_slice", lambda piece, _: checked.append(piece))
    import_archives([archive], database, engine=Engine.DIRECT)
    assert checked == []
    assert differences(database, watched(archive, tmp_path / "other.db")) == []
    assert not list(tmp_path.glob(".*")), "nothing is left over"


def test_after_cancelling_no_other_archive_is_begun(tmp_path: Path) -> None:
    database = tmp_path / "there.db"
    watched(written(tmp_path, "ndjson", seed=1), database)
    archives = [written(tmp_path, "log.offset", seed) for seed in (2, 3, 4)]
    told: list[Progress] = []

    def is_loaded() -> bool:
        return any(each.stage == "loading" for each in told)

    report = ImportPlan(
        archives, database, DirectExecutor(), Budget.of(0), told.append, is_loaded
    ).run()
    assert report.cancelled
    connection = connect(database)
    read = [path.name for path in Archives(connection).paths()]
    connection.close()
    assert len(read) == 2, read
    ImportPlan(archives, database, DirectExecutor(), Budget.of(0)).run()
    with Library.open(database) as library:
        for archive in archives:
            assert library.ingest(archive).added == 0
        assert library.check().ok
