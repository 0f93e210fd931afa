"""The monkey test finds no fault in the window.

`FAULTS=40 pytest tests/faults/test_monkey.py` tries forty seeds, as does `make faults`.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.killing import ROOT

STEPS = 600 if "FAULTS" in os.environ else 60
_HOMES = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
_PATIENCE = 1200  # seconds; a hang is reported earlier, with its place


@pytest.mark.slow
def test_whatever_a_monkey_does_the_window_goes_on(chance: int, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    home = tmp_path / "home"
    home.mkdir()
    ended = subprocess.run(
        [sys.executable, "-m", "tests.faults.monkey", str(chance), str(STEPS), tmp_path / "files"],
        env=os.environ | dict.fromkeys(_HOMES, str(home)) | {"PYTHONFAULTHANDLER": "1"},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
