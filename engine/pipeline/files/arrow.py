"""Arrow, loaded without pandas.

It imports pandas for the first array that is made of Python's values, to know data frames, of which
we have none: half a second and 60 MB in every process that checks. It asks once, so pandas is
hidden then; code that asks for data frames later still gets them.
"""

import pyarrow as pa

from engine.hiding import hidden
from engine.pipeline.memory import trim

with hidden("pandas"):
    pa.array(())

__all__ = ["pa"]


def release() -> None:
    """Give the system back what is free in this process, whatever had it."""
    pa.default_memory_pool().release_unused()
    trim()
