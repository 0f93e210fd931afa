"""Processes: how children are started, where they find their code, and what limits them.

With `-m` and `-c`, Python puts the current folder first on its path. Users call this program in
folders with unpacked archives, and an `engine/` or a `json.py` among the files would run. So no
child searches the current folder for code, whether we, `multiprocessing` or Spark start it.
"""

import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # systems without fork have no such class
    from multiprocessing.context import ForkContext, SpawnContext

_ROOT = Path(__file__).absolute().parents[3]

SAFE_PATH: Mapping[str, str] = MappingProxyType({"PYTHONSAFEPATH": "1"})
"""The environment variable that keeps the current folder off the path of a child's Python."""


def python(*arguments: str) -> list[str]:
    """Return the command that calls this Python, or the program itself if it is frozen."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]  # a frozen program searches only its own folder
    return [sys.executable, "-P", *arguments]


def variables() -> dict[str, str]:
    """Return the changed environment variables of a child: our code first, a safe path."""
    paths = [str(_ROOT), *_absolute(os.environ.get("PYTHONPATH", ""))]
    return {**SAFE_PATH, "PYTHONPATH": os.pathsep.join(paths)}


def environment() -> dict[str, str]:
    """Return the whole environment of a child."""
    return {**os.environ, **variables()}


def protect() -> None:
    """Make all processes started from now on use a safe path.

    `multiprocessing` and its resource tracker inherit our environment.
    """
    os.environ.update(SAFE_PATH)
    if "PYTHONPATH" in os.environ:
        paths = _absolute(os.environ["PYTHONPATH"])
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)


def context(method: Literal["fork", "spawn"]) -> "ForkContext | SpawnContext":
    """Return a `multiprocessing` context for a start method, with a safe path."""
    # Imported here, so that callers that start no process don't load it.
    import multiprocessing

    protect()
    if method == "fork":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


class PipedProcess:
    """A child process that answers over a pipe; the first argument of `serve` is its end of it.

    Raises `OSError` if the system can't start it.
    """

    def __init__(self, serve: Callable[..., object], *arguments: object) -> None:
        started = context("spawn")
        self.connection, theirs = started.Pipe()
        self._process = started.Process(target=serve, args=(theirs, *arguments), daemon=True)
        try:
            self._process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()

    def kill(self) -> None:
        """End the process, so that its end of the pipe is closed."""
        self._process.kill()

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()


class Listener(threading.Thread):
    """Waits for `cancel` or the end of stdin, then calls a function.

    Until then it is in a system call and holds no lock, not even that of `sys.stdin`, so that other
    threads can fork processes.
    """

    def __init__(self, cancel: Callable[[], object], source: int = 0) -> None:
        super().__init__(name="listening", daemon=True)
        self._cancel = cancel
        self._source = source

    def run(self) -> None:
        """Wait, then call."""
        heard = b""
        while b"cancel" not in heard.split() and (more := os.read(self._source, _LINE)):
            heard = heard[-_LINE:] + more
        self._cancel()


_LINE = 256
_PATIENCE = 5.0  # seconds until a process that doesn't stop is ended


def serve_window() -> None:
    """Stop as on Ctrl+C when the window that started this process asks for it, or has ended."""
    import signal

    signal.signal(signal.SIGINT, signal.default_int_handler)
    Listener(_stop).start()


def _stop() -> None:
    import signal

    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    threading.Event().wait(_PATIENCE)
    os._exit(1)


def can_fork() -> bool:
    """Whether this process can fork: no other thread is running that may hold a lock."""
    import multiprocessing

    running = threading.enumerate()
    is_alone = all(each is threading.current_thread() or type(each) is Listener for each in running)
    return is_alone and "fork" in multiprocessing.get_all_start_methods()


def end_with_parent() -> None:
    """Leave Ctrl+C and crashes to the parent, and exit when it has ended for any reason."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    keep_out_of_core_dumps()  # it may be given keys
    threading.Thread(target=_watch_parent, daemon=True).start()


def limit_memory(more: int) -> None:
    """Limit the additional memory of this process; without effect if the system can't."""
    # Memory shared with the parent counts, too; on systems without /proc, so do mapped files.
    with suppress(ImportError, OSError, ValueError):
        import resource

        status = Path("/proc/self/status").read_text(encoding="ascii").split()
        taken = int(status[status.index("VmData:") + 1]) << 10
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = taken + more if hard == resource.RLIM_INFINITY else min(taken + more, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


@cache
def keep_out_of_core_dumps() -> None:
    """Keep the memory of this process and of what it forks out of core dumps, from now on.

    Called before a key or decrypted text is read: the system would write them to a file that may be
    kept for weeks. The limit is inherited by all children. A program to which the system pipes
    dumps doesn't have to respect it, so on Linux the process is also declared not dumpable.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


_PR_SET_DUMPABLE = 4  # linux/prctl.h


def limit_processor_time(more: int) -> None:
    """Let the system end this process after so many more seconds of processor time.

    Without effect if the system can't. Waiting for a disk or for other programs takes none.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        most = ceil(used.ru_utime + used.ru_stime) + more
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    keep_out_of_core_dumps()  # the end is no crash to look into


def has_run_too_long(status: int | None) -> bool:
    """Whether a process with this exit status was ended by its limit of processor time."""
    import signal

    return status is not None and hasattr(signal, "SIGXCPU") and status == -signal.SIGXCPU


def _watch_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _absolute(path: str) -> list[str]:
    """The absolute folders of a path; an empty entry means the current folder."""
    return [folder for folder in path.split(os.pathsep) if Path(folder).is_absolute()]
