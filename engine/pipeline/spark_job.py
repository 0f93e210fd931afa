"""The job in Spark: its workers check, find what is not as it should be, and bring into order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Thread

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession

from engine.pipeline import schemas
from engine.pipeline.building import Building
from engine.pipeline.chains import exceptions
from engine.pipeline.checking import check_in_spark
from engine.pipeline.columns import flat, listed
from engine.pipeline.everything import block_size, nodes, ranked, ranked_at_once
from engine.pipeline.job import Job, Tell
from engine.pipeline.judging import Odd
from engine.pipeline.plans import Plan
from engine.pipeline.session import Settings, session
from engine.pipeline.source import messages
from engine.pipeline.staged import Staged
from engine.pipeline.threads import kept, members, ordered
from engine.pipeline.watching import watched
from engine.store.reports import ImportReport

_THREADS_AT_ONCE = 2000


class SparkJob(Job):
    """A job for Spark, where `settings` say."""

    def __init__(
        self,
        archives: Sequence[Path],
        path: Path,
        settings: Settings,
        tell: Tell | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        hmac_key: bytes | None = None,
    ) -> None:
        super().__init__(archives, path, tell, cancelled, hmac_key)
        self._settings = settings

    def check(self) -> None:
        """Check what is not."""
        with session(self._settings) as spark:
            self._check(spark)

    def build(self) -> ImportReport:
        """Check, judge, then load and bring into order side by side."""
        with session(self._settings) as spark:
            self._check(spark)
            return self.build_with(partial(self._work, spark))

    def _check(self, spark: SparkSession) -> None:
        self.meter.stage("checking")
        self.meter.checked(self.parts(), before=True)
        for plan in self.plans:
            if missing := plan.missing:
                with watched(spark, partial(self._look, plan), self.cancelled):
                    check_in_spark(spark, missing, plan.folder, self.hmac_key)
                self._look(plan)

    def _look(self, plan: Plan) -> None:
        plan.look()
        self.meter.checked(self.parts())

    def _work(self, spark: SparkSession, building: Building) -> None:
        self.meter.stage("judging")
        archives = [plan.staged(number) for number, plan in enumerate(self.plans)]
        staged = messages(spark, archives)
        orders = _Orders(self.staging)
        with watched(spark, self.meter.report, self.cancelled):
            found = None if staged is None else exceptions(staged).toArrow()
            odd = Exceptions(schemas.EXCEPTION_TABLE.empty_table() if found is None else found)
            self.meter.stage("loading")
            count = sum(part.good for part in self.parts())
            ordering = _Ordering(staged, found, spark, orders, count)
            for portion in building.load(archives, odd):
                self.meter.loaded(portion.size)
                self.stop_if_cancelled()
            ordering.wait()
        self.meter.stage("publishing")
        if staged is not None:
            building.order(_batches(orders.threads))
            _rank(building, orders.ranks)


class Exceptions:
    """The messages that are not what they are alone, by position."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table.sort_by("position").combine_chunks()
        self._positions = self._table["position"].to_numpy()

    def odd(self, archive: Staged, messages: pa.RecordBatch) -> Mapping[int, Odd]:
        """Those of a portion, by their places in it."""
        if not len(messages):
            return {}
        positions = messages["offset"].to_numpy() + archive.position(0)
        ends = [positions[0], positions[-1] + 1]
        first, end = np.searchsorted(self._positions, ends).tolist()
        places = np.searchsorted(positions, self._positions[first:end]).tolist()
        some = self._table.slice(first, end - first)
        columns = [some[name].to_pylist() for name in ("standing", "rule", "received")]
        return dict(zip(places, zip(*columns, strict=True), strict=True))


class _Orders:
    """Where the orders are put down: of threads, and of everything."""

    def __init__(self, staging: Path) -> None:
        self.threads = staging / "threads"
        self.by_time = staging / "by time"
        self.ranks = staging / "ranks"


class _Ordering:
    """Threads and everything being ordered, while somebody else loads the messages."""

    def __init__(
        self,
        messages: DataFrame | None,
        exceptions: pa.Table | None,
        spark: SparkSession,
        orders: _Orders,
        count: int,
    ) -> None:
        self._error: BaseException | None = None
        self._count = count
        self._worker = Thread(target=self._run, args=(messages, exceptions, spark, orders))
        self._worker.start()

    def wait(self) -> None:
        """Go on when all is in its order. Raises what went wrong."""
        self._worker.join()
        if self._error is not None:
            raise self._error

    def _run(
        self,
        messages: DataFrame | None,
        exceptions: pa.Table | None,
        spark: SparkSession,
        orders: _Orders,
    ) -> None:
        if messages is None or exceptions is None:
            return
        try:
            odd = spark.createDataFrame(exceptions, schemas.EXCEPTION)
            accepted = kept(messages, odd)
            _put(ordered(members(accepted)), orders.threads)
            graph = nodes(accepted)
            # By the memory of this machine: that of the one which will rank is not known here.
            at_once = self._count <= block_size()
            ranks = ranked_at_once(graph) if at_once else ranked(graph, orders.by_time)
            _put(ranks, orders.ranks)
        except BaseException as error:
            self._error = error


def _put(table: DataFrame, folder: Path) -> None:
    table.write.mode("overwrite").parquet(str(folder))


def _batches(folder: Path) -> Iterator[pa.RecordBatch]:
    """What was put down, a part at a time."""
    for file in sorted(folder.glob("*.parquet")):
        yield from pq.ParquetFile(file).iter_batches(_THREADS_AT_ONCE)


def _rank(building: Building, folder: Path) -> None:
    """Load the ranks, which are ordered by place as messages are by number; not if some lack."""
    table = pa.Table.from_batches(_batches(folder), schemas.RANKED_TABLE).sort_by("position")
    if len(table) != building.added:
        return
    place, ghosts = flat(table["ghosts"].combine_chunks())
    numbers = (place + 1).tolist()
    building.rank(table["rank"].to_numpy().tolist(), zip(listed(ghosts), numbers, strict=True))
