"""Spark jobs and the thread beside them: each ends the other, at any stage of Spark."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, current_thread
from typing import Any

import pytest

from engine.archive.record import START
from engine.archive.threads import processors
from engine.pipeline.files.parts import CheckedSlice, read_parts
from engine.pipeline.files.plans import ArchivePlan
from engine.pipeline.files.slices import Slice
from engine.pipeline.spark import spark_job
from engine.pipeline.spark.session import SparkSettings
from engine.pipeline.spark.spark_job import WHILE_WAKING, PreChecks, beside, pre_checks
from tests.engine.pipeline.conftest import cut_small
from tests.engine.pipeline.test_engines import written


def test_spark_is_asked_to_stop_until_it_has() -> None:
    """A job that is asked to stop before it starts runs all the same."""
    asked_often = Event()
    asked: list[None] = []

    def cancel() -> None:
        asked.append(None)
        if len(asked) == 3:
            asked_often.set()

    work: list[Future[Any]] = []

    def fail() -> None:
        with beside(cancel) as other:
            work.append(other.submit(asked_often.wait, 30))
            work.append(other.submit(print))
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert work[0].result(timeout=0)
    assert work[1].cancelled()


ENOUGH = 8 * processors()


def planned(slices: list[Slice], folder: Path = Path()) -> ArchivePlan:
    return ArchivePlan(Path("archive"), START, folder, "", slices, {})


def some_slices(count: int) -> list[Slice]:
    return [Slice("archive", 100 * number, 0, 100 * number + 100, 100) for number in range(count)]


def test_checks_that_are_not_begun_when_spark_is_ready_are_left_to_it() -> None:
    slices = some_slices(ENOUGH)
    checks: dict[Slice, Future[CheckedSlice]] = {piece: Future() for piece in slices}
    done, running = checks[slices[0]], checks[slices[1]]
    done.set_result(CheckedSlice(slices[0], "", ""))
    running.set_running_or_notify_cancel()
    ahead, plan = PreChecks(checks), planned(slices)
    ahead.end()
    left = ahead.left(plan)
    assert left, "Spark gets the rest"
    assert left == slices[-len(left) :], "in their order, since they are loaded in their order"
    begun = ahead.begun(plan)
    assert {done, running} <= set(begun)
    assert len(begun) + len(left) == len(slices)
    assert not any(check.cancelled() for check in begun)


def test_of_a_small_archive_nothing_is_left_for_spark() -> None:
    slices = some_slices(processors())
    ahead = PreChecks({piece: Future() for piece in slices})
    ahead.end()
    assert ahead.left(planned(slices)) == []


def test_children_check_all_of_only_a_small_archive_before_spark_is_ready() -> None:
    few, many = some_slices(2 * WHILE_WAKING), some_slices(2 * WHILE_WAKING + 1)
    for slices, does_all in ((few, True), (many, False)):
        ahead = PreChecks({piece: Future() for piece in slices}, processes=2)
        assert ahead.does_all([planned(slices)]) is does_all
    assert not PreChecks({}, processes=2).does_all([planned(few)]), "their checks haven't begun"
    assert PreChecks({}, processes=2).does_all([planned([])]), "all was checked before"


def test_slices_without_a_check_are_all_left_for_spark() -> None:
    slices = some_slices(3)
    ahead = PreChecks({})
    ahead.end()
    assert ahead.left(planned(slices)) == slices
    assert ahead.begun(planned(slices)) == []


def test_children_leave_parts_that_the_import_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark_job, "started", ThreadPoolExecutor)
    slices = cut_small(written(tmp_path, "ndjson", seed=31), START)
    plan = planned(slices, tmp_path / "parts")
    with pre_checks([plan], None, 2) as ahead:
        checks = ahead.begun(plan)
        found = {check.result().slice for check in checks}
    assert found == set(slices)
    assert read_parts(plan.folder, slices).keys() == set(slices)


@pytest.mark.parametrize("fails", [False, True])
def test_spark_ends_before_the_thread_that_woke_it_up(
    fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linux ends a JVM together with the thread that started it."""
    ended_by_a_thread_that_lives: list[bool] = []

    @contextmanager
    def noted(_: SparkSettings) -> Iterator[object]:
        waker = current_thread()
        try:
            yield object()
        finally:
            ended_by_a_thread_that_lives.append(waker.is_alive())

    monkeypatch.setattr(spark_job, "session", noted)
    with suppress(OSError), spark_job._on_call(SparkSettings()) as spark:
        spark.wake()
        if fails:
            raise OSError("the disk is full")
    assert ended_by_a_thread_that_lives == [True]
