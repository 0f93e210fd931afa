"""Where Arrow takes its memory from.

Its own pool is the faster one and keeps what it has had; the system's gives back what is free.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.pipeline.files.arrow import pa


@contextmanager
def frugal(*, is_tight: bool) -> Iterator[None]:
    """Let Arrow take memory from the system where it `is_tight`, in children, too."""
    before = pa.default_memory_pool()
    if is_tight:
        pa.set_memory_pool(pa.system_memory_pool())
    try:
        yield
    finally:
        pa.set_memory_pool(before)


def release() -> None:
    """Give the system back all that is free in this process, whatever had it."""
    pa.system_memory_pool().release_unused()
