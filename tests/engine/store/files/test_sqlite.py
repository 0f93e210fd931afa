"""sqlite-utils is loaded only where needed, and without its optional modules."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.files.sqlite import Database

HEAVY = ("pandas", "numpy", "PySide6", "pyspark")
MADE = f"""
import sys
from contextlib import closing
from pathlib import Path
from tanglescope.engine.library import Library
Library.open(Path(sys.argv[1])).close()
print("sqlite_utils" in sys.modules, [name for name in {HEAVY} if name in sys.modules])
import pandas
print(pandas.__name__)
"""
READ = """
import sys
from contextlib import closing
from pathlib import Path
from tanglescope.engine.library import Library
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


def test_half_a_surrogate_pair_equals_no_text_and_stops_no_question() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        database = Database(connection)
        database.execute("CREATE TABLE texts (text TEXT)")
        database.execute("INSERT INTO texts VALUES ('a'), ('?'), ('\ufffd'), ('\ufffd\ufffd')")
        for given in (["\ud800", "a"], {"a": "\ud800", "b": "a"}):
            marks = "?, ?" if isinstance(given, list) else ":a, :b"
            for test, count in (("IN", 1), ("NOT IN", 3)):
                sql = f"SELECT count(*) FROM texts WHERE text {test} ({marks})"
                assert database.execute(sql, given).fetchone() == (count,)
