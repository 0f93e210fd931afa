"""The program: `python -m tanglescope.viewer` runs the command line."""

import sys

from tanglescope.engine.commandline.common.streams import open_streams
from tanglescope.engine.language.wording import speak
from tanglescope.engine.system import child_processes
from tanglescope.viewer.command_line import cli


def main() -> None:
    """Run the command line."""
    child_processes.protect()
    open_streams()
    if sys.argv[1:2] == ["--as-child"]:  # of a window; see `viewer.workers.child_process`
        speak(sys.argv[2])
        del sys.argv[1:3]
        child_processes.serve_window()
    cli()


if __name__ == "__main__":
    main()
