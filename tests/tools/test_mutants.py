import ast
from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import CHOSEN, faults, survivors

MODULE = """\
\"\"\"A docstring stays.\"\"\"

def least(numbers: list[int], most: int = 3) -> int | None:
    \"\"\"And so does this.\"\"\"
    if not numbers or len(numbers) > most:
        return None
    print("at least")
    return min(numbers) + 1
"""


def test_every_place_that_does_something_gets_a_fault() -> None:
    assert {(fault.before, fault.after) for fault in faults(ast.parse(MODULE))} == {
        ("3", "4"),
        ("not numbers or len(numbers) > most", "not numbers and len(numbers) > most"),
        ("not numbers", "not not numbers"),
        ("len(numbers) > most", "len(numbers) >= most"),
        ("print('at least')", "None"),
        ("'at least'", "'XXat least'"),
        ("return min(numbers) + 1", "return None"),
        ("min(numbers) + 1", "min(numbers) - 1"),
        ("1", "2"),
    }


def test_a_fault_changes_one_place_of_a_copy() -> None:
    module = ast.parse(MODULE)
    whole = ast.unparse(module)
    for fault in faults(module):
        assert ast.unparse(fault.module) != whole
        compile(fault.module, "module.py", "exec")
    assert ast.unparse(module) == whole


def test_what_no_test_asserts_survives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sums.py").write_text("def add(a, b):\n    return a + b + 0 * a\n")
    (tmp_path / "test_sums.py").write_text(
        "import sums\n\ndef test_add():\n    assert sums.add(0, 2) == 2\n"
    )
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "CHOSEN", {"sums": (str(tmp_path / "test_sums.py"),)})
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    tried, left = survivors("sums", 10)
    assert tried == 5
    assert {fault.after for fault in left} == {"a + b - 0 * a", "0 // a", "1"} - {"0 // a"}


def test_what_is_chosen_is_there_and_tested() -> None:
    for name in CHOSEN:
        assert mutants._path(name).is_file()
        assert mutants.tests_of(name)
