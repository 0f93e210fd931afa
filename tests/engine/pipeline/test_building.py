"""A database under construction keeps to its memory budget, however large its pages are."""

from dataclasses import replace
from pathlib import Path

from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import DatabaseBuild, temporary
from tanglescope.engine.pipeline.memory import Memory

MB = 1 << 20
BUDGET = replace(Budget.of(0, Memory(8 << 30, 8 << 30), most=1), cache=MB)


def test_what_the_cache_does_not_hold_is_in_the_file_before_the_transaction_ends(
    tmp_path: Path,
) -> None:
    building = DatabaseBuild(tmp_path / "new.db", BUDGET)
    database = building._database
    database.execute("CREATE TABLE things (thing BLOB)")
    before = temporary(tmp_path / "new.db").stat().st_size
    database.execute("BEGIN")
    for _ in range(24):
        database.execute("INSERT INTO things VALUES (randomblob(?))", (MB // 8,))
    assert temporary(tmp_path / "new.db").stat().st_size > before + MB
    database.execute("COMMIT")
