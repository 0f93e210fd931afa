"""Disks for tests: small ones that fill up, and read-only ones.

A file system is mounted in a namespace of its own and disappears with the program that uses it.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_ALONE = ["unshare", "--mount", "--map-root-user"]
_MOUNT = 'mount -t tmpfs -o "size=$1" tanglescope "$2" && shift 2 && exec "$@"'


def _can_mount(folder: Path) -> bool:
    if shutil.which("unshare") is None:
        return False
    mount = [*_ALONE, "sh", "-c", _MOUNT, "sh", "64k", str(folder), "true"]
    return subprocess.run(mount, capture_output=True, check=False).returncode == 0


def on_a_disk(size: str, folder: Path, program: str, *arguments: str | Path) -> str:
    """Run a program with a disk of `size` bytes mounted at `folder`; return its output."""
    folder.mkdir(exist_ok=True)
    if not _can_mount(folder):
        pytest.skip("this process may not mount a disk of its own")
    answer = subprocess.run(
        [
            *(*_ALONE, "sh", "-c", _MOUNT, "sh", size, str(folder)),
            *(sys.executable, "-c", program, str(folder), *map(str, arguments)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout
