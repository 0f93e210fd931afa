"""Checking in several processes: each reads parts of the archive and says what is in them.

Threads free the interpreter for a signature only, and wait for each other with all the rest.
Processes don't: two cores check nearly twice as much as one. Archives that can't be cut, and
small ones, are checked in threads.
"""

import multiprocessing
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING

from engine import children
from engine.archive.cutting import ArchivePart, parts, read_part
from engine.archive.errors import CheckingStopped
from engine.archive.findings import Finding, findings
from engine.archive.record import Reader
from engine.archive.threads import check_in_threads
from engine.descriptors import require_for_processes
from engine.wording import tr

if TYPE_CHECKING:  # where nothing can be forked, there is no such class
    from multiprocessing.context import ForkContext, SpawnContext

PART = 1 << 19
"""Bytes of an archive that are read as one: some 700 messages, 40 ms of work."""

_BATCH = 256
_AHEAD = 2
_WORTH_IT = 8
"""Parts from which on it pays to start processes."""

_Plain = tuple[object, ...]


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
    """The findings of every part, a few parts ahead of who asks for them."""
    results: deque[Future[list[_Plain]]] = deque()
    try:
        with started(processes) as pool:
            for part in parts(reader, PART):
                results.append(pool.submit(_find_in_part, reader, hmac_key, part))
                if len(results) > processes + _AHEAD:
                    yield results.popleft().result()
            while results:
                yield results.popleft().result()
    except BrokenProcessPool:
        raise CheckingStopped(
            tr(
                "{path}: a process that was checking it has been ended from outside;"
                " perhaps memory ran out. Try again with --threads 1.",
                path=reader.path,
            )
        ) from None


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


def _find_in_part(reader: Reader, hmac_key: bytes | None, part: ArchivePart) -> list[_Plain]:
    records = (record for _, record in read_part(reader, part.start, part.end))
    return [tuple(finding) for finding in findings(records, hmac_key)]


def context() -> "ForkContext | SpawnContext":
    """Return what starts processes here: a fork at once where that is safe, else a new Python."""
    # A forked process starts at once, but must not be forked while other threads hold locks.
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    return children.context("fork" if can_fork and threading.active_count() == 1 else "spawn")
