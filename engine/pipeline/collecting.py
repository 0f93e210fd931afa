"""Python's search for cycles of garbage: bulk work makes none, and would lose a tenth to it."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM = 200_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let many more objects come to be between two searches."""
    before = gc.get_threshold()
    gc.set_threshold(_SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
