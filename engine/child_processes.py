"""Child processes: the one place that says how they find their code.

For `-m` and `-c` Python puts the current folder first on its path. People call this program where
they have just unpacked an archive, and an `engine/` or a `json.py` among its files would run. So
no child looks for code in the current folder, whether we start it, `multiprocessing` or Spark.
"""

import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # where nothing can be forked, there is no such class
    from multiprocessing.context import ForkContext, SpawnContext

_ROOT = Path(__file__).resolve().parents[1]

SAFE_PATH: Mapping[str, str] = MappingProxyType({"PYTHONSAFEPATH": "1"})
"""What keeps the current folder off the path of a Python that inherits it."""


def python(*arguments: str) -> list[str]:
    """Return the command that calls this Python; in a program that was frozen, the program."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]  # it looks for code in its own folder only
    return [sys.executable, "-P", *arguments]


def variables() -> dict[str, str]:
    """Return what is different in the environment of a child: our code first, a safe path."""
    paths = [str(_ROOT), *_absolute(os.environ.get("PYTHONPATH", ""))]
    return {**SAFE_PATH, "PYTHONPATH": os.pathsep.join(paths)}


def environment() -> dict[str, str]:
    """Return the whole environment of a child."""
    return {**os.environ, **variables()}


def protect() -> None:
    """Have every process that is started from now on start with a safe path.

    `multiprocessing` and its resource tracker take no environment but ours.
    """
    os.environ.update(SAFE_PATH)
    if "PYTHONPATH" in os.environ:
        paths = _absolute(os.environ["PYTHONPATH"])
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)


def context(method: Literal["fork", "spawn"]) -> "ForkContext | SpawnContext":
    """Return a `multiprocessing` context for a start method, with a safe path."""
    # Imported here: callers that start no process don't wait for it.
    import multiprocessing

    protect()
    if method == "fork":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


class Listener(threading.Thread):
    """Waits for the word `cancel` on stdin, or its end, then calls a function.

    Until then it is inside a call to the system and holds no lock, that of `sys.stdin` included, so
    that processes can be forked beside it.
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


def can_fork() -> bool:
    """Whether this process can fork others: no thread that may hold a lock runs beside this one."""
    import multiprocessing

    running = threading.enumerate()
    is_alone = all(each is threading.current_thread() or type(each) is Listener for each in running)
    return is_alone and "fork" in multiprocessing.get_all_start_methods()


def end_with_parent() -> None:
    """Leave Ctrl+C to the parent, and end when it is gone, however it went."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_watch_parent, daemon=True).start()


def limit_memory(more: int) -> None:
    """Give this process no more than so many bytes beside what it has; where that can't be, all."""
    # What a fork shares with its parent counts, too, and so do files on systems without /proc.
    with suppress(ImportError, OSError, ValueError):
        import resource

        status = Path("/proc/self/status").read_text(encoding="ascii").split()
        taken = int(status[status.index("VmData:") + 1]) << 10
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = taken + more if hard == resource.RLIM_INFINITY else min(taken + more, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _watch_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _absolute(path: str) -> list[str]:
    """The folders of a path that are the same wherever it is read; an empty one is the current."""
    return [folder for folder in path.split(os.pathsep) if Path(folder).is_absolute()]
