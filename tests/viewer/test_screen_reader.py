"""A thread read through the protocol of screen readers, with real key presses."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from tests.engine.store.libraries import write
from tests.viewer.screen_session import HEARD
from tests.viewer.windows import Talk

PATIENCE = 280  # seconds


def python_that_hears() -> str | None:
    """Return an interpreter with GObject's bindings; the one that runs the tests lacks them."""
    for path in ("/usr/bin", None):
        python = which("python3", path=path)
        if (
            python
            and not subprocess.run([python, "-c", "import gi"], capture_output=True).returncode
        ):
            return python
    return None


@pytest.mark.slow
def test_a_screen_reader_follows_causes_and_effects(talk: Talk, tmp_path: Path) -> None:
    python = python_that_hears()
    if not python or not all(map(which, ("xvfb-run", "dbus-run-session"))):
        pytest.skip("needs xvfb, dbus, at-spi2-core and GObject's bindings for Python")
    archive = write(tmp_path / "log.ndjson", talk.said)
    session = ["xvfb-run", "-a", "dbus-run-session", "--"]
    module = [sys.executable, "-m", "tests.viewer.screen_session"]
    subprocess.run(
        [*session, *module, python, str(archive), str(tmp_path), "jjpe"],
        timeout=PATIENCE,
        check=True,
    )
    rows, *names = map(json.loads, (tmp_path / HEARD).read_text().splitlines())
    assert 0 < rows <= len(talk.answers)
    first, second, cause, effect = names
    assert first.startswith("Ann, ")
    assert "Where are the bicycles?" in first
    assert "in reply to" not in first
    assert "answer 0, in reply to Ann" in second
    assert cause == first
    assert effect == second
