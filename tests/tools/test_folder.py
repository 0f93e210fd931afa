"""The standalone folder uses its own Python for child processes."""

import importlib
import multiprocessing
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tanglescope.engine.system import child_processes
from tools.folder import __main__ as builder
from tools.folder.__main__ import call, set_traps
from tools.folder.start import MODULES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("words", [[], ["--help"]])
def test_a_module_is_run_with_the_words_behind_it(
    monkeypatch: pytest.MonkeyPatch, module: str, words: list[str]
) -> None:
    assert started(monkeypatch, "-m", module, *words) == (f"{module}.__main__", words)


@pytest.mark.parametrize("words", [[], ["check"], ["-m"], ["-m", "antigravity"], ["x", "-m"]])
def test_everything_else_is_for_the_window(
    monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    assert started(monkeypatch, *words) == ("tanglescope.viewer.__main__", words)


def test_every_module_that_is_started_can_be() -> None:
    sources = [file for part in ("engine", "viewer") for file in (ROOT / part).rglob("*.py")]
    named = {name for file in sources for name in re.findall(r'"-m", "([\w.]+)"', file.read_text())}
    assert named
    assert named <= set(MODULES)


def test_what_builds_it_runs_no_code_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = set_traps(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builder, "ROOT", tmp_path)  # files of a stranger in the checkout
    call(sys.executable, "-c", "import json, numpy")
    assert not noted.exists()
    monkeypatch.setattr(child_processes, "environment", dict)
    call(sys.executable, "-c", "import json")
    assert noted.read_text() == "json\n", "the traps work"


def started(monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[str, list[str]]:
    """The module that the program runs, and its arguments."""
    found: list[tuple[str, list[str]]] = []

    def load(name: str) -> SimpleNamespace:
        return SimpleNamespace(main=lambda: found.append((name, sys.argv[1:])))

    monkeypatch.setattr(sys, "argv", ["tanglescope", *words])
    monkeypatch.setattr(multiprocessing, "freeze_support", lambda: None)
    with monkeypatch.context() as patched:
        patched.setattr(importlib, "import_module", load)
        with pytest.raises(SystemExit):
            runpy.run_path(str(ROOT / "tools" / "folder" / "start.py"), run_name="__main__")
    return found[0]
