"""An import in a process of its own, so that the window survives any failure of it.

    python -P -m tanglescope.engine.pipeline [--engine ENGINE] [--master URL] [--language CODE]
                                 --database DB ARCHIVE...

It reports in lines of JSON on stdout, each with an `event`:

    {"event": "engine", "engine", "reason"}      once; why that one, unless it was asked for
    {"event": "progress", "stage", "done_bytes", "total_bytes", "messages", "rules", "per_second",
     "seconds_left"}
    {"event": "done", "added", "messages", "quarantined", "rules", "first_bad", "failed"}
    {"event": "cancelled", ...}          the same, as far as it went
    {"event": "failed", "error"}         one sentence or two

and ends with 0, 3 or 1 after one of the last three. The line `cancel` on stdin, or its end,
asks it to stop; it does within two seconds, and the same import started again goes on from there.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from threading import Event, Lock
from typing import Any

from tanglescope.engine.child_processes import Listener
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.files import described, path_from_unicode
from tanglescope.engine.json_line import json_line
from tanglescope.engine.languages import ENGLISH, codes
from tanglescope.engine.pipeline.importing import Engine, import_archives
from tanglescope.engine.store.arrivals.reports import Progress
from tanglescope.engine.wording import speak

GRACE = 1.5
"""Seconds after which a cancelled import that can't stop cleanly is ended."""

_DONE, _FAILED, _CANCELLED = 0, 1, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Import what the arguments name, and return the exit status."""
    wanted = _parser().parse_args(arguments)
    speak(wanted.language)
    answers = _Answers()
    cancelled = Event()
    Listener(partial(_stop, cancelled, answers)).start()
    try:
        report = import_archives(
            wanted.archives,
            wanted.database,
            engine=wanted.engine,
            master=wanted.master,
            on_engine=answers.engine,
            on_progress=answers.progress,
            cancelled=cancelled.is_set,
        )
    except TanglescopeError as error:
        answers.last({"event": "failed", "error": str(error)})
        return _FAILED
    except OSError as error:
        answers.last({"event": "failed", "error": described(error)})
        return _FAILED
    event = "cancelled" if report.cancelled else "done"
    answers.last({"event": event} | asdict(report))
    return _CANCELLED if report.cancelled else _DONE


class _Answers:
    """Lines of JSON on stdout; nothing follows the last one."""

    def __init__(self) -> None:
        # Anything else that a library prints to stdout goes to stderr.
        self._out = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        self._lock = Lock()

    def engine(self, engine: Engine, reason: str) -> None:
        self._write({"event": "engine", "engine": engine, "reason": reason})

    def progress(self, progress: Progress) -> None:
        self._write({"event": "progress"} | asdict(progress))

    def last(self, answer: dict[str, Any]) -> None:
        self._write(answer)
        with self._lock:
            self._out.close()

    def _write(self, answer: dict[str, Any]) -> None:
        with self._lock:
            if not self._out.closed:
                try:
                    self._out.write(json_line(answer) + b"\n")
                except BrokenPipeError:
                    self._out.close()


def _stop(cancelled: Event, answers: _Answers) -> None:
    """Let the import stop cleanly, or else end this process."""
    cancelled.set()
    Event().wait(GRACE)
    # Databases and parts are consistent at any moment, and the JVM ends when its pipe closes.
    answers.last({"event": "cancelled", "added": 0, "messages": 0, "quarantined": 0})
    os._exit(_CANCELLED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -P -m tanglescope.engine.pipeline", description=__doc__
    )
    parser.add_argument("archives", nargs="+", type=path_from_unicode)
    parser.add_argument("--database", type=path_from_unicode, required=True)
    parser.add_argument("--engine", type=Engine, default=Engine.AUTO)
    parser.add_argument("--master")
    parser.add_argument("--language", choices=codes(), default=ENGLISH)
    return parser


if __name__ == "__main__":
    sys.exit(main())
