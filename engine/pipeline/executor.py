"""Executors: what checks slices, links messages to threads, and puts everything in order.

These are the steps of a plan (`engine.pipeline.plan`) that read every message. An executor says how
they are done; nothing else of an import depends on it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from types import MappingProxyType

from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import OrderedMessages
from tanglescope.engine.pipeline.files.arrow import pa
from tanglescope.engine.pipeline.files.parts import GOOD, Criteria
from tanglescope.engine.pipeline.files.sliced import SlicedArchive
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.meter import Weights

THREADS_AT_ONCE = 2000
"""The number of threads whose orders are read at once."""

_BETWEEN_STOPS = 0.2  # seconds


@dataclass(frozen=True, slots=True)
class LoadedMessages:
    """The messages in the parts of archives that are in the database by now.

    What is at `left_out` positions isn't: its feed refuses it, or it is a second copy. `dated` has
    earlier times of receipt, by position, which second copies have. An executor may keep files in
    `folder`.
    """

    archives: Sequence[SlicedArchive]
    folder: Path
    left_out: Sequence[int]
    dated: Mapping[int, float]

    def files(self) -> Iterator[tuple[str, int]]:
        """The files with messages, and the position from which offsets in each count."""
        for each in self.archives:
            for part in each.in_order():
                if part.good:
                    yield str(part.slice.file(GOOD)), each.position(0)


class Executor(AbstractContextManager[None], ABC):
    """Carries out the steps of a plan that read every message, within a `with` block."""

    shares_folder = False
    """Whether other machines do some of the work, and need the folder of parts."""

    weights: Weights = MappingProxyType({})
    """The share of each stage in the time that a new database takes, as measured."""

    ordered = 0.0
    """The share of the stage of ordering before everything is in order and can be stored."""

    def __exit__(self, *_: object) -> None:
        self.end()

    @abstractmethod
    def fits(self, budget: Budget) -> bool:
        """Whether all messages can be linked and ordered with this memory."""

    @abstractmethod
    def checking(
        self, slices: Sequence[Slice], budget: Budget, criteria: Criteria
    ) -> AbstractContextManager[Sequence[Future[object]]]:
        """Check slices while the context lasts; their parts appear in their folders.

        When all futures are done, all parts are there. Futures raise what prevents that.
        """

    @abstractmethod
    def link(self, messages: LoadedMessages) -> Iterable[pa.RecordBatch]:
        """Link messages to the roots of their threads, and put each thread into its order.

        Returns `schemas.THREAD_TABLE`.
        """

    @abstractmethod
    def order(self, messages: LoadedMessages) -> OrderedMessages | None:
        """Put all messages in time order; None if they come in a cycle."""

    @abstractmethod
    def stop(self) -> None:
        """Make steps that run in other threads fail."""

    def share(self) -> float | None:
        """The share of the running step that is done; None if it isn't known."""
        return None

    @abstractmethod
    def end(self) -> None:
        """Free what was started; the caller doesn't wait."""

    def summary(self) -> Sequence[str]:
        """What was used and done, for the report: one line for each."""
        return ()


@contextmanager
def beside(stop: Callable[[], object]) -> Iterator[ThreadPoolExecutor]:
    """A thread that works for the caller, who continues; if the caller fails, it is stopped.

    `stop` makes the work of that moment fail. It is called until the thread has ended: some work
    can't be stopped before it has begun.
    """
    with ThreadPoolExecutor(1) as other:
        try:
            yield other
        except BaseException:
            other.shutdown(wait=False, cancel_futures=True)
            over = Thread(target=other.shutdown, name="waiting for a step to end")
            over.start()
            while over.is_alive():
                stop()
                over.join(_BETWEEN_STOPS)
            raise
