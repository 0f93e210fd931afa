"""A check in a process of its own, for a window on a database from another source.

    python -P -m tanglescope.engine.store.check [--language CODE] --database DB

It runs at the lowest priority and reports in lines of JSON:

    {"event": "progress", "done", "total", "problems", "seconds_left"}
    {"event": "done", "ok", "messages", "problems": [{"what", "where"}], ...}
    {"event": "failed", "error"}         one sentence or two

A database without problems is remembered as verified. The end of stdin ends the process.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from threading import Thread

import orjson

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.languages import ENGLISH, codes
from tanglescope.engine.store.check.running import Advance, check_up
from tanglescope.engine.store.files.database import connect, remember_checked
from tanglescope.engine.wording import speak

_NICE = 19


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the check that the arguments describe; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -P -m tanglescope.engine.store.check", description=__doc__
    )
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--language", choices=codes(), default=ENGLISH)
    wanted = parser.parse_args(arguments)
    speak(wanted.language)
    os.nice(_NICE)
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        with closing(connect(wanted.database, read_only=True)) as database:
            found = check_up(database, on_progress=_progress, processes=1)
        if found.ok:
            remember_checked(wanted.database)
    except TanglescopeError as error:
        _write({"event": "failed", "error": str(error)})
        return 1
    problems = [problem._asdict() for problem in found.problems]
    _write({"event": "done"} | asdict(found) | {"problems": problems})
    return 0


def _progress(advance: Advance) -> None:
    _write({"event": "progress"} | asdict(advance))


def _write(event: dict[str, object]) -> None:
    sys.stdout.buffer.write(orjson.dumps(event) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
