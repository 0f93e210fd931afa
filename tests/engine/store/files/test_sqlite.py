"""sqlite-utils is loaded only where needed, and without its optional modules."""

import subprocess
import sys
from pathlib import Path

from engine.store.files.database import connect

HEAVY = ("pandas", "numpy", "PySide6", "pyspark")
MADE = f"""
import sys
from pathlib import Path
from engine.library import Library
Library.open(Path(sys.argv[1])).close()
print("sqlite_utils" in sys.modules, [name for name in {HEAVY} if name in sys.modules])
import pandas
print(pandas.__name__)
"""
READ = """
import sys
from pathlib import Path
from engine.library import Library
Library.open(Path(sys.argv[1]), read_only=True).close()
print("sqlite_utils" in sys.modules)
"""


def python(program: str, path: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", program, str(path)], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_a_database_is_made_without_pandas_which_can_be_had_by_those_who_need_it(
    tmp_path: Path,
) -> None:
    assert python(MADE, tmp_path / "new.db") == "True []\npandas"


def test_a_database_of_today_is_read_without_sqlite_utils(tmp_path: Path) -> None:
    connect(tmp_path / "own.db").close()
    assert python(READ, tmp_path / "own.db") == "False"


def test_a_table_can_be_asked_what_it_is_made_of(tmp_path: Path) -> None:
    database = connect(tmp_path / "own.db")
    assert database["feeds"].columns_dict["key"] is str
    database.close()
