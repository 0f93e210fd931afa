"""Checking in several threads: verifying signatures takes 90 % of the time and releases the GIL."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from queue import SimpleQueue
from threading import Event, Lock, Semaphore, Thread
from typing import Generic, TypeVar

from tanglescope.engine.archive.checking import Checked, check
from tanglescope.engine.archive.record import Record

_BATCH = 256
_AHEAD = 4

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_in_threads(
    records: Iterable[Record], hmac_key: bytes | None = None, threads: int = 1
) -> Iterator[Checked]:
    """Apply `engine.archive.checking.check` to all records, in order, a few batches ahead."""
    source = iter(records)
    batches = iter(lambda: list(islice(source, _BATCH)), [])
    for batch in in_threads(lambda batch: check(batch, hmac_key), batches, threads):
        yield from batch


def in_threads(
    work: Callable[[_Item], _Result],
    items: Iterable[_Item],
    threads: int = 1,
    ahead: int = _AHEAD,
) -> Iterator[_Result]:
    """`map(work, items)`, computed in threads, some items ahead of the caller.

    The threads continue while the caller uses a result.
    """
    crew = _Crew(work, iter(items), threads + ahead)
    workers = [Thread(target=crew.run, name=f"worker {n}", daemon=True) for n in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield from crew.results()
    finally:
        crew.dismiss(threads)
        for worker in workers:
            worker.join()


class _Crew(Generic[_Item, _Result]):
    """Threads that take one item after another and work in parallel."""

    def __init__(
        self, work: Callable[[_Item], _Result], items: Iterator[_Item], at_once: int
    ) -> None:
        self._work = work
        self._items = items
        self._turn = Lock()
        self._room = Semaphore(at_once)
        self._dismissed = Event()
        self._order: SimpleQueue[Future[_Result] | None] = SimpleQueue()

    def results(self) -> Iterator[_Result]:
        while (future := self._order.get()) is not None:
            yield future.result()
            self._room.release()

    def dismiss(self, threads: int) -> None:
        self._dismissed.set()
        self._room.release(threads)

    def run(self) -> None:
        while self._room.acquire() and not self._dismissed.is_set():
            future: Future[_Result] = Future()
            with self._turn:
                try:
                    item = next(self._items)
                except StopIteration:
                    self._order.put(None)
                    return
                except BaseException as error:
                    future.set_exception(error)
                    self._order.put(future)
                    return
                self._order.put(future)
            try:
                future.set_result(self._work(item))
            except BaseException as error:
                future.set_exception(error)
