"""Arrow, loaded without pandas.

It imports pandas for the first array that is made of Python's values, to know data frames, of which
we have none: half a second and 60 MB in every process that checks. It asks once, so pandas is
hidden then; code that asks for data frames later still gets them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pyarrow as pa

from engine.hiding import hidden

with hidden("pandas"):
    pa.array(())

__all__ = ["pa"]


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
