"""Arrow: it loads no pandas, memory that isn't used is released, and names become numbers."""

import ctypes
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.pipeline.files import arrow
from tanglescope.engine.pipeline.files.arrow import NameNumbers, Pass, pa, release

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


names = st.text("ab", max_size=3)
columns = st.lists(st.lists(names | st.none(), max_size=8), max_size=4)


def chunks(column: list[list[str | None]]) -> list[pa.Array]:
    return [pa.array(each, pa.string()) for each in column]


@pytest.mark.parametrize("hashes", [hash, len], ids=["different", "often the same"])
@given(keys=st.lists(st.lists(names, max_size=8), max_size=4), column=columns, other=columns)
def test_a_key_has_the_number_of_its_first_row_and_any_other_name_one_of_its_own(
    hashes: Callable[[str | None], int],
    keys: list[list[str]],
    column: list[list[str | None]],
    other: list[list[str | None]],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow, "hash", lambda name: hashes(name or ""), raising=False)
        numbers = NameNumbers(chunks(keys), {})
        found = [*numbers.of(chunks(column)).tolist(), *numbers.of(chunks(other)).tolist()]
    rows = [key for each in keys for key in each]
    texts = [name for each in (*column, *other) for name in each]
    known = [*numbers.names().to_pylist(), None]
    assert [known[number] for number in found] == texts
    assert len(known) - 1 == len(rows) + len({*texts} - {*rows, None})
    for name, number in zip(texts, found, strict=True):
        assert number == rows.index(name) if name in rows else not 0 <= number < len(rows)


@given(keys=st.lists(st.lists(names, max_size=8), max_size=4), column=columns)
def test_several_passes_find_what_one_finds(
    keys: list[list[str]], column: list[list[str | None]]
) -> None:
    others: dict[str, int] = {}
    passes = [NameNumbers(chunks(keys), others, Pass(number, 3)) for number in range(3)]
    found = np.max([each.of(chunks(column)) for each in passes], axis=0)
    whole = NameNumbers(chunks(keys), {})
    expected = whole.of(chunks(column))
    count = sum(map(len, keys))
    is_key = expected < count
    assert found[is_key].tolist() == expected[is_key].tolist()
    every = passes[-1].names()
    assert every[:count].null_count == count
    assert every.take(pa.array(found[~is_key])) == whole.names().take(pa.array(expected[~is_key]))
