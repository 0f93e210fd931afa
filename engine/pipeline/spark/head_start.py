"""A head start: until Spark is awake, which takes it seconds, children of this process check.

Of a small archive that is all of it, and Spark isn't woken up at all; of a large one the
processors don't stand still meanwhile.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager

from engine.archive.processes import started
from engine.archive.threads import processors
from engine.pipeline.files.parts import CheckedSlice, check_slice
from engine.pipeline.files.plans import ArchivePlan
from engine.pipeline.files.slices import Slice

WHILE_WAKING = 6
"""Slices for each processor that it does until Spark is awake: 5.3 s on two quiet processors."""

_WHILE_PLANNING = 2
"""Slices for each processor that it does until Spark has got its workers ready."""


class HeadStart:
    """The slices that are checked here, unless they are left to Spark."""

    def __init__(self, checks: Mapping[Slice, Future[CheckedSlice]], processes: int = 1) -> None:
        self._checks = checks
        self._processes = processes

    def does_all(self, plans: Sequence[ArchivePlan]) -> bool:
        """Whether all is checked here before Spark would be awake."""
        is_little = len(self._checks) <= WHILE_WAKING * self._processes
        return is_little and not any(map(self.left, plans))

    def end(self) -> None:
        """Leave to Spark what is not done when it has been given its work."""
        begun = [check for check in self._checks.values() if not check.done()]
        for check in begun[_WHILE_PLANNING * processors() :]:
            check.cancel()

    def left(self, plan: ArchivePlan) -> list[Slice]:
        """The slices of an archive that are missing and that aren't checked here."""
        return [
            piece
            for piece in plan.missing
            if piece not in self._checks or self._checks[piece].cancelled()
        ]

    def begun(self, plan: ArchivePlan) -> list[Future[CheckedSlice]]:
        """The checks of the others."""
        found = (self._checks[piece] for piece in plan.slices if piece in self._checks)
        return [check for check in found if not check.cancelled()]


@contextmanager
def head_start(
    plans: Sequence[ArchivePlan], hmac_key: bytes | None, processes: int
) -> Iterator[HeadStart]:
    """Have the missing slices of archives checked, until it is ended."""
    with started(processes) as pool:
        checks = {
            piece: pool.submit(check_slice, piece, each.folder, hmac_key)
            for each in plans
            for piece in each.missing
        }
        yield HeadStart(checks, processes)
