"""Control groups for tests: programs with a memory limit."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_MOUNTED = Path("/sys/fs/cgroup")
_PLACES = {_MOUNTED / "memory": "memory.limit_in_bytes", _MOUNTED: "memory.max"}


@contextmanager
def _group(limit: int) -> Iterator[Path]:
    for place, name in _PLACES.items():
        folder = place / f"tanglescope-test-{os.getpid()}"
        try:
            folder.mkdir()
        except OSError:
            continue
        try:
            if (folder / name).exists():
                (folder / name).write_text(str(limit))
                yield folder
                return
        finally:
            folder.rmdir()
    pytest.skip("this system doesn't let one make a control group for memory")


@contextmanager
def limited(limit: int) -> Iterator[list[str]]:
    """The prefix that limits the memory of a command and all its child processes."""
    with _group(limit) as group:
        yield ["sh", "-c", f'echo 0 > {group}/cgroup.procs && exec "$@"', "sh"]


def with_memory(limit: int, program: str, *arguments: str | Path) -> tuple[int, str]:
    """Run a program with a memory limit; return its exit status and output."""
    with limited(limit) as before:
        answer = subprocess.run(
            [*before, sys.executable, "-c", program, *map(str, arguments)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    return answer.returncode, answer.stdout + answer.stderr
