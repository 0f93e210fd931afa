"""The job in Spark: its workers check and bring into order, this process writes meanwhile.

Parts are loaded in their order as soon as they are there, which tells the messages that are not
what they are alone. Those are few; with them Spark goes through the parts once more and orders.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from engine.pipeline.building import THREADS_AT_ONCE, Building, LoadedPortion
from engine.pipeline.errors import NotShared
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.columns import flat, listed
from engine.pipeline.files.parts import CheckedSlice
from engine.pipeline.files.plans import ArchivePlan
from engine.pipeline.files.staged import Staged
from engine.pipeline.graph import sources
from engine.pipeline.job import Arriving, Job, Tell, told_if_ended
from engine.pipeline.spark.checking import check_in_spark
from engine.pipeline.spark.everything import (
    block_size,
    nodes,
    put_ranked,
    put_ranked_in_blocks,
)
from engine.pipeline.spark.exceptions import Exceptions
from engine.pipeline.spark.head_start import HeadStart, head_start
from engine.pipeline.spark.session import SparkSettings, session
from engine.pipeline.spark.source import messages
from engine.pipeline.spark.tasks import put_there
from engine.pipeline.spark.threads import kept, members, put_ordered, put_ordered_by_root
from engine.pipeline.spark.watching import beside, watched
from engine.store.arrivals.reports import ImportReport

_SECONDS = 0.1


class SparkJob(Job):
    """A job for Spark, where `settings` say."""

    def __init__(
        self,
        archives: Sequence[Path],
        path: Path,
        settings: SparkSettings,
        tell: Tell | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        hmac_key: bytes | None = None,
    ) -> None:
        super().__init__(archives, path, tell, cancelled, hmac_key)
        self._settings = settings

    def check(self) -> None:
        """Check what is not."""
        with self._awake() as (spark, ahead), self._checking(spark, ahead) as arriving:
            self.await_all(arriving)

    def build(self) -> ImportReport:
        """Check, and load meanwhile; then bring into order."""
        with self._awake() as (spark, ahead):
            return self.build_with(partial(self._work, spark, ahead))

    @contextmanager
    def _awake(self) -> Iterator[tuple[SparkSession, HeadStart]]:
        ahead = head_start(self.plans, self.hmac_key, self._settings.processes)
        with ahead as checks, session(self._settings) as spark:
            yield spark, checks

    def _work(self, spark: SparkSession, ahead: HeadStart, building: Building) -> None:
        exceptions = Exceptions()

        def told(portion: LoadedPortion) -> None:
            exceptions.add(portion)
            self.stop_if_cancelled()

        with self._checking(spark, ahead) as arriving:
            building.load(self.staged(arriving), told)
        self.meter.stage("publishing")
        archives = self.staged(self.parts_of)
        orders = _Orders(spark, archives, exceptions.table(building.times), self.staging)
        with watched(spark, self.meter.report, self.cancelled), beside(spark) as other:
            threads = other.submit(orders.threads)
            ranks = other.submit(orders.ranks)
            building.index()
            building.order(put_there(threads.result(), THREADS_AT_ONCE))
            _rank(building, ranks.result())

    @contextmanager
    def _checking(self, spark: SparkSession, ahead: HeadStart) -> Iterator[Arriving]:
        """Have the missing slices checked; who is given a plan gives its parts in their order."""
        self.meter.stage("checking")
        self.meter.checked(self.parts(), before=True)
        ahead.end()
        with watched(spark, lambda: None, self.cancelled), beside(spark) as other:
            checks: dict[Path, list[Future[Any]]] = {}
            for each in self.plans:
                checks[each.path] = [*ahead.begun(each)]
                if left := ahead.left(each):
                    given = (spark, left, each.folder, self.hmac_key)
                    checks[each.path].append(other.submit(check_in_spark, *given))
            with told_if_ended():
                yield partial(self._arriving, checks)

    def _arriving(
        self, checks: dict[Path, list[Future[Any]]], plan: ArchivePlan
    ) -> Iterator[CheckedSlice]:
        for piece in plan.slices:
            while piece not in plan.parts:
                is_over = all(check.done() for check in checks[plan.path])
                plan.look()
                self.meter.checked(self.parts())
                if piece in plan.parts:
                    break
                if is_over:
                    for check in checks[plan.path]:
                        check.result()
                    raise NotShared(plan.folder)
                wait(checks[plan.path], _SECONDS)
                self.stop_if_cancelled()
            yield plan.parts[piece]


class _Orders:
    """The orders of messages, put down by Spark's workers in folders."""

    def __init__(
        self, spark: SparkSession, archives: list[Staged], exceptions: pa.Table, staging: Path
    ) -> None:
        self._spark = spark
        self._archives = archives
        self._exceptions = exceptions
        self._staging = staging
        count = sum(part.good for each in archives for part in each.parts)
        # By the memory of this machine: that of the one which will do it is not known here.
        self._fits = count <= block_size()

    def threads(self) -> Path:
        """Where the orders of threads are: `schemas.THREAD_TABLE`."""
        folder = self._staging / "threads"
        if self._fits:
            return put_ordered(self._spark, sources(self._archives), self._exceptions, folder)
        return put_ordered_by_root(members(self._messages()), folder)

    def ranks(self) -> Path:
        """Where the ranks among everything are: `schemas.RANKED_TABLE`."""
        folder = self._staging / "ranks"
        if self._fits:
            return put_ranked(self._spark, sources(self._archives), self._exceptions, folder)
        return put_ranked_in_blocks(nodes(self._messages()), self._staging / "by time", folder)

    def _messages(self) -> DataFrame:
        exceptions = self._spark.createDataFrame(self._exceptions, schemas.EXCEPTION)
        return kept(messages(self._spark, self._archives), exceptions)


def _rank(building: Building, folder: Path) -> None:
    """Load the ranks, which are ordered by place as messages are by number; not if some lack."""
    table = pa.Table.from_batches(put_there(folder), schemas.RANKED_TABLE).sort_by("position")
    if len(table) != building.added:
        return
    place, ghosts = flat(table["ghosts"].combine_chunks())
    numbers = (place + 1).tolist()
    building.rank(table["rank"].to_numpy().tolist(), zip(listed(ghosts), numbers, strict=True))
