"""No network traffic unless the user asks for it: commands and the window run without a network.

A namespace without interfaces makes every attempt to send fail. Python's audit hooks count attempts
as well, because a failed attempt might be silent.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope import resources

ROOT = Path(__file__).parents[2]
WITHOUT = ["unshare", "--net", "--map-root-user"]

WATCHED = """
import runpy, sys
def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request"):
        sys.stderr.write(f"NETWORK {event} {arguments[1:]}\\n")
sys.addaudithook(watch)
sys.argv[0] = "tanglescope"
runpy.run_module("tanglescope.viewer", run_name="__main__")
"""


def can_unshare() -> bool:
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*WITHOUT, "true"], capture_output=True, check=False).returncode == 0


alone = pytest.mark.skipif(not can_unshare(), reason="no process may leave the network here")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    with resources.sample_archive() as archive:
        run("import", str(archive), "--database", str(tmp_path / "a.db"), home=tmp_path)
    return tmp_path / "a.db"


def run(*arguments: str, home: Path, before: tuple[str, ...] = ()) -> str:
    """Run the program; return the network events that it reports."""
    answer = subprocess.run(
        [*before, sys.executable, "-c", WATCHED, *arguments],
        cwd=ROOT,
        env={**os.environ, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return "\n".join(line for line in answer.stderr.splitlines() if line.startswith("NETWORK"))


@alone
def test_an_import_needs_no_network(tmp_path: Path) -> None:
    with resources.sample_archive() as archive:
        said = run(
            *("import", str(archive), "--database", str(tmp_path / "a.db")),
            home=tmp_path,
            before=tuple(WITHOUT),
        )
    assert said == ""


@alone
def test_the_window_needs_no_network(database: Path, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    said = run(
        *("screenshot", str(picture), "--database", str(database), "--view", "inspector"),
        home=tmp_path,
        before=tuple(WITHOUT),
    )
    assert said == ""
    assert picture.stat().st_size > 10_000


@alone
@pytest.mark.spark
@pytest.mark.slow
def test_spark_listens_on_this_machine_only(tmp_path: Path) -> None:
    with resources.sample_archive() as archive:
        command = (
            f'ip link set lo up 2>/dev/null || ifconfig lo up; exec {sys.executable} -c "$0" "$@"'
        )
        answer = subprocess.run(
            [
                *(*WITHOUT, "sh", "-c", command, WATCHED),
                *("import", str(archive), "--master", "local[2,3]"),
                *("--database", str(tmp_path / "a.db")),
            ],
            cwd=ROOT,
            env={**os.environ, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert answer.returncode == 0, answer.stderr
    said = [line for line in answer.stderr.splitlines() if "NETWORK socket.connect" in line]
    assert said
    assert all("127.0.0.1" in line or "localhost" in line for line in said), said


def test_the_audit_hook_reports_outgoing_traffic() -> None:
    program = WATCHED.replace('runpy.run_module("tanglescope.viewer", run_name="__main__")', "")
    program += "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "NETWORK socket.connect" in answer.stderr
