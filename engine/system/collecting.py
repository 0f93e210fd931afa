"""Garbage collection: when it waits.

A collection visits every object, and no other thread runs meanwhile: half a second for two million.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Don't look for garbage within the context, which makes many objects and none in cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
