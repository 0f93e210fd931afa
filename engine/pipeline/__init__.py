"""Bulk import: archives become a database, checked by child processes or by Spark.

Arrow uses the memory allocator of the C library here. Arrow's own allocator doesn't return memory
that other threads have freed: it holds 500 MB after 500,000 messages were loaded, and returns 75 MB
of that on request. The C library returns it all (`files.arrow.release`). Arrow reads the setting
from the environment when it is loaded, also in child processes and in Spark's workers.

NumPy's library for matrices, which nothing here uses, would start a thread for each processor that
looks for work for a tenth of a second.
"""

import os

os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
