"""sqlite-utils is loaded light enough for every command."""

import subprocess
import sys

HEAVY = ("pandas", "numpy", "PySide6", "pyspark")
LOADED = f"import sys, engine.library; print([n for n in {HEAVY} if n in sys.modules])"
STILL_THERE = "import engine.library, pandas; print(pandas.__name__)"


def python(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_the_library_loads_nothing_heavy() -> None:
    assert python(LOADED) == "[]"


def test_pandas_can_be_had_by_those_who_need_it() -> None:
    assert python(STILL_THERE) == "pandas"
