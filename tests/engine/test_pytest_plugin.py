"""The plug-in in another package: in a separate run of pytest."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.repository import ROOT

TESTS = """
from tanglescope.engine.linear.orders.named import LINEARIZERS

def by_arrival(graph):
    return [node.id for node in graph.nodes]

def test_wrong(assert_convergent):
    assert_convergent(by_arrival)

def test_right(assert_convergent):
    assert_convergent(LINEARIZERS["scuttlesort"].answer)

def test_tried(assert_convergent):
    calls = []
    assert_convergent(lambda graph: calls.append(graph.name) or sorted(n.id for n in graph.nodes),
                      properties=[])
    assert len(set(calls)) == 7
    assert calls[0] == "ties 0, seed 3"
"""


def ran(folder: Path, *arguments: str) -> str:
    (folder / "test_orders.py").write_text(TESTS)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return run.stdout + run.stderr


def test_the_plug_in_gives_a_fixture_whose_failure_is_its_message(tmp_path: Path) -> None:
    said = ran(tmp_path, "--order-graphs", "7", "--order-seed", "3")
    assert "1 failed, 2 passed" in said
    assert "by_arrival isn't convergent: two deliveries of the same events" in said
    assert "convergence.py" not in said.partition("short test summary")[0]
    told = said.partition("short test summary")[0]
    [picture] = [line for line in told.splitlines() if "Picture: " in line]
    assert "test_wrong0" in picture


def test_the_plug_in_loads_nothing_before_a_test_asks_for_it() -> None:
    program = (
        "import sys, tanglescope.engine.pytest_plugin; "
        "print(*(name for name in sys.modules if name.startswith('tanglescope.engine.')))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == ["tanglescope.engine.pytest_plugin"]


def test_there_is_help(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getoption("order_graphs") is None
