"""Memory: the limit for this process and its children, and how much is free.

In a container or a service, the limit is that of a control group, in which the kernel kills a
process that exceeds it. The kernel's count includes the page cache, which it can reclaim; that is
not counted here.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_UNKNOWN = 8 << 30
"""Bytes that are assumed if the system doesn't report them."""

_GROUPS = Path("sys/fs/cgroup")
_LIMITS = ("memory.max", "memory.high", "memory.limit_in_bytes")
_USED = ("memory.current", "memory.usage_in_bytes")


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
    """The limits of the control groups that this process is in, of the first or second version.

    In a container, its own may be the top one.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, name = line.split(":", 2)
        if controllers == "" or "memory" in controllers.split(","):
            mounted = root / _GROUPS / ("memory" if controllers else "")
            folder = mounted / name.lstrip("/")
            for each in (folder, *folder.parents):
                if each.is_relative_to(mounted):
                    yield from _group(each)


def _group(folder: Path) -> Iterator[Memory]:
    limits = [limit for name in _LIMITS if (limit := _number(folder / name)) is not None]
    used = [number for name in _USED if (number := _number(folder / name)) is not None]
    if limits and used:
        counted = _numbers(folder / "memory.stat")
        total = "total_" if "total_cache" in counted else ""
        files = counted.get("total_cache" if total else "file", 0) - counted.get(f"{total}shmem", 0)
        given_back = max(files, 0) + counted.get("slab_reclaimable", 0)
        yield Memory(min(limits), max(min(limits) - used[0] + given_back, 0))


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


_SELDOM = 2_000_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage less often within the context."""
    before = gc.get_threshold()
    gc.set_threshold(_SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
