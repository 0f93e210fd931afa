"""The memory budget: how an import uses the available memory.

With enough memory, child processes check while this process loads, and all orders are computed at
once. With less, there are fewer children, which check first, and names are read in several passes.
With very little, the database is built batch by batch, which is slow but needs the same memory for
any archive.
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from tanglescope.engine.archive.checking import processors
from tanglescope.engine.pipeline.errors import NoMemory
from tanglescope.engine.pipeline.memory import Memory

LOADING = 170 << 20
"""Bytes that this process takes while it loads, its smallest cache included, as measured."""

CHECKING = 100 << 20
"""Bytes that a checking child process takes, as measured."""

LOADED = 60
"""Bytes kept for each loaded message: 54, as measured."""

ORDERING = 450
"""Bytes for each message while all messages are ordered at once: 330, as measured, and a reserve
for those that name many others.
"""

NUMBERED = 130
"""Bytes of them for each message in any case, where names are in memory in several passes."""

MOST_PASSES = 8
"""The most passes over names: each takes some hundredths of the time of the whole import."""

LINKED = 500
"""Bytes that this process takes for each message while it stores the order that Spark found."""

WORKING = 350 << 20
"""Bytes for each processor that Spark uses: its Python worker."""

BESIDE_HEAP = 300 << 20
"""The measured bytes that a JVM uses besides its heap."""

RESERVE = 16 << 20
"""Bytes that should stay free: with fewer, the kernel may kill a process at any moment."""

STORED = 8 << 10
"""Bytes for each record that is stored in one transaction: 4 kB, as measured, and a reserve for
long ones.
"""

_LEAST_CACHE, _MOST_CACHE = 16 << 20, 256 << 20
_LEAST_BATCH, _MOST_BATCH = 4000, 64_000
_LEAST_HEAP, _MOST_HEAP = 512 << 20, 2 << 30
_TIGHT = 1 << 30

_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Budget:
    """The memory and the processes that an import may use.

    `processes` is the number of checking processes. SQLite keeps `cache` bytes of the database.
    `is_tight` is whether to save memory where that costs time; `beside` is whether messages can be
    loaded while others are checked. A new database is built as a whole, in so many `passes` over
    the names of messages. If these are 0, even that takes too much memory: `batch` records are
    stored in one transaction, which writes every thread that it continues.
    """

    processes: int
    cache: int
    is_tight: bool
    beside: bool
    passes: int
    batch: int

    @classmethod
    def of(cls, messages: int, memory: Memory | None = None, most: int | None = None) -> "Budget":
        """The budget for so many messages; `most` processes, else all processors.

        Raises `NoMemory` where not even the slowest way is possible.
        """
        memory = memory or Memory.now()
        free = memory.free - 2 * RESERVE
        if free < max(LOADING, CHECKING):
            raise NoMemory(memory, max(LOADING, CHECKING) + 2 * RESERVE)
        most = most or processors()
        beside = free >= LOADING + CHECKING
        return cls(
            processes=max(min((free - LOADING * beside) // CHECKING, most), 1),
            cache=min(max(free // 16, _LEAST_CACHE), _MOST_CACHE),
            is_tight=free < _TIGHT,
            beside=beside,
            passes=_passes(messages, free - LOADING // 2),
            batch=min(max((free - LOADING) // STORED, _LEAST_BATCH), _MOST_BATCH),
        )


def _passes(messages: int, free: int) -> int:
    """The fewest passes over names that fit into memory; 0 if none do."""
    left = free - messages * LOADED
    if messages * ORDERING <= left:
        return 1
    for number in range(2, MOST_PASSES + 1):
        if messages * (NUMBERED + ORDERING // number) <= left:
            return number
    return 0


@dataclass(frozen=True, slots=True)
class SparkBudget:
    """What Spark may take on this machine: `processes` at once, and `heap` bytes of its JVM."""

    processes: int
    heap: int

    @classmethod
    def of(
        cls, messages: int, memory: Memory | None = None, most: int | None = None
    ) -> "SparkBudget":
        """The budget for so many messages; `most` processes, else all processors.

        Raises `NoMemory`.
        """
        memory = memory or Memory.now()
        kept = 2 * RESERVE + LOADING + BESIDE_HEAP + messages * LINKED
        rest = memory.free - kept
        heap = min(max(rest // 4, _LEAST_HEAP), _MOST_HEAP)
        processes = (rest - heap) // WORKING
        if processes < 1:
            raise NoMemory(memory, kept + _LEAST_HEAP + WORKING)
        return cls(min(processes, most or processors()), heap)


def watching(cancelled: Callable[[], bool]) -> Callable[[], bool]:
    """The same question, for a single thread, which raises `NoMemory` once memory is all but gone.

    It raises again at every later call, because handlers have freed memory by then.
    """
    looked = 0.0
    short: Memory | None = None

    def ask() -> bool:
        nonlocal looked, short
        if short is None and monotonic() - looked > _SECONDS:
            looked = monotonic()
            memory = Memory.now()
            short = memory if memory.free < RESERVE else None
        if short is not None:
            raise NoMemory(short)
        return cancelled()

    return ask


@contextmanager
def short_of_memory() -> Iterator[None]:
    """Raise `NoMemory` when an allocation fails."""
    try:
        yield
    except MemoryError as error:
        raise NoMemory(Memory.now()) from error
    except OSError as error:
        if error.errno != errno.ENOMEM:
            raise
        raise NoMemory(Memory.now()) from error
