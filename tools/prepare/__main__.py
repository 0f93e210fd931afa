"""`python -m tools.prepare run|dev|folder`: the first step of every `make` target."""

import argparse
import sys

from tools.prepare import UnpreparedError, environment, system


def main() -> int:
    """Prepare system and environment; print an error and return 1 if that fails."""
    parser = argparse.ArgumentParser(prog="tools.prepare")
    parser.add_argument("lock", choices=["run", "dev", "folder"], help="what to be ready for")
    parser.add_argument("--skip-system", action="store_true", help="take the system as it is")
    parser.add_argument("--yes", action="store_true", help="install system packages without asking")
    options = parser.parse_args()
    try:
        if not options.skip_system:
            system.prepare(options.lock, asks=not options.yes)
        environment.prepare("dev" if options.lock == "dev" else "run")
    except UnpreparedError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130  # the shell's exit status of an interrupted command
    return 0


if __name__ == "__main__":
    sys.exit(main())
