"""The direct engine: child processes check messages while this process loads them.

Slices are loaded in order as soon as they are checked, so that only the steps that need all
messages remain at the end: orders and indexes.
"""

from collections.abc import Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager

from engine.archive.processes import started
from engine.pipeline.budget import can_order
from engine.pipeline.building import DatabaseBuild
from engine.pipeline.files.parts import CheckedSlice, check_slice
from engine.pipeline.files.plans import ArchivePlan
from engine.pipeline.files.slices import Slice
from engine.pipeline.job import Arriving, Job, TooManyMessages, explain_ended_workers
from engine.pipeline.memory import Memory
from engine.store.arrivals.reports import ImportReport

_SECONDS = 0.1


class DirectJob(Job):
    """A job for the processors of this machine."""

    _checks: dict[Slice, Future[CheckedSlice]]
    """The checks that have been asked for."""

    def check(self) -> None:
        """Check the slices that aren't checked yet."""
        with self._checking() as arriving:
            self.await_all(arriving)

    def build(self) -> ImportReport:
        """Check, and load meanwhile; where memory is short, afterwards or batch by batch."""
        if not (self.budget.beside and self.budget.whole):
            self.check()
        return self.build_with(self._work) if self.budget.whole else self.merge()

    def _work(self, build: DatabaseBuild) -> None:
        with self._checking() as arriving:
            exceptions = self.load(build, arriving)
        self.meter.stage("publishing")
        if self.budget.is_tight:
            build.index()  # not while ordering, which needs the memory itself
            if not can_order(build.added, Memory.now().free):
                raise TooManyMessages
        self.order_here(build, exceptions)

    @contextmanager
    def _checking(self) -> Iterator[Arriving]:
        """Have missing slices checked; return a function that gives a plan's parts in order."""
        self.meter.stage("checking")
        self.meter.checked(self.parts(), before=True)
        with explain_ended_workers(), started(self.budget.processes) as pool:
            self._checks = {
                piece: pool.submit(check_slice, piece, each.folder, self.hmac_key)
                for each in self.plans
                for piece in each.missing
            }
            yield self._arriving

    def find_parts(self) -> None:
        """Find the parts that have been made since the last time."""
        for each in self.plans:
            for piece in each.missing:
                if (check := self._checks[piece]).done():
                    each.parts[piece] = check.result()

    def _arriving(self, plan: ArchivePlan) -> Iterator[CheckedSlice]:
        for piece in plan.slices:
            while piece not in plan.parts:
                self.stop_if_cancelled()
                self.look()
                if wait([check := self._checks[piece]], _SECONDS).done:
                    plan.parts[piece] = check.result()
                    self.count()
            yield plan.parts[piece]
