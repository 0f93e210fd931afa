"""The program: `python -m tanglescope.viewer` runs the command line."""

from tanglescope.engine import child_processes
from tanglescope.engine.commandline.common.streams import open_streams
from tanglescope.viewer.command_line import cli


def main() -> None:
    """Run the command line."""
    child_processes.protect()
    open_streams()
    cli()


if __name__ == "__main__":
    main()
