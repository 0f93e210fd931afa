"""A system without what only some have, for tests: `make elsewhere`.

There is no `fcntl`, no `resource`, no fork and no /proc, files have no owners and no permissions
by descriptor, and locks are those of Windows, here made of this system's. A test that needs what is
missing itself, such as a pipe with a name, is skipped.
"""

import builtins
import concurrent.futures.process  # noqa: F401
import errno
import fcntl
import io
import multiprocessing
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import multiprocessing.synchronize
import os
import re
import signal
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401 - this and others look for what is removed below
from collections.abc import Generator
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

import platformdirs.unix  # noqa: F401
import pytest

MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "posix_ipc")
OF_OS = (
    *("fchmod", "fchown", "fork", "forkpty", "geteuid", "killpg", "mkfifo"),
    *("O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "pread", "pwrite", "sched_getaffinity"),
)
OF_SIGNAL = ("SIGHUP", "SIGXCPU", "SIGALRM", "SIGUSR1", "SIGPIPE")


class _Missing:
    """Refuses modules that the standard library has by now."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _locks_of_windows() -> ModuleType:
    made: Any = ModuleType("msvcrt")
    made.LK_NBLCK = 2

    def locking(file: int, mode: int, length: int) -> None:
        assert mode == made.LK_NBLCK
        try:
            flock(file, exclusive)
            lockf(file, exclusive, length, os.lseek(file, 0, os.SEEK_CUR))
        except OSError:
            raise OSError(errno.EACCES, "Permission denied") from None

    flock, lockf, exclusive = fcntl.flock, fcntl.lockf, fcntl.LOCK_EX | fcntl.LOCK_NB
    made.locking = locking
    return made


def _without_proc(open_file: Any) -> Any:
    def opened(file: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(file, str | Path) and str(file).startswith("/proc/"):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(file))
        return open_file(file, *arguments, **named)

    return opened


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the tests of limits that only some systems have."""
    imported = re.compile(f"^import ({'|'.join(MODULES)})$", re.MULTILINE)
    is_module = collection_path.suffix == ".py"
    return True if is_module and imported.search(collection_path.read_text()) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Skip a test that asks for something missing itself, not the program that it tests."""
    try:
        return (yield)
    except (AttributeError, FileNotFoundError) as error:
        said = str(error)
        names = [name for name in (*OF_OS, *OF_SIGNAL, "/proc/") if name in said]
        program = f"{Path(__file__).parents[1] / 'tanglescope'}{os.sep}"
        if names and not any(
            frame.filename.startswith(program) for frame in extract_tb(error.__traceback__)
        ):
            pytest.skip(f"the test needs {names[0]}")
        raise


def move() -> None:
    """Make this process one of that system."""
    sys.modules["msvcrt"] = _locks_of_windows()
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Missing)
    for name in OF_OS:
        vars(os).pop(name, None)
    for name in OF_SIGNAL:
        vars(signal).pop(name, None)
    builtins.open = io.open = _without_proc(io.open)  # `Path.open` uses the second
    multiprocessing.get_all_start_methods = lambda: ["spawn"]  # type: ignore[method-assign]


move()
