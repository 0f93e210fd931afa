"""Importing at scale: archives become databases as a whole, by processes or by Spark.

Arrow takes its memory from the C library here. Its own allocator keeps what other threads have
freed: 500 MB after 500,000 messages were loaded, of which it gives back 75 MB when asked. The C
library gives it back (`files.arrow.release`). Arrow reads that from the environment when it is
loaded, in children and in Spark's workers, too.
"""

import os

os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
