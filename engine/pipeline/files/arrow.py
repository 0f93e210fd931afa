"""Arrow, loaded without pandas.

It imports pandas for the first array that is made of Python's values, to know data frames, of which
we have none: half a second and 60 MB in every process that checks. It asks once, so pandas is
hidden then; code that asks for data frames later still gets them.
"""

import pyarrow as pa

from engine.hiding import hidden

with hidden("pandas"):
    pa.array(())

__all__ = ["pa"]
