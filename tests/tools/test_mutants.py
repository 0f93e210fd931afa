import ast
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import CHOSEN, ROOT, faults

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


def test_what_only_guards_the_code_is_left_alone() -> None:
    guards = (
        "Label: TypeAlias = Literal['a']\n"
        "if TYPE_CHECKING:\n    DEBUG = 1\n"
        "assert x == 1\n"
        "pairs = zip(a, b, strict=True)\n"
    )
    assert list(faults(ast.parse(guards))) == []


def test_lengths_and_names_for_the_style_sheet_are_left_alone() -> None:
    looks = (
        "_MARGIN = 12\n"
        "column.setContentsMargins(18, 12, 12, 12)\n"
        "title.setObjectName('hint')\n"
        "button.deleteLater()\n"
        "def paintEvent(self):\n    painter.drawText(left + 4, 'ahead')\n"
    )
    assert {fault.after for fault in faults(ast.parse(looks))} == {
        "None",
        "left - 4",
        "'XXahead'",
    }
    (call, *_) = [fault for fault in faults(ast.parse(looks)) if fault.after == "None"]
    assert call.before == "column.setContentsMargins(18, 12, 12, 12)"


def test_rows_indexes_and_limits_are_no_lengths() -> None:
    grid = (
        "grid.addWidget(label, 2, 5)\n"
        "def paintEvent(self):\n    if 1 < self.parts[7]:\n        left += 4\n"
    )
    changed = {(fault.before, fault.after) for fault in faults(ast.parse(grid))}
    assert {("2", "3"), ("5", "6"), ("1", "2"), ("7", "8"), ("left += 4", "left -= 4")} <= changed
    assert ("4", "5") not in changed


def test_empty_texts_and_chains_of_comparisons_are_changed() -> None:
    assert {fault.after for fault in faults(ast.parse("if 0 < x <= y:\n    word = ''\n"))} == {
        "1",
        "0 <= x <= y",
        "'XX'",
    }


def test_a_statement_that_spans_lines_is_tested_where_any_of_them_runs() -> None:
    source = (
        "def f(x):\n    if (\n        x == 1\n    ):\n        return (\n            2\n        )\n"
    )
    found = {each.before: each.statement for each in faults(ast.parse(source))}
    assert found["x == 1"] == range(2, 5)
    assert found["2"] == range(5, 8)


TRIAL = """
import sys
from pathlib import Path
from tools import mutants

mutants.ROOT = Path.cwd()
mutants.CHOSEN = {sys.argv[1]: (sys.argv[2],)}
print(*[fault.after for fault in mutants.survivors(sys.argv[1], 10)[1]], sep="\\n")
"""


def tried(name: str, tests: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The tool's report about a module, from a process that forks as the tool does."""
    command = [sys.executable, "-c", TRIAL, name, tests]
    path = os.pathsep.join(map(str, (folder, ROOT)))
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_what_no_test_asserts_survives(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text("def add(a, b):\n    return a + b + 0 * a\n")
    (tmp_path / "test_sums.py").write_text(
        "import sums\n\ndef test_add():\n    assert sums.add(0, 2) == 2\n"
    )
    found = tried("sums", "test_sums.py", tmp_path)
    assert sorted(found.stdout.splitlines()) == ["1", "a + b - 0 * a"], found.stderr


def test_a_module_that_its_tests_do_not_import_is_named(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text("ONE = 1\n")
    (tmp_path / "test_sums.py").write_text("def test_nothing():\n    assert True\n")
    found = tried("sums", "test_sums.py", tmp_path)
    assert "The tests of sums don't import it" in found.stderr


def test_what_is_chosen_is_there_and_tested() -> None:
    for name in CHOSEN:
        assert mutants._path(name).is_file()
        assert mutants.tests_of(name)


def test_tests_with_other_names_are_looked_for_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    statuses = {"test_sums.py::test_add[XXadd]": 4, "test_sums.py": 0}
    monkeypatch.setattr(mutants, "_status", lambda _name, _module, tests, _: statuses[tests[0]])
    named, every = ["test_sums.py::test_add[XXadd]"], ["test_sums.py"]
    assert not mutants.is_noticed("sums", ast.Module([], []), named, 3, every)


def test_a_fault_that_never_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[float] = []

    def too_long(name: str, module: ast.Module, tests: Sequence[str], patience: float) -> None:
        tried.append(patience)

    monkeypatch.setattr(mutants, "_status", too_long)
    assert mutants.is_noticed("sums", ast.Module([], []), ["test_sums.py"], 3)
    assert tried == [3, 6]


def test_a_slow_test_that_passes_the_second_time_does_not_notice_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    statuses = iter((None, 0))
    monkeypatch.setattr(mutants, "_status", lambda *_: next(statuses))
    assert not mutants.is_noticed("sums", ast.Module([], []), ["test_sums.py"], 3)
