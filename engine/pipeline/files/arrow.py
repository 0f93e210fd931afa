"""Arrow, imported without pandas.

Arrow imports pandas with the first array that is built from Python values, in order to recognize
data frames, which this program doesn't use: half a second and 60 MB in every checking process. It
tries once, so pandas is hidden at that moment; code that needs data frames later can still import
it.
"""

import pyarrow as pa

from tanglescope.engine.hidden_imports import hidden
from tanglescope.engine.pipeline.memory import trim

with hidden("pandas"):
    pa.array(())

__all__ = ["pa"]


def release() -> None:
    """Return free memory of this process to the system, from all allocators."""
    pa.default_memory_pool().release_unused()
    trim()
