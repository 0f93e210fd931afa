"""Checking in several processes: each reads parts of the archive and says what is in them.

Threads free the interpreter for a signature only, and wait for each other with all the rest.
Processes don't: two cores check nearly twice as much as one. Archives that can't be cut, and
small ones, are checked in threads.
"""

import multiprocessing
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING, TypeAlias

from engine import children
from engine.archive.cutting import ArchivePart, parts, read_part
from engine.archive.errors import CheckingStopped
from engine.archive.findings import Finding, findings
from engine.archive.record import Reader
from engine.archive.threads import check_in_threads
from engine.descriptors import require_for_processes
from engine.wording import tr

if TYPE_CHECKING:  # where nothing can be forked, there is no such class
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkContext, SpawnContext

PART = 1 << 19
"""Bytes of an archive that are read as one: some 700 messages, 40 ms of work."""

_BATCH = 256
_AHEAD = 2
_WORTH_IT = 8
"""Parts from which on it pays to start processes."""

_Plain = tuple[object, ...]
_Answer: TypeAlias = "list[_Plain] | Exception"


def find(reader: Reader, hmac_key: bytes | None = None, processes: int = 1) -> Iterator[Finding]:
    """What every record of an archive is worth by itself, in their order.

    Raises `UnreadableArchive` and `CheckingStopped`.
    """
    if processes > 1 and len(list(islice(parts(reader, PART), _WORTH_IT))) == _WORTH_IT:
        for plain in _in_processes(reader, hmac_key, processes):
            yield from map(Finding._make, plain)
    elif processes > 1:
        yield from map(Finding.of, check_in_threads(reader.records(), hmac_key, processes))
    else:
        records = reader.records()
        batches = iter(lambda: findings(islice(records, _BATCH), hmac_key), [])
        yield from chain.from_iterable(batches)


def _in_processes(reader: Reader, hmac_key: bytes | None, processes: int) -> Iterator[list[_Plain]]:
    """The findings of every part, a few parts ahead of the caller.

    Each process answers through a pipe of its own: one that is ended in the middle of an answer
    leaves the end of its pipe, where a pool would wait for the rest. They take parts in turn.
    """
    require_for_processes(processes)
    asked: deque[Connection[ArchivePart, _Answer]] = deque()
    with _checkers(reader, hmac_key, processes) as checkers:
        try:
            for part, checker in zip(parts(reader, PART), cycle(checkers), strict=False):
                checker.send(part)
                asked.append(checker)
                if len(asked) > processes + _AHEAD:
                    yield _answer(asked.popleft())
            while asked:
                yield _answer(asked.popleft())
        except (EOFError, ConnectionError):
            raise CheckingStopped(
                tr(
                    "{path}: a process that was checking it has been ended from outside;"
                    " perhaps memory ran out. Try again with --threads 1.",
                    path=reader.path,
                )
            ) from None


def _answer(checker: "Connection[ArchivePart, _Answer]") -> list[_Plain]:
    """What a process says of the part that it was asked about first."""
    answer = checker.recv()
    if isinstance(answer, Exception):
        raise answer
    return answer


@contextmanager
def _checkers(
    reader: Reader, hmac_key: bytes | None, count: int
) -> "Iterator[list[Connection[ArchivePart, _Answer]]]":
    """Processes that answer with the findings of each part that they are sent, till the end."""
    starting = context()
    with ExitStack() as stack:
        checkers = []
        for _ in range(count):
            ours, theirs = starting.Pipe()
            stack.enter_context(ours)
            # Closed here at once: when the process ends, nothing else holds that end.
            with theirs:
                process = starting.Process(
                    target=_check_parts, args=(theirs, reader, hmac_key), daemon=True
                )
                process.start()
            stack.callback(process.join)
            stack.callback(process.terminate)
            checkers.append(ours)
        yield checkers


def _check_parts(
    asker: "Connection[_Answer, ArchivePart]", reader: Reader, hmac_key: bytes | None
) -> None:
    children.end_with_parent()
    with suppress(EOFError, ConnectionError):  # until the asker is gone
        while True:
            asker.send(_found(reader, hmac_key, asker.recv()))


def _found(reader: Reader, hmac_key: bytes | None, part: ArchivePart) -> _Answer:
    """The findings of a part, or what went wrong, to be raised by the asker."""
    try:
        records = (record for _, record in read_part(reader, part.start, part.end))
        return [tuple(finding) for finding in findings(records, hmac_key)]
    except Exception as error:
        return error


@contextmanager
def started(processes: int) -> Iterator[Executor]:
    """Processes that work until the end of this one; what they didn't begin by then is left.

    Raises `TooFewFiles`.
    """
    require_for_processes(processes)
    with ProcessPoolExecutor(processes, context(), initializer=children.end_with_parent) as pool:
        try:
            yield pool
        except BrokenProcessPool:
            raise  # it gives up all by itself, and stumbles over what another process has given up
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown(cancel_futures=True)


def context() -> "ForkContext | SpawnContext":
    """Return what starts processes here: a fork at once where that is safe, else a new Python."""
    # A forked process starts at once, but must not be forked while other threads hold locks.
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    return children.context("fork" if can_fork and threading.active_count() == 1 else "spawn")
