"""Checking in several processes: each reads and checks parts of the archive.

Threads run in parallel only while signatures are verified. Processes always do: two cores check
nearly twice as much as one. Small archives, and those that can't be split, are checked in threads.
"""

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import chain, islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar, cast
from weakref import finalize

from tanglescope.engine.archive.checking import (
    CheckResult,
    check_in_threads,
    check_results,
    in_order,
)
from tanglescope.engine.archive.record import CheckingStopped, Reader
from tanglescope.engine.archive.splitting import ArchivePart, parts, read_part
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import current_language, speak, tr
from tanglescope.engine.system import child_processes
from tanglescope.engine.system.descriptors import require_for_processes

if TYPE_CHECKING:  # systems without fork have no such class
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkContext, ForkProcess, SpawnContext, SpawnProcess

PART = 1 << 19
"""The size of a part of an archive: some 700 messages, 40 ms of work."""

_BATCH = 256
_AHEAD = 2
_WORTH_IT = 8
"""The number of parts from which it pays to start processes."""

_Plain = tuple[object, ...]

_Call: TypeAlias = tuple[Callable[..., object], Sequence[object], Mapping[str, object]]
_Outcome: TypeAlias = tuple[object, Exception | None]
"""The result of a function, or its exception."""

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class WorkerEnded(TanglescopeError):
    """A worker process was killed."""

    def __init__(self) -> None:
        super().__init__(
            tr(
                "A worker process was killed; perhaps memory ran out. Close other "
                "programs, then try again."
            )
        )


def check_archive(
    reader: Reader, hmac_key: bytes | None = None, processes: int = 1
) -> Iterator[CheckResult]:
    """Check every record of an archive by itself; the results are in the order of the archive.

    Raises `UnreadableArchive` and `CheckingStopped`.
    """
    if processes > 1 and len(list(islice(parts(reader, PART), _WORTH_IT))) == _WORTH_IT:
        for plain in _in_processes(reader, hmac_key, processes):
            yield from map(CheckResult._make, plain)
    elif processes > 1:
        yield from map(CheckResult.of, check_in_threads(reader.records(), hmac_key, processes))
    else:
        records = reader.records()
        batches = iter(lambda: check_results(islice(records, _BATCH), hmac_key), [])
        yield from chain.from_iterable(batches)


def _in_processes(reader: Reader, hmac_key: bytes | None, processes: int) -> Iterator[list[_Plain]]:
    """The results for every part, computed a few parts ahead of the caller."""
    tasks = ((reader, hmac_key, part) for part in parts(reader, PART))
    try:
        with start_workers(processes) as workers:
            yield from workers.map(_check_part, tasks)
    except WorkerEnded:
        raise CheckingStopped(
            tr(
                "{path}: a process that was checking it was killed; perhaps memory ran "
                "out. Close other programs and try again.",
                path=reader.path,
            ),
            at_command_line="--threads 1 needs the least memory.",
        ) from None


def _check_part(reader: Reader, hmac_key: bytes | None, part: ArchivePart) -> list[_Plain]:
    """The results for a part, as plain tuples, which are faster to send."""
    records = (record for _, record in read_part(reader, part.start, part.end))
    return [tuple(result) for result in check_results(records, hmac_key)]


class Workers:
    """Worker processes, each of which calls one function at a time.

    Each answers through its own pipe. If one is killed in the middle of an answer, its pipe ends,
    whereas the pool of `concurrent.futures` would wait for the rest forever.
    """

    def __init__(self, count: int) -> None:
        self._free: SimpleQueue[Connection[_Call, _Outcome]] = SimpleQueue()
        self._pipes = ExitStack()
        self._processes: list[ForkProcess | SpawnProcess] = []
        self.terminate = finalize(self, _terminate, self._processes)
        """Terminate the processes; called at the end of the program at the latest."""
        for _ in range(count):
            self._free.put(self._start())
        # Threads start after processes: forking is only safe without threads.
        self._threads = ThreadPoolExecutor(count)

    def _start(self) -> "Connection[_Call, _Outcome]":
        starting = context()
        ours, theirs = starting.Pipe()
        self._pipes.enter_context(ours)
        # Closed here at once, so that the pipe ends when the process ends.
        with theirs:
            process = starting.Process(target=_work, args=(theirs, current_language()))
            process.start()
        self._processes.append(process)
        return ours

    def submit(
        self, function: Callable[_Given, _Result], *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Future[_Result]:
        """Call a function in the next free process.

        The future raises what the function raises, and `WorkerEnded`.
        """
        asked = self._threads.submit(self._ask, (function, args, kwargs))
        return cast("Future[_Result]", asked)

    def map(
        self, function: Callable[..., _Result], tasks: Iterable[Sequence[Any]]
    ) -> Iterator[_Result]:
        """The results of a function for some arguments each, computed a few ahead of the caller."""
        calls = (self.submit(function, *task) for task in tasks)
        yield from in_order(calls, len(self._processes) + _AHEAD)

    def _ask(self, task: _Call) -> object:
        pipe = self._free.get()
        try:
            pipe.send(task)
            result, error = pipe.recv()
        except (EOFError, OSError):
            raise WorkerEnded from None
        finally:
            self._free.put(pipe)
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """Cancel calls that haven't begun, wait for the others, then end the processes."""
        self._threads.shutdown(cancel_futures=True)
        self.terminate()
        for process in self._processes:
            process.join()
        self._pipes.close()


def _terminate(processes: Sequence["ForkProcess | SpawnProcess"]) -> None:
    for process in processes:
        process.terminate()


def _work(asker: "Connection[_Outcome, _Call]", language: str) -> None:
    child_processes.end_with_parent()
    if language != current_language():  # a forked process already speaks it
        speak(language)
    with suppress(EOFError, ConnectionError):  # until the parent is gone
        while True:
            asker.send(_call(*asker.recv()))


def _call(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> _Outcome:
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        # An error raised again in the parent doesn't show its origin.
        error.add_note(traceback.format_exc())
        return None, error


@contextmanager
def start_workers(processes: int) -> Iterator[Workers]:
    """Worker processes for the duration of a `with` block; calls that haven't begun are cancelled.

    Raises `TooFewFiles`.
    """
    require_for_processes(processes)
    with closing(Workers(processes)) as workers:
        try:
            yield workers
        except (WorkerEnded, KeyboardInterrupt):
            workers.terminate()  # the other results aren't needed, and the user doesn't wait
            raise


def context() -> "ForkContext | SpawnContext":
    """Return a context that starts processes: by fork where that is safe, else as a new Python."""
    # A spawned process imports everything again: 0.85 s when an import checks an archive.
    return child_processes.context("fork" if child_processes.can_fork() else "spawn")
