"""A system without what only some have, for tests: `pytest -p tests.elsewhere tests/engine/...`.

There is no `fcntl`, no `resource`, no fork and no /proc, files have no owners and no permissions
by descriptor, and locks are those of Windows, here made of this system's.
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
import signal
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401 - this and others look for what is removed below
from pathlib import Path
from types import ModuleType
from typing import Any

import platformdirs.unix  # noqa: F401

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
