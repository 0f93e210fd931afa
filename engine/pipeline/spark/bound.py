"""Become another program, which ends as soon as the process that started it does.

    python -P bound.py PARENT COMMAND ARGUMENT...

A JVM notices that its stdin has ended, but may then take seconds to end in good order. Linux ends
it at once, also when its parent was killed. Other systems do nothing.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Replace this process by COMMAND, unless PARENT is gone already."""
    parent, *command = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != int(parent):
            sys.exit(1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
