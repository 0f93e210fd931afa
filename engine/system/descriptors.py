"""File descriptors: checked before starting code that hangs or aborts without enough of them.

Qt, `multiprocessing` and the JVM can't recover if a pipe can't be created.
"""

import errno
import os
from contextlib import suppress

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr

WINDOW = 64
"""For a window with all its panels, the debugger's process and an import."""

PAINTER = 12
"""For Qt without a window."""

SPARK = 64
"""For a JVM and its connection."""

_POOL = 12
_CHILD = 6


class TooFewFiles(TanglescopeError):
    """The system allows this program too few open files."""

    def __init__(self) -> None:
        super().__init__(
            tr(
                "The system allows this program too few open files. Allow more, for example "
                "with ulimit -n 1024, and start it again."
            )
        )


def require_for_processes(count: int) -> None:
    """Raise `TooFewFiles` unless so many children can be started and connected."""
    require(_POOL + _CHILD * count)


def require(count: int) -> None:
    """Raise `TooFewFiles` unless so many more files can be opened, after raising the limit."""
    if not _can_be_open(count):
        _ask_for_more()
        if not _can_be_open(count):
            raise TooFewFiles


def _can_be_open(count: int) -> bool:
    opened: list[int] = []
    try:
        opened.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(count))
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        return False
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return True


def _ask_for_more() -> None:
    """Raise the limit as far as the system allows."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
