"""Arrow doesn't load pandas, and the memory that an import no longer uses is released."""

import ctypes
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope.engine.pipeline.files.arrow import release

PROGRAM = """
import sys
import tanglescope.engine.pipeline.direct
from tanglescope.engine.pipeline.files.arrow import pa
words = pa.table({"word": pa.array(["one"])})
print("pandas" in sys.modules, words.to_pandas()["word"][0], pa.default_memory_pool().backend_name)
"""


def test_an_array_of_words_loads_no_pandas_and_is_in_the_memory_of_the_c_library() -> None:
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=True,
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("ARROW_")},
    ).stdout
    assert said.split() == ["False", "one", "system"]


def used() -> int:
    """Bytes of this process that don't belong to a file."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("Anonymous:"))


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others keep nothing back")
def test_what_is_freed_below_something_in_use_is_given_back() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    library.free.argtypes = [ctypes.c_void_p]
    size, count = 16 << 10, 4096
    *most, last = (library.malloc(size) for _ in range(count))
    for place in (*most, last):
        ctypes.memset(place, 1, size)
    full = used()
    for place in most:
        library.free(place)
    release()
    assert used() < full - size * count // 2
    library.free(last)
