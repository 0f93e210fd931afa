"""The entry point of the standalone program, which also replaces Python in child processes."""

import multiprocessing
import sys
from importlib import import_module

MODULES = ("tanglescope.engine.pipeline", "tanglescope.viewer")
"""The modules that the window starts with `-m`."""

if __name__ == "__main__":
    multiprocessing.freeze_support()
    name = "tanglescope.viewer"
    if sys.argv[1:2] == ["-m"] and sys.argv[2:3] and sys.argv[2] in MODULES:
        name = sys.argv[2]
        del sys.argv[1:3]
    sys.exit(import_module(f"{name}.__main__").main())
