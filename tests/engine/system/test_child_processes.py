import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tanglescope import engine
from tanglescope.engine.system import child_processes

TELL = "import json, sys; print(json.dumps([sys.flags.safe_path, sys.path]))"


def import_path_of(
    command: list[str], folder: Path, environment: dict[str, str]
) -> tuple[bool, list[str]]:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    is_safe, path = json.loads(done.stdout)
    return is_safe, path


def test_a_child_does_not_look_for_code_in_its_folder(tmp_path: Path) -> None:
    is_safe, path = import_path_of(child_processes.python("-c", TELL), tmp_path, dict(os.environ))
    assert is_safe
    assert not {"", str(tmp_path)} & set(path)


@pytest.mark.parametrize("listed", ["", os.pathsep, f".{os.pathsep}/a", f"/a{os.pathsep}"])
def test_an_environment_says_so_to_grandchildren_whatever_it_said_before(
    tmp_path: Path, listed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", listed)
    is_safe, path = import_path_of(
        [sys.executable, "-c", TELL], tmp_path, child_processes.environment()
    )
    assert is_safe
    assert not {"", str(tmp_path)} & set(path)
    assert ("/a" in path) == ("/a" in listed)
    there = Path(path[0]) / "tanglescope" / "engine"
    assert there.samefile(Path(engine.__file__).parent), "a child without us finds this program"


def test_protected_processes_are_started_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep)
    child_processes.protect()
    is_safe, path = import_path_of([sys.executable, "-c", TELL], tmp_path, dict(os.environ))
    assert is_safe
    assert str(tmp_path) not in path


def test_a_frozen_program_is_called_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_processes.python("-m", "tanglescope.engine.pipeline") == [
        sys.executable,
        "-m",
        "tanglescope.engine.pipeline",
    ]


def test_processes_are_forked_beside_a_thread_that_only_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (source, asked), heard = os.pipe(), threading.Event()
    listener = child_processes.Listener(heard.set, source)
    # What runs the tests has threads of its own.
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.current_thread(), listener])
    listener.start()
    assert child_processes.can_fork() == ("fork" in multiprocessing.get_all_start_methods())
    os.write(asked, b"can")
    os.write(asked, b"cel\r\n")
    listener.join()
    assert heard.is_set()
    os.close(source)
    os.close(asked)


def test_processes_are_not_forked_beside_other_threads() -> None:
    ended = threading.Event()
    other = threading.Thread(target=ended.wait)
    other.start()
    try:
        assert not child_processes.can_fork()
    finally:
        ended.set()
        other.join()


BURN = """
from tanglescope.engine.system.child_processes import limit_processor_time
limit_processor_time(1)
print("started", flush=True)
while True:
    pass
"""


@pytest.mark.skipif(not hasattr(signal, "SIGXCPU"), reason="nothing limits processor time here")
def test_a_process_that_computes_for_too_long_is_ended_and_leaves_no_core_file(
    tmp_path: Path,
) -> None:
    command = child_processes.python("-c", BURN)
    done = subprocess.run(
        command, cwd=tmp_path, env=child_processes.environment(), stdout=subprocess.PIPE
    )
    assert done.stdout == b"started\n"
    assert child_processes.has_run_too_long(done.returncode)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("status", [None, 0, 1, -signal.SIGKILL])
def test_other_ends_are_not_for_too_long_a_run(status: int | None) -> None:
    assert not child_processes.has_run_too_long(status)
