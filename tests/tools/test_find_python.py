import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.repository import ROOT

FIND = ROOT / "tools" / "find-python"


def find(path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tools/find-python with only the programs in `path`."""
    return subprocess.run(
        ["/bin/sh", FIND],
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def python(path: Path, name: str, *, new_enough: bool) -> None:
    program = path / name
    program.write_text(f"#!/bin/sh\nexit {int(not new_enough)}\n")
    program.chmod(0o755)


def test_the_plain_name_goes_before_the_versioned_ones(tmp_path: Path) -> None:
    python(tmp_path, "python3", new_enough=True)
    python(tmp_path, "python3.13", new_enough=True)
    assert find(tmp_path).stdout == f"{tmp_path}/python3\n"


def test_an_old_plain_python_is_passed_over(tmp_path: Path) -> None:
    python(tmp_path, "python3", new_enough=False)
    python(tmp_path, "python3.12", new_enough=True)
    assert find(tmp_path).stdout == f"{tmp_path}/python3.12\n"


@pytest.mark.parametrize("there", [True, False], ids=["old", "missing"])
def test_without_a_new_enough_python_a_sentence_says_so(tmp_path: Path, there: bool) -> None:
    if there:
        python(tmp_path, "python3", new_enough=False)
    answer = find(tmp_path)
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert "needs Python 3.11 or newer" in answer.stderr


def test_a_named_python_is_used_and_no_other(tmp_path: Path) -> None:
    python(tmp_path, "python3", new_enough=True)
    answer = find(tmp_path, PYTHON="python3.99")
    assert answer.returncode == 1
    assert "python3.99 is missing or older" in answer.stderr


def test_a_real_python_is_asked_its_version() -> None:
    answer = find(Path(os.defpath.split(":")[0]), PYTHON=sys.executable)
    assert answer.stdout == f"{sys.executable}\n"
