"""The budget fits into the memory, and every strategy gives the same database."""

import errno
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive import processes
from tanglescope.engine.archive.processes import WorkerEnded
from tanglescope.engine.archive.record import CheckingStopped
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.library import Engine, import_archives
from tanglescope.engine.pipeline import budget, direct, importing
from tanglescope.engine.pipeline.budget import (
    BESIDE_HEAP,
    CHECKING,
    LINKED,
    LOADED,
    LOADING,
    NUMBERED,
    ORDERING,
    RESERVE,
    STORED,
    WORKING,
    Budget,
    SparkBudget,
    short_of_memory,
    watching,
)
from tanglescope.engine.pipeline.errors import NoMemory
from tanglescope.engine.pipeline.memory import Memory
from tests.engine.archive.test_processes import end_in_the_middle_of_an_answer
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched, written

GB = 1 << 30
LEAST = LOADING + 2 * RESERVE
ROOMY = Budget.of(0, Memory(24 * GB, 24 * GB), most=2)


def free(size: int) -> Memory:
    return Memory(24 * GB, size)


@given(count=st.integers(0, 1 << 31), size=st.integers(LEAST, 1 << 40), most=st.integers(1, 64))
def test_work_in_parallel_fits_into_the_free_memory(count: int, size: int, most: int) -> None:
    found = Budget.of(count, free(size), most)
    assert 1 <= found.processes <= most
    assert found.processes * CHECKING + found.beside * LOADING <= size
    assert found.cache <= max(size // 16, 16 << 20)
    if found.passes == 1:
        assert count * (LOADED + ORDERING) < size
    if found.passes > 1:
        assert count * (LOADED + NUMBERED + ORDERING // found.passes) < size
        assert count * (LOADED + ORDERING) > size - LOADING
    assert found.batch == 4000 or LOADING + found.batch * STORED <= size


@given(count=st.integers(0, 1 << 27), size=st.integers(0, 1 << 40), most=st.integers(1, 64))
def test_spark_and_all_its_processes_fit_into_the_free_memory(
    count: int, size: int, most: int
) -> None:
    stored = count * LINKED
    try:
        found = SparkBudget.of(count, free(size), most)
    except NoMemory:
        assert size < 1.5 * GB + stored
        return
    assert 1 <= found.processes <= most
    assert 512 << 20 <= found.heap <= 2 * GB
    assert found.processes * WORKING + found.heap + BESIDE_HEAP + LOADING + stored <= size


def test_another_engine_is_used_if_spark_lacks_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr(importing, "BULK", 0)
    monkeypatch.setattr(budget, "ORDERING", 1 << 40)
    monkeypatch.setattr(importing, "require_spark", lambda: None)
    monkeypatch.setattr(importing, "find_java", lambda: Path("java"))
    monkeypatch.setattr(Memory, "now", lambda: free(GB // 2))
    chosen: list[tuple[Engine, str]] = []
    archive = written(tmp_path, "ndjson", seed=5)
    import_archives([archive], tmp_path / "new.db", on_engine=lambda *each: chosen.append(each))
    ((engine, reason),) = chosen
    assert engine is Engine.DIRECT
    large, why = reason.split(". ")
    assert re.fullmatch("About [\\d,]+ messages don't fit into memory at once", large)
    assert why == "Spark needs more memory than is free."


def test_with_enough_memory_all_is_done_at_once() -> None:
    roomy = Budget(2, cache=256 << 20, is_tight=False, beside=True, passes=1, batch=64_000)
    assert roomy == ROOMY


def test_with_less_names_are_read_in_passes_and_with_least_all_is_stored_in_batches() -> None:
    sizes = [GB, 300 << 20, 260 << 20, 230 << 20]
    found = [Budget.of(500_000, free(size), most=2) for size in sizes]
    assert [each.passes for each in found] == [1, 3, 5, 0]
    assert [each.beside for each in found] == [True, False, False, False]


def test_less_memory_than_the_slowest_way_takes_is_reported_before_anything_is_begun() -> None:
    with pytest.raises(
        NoMemory, match=r"212 MB are needed, but only 104 of .* are free.*start the imp"
    ):
        Budget.of(1 << 30, free(100 << 20), most=2)


def test_memory_that_runs_out_on_the_way_is_reported_until_the_import_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = watching(lambda: True)
    assert ask(), "the caller is still told that it was cancelled"
    monkeypatch.setattr(budget, "_SECONDS", -1.0)
    monkeypatch.setattr(Memory, "now", lambda: free(RESERVE - 1))
    with pytest.raises(NoMemory, match=r"Memory is running out.*it continues where it stopped"):
        ask()
    monkeypatch.setattr(Memory, "now", lambda: free(GB))
    with pytest.raises(NoMemory):
        ask()


@pytest.mark.parametrize("error", [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory")])
def test_a_system_that_gives_no_more_is_reported_in_words(error: Exception) -> None:
    with pytest.raises(NoMemory, match="Close other programs"), short_of_memory():
        raise error


@pytest.mark.parametrize(
    ("ended", "words"), [(0, "was killed"), (1, "Memory ran out, and the system ended")]
)
def test_a_process_that_was_ended_is_reported_with_what_to_do(
    ended: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = iter([5, 5 + ended])
    monkeypatch.setattr(direct, "ended_for_memory", lambda: next(counts))
    told = rf"{words}.*start the import again"
    with pytest.raises(CheckingStopped, match=told) as stopped, direct.explain_ended_workers():
        raise WorkerEnded
    assert stopped.value.exit_code is ExitCode.NOT_POSSIBLE, "the archive isn't bad"


@pytest.mark.usefixtures("in_bulk")
def test_an_import_whose_process_ends_in_the_middle_of_an_answer_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct, "start_workers", processes.start_workers)
    monkeypatch.setattr(processes, "_work", end_in_the_middle_of_an_answer)
    archive = written(tmp_path, "ndjson", seed=5)
    with pytest.raises(CheckingStopped, match="start the import again"):
        import_archives([archive], tmp_path / "new.db", engine=Engine.DIRECT)


@pytest.mark.usefixtures("in_bulk")
@pytest.mark.parametrize(
    "way",
    [
        replace(ROOMY, is_tight=True, cache=1 << 20, processes=1),
        replace(ROOMY, passes=3, is_tight=True),
        replace(ROOMY, passes=2, beside=False),
        replace(ROOMY, passes=0, is_tight=True),
    ],
    ids=["sparing", "in passes", "one after the other", "batch by batch"],
)
def test_little_memory_gives_the_same_database(
    way: Budget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Budget, "of", lambda *_: way)
    folder = tmp_path / "it's \u2603"
    folder.mkdir()
    archive = written(tmp_path, "ndjson", seed=5)
    database = folder / "new.db"
    report = import_archives([archive], database, engine=Engine.DIRECT)
    assert report.added > 0
    assert differences(database, watched(archive, tmp_path / "other.db")) == []
    assert not list(folder.glob(".*")), "nothing is left over"
