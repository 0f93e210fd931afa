"""Memory: the limit for this process and its children, and how much is free.

In a container or a service, the limit is that of a control group, in which the kernel kills a
process that exceeds it. The kernel's count includes the page cache, which it can reclaim; that is
not counted here.
"""

import ctypes
import gc
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_UNKNOWN = 8 << 30
"""Bytes that are assumed if the system doesn't report them."""

_GROUPS = Path("sys/fs/cgroup")


class Memory(NamedTuple):
    """The bytes that may be in use altogether, and those of them that are free."""

    total: int
    free: int

    @classmethod
    def now(cls, root: Path = Path("/")) -> "Memory":
        """The memory of the machine or of a control group: the one with less free."""
        machine = _numbers(root / "proc/meminfo")
        total = machine.get("MemTotal:", _UNKNOWN >> 10) << 10
        free = machine.get("MemAvailable:", total >> 10) << 10
        return min([cls(total, free), *_groups(root)], key=lambda each: each.free)


def ended_for_memory(root: Path = Path("/")) -> int:
    """The number of processes that the kernel has killed for lack of memory."""
    return _numbers(root / "proc/vmstat").get("oom_kill", 0)


def _groups(root: Path) -> Iterator[Memory]:
    """The limits of the control groups that this process is in, of the first or second version."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, name = line.split(":", 2)
        if controllers == "":
            for folder in _folders(root / _GROUPS, name):
                yield from _second(folder)
        elif "memory" in controllers.split(","):
            for folder in _folders(root / _GROUPS / "memory", name):
                yield from _first(folder)


def _folders(mounted: Path, name: str) -> Iterator[Path]:
    """The folders of a control group and its parents.

    In a container, its own may be the top one.
    """
    path = mounted / name.lstrip("/")
    yield path
    while path != mounted:
        path = path.parent
        yield path


def _first(folder: Path) -> Iterator[Memory]:
    limit, used = (
        _number(folder / "memory.limit_in_bytes"),
        _number(folder / "memory.usage_in_bytes"),
    )
    if limit is not None and used is not None:
        counted = _numbers(folder / "memory.stat")
        files = counted.get("total_cache", 0) - counted.get("total_shmem", 0)
        yield Memory(limit, max(limit - used + max(files, 0), 0))


def _second(folder: Path) -> Iterator[Memory]:
    used = _number(folder / "memory.current")
    limits = [_number(folder / name) for name in ("memory.max", "memory.high")]
    known = [limit for limit in limits if limit is not None]
    if known and used is not None:
        counted = _numbers(folder / "memory.stat")
        files = counted.get("file", 0) - counted.get("shmem", 0)
        given_back = max(files, 0) + counted.get("slab_reclaimable", 0)
        yield Memory(min(known), max(min(known) - used + given_back, 0))


def _number(file: Path) -> int | None:
    """The number in a file; None where there is none, or the word `max`."""
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return None


def _numbers(file: Path) -> Mapping[str, int]:
    """The first number of each line, by the word in front of it."""
    try:
        lines = map(str.split, file.read_text().splitlines())
        return {words[0]: int(words[1]) for words in lines if len(words) > 1}
    except (OSError, ValueError):
        return {}


def trim() -> None:
    """Return memory that the C library has free to the system; a no-op without glibc.

    glibc doesn't release memory below a block that is still in use: after loading, that is most of
    it.
    """
    if sys.platform.startswith("linux"):
        give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if give_back is not None:
            give_back(0)


_SELDOM = 200_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage less often within the context."""
    before = gc.get_threshold()
    gc.set_threshold(_SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
