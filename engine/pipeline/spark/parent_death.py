"""Run another program in place of this one, so that it ends when the parent process does.

    python -P parent_death.py PARENT COMMAND ARGUMENT...

A JVM notices the end of its stdin, but may need seconds to shut down. Linux kills it at once, also
if its parent was killed. On other systems, this program only runs the command.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Replace this process by COMMAND, unless PARENT has ended already."""
    parent, *command = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != int(parent):
            sys.exit(1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
